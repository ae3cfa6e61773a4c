//! The rules for the names of a class and its groups.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

/// The most letters in a name. What keyboards join to one sign counts as one.
pub const MOST_LETTERS: usize = 24;
/// The most characters in a name, with those that are joined.
const MOST_CHARACTERS: usize = 4 * MOST_LETTERS;

/// Why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    /// It has a character that cannot be seen where no keyboard makes it.
    #[error("a name has only letters that can be seen, so not the character U+{:04X}; remove it", u32::from(*.0))]
    Unseen(char),
    /// It is empty or too long.
    #[error("the name of a class or a group has 1 to {} letters", MOST_LETTERS)]
    Length,
}

const JOINER: char = '\u{200d}';
const NON_JOINER: char = '\u{200c}';
/// The separator of vowels in Mongolian.
const SEPARATOR: char = '\u{180e}';
/// The forms of the letter or sign before: Mongolian letters, colour or black and white, characters of Japanese names.
const FORMS: [RangeInclusive<char>; 4] = [
    '\u{180b}'..='\u{180d}',
    '\u{180f}'..='\u{180f}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{e0100}'..='\u{e01ef}',
];
const SKINS: RangeInclusive<char> = '\u{1f3fb}'..='\u{1f3ff}';

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

fn is_in(ranges: &[RangeInclusive<char>], character: char) -> bool {
    ranges.iter().any(|range| range.contains(&character))
}

/// Whether a character cannot be seen or turns the others around, so that two names may look alike.
fn is_unseen(character: char) -> bool {
    character.is_control() || is_in(&UNSEEN, character)
}

fn is_letter(character: char) -> bool {
    !is_unseen(character) && (character.is_alphanumeric() || is_combining_mark(character))
}

/// Whether keyboards make this unseen character between these two.
fn is_typed(unseen: char, before: char, after: Option<char>) -> bool {
    let is_seen = |character: char| !is_unseen(character) && character != ' ';
    let after = after.filter(|after| is_seen(*after));
    match unseen {
        _ if is_in(&FORMS, unseen) => is_seen(before) && !before.is_ascii_alphabetic(),
        // The flags of England, Scotland and Wales.
        '\u{e0020}'..='\u{e007f}' => matches!(before, '\u{1f3f4}' | '\u{e0020}'..='\u{e007e}'),
        // After a virama, the sign of Indian scripts that takes away a vowel, they choose its form.
        JOINER | NON_JOINER if canonical_combining_class(before) == 9 => true,
        JOINER | NON_JOINER | SEPARATOR if is_letter(before) => after.is_some_and(is_letter),
        JOINER => {
            let is_sign = is_seen(before) || is_in(&FORMS, before);
            is_sign && after.is_some_and(|after| !is_letter(after))
        }
        _ => false,
    }
}

/// The name of a class or a group as it is kept: without blanks around it, and of one line.
///
/// # Errors
///
/// When it is empty or too long, or has a character that cannot be seen where no keyboard makes it.
pub fn name(given: &str) -> Result<String, NameFault> {
    let words = given.split_whitespace();
    // Persian keyboards end a word with it.
    let words = words.map(|word| word.trim_matches(NON_JOINER));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join(" ");
    let characters: Vec<char> = name.chars().take(MOST_CHARACTERS + 1).collect();
    let (mut before, mut letters) = (' ', 0);
    for (at, &character) in characters.iter().enumerate() {
        if is_unseen(character) {
            if !is_typed(character, before, characters.get(at + 1).copied()) {
                return Err(NameFault::Unseen(character));
            }
        } else if before != JOINER && !is_combining_mark(character) && !SKINS.contains(&character) {
            letters += 1;
        }
        before = character;
    }
    if !(1..=MOST_LETTERS).contains(&letters) || characters.len() > MOST_CHARACTERS {
        return Err(NameFault::Length);
    }
    Ok(name)
}

/// A name as it is compared: without capitals, joiners and forms, each letter written in one way.
pub fn folded(name: &str) -> String {
    let is_joined = |letter: &char| {
        matches!(*letter, JOINER | NON_JOINER | SEPARATOR) || is_in(&FORMS, *letter)
    };
    let letters = name.nfkc().filter(|letter| !is_joined(letter));
    // In capitals and back, for letters with several small forms.
    let letters = letters.flat_map(char::to_lowercase);
    let letters = letters.flat_map(char::to_uppercase);
    letters.flat_map(char::to_lowercase).nfkc().collect()
}

