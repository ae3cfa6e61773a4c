//! What the texts in the file of a class may be.

use super::super::class_names::name;
use crate::error::{Error, Result};

/// The letters of codes: none that is read as another one, and no vowels, which would make words.
pub const CODE_LETTERS: &str = "CDFGHJKLMNPRTVWXY34679";
/// The letters in the code of a class, and in the code of a group, which opens a board without a choice.
pub const CLASS_CODE: usize = 4;
/// See [`CLASS_CODE`].
pub const GROUP_CODE: usize = 6;
/// The letters of a secret, which are hexadecimal digits, and of the version of a file.
pub(super) const SECRET: usize = 32;
pub(super) const VERSION: usize = 24;
/// The most letters in the name of a machine.
const LONGEST: usize = 40;

pub(super) fn wrong<T>(reason: impl Into<String>) -> Result<T> {
    Err(Error::request(reason))
}

pub(super) fn check(is_right: bool, reason: &str) -> Result<()> {
    if is_right { Ok(()) } else { wrong(reason) }
}

pub(super) fn is_hexadecimal(text: &str, letters: usize) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == letters && text.bytes().all(is_digit)
}

pub(super) fn is_code(text: &str, letters: usize) -> bool {
    text.len() == letters && text.chars().all(|letter| CODE_LETTERS.contains(letter))
}

/// Whether this is the name of a machine, and so of its file, on the page and in a class: 1 to 40 lower-case letters, digits
/// and hyphens, which have no special meaning in any file system, not beginning with a hyphen.
pub fn is_machine_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(is_letter) && !name.starts_with('-')
}

pub(super) fn check_name(given: &str) -> Result<()> {
    let as_kept = name(given).map_err(|fault| Error::request(fault.to_string()))?;
    check(
        as_kept == given,
        "a name is not written as a class saves it",
    )
}
