//! The codes and names of a class and its groups.

use std::ops::RangeInclusive;

use matchboxes::error::{Error, Result};
use matchboxes::session::CODE_LETTERS;

use crate::machines::folder::is_name;
use crate::refusal::Refusal;
use crate::surroundings::Surroundings;

/// The most letters in the name of a group.
const LONGEST: usize = 24;

fn random(surroundings: &dyn Surroundings) -> Result<u64> {
    let number = surroundings.random();
    number.ok_or_else(|| Error::request("there are no random numbers"))
}

/// A code with this many letters.
pub(super) fn code(surroundings: &dyn Surroundings, letters: usize) -> Result<String> {
    // Six letters take 27 of the 64 bits, so no letter is noticeably likelier than another.
    let mut number = random(surroundings)?;
    let all = CODE_LETTERS.len() as u64;
    let letter = |_| {
        let at = usize::try_from(number % all).unwrap_or_default();
        number /= all;
        char::from(CODE_LETTERS.as_bytes()[at])
    };
    Ok((0..letters).map(letter).collect())
}

/// The secret of the browser of a group.
pub(super) fn key(surroundings: &dyn Surroundings) -> Result<String> {
    let (one, other) = (random(surroundings)?, random(surroundings)?);
    Ok(format!("{one:016x}{other:016x}"))
}

/// A typed code in capitals, without blanks and hyphens.
pub(super) fn typed(code: &str) -> String {
    let letters = code
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '-');
    letters.flat_map(char::to_uppercase).collect()
}

/// The characters that are not drawn (`Default_Ignorable_Code_Point` of Unicode), the marks of notes between lines, and the
/// blank of Braille.
const UNSEEN: [RangeInclusive<char>; 18] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Whether a character cannot be seen or turns the others around, so that two names may look alike.
fn is_unseen(letter: char) -> bool {
    letter.is_control() || UNSEEN.iter().any(|range| range.contains(&letter))
}

/// The name of a class or a group as it is kept: without blanks around it, and of one line.
pub(super) fn name(given: &str) -> Result<String, Refusal> {
    let name = given.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(unseen) = name.chars().find(|letter| is_unseen(*letter)) {
        return Err(Refusal::Unseen(unseen));
    }
    let letters = name.chars().count();
    if letters == 0 || letters > LONGEST {
        let reason = format!("the name of a class or a group has 1 to {LONGEST} letters");
        return Err(Error::request(reason).into());
    }
    Ok(name)
}

/// Whether two names differ in capitals at most.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// The name of a file for a name, or for its number where the name has no letters for it.
pub(super) fn file_name(name: &str, otherwise: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let plain = name.to_lowercase();
    let words = plain.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut file = words.join("-");
    file.truncate(LONGEST);
    let is_whole = name.is_ascii() && is_name(&file);
    let file = if is_whole { file } else { otherwise.to_owned() };
    let numbered = (2_u32..).map(|n| format!("{file}-{n}"));
    let mut all = std::iter::once(file.clone()).chain(numbered);
    all.find(|file| !is_taken(file)).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_files() {
        let free = |_: &str| false;
        assert_eq!(file_name("Table 3", "group-1", free), "table-3");
        assert_eq!(file_name("../../etc/passwd", "group-1", free), "etc-passwd");
        assert_eq!(
            file_name("\u{3055}\u{304f}\u{3089}", "group-2", free),
            "group-2"
        );
        assert_eq!(file_name("...", "group-2", free), "group-2");
        assert_eq!(file_name("a", "group-1", |file| file != "a-3"), "a-3");
    }

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(name("  Table \n 3 ").unwrap(), "Table 3");
        for wrong in [
            "",
            "   ",
            "a\u{7}b",
            "a\u{200b}",
            "\u{202e}a",
            "\u{feff}a",
            &"x".repeat(25),
        ] {
            assert!(name(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn codes_are_read_as_they_are_typed() {
        assert_eq!(typed(" kmp-4"), "KMP4");
    }
}