/// Whether two names are of one class or group.
pub fn is_same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLAND: &str = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
    const SCOTLAND: &str = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
    const FAMILY: &str = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";

    #[test]
    fn what_keyboards_make_is_a_name() {
        let full = "\u{795e}".repeat(MOST_LETTERS);
        let families = FAMILY.repeat(10);
        for typed in [
            "Table 3",
            "Zoe\u{308}",
            "O\u{2019}Neil-N\u{fa}\u{f1}ez",
            "#1",
            // A heart, a sun, a snowman in black and white, a keycap, flags.
            "\u{2764}\u{fe0f}",
            "The \u{2600}\u{fe0f}\u{2600}\u{fe0f}",
            "\u{2603}\u{fe0e}",
            "7\u{fe0f}\u{20e3}",
            "\u{1f1ef}\u{1f1f5}",
            "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}",
            "\u{1f3f4}\u{200d}\u{2620}\u{fe0f}",
            ENGLAND,
            // A family, a couple with a heart, an astronaut with a colour of skin, a bear, letters in a square.
            FAMILY,
            &families,
            "\u{1f469}\u{200d}\u{2764}\u{fe0f}\u{200d}\u{1f468}",
            "\u{1f469}\u{1f3fd}\u{200d}\u{1f680}",
            "\u{1f43b}\u{200d}\u{2744}\u{fe0f} Bears",
            "\u{1f170}\u{fe0f}\u{2139}\u{fe0f}",
            // Persian with its joiner, Arabic with vowels, Hebrew with points.
            "\u{639}\u{644}\u{6cc}\u{200c}\u{631}\u{636}\u{627}",
            "\u{645}\u{64f}\u{62d}\u{64e}\u{645}\u{651}\u{64e}\u{62f}",
            "\u{5e9}\u{5b8}\u{5c1}\u{5dc}\u{5d5}\u{5b9}\u{5dd}",
            // Sinhala and Hindi join after a virama, Malayalam at the end of a word too.
            "\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3}",
            "\u{930}\u{94d}\u{200d}\u{92f}\u{93e}",
            "\u{905}\u{915}\u{94d}\u{200c}\u{937}",
            "\u{d05}\u{d28}\u{d3f}\u{d32}\u{d4d}\u{200d}",
            // Thai, Korean in parts, Mongolian, a character of a Japanese name in its family's form.
            "\u{e19}\u{e49}\u{e33}\u{e1d}\u{e19}",
            "\u{1100}\u{1161}\u{11a8}",
            "\u{1823}\u{1836}\u{1824}\u{1828}\u{180e}\u{1820}",
            "\u{8fbb}\u{e0101}\u{3055}\u{3093}",
            &full,
        ] {
            assert_eq!(
                name(typed).as_deref(),
                Ok(typed),
                "{}",
                typed.escape_unicode()
            );
        }
        assert_eq!(name("  Table \n\u{3000}3\u{2028}").unwrap(), "Table 3");
        let word = "\u{645}\u{6cc}";
        assert_eq!(name(&format!("{word}\u{200c} ")).unwrap(), word);
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for (wrong, unseen) in [
            ("a\u{7}b", '\u{7}'),
            ("a\u{200b}", '\u{200b}'),
            ("a\u{ad}b", '\u{ad}'),
            ("\u{202e}a", '\u{202e}'),
            ("a\u{200f}", '\u{200f}'),
            ("\u{2067}a\u{2069}", '\u{2067}'),
            ("\u{feff}a", '\u{feff}'),
            ("\u{3164}", '\u{3164}'),
            ("\u{2800}", '\u{2800}'),
            // Nothing is joined.
            ("\u{fe0f}", '\u{fe0f}'),
            ("a\u{fe0f}", '\u{fe0f}'),
            ("a \u{fe0f}", '\u{fe0f}'),
            ("\u{2600}\u{fe0f}\u{fe0f}", '\u{fe0f}'),
            ("\u{200d}a", '\u{200d}'),
            ("a\u{200d}", '\u{200d}'),
            ("a\u{200d}\u{200d}b", '\u{200d}'),
            ("a\u{200c}\u{200c}b", '\u{200c}'),
            ("\u{1f469}\u{200d}", '\u{200d}'),
            ("\u{1f469}\u{200d} \u{1f469}", '\u{200d}'),
            ("\u{1f469}\u{200c}\u{1f469}", '\u{200c}'),
            ("a\u{e0067}", '\u{e0067}'),
            ("\u{e0101}", '\u{e0101}'),
        ] {
            assert_eq!(
                name(wrong),
                Err(NameFault::Unseen(unseen)),
                "{}",
                wrong.escape_unicode()
            );
        }
        let long = "\u{795e}".repeat(MOST_LETTERS + 1);
        let marks = format!("a{}", "\u{308}".repeat(MOST_CHARACTERS));
        for wrong in [
            "",
            " \n\u{3000} ",
            "\u{308}",
            &long,
            &marks,
            &"x".repeat(100_000),
        ] {
            assert_eq!(name(wrong), Err(NameFault::Length));
        }
    }

    #[test]
    fn names_are_compared_as_they_look() {
        for (one, other) in [
            ("Zo\u{eb}", "zoe\u{308}"),
            (
                "\u{ff34}\u{ff41}\u{ff42}\u{ff4c}\u{ff45}\u{3000}\u{ff13}",
                "TABLE 3",
            ),
            ("\u{fb01}nn", "Finn"),
            ("Stra\u{df}e", "STRASSE"),
            ("Stra\u{df}e", "STRA\u{1e9e}E"),
            (
                "\u{39f}\u{394}\u{39f}\u{3a3}",
                "\u{3bf}\u{3b4}\u{3bf}\u{3c2}",
            ),
            ("\u{ff76}\u{ff9e}", "\u{30ac}"),
            ("\u{ac01}", "\u{1100}\u{1161}\u{11a8}"),
            ("\u{2764}", "\u{2764}\u{fe0f}"),
            ("\u{8fbb}", "\u{8fbb}\u{e0101}"),
            ("\u{639}\u{6cc}\u{200c}\u{631}", "\u{639}\u{6cc}\u{631}"),
        ] {
            let (one, other) = (name(one).unwrap(), name(other).unwrap());
            assert!(is_same(&one, &other), "{one} {other}");
        }
        for (one, other) in [
            ("Zoe", "Zo\u{eb}"),
            ("\u{304b}", "\u{304c}"),
            ("Table 3", "Table3"),
            (ENGLAND, SCOTLAND),
            ("\u{1f44d}\u{1f3fb}", "\u{1f44d}\u{1f3ff}"),
            // They only look alike.
            ("A", "\u{391}"),
        ] {
            assert!(!is_same(one, other), "{one} {other}");
        }
    }
}
