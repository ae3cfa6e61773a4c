//! A class that teaches machines on its own devices, as the file of its events tells it: the groups, the games that
//! ended, and the machines that learnt from them.
//!
//! [`ClassEvent`] is what happens, one line of the file each; [`ClassState`] is what follows from the events. Lines that a
//! program of a class would not write are refused: the file may come from elsewhere.

mod events;
mod state;
mod texts;

use std::path::Path;

pub use events::{ClassEvent, ClassLesson, ClassPace, ClassStep, ClassWay, GroupNumber};
pub use state::{ClassFacts, ClassGame, ClassGroup, ClassState, MachineId};
pub use texts::{CLASS_CODE, CODE_LETTERS, GROUP_CODE, is_machine_name};

use crate::error::{Error, Result};

/// The version of the file of a class.
pub const CLASS_FORMAT: u32 = 1;
/// The name of the file of a class, in its folder.
pub const CLASS_FILE: &str = "class.jsonl";
/// The most groups of a class.
pub const MOST_GROUPS: usize = 60;
/// The most steps of a lesson, and the most answers among which a group guesses. The lessons themselves are told on the page.
pub(super) const MOST_STEPS: u8 = 9;
/// See [`MOST_STEPS`].
pub(super) const MOST_CHOICES: usize = 4;

/// The names of the machines that belong to the class as a whole: the sum of the groups' machines, and the machine that
/// all groups teach. No group's file has one of them.
pub const OF_THE_CLASS: [&str; 2] = ["class", "class-one"];

/// The class whose file has these lines; none if there is no line.
///
/// # Errors
///
/// [`Error::Line`] with the first line that cannot follow the lines before it.
pub fn class_of(path: &Path, lines: &[String]) -> Result<Option<ClassState>> {
    let mut state: Option<ClassState> = None;
    for (line, number) in lines.iter().zip(1..) {
        let refused = |reason: String| Error::line(path, number, reason);
        let event: ClassEvent =
            serde_json::from_str(line).map_err(|error| refused(error.to_string()))?;
        let applied = match &mut state {
            None => ClassState::begin(&event).map(|begun| state = Some(begun)),
            Some(state) => state.note(&event),
        };
        applied.map_err(|error| refused(error.to_string()))?;
    }
    if let Some(state) = &mut state {
        // Only now is it known which games do not count.
        state.learn_all()?;
    }
    Ok(state)
}
