//! Rules as data: what a rule means, how it is written, the published rules, and the odds rule.

mod change;
mod explained;
mod fields;
mod meaning;
mod odds;
mod presets;
mod toml;
mod words;

pub use change::{Change, Effect, MOST_BEADS, Scope};
pub use meaning::{Beads, Boxes, Duplicates, Empty, Incident, Rule, Update};
pub use odds::{CountFrom, DecayPer, Multipliers, Odds, Origin, WHOLE};
pub use presets::{names, preset, presets};
