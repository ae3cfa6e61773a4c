//! Learning by rote: matchboxes, the table they make up, the rule that moves beads, and runs.

mod engine;
mod history;
mod layout;
mod reader;
mod rule;
mod run;
mod score;
mod table;

pub use history::{Exact, History, Record, Standing};
pub use layout::{Layout, Placed};
pub use reader::{Reader, Reading};
pub use rule::{
    Boxes, Change, Decimal, Duplicates, Effect, Empty, MOST_BEADS, Multipliers, Odds, Origin, Rule,
    Scope, WHOLE, names, preset, presets,
};
pub use run::{Examiner, Group, Learners, Opponent, Progress, ReadBox, Run, Training};
pub use table::{Matchbox, Table};
