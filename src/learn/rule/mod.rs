//! What a result does to the beads drawn, as data: what a rule means, how it is written, the
//! published ones, and the odds rule.

mod decimal;
mod meaning;
mod odds;
mod presets;
mod toml;

pub use decimal::Decimal;
pub use meaning::{Boxes, Change, Duplicates, Effect, Empty, MOST_BEADS, Rule, Scope};
pub use odds::{Multipliers, Odds, Origin, WHOLE};
pub use presets::{names, preset, presets};
