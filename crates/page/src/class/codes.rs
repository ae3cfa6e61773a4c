//! The codes and names of a class and its groups.

use matchboxes::error::Result;
use matchboxes::session::CODE_LETTERS;
use matchboxes::session::class_names::{MOST_LETTERS, folded};

use crate::machines::folder::is_name;
use crate::surroundings::{Surroundings, random};

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

/// A typed code in plain capitals, without blanks and hyphens.
pub(super) fn typed(code: &str) -> String {
    let code = folded(code);
    let letters = code
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '-');
    letters.flat_map(char::to_uppercase).collect()
}

/// The name of a file for a name, or for its number where the name has no letters for it.
pub(super) fn file_name(name: &str, otherwise: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let plain = folded(name);
    let words = plain.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut file = words.join("-");
    file.truncate(MOST_LETTERS);
    let is_whole = plain.is_ascii() && is_name(&file);
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
        assert_eq!(
            file_name("\u{ff34}able \u{ff13}", "group-2", free),
            "table-3"
        );
        assert_eq!(file_name("a", "group-1", |file| file != "a-3"), "a-3");
    }

    #[test]
    fn codes_are_read_as_they_are_typed() {
        for code in [" kmp-4", "\u{ff4b}\u{ff2d}\u{ff50}\u{3000}\u{ff14}"] {
            assert_eq!(typed(code), "KMP4");
        }
    }
}
