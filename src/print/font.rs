//! The letters of the sheets: those of the pictures, and Japanese ones where these have none.
//!
//! `../plot/font/README.md` says how the files were made.

use std::sync::LazyLock;

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

use crate::plot::font::{BOLD, REGULAR};

/// The name of the Japanese font.
pub(super) const JAPANESE_NAME: &str = "BIZ UDGothic";

const JAPANESE: &[u8] = include_bytes!("../plot/font/BIZUDGothic-subset.ttf");

/// The files of all faces: regular, bold and Japanese.
pub(super) const FILES: [&[u8]; 3] = [REGULAR, BOLD, JAPANESE];

/// How heavy letters are; Japanese ones have one weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// A letter to draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    /// Its face, as a number in [`FILES`].
    pub(super) face: usize,
    /// Its number in the face.
    pub(super) glyph: u32,
    /// How far it is to the next one, for a font size of 1.
    pub(super) advance: f64,
}

struct Face {
    letters: Charmap<'static>,
    widths: GlyphMetrics<'static>,
}

static FACES: LazyLock<[Face; 3]> = LazyLock::new(|| {
    FILES.map(|file| {
        let font = FontRef::new(file).expect("an embedded font is sound");
        Face {
            letters: font.charmap(),
            widths: font.glyph_metrics(Size::new(1.0), LocationRef::default()),
        }
    })
});

/// The letter for a character, of the first face that has it.
pub(super) fn letter(c: char, weight: Weight) -> Option<Letter> {
    let faces = match weight {
        Weight::Regular => [0, 2],
        Weight::Bold => [1, 2],
    };
    faces.into_iter().find_map(|face| {
        let Face { letters, widths } = &FACES[face];
        let glyph = letters.map(c)?;
        Some(Letter {
            face,
            glyph: glyph.to_u32(),
            advance: f64::from(widths.advance_width(glyph)?),
        })
    })
}

/// What is drawn for a character that no face has.
pub(super) const MISSING: char = '?';

/// The letters of a text, each with its character.
pub(super) fn letters(text: &str, weight: Weight) -> impl Iterator<Item = (char, Letter)> {
    text.chars().filter_map(move |c| {
        let found = letter(c, weight).map(|letter| (c, letter));
        found.or_else(|| letter(MISSING, weight).map(|letter| (MISSING, letter)))
    })
}

/// How wide a text is.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let wide: f64 = letters(text, weight)
        .map(|(_, letter)| letter.advance)
        .sum();
    wide * size
}

/// Whether a line may end before or after this character without a space.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x3000..=0x9fff | 0xff00..=0xffef)
}

/// Characters that do not begin a line.
fn clings(c: char) -> bool {
    // Full stop, comma, closing brackets, colon, prolonged sound, small tsu and ya, yu, yo.
    matches!(
        u32::from(c),
        0x3001
            | 0x3002
            | 0x300d
            | 0x300f
            | 0xff09
            | 0xff1a
            | 0x30fc
            | 0x3063
            | 0x3083
            | 0x3085
            | 0x3087
            | 0x30c3
            | 0x30e3
            | 0x30e5
            | 0x30e7
            | 0xff01
            | 0xff1f
            | 0x30fb
    )
}

/// The text in lines that fit, broken at spaces and between Japanese letters.
pub(super) fn wrap(text: &str, room: f64, size: f64, weight: Weight) -> Vec<String> {
    // What is never broken, each with the spaces after it.
    let mut pieces: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        let joins = (clings(c) || !(is_wide(c) || is_wide(before) || before == ' ')) || c == ' ';
        match pieces.last_mut() {
            Some(piece) if joins => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
        before = c;
    }
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if width(format!("{line}{piece}").trim_end(), size, weight) <= room => {
                line.push_str(&piece);
            }
            _ => lines.push(piece),
        }
    }
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_between_japanese_letters() {
        let lines = wrap("one two three", 40.0, 6.0, Weight::Regular);
        assert_eq!(lines, ["one two", "three"]);
        let text = "\u{7bb1}".repeat(5) + "\u{3002}";
        let lines = wrap(&text, 50.0, 10.0, Weight::Regular);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1].chars().count(), 2, "a full stop begins no line");
    }
}
