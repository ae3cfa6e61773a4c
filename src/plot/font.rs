//! The one font of all pictures, and how wide its letters are.
//!
//! The SVG only names the font; what is laid out beside a text (legends, tick labels) must know its
//! width before, and asks the font itself. `font/README.md` says how the two files were made.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

/// The name of the embedded font.
pub(super) const NAME: &str = "DejaVu Sans";

/// The fonts an SVG asks for: ours, one much like it, and whatever there is.
pub(super) const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

/// The file of the regular face.
pub(crate) const REGULAR: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");
/// The file of the bold face.
pub(crate) const BOLD: &[u8] = include_bytes!("font/DejaVuSans-Bold-subset.ttf");

/// The embedded font, read once.
pub(super) static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut database = Database::new();
    database.load_font_data(REGULAR.to_vec());
    database.load_font_data(BOLD.to_vec());
    database.set_sans_serif_family(NAME);
    Arc::new(database)
});

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// For nearly everything.
    Regular,
    /// For titles and totals.
    Bold,
}

/// The letters of one weight, and how wide they are.
struct Face {
    letters: Charmap<'static>,
    /// For a font size of 1.
    widths: GlyphMetrics<'static>,
}

/// The regular and the bold face.
static FACES: LazyLock<[Face; 2]> = LazyLock::new(|| {
    [REGULAR, BOLD].map(|file| {
        let font = FontRef::new(file).expect("the embedded font is sound");
        Face {
            letters: font.charmap(),
            widths: font.glyph_metrics(Size::new(1.0), LocationRef::default()),
        }
    })
});

/// The width of a letter that is not in the font: a wide one, to be safe.
const OTHER: f64 = 0.88;

/// How wide a text is.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let face = match weight {
        Weight::Regular => &FACES[0],
        Weight::Bold => &FACES[1],
    };
    let letter = |c: char| {
        let width = face
            .letters
            .map(c)
            .and_then(|glyph| face.widths.advance_width(glyph));
        width.map_or(OTHER, f64::from)
    };
    text.chars().map(letter).sum::<f64>() * size
}

/// The text, or as much of its two ends as fits with dots between them.
pub(super) fn shorten(text: &str, room: f64, size: f64, weight: Weight) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut = |kept: usize| -> String {
        let head = letters.iter().take(kept.div_ceil(2));
        let tail = letters.iter().skip(letters.len() - kept / 2);
        head.chain(['.'; 3].iter()).chain(tail).collect()
    };
    let fits = |kept: &usize| width(&cut(*kept), size, weight) <= room;
    // Longest first would be quadratic in the length of a hostile text; nothing wider than this fits.
    let most = letters.len().min(400);
    cut((1..most).rev().find(fits).unwrap_or(1))
}

/// The text in lines that fit, broken between words; a word wider than a line is shortened.
pub(super) fn wrap(text: &str, room: f64, size: f64, weight: Weight) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = shorten(word, room, size, weight);
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size, weight) <= room => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_faces_are_there_under_their_name() {
        let weights: Vec<(String, u16)> = DATABASE
            .faces()
            .map(|face| (face.families[0].0.clone(), face.weight.0))
            .collect();
        assert_eq!(weights, [(NAME.to_owned(), 400), (NAME.to_owned(), 700)]);
    }

    #[test]
    fn a_short_text_stays_and_a_long_one_keeps_its_ends() {
        let whole = shorten("minimax", 100.0, 13.0, Weight::Regular);
        assert_eq!(whole, "minimax");
        let cut = shorten(
            "models/a-very-long-name.menace",
            120.0,
            13.0,
            Weight::Regular,
        );
        assert!(cut.starts_with("mod") && cut.ends_with("ace") && cut.contains("..."));
        assert!(width(&cut, 13.0, Weight::Regular) <= 120.0);
    }

    #[test]
    fn lines_break_between_words() {
        let lines = wrap("one two three four", 60.0, 13.0, Weight::Regular);
        assert_eq!(lines, ["one two", "three", "four"]);
        assert!(wrap("", 60.0, 13.0, Weight::Bold).is_empty());
    }
}
