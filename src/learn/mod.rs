//! Learning by rote: matchboxes, the table they make up, the rule that moves beads, and runs.

mod history;

pub use history::{History, Record, Standing};
