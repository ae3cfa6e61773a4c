//! Learning by rote: matchboxes, the table they make up, the rule that moves beads, and runs.

mod course;
mod decimal;
mod field;
mod history;
mod layout;
mod learner;
mod odds;
mod presets;
mod reader;
mod rows;
mod rule;
mod run;
mod score;
mod table;
mod written;

pub use decimal::Decimal;
pub use history::{Exact, History, Record, Standing};
pub use layout::{Layout, Placed};
pub use odds::{Multipliers, Odds, Origin, WHOLE};
pub use presets::{names, preset, presets};
pub use reader::{Reader, Reading};
pub use rule::{Boxes, Change, Duplicates, Effect, Empty, MOST_BEADS, Rule, Scope};
pub use run::{Examiner, Group, Learners, Opponent, Progress, ReadBox, Run, Training};
pub use table::{Matchbox, Table};
