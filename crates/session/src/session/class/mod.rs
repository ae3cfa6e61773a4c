//! A class that teaches machines on its own devices, as the file of its events tells it: the groups, the games that
//! ended, and the machines that learnt from them.
//!
//! [`ClassEvent`] is what happens, one line of the file each; [`ClassState`] is what follows from the events. Lines that a
//! program of a class would not write are refused: the file may come from elsewhere.

mod events;
mod state;

use std::path::Path;

pub use events::{ClassEvent, ClassLesson, ClassPace, ClassStep, ClassWay, GroupNumber};
pub use state::{ClassFacts, ClassGame, ClassGroup, ClassState, MachineId};

use super::class_names::name;
use crate::error::{Error, Result};

/// The version of the file of a class.
pub const CLASS_FORMAT: u32 = 1;
/// The name of the file of a class, in its folder.
pub const CLASS_FILE: &str = "class.jsonl";
/// The most groups of a class.
pub const MOST_GROUPS: usize = 60;
/// The most steps of a lesson, and the most answers among which a group guesses. The lessons themselves are told on the page.
const MOST_STEPS: u8 = 9;
/// See [`MOST_STEPS`].
const MOST_CHOICES: usize = 4;

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

/// The letters of codes: none that is read as another one, and no vowels, which would make words.
pub const CODE_LETTERS: &str = "CDFGHJKLMNPRTVWXY34679";
/// The letters in the code of a class, and in the code of a group, which opens a board without a choice.
pub const CLASS_CODE: usize = 4;
/// See [`CLASS_CODE`].
pub const GROUP_CODE: usize = 6;
/// The letters of a secret, which are hexadecimal digits, and of the version of a file.
const SECRET: usize = 32;
const VERSION: usize = 24;
/// The most letters in the name of a machine.
const LONGEST: usize = 40;

fn wrong<T>(reason: impl Into<String>) -> Result<T> {
    Err(Error::request(reason))
}

fn check(is_right: bool, reason: &str) -> Result<()> {
    if is_right { Ok(()) } else { wrong(reason) }
}

fn is_hexadecimal(text: &str, letters: usize) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == letters && text.bytes().all(is_digit)
}

fn is_code(text: &str, letters: usize) -> bool {
    text.len() == letters && text.chars().all(|letter| CODE_LETTERS.contains(letter))
}

/// Whether this is the name of a machine, and so of its file, on the page and in a class: 1 to 40 lower-case letters, digits
/// and hyphens, which have no special meaning in any file system, not beginning with a hyphen.
pub fn is_machine_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(is_letter) && !name.starts_with('-')
}

fn check_name(given: &str) -> Result<()> {
    let as_kept = name(given).map_err(|fault| Error::request(fault.to_string()))?;
    check(
        as_kept == given,
        "a name is not written as a class saves it",
    )
}
