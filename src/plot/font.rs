//! The one font of all pictures, and how wide its letters are.
//!
//! The SVG only names the font; what is laid out beside a text (legends, tick labels) must know its
//! width before. `font/README.md` says how the two files were made and where the widths come from.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;

/// The name of the embedded font.
pub(super) const NAME: &str = "DejaVu Sans";

/// The fonts an SVG asks for: ours, one much like it, and whatever there is.
pub(super) const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

/// The embedded font, read once.
pub(super) static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut database = Database::new();
    database.load_font_data(include_bytes!("font/DejaVuSans-subset.ttf").to_vec());
    database.load_font_data(include_bytes!("font/DejaVuSans-Bold-subset.ttf").to_vec());
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

/// Widths count in this part of the font size.
const UNITS: f64 = 2048.0;

/// Widths from the space to the tilde.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690, 1303, 1303, 1303, 1303,
    1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087, 2048, 1401, 1405, 1430, 1577, 1294, 1178,
    1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612, 1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251,
    1403, 799, 690, 799, 1716, 1024, 1024, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995,
    1298, 1253, 1300, 1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075, 1303, 690, 1303, 1716,
];

/// The same in bold.
#[rustfmt::skip]
const BOLD: [u16; 95] = [
    713, 934, 1067, 1716, 1425, 2052, 1786, 627, 936, 936, 1071, 1716, 778, 850, 778, 748, 1425, 1425, 1425, 1425,
    1425, 1425, 1425, 1425, 1425, 1425, 819, 819, 1716, 1716, 1716, 1188, 2048, 1585, 1561, 1503, 1700, 1399, 1399,
    1681, 1714, 762, 762, 1587, 1305, 2038, 1714, 1741, 1501, 1741, 1577, 1475, 1397, 1663, 1585, 2259, 1579, 1483,
    1485, 936, 748, 936, 1716, 1024, 1024, 1382, 1466, 1214, 1466, 1389, 891, 1466, 1458, 702, 702, 1362, 702, 2134,
    1458, 1407, 1466, 1466, 1010, 1219, 979, 1458, 1335, 1892, 1321, 1335, 1192, 1458, 748, 1458, 1716,
];

/// The width of a letter that is not ASCII: a wide one, to be safe.
const OTHER: u16 = 1800;

/// How wide a text is.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let widths = match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
    };
    let letter = |c: char| {
        let place = (c as usize).checked_sub(usize::from(b' '));
        let known = place.and_then(|place| widths.get(place));
        f64::from(*known.unwrap_or(&OTHER))
    };
    text.chars().map(letter).sum::<f64>() * size / UNITS
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
