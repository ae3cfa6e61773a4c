//! Rules as data: what a rule means, how it is written, the published rules, and the odds rule.

mod change;
mod fields;
mod meaning;
mod multipliers;
mod odds;
mod presets;
mod toml;
mod values;
mod words;

pub use change::{Change, Effect, MOST_BEADS, Scope};
pub use meaning::{Beads, Boxes, Duplicates, Empty, Incident, Rule, Update};
pub(super) use multipliers::log2;
pub use multipliers::{Multipliers, WHOLE};
pub use odds::{CountFrom, DecayPer, Odds, SlidingOrigin};
pub use presets::{baselines, in_japanese, names, preset, presets};
pub use values::{LearningMethod, Schedule, StepSize, Values};
