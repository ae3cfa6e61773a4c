//! Rules as data: what a rule means, how it is written, the published rules, and the odds rule.
//!
//! # How to add one
//!
//! Try the rule without Rust first: `menace list rules --toml michie-304 > mine.toml`, change it, and
//! `menace train --rule mine.toml`. A published machine becomes a value in `presets.rs`, in `historical` or `modern`,
//! based on the most similar one, with its source in one line. `tests/presets.rs` compares its boxes with the published
//! numbers, and `MENACE_BLESS=1 cargo test --test measuring machines` writes `docs/records/machines.md`.
//!
//! # How to add a field
//!
//! Only for a rule that no file can express yet, with a default that keeps the meaning of old files.
//!
//! 1. `meaning.rs`: the field in [`Rule`] or [`Beads`], and its effect in one of `change`, `weigh`, `start_beads`,
//!    `apply`. The reference and the fast implementations call these, but for rules that are simple in the sense of
//!    `lesson.rs`: an effect in `apply` or `weigh` makes a rule not simple. Any other effect must be written in each of them.
//!    If sums of two machines would be wrong, refuse the rule in `merge.rs` of the store.
//! 2. `fields.rs`: how it is written, with `serde(default)`, in both conversions, and in `invalid_field` if some
//!    values are wrong. It is left out at its default, so the golden files of `tests/store` keep their bytes.
//! 3. `explained.txt`: its comment, its values for error messages, and an example. `docs/learning-rules.md`: its row in the table.
//!    `cargo test --test learning presets` checks these.
//! 4. `crates/pictures/src/print/guide.rs`: describe it in the steps, or refuse it in `check`, and add a line to `OTHERS`.
//!    `cargo test -p matchboxes-pictures --lib guide`.
//! 5. `tests/differential.rs` draws rules at random, writes and reads them, and compares the fast implementations with the
//!    reference: add the field. `tests/plain.rs`: an example worked out by hand. `MENACE_BLESS=1 cargo test --test program mistakes`
//!    writes the messages that list all fields.

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
pub use values::{LearningMethod, Schedule, SchedulePace, StepSize, Values};
