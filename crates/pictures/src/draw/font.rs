//! Lays out texts with the fonts compiled into the program: one for Latin letters, regular and bold, and one
//! for Japanese. `font/README.md` names them and describes how they were made.

use std::sync::LazyLock;

use super::face::Face;

/// The font families named in an SVG: ours, a similar one, one for Japanese, and any other.
pub(super) const FAMILIES: &str = "DejaVu Sans, Verdana, BIZ UDGothic, sans-serif";

/// The names of the faces in a PDF: regular, bold, Japanese.
pub(super) const NAMES: [&str; 3] = ["DejaVuSans", "DejaVuSans-Bold", "BIZUDGothic-Regular"];

/// The faces, read once.
pub(super) static FACES: LazyLock<[Face; 3]> = LazyLock::new(|| {
    if cfg!(feature = "files") {
        OUTLINES
    } else {
        METRICS
    }
    .map(Face::new)
});

const OUTLINES: [&[u8]; 3] = [
    include_bytes!("font/DejaVuSans-subset.ttf"),
    include_bytes!("font/DejaVuSans-Bold-subset.ttf"),
    include_bytes!("font/BIZUDGothic-subset.ttf"),
];

/// The same fonts without their outlines: an SVG needs only the widths of the letters.
const METRICS: [&[u8]; 3] = [
    include_bytes!("font/DejaVuSans-metrics.ttf"),
    include_bytes!("font/DejaVuSans-Bold-metrics.ttf"),
    include_bytes!("font/BIZUDGothic-metrics.ttf"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// For almost everything.
    Regular,
    /// For titles and totals. Japanese letters have one weight only: their outlines are drawn too.
    Bold,
}

/// The width of the line along the outlines of bold letters for a font size of 1, if their face has no bold.
pub(super) fn outlined(face: usize, weight: Weight) -> Option<f64> {
    (face == 2 && weight == Weight::Bold).then_some(0.045)
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    pub(super) character: char,
    /// Its face, as an index in [`FACES`].
    pub(super) face: usize,
    pub(super) glyph: u16,
    /// The distance to the next letter, for a font size of 1.
    pub(super) advance: f64,
}

/// Drawn instead of a character that no face has.
const MISSING: char = '?';
/// The width reserved for such a character, since the viewer of an SVG may have it: large, to be safe.
const WIDE: f64 = 0.88;

/// Finds the letter of a character in the first face that has it.
fn letter(character: char, weight: Weight) -> Option<Letter> {
    let faces = match weight {
        Weight::Regular => [0, 2],
        Weight::Bold => [1, 2],
    };
    faces.into_iter().find_map(|face| {
        let glyph = FACES[face].glyph(character)?;
        Some(Letter {
            character,
            face,
            glyph,
            advance: FACES[face].advance(glyph),
        })
    })
}

/// Whether the faces of both weights have a character.
#[cfg(test)]
pub(crate) fn has(character: char) -> bool {
    let mut weights = [Weight::Regular, Weight::Bold].into_iter();
    weights.all(|weight| letter(character, weight).is_some())
}

/// The letters of a text, with kerning.
pub(super) fn letters(text: &str, weight: Weight) -> impl Iterator<Item = Letter> {
    let found = text
        .chars()
        .filter(|c| !c.is_control())
        .filter_map(move |c| {
            letter(c, weight).or_else(|| {
                Some(Letter {
                    advance: WIDE,
                    ..letter(MISSING, weight)?
                })
            })
        });
    let mut rest = found.peekable();
    std::iter::from_fn(move || {
        let mut letter = rest.next()?;
        if let Some(next) = rest.peek().filter(|next| next.face == letter.face) {
            letter.advance += FACES[letter.face].kerning(letter.glyph, next.glyph);
        }
        Some(letter)
    })
}

/// The width of a text for a font size of 1.
pub(super) fn width(text: &str, weight: Weight) -> f64 {
    letters(text, weight).map(|letter| letter.advance).sum()
}

/// The text, shortened if needed: as much of its two ends as fits, with dots between them.
pub(super) fn shorten(text: &str, room: f64, weight: Weight) -> String {
    if width(text, weight) <= room {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut = |kept: usize| -> String {
        let head = letters.iter().take(kept.div_ceil(2));
        let tail = letters.iter().skip(letters.len() - kept / 2);
        head.chain(['.'; 3].iter()).chain(tail).collect()
    };
    // Limited because the search is quadratic in the length of the text, which may be hostile; more than 400
    // letters never fit.
    let most = letters.len().min(400);
    cut((1..most)
        .rev()
        .find(|kept| width(&cut(*kept), weight) <= room)
        .unwrap_or(1))
}

/// Whether a line may break before or after this character without a space: Japanese letters.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x3000..=0x9fff | 0xff00..=0xffef)
}

fn never_begins_line(c: char) -> bool {
    // Full stop, comma, closing brackets, colon, prolonged sound, small tsu and ya, yu, yo, and marks.
    const NEVER: &str = "\u{3001}\u{3002}\u{300d}\u{300f}\u{ff09}\u{ff1a}\u{30fc}\u{3063}\u{3083}\
                         \u{3085}\u{3087}\u{30c3}\u{30e3}\u{30e5}\u{30e7}\u{ff01}\u{ff1f}\u{30fb}";
    NEVER.contains(c)
}

/// Whether a phrase of a Japanese text may end here: after a mark, or between its last kana and the kanji, katakana or
/// number of the next one. Kana that end the first half of a compound verb, as in a verb for "cut out", are no end.
fn ends_phrase(before: char, c: char) -> bool {
    const MARKS: &str = "\u{3001}\u{3002}\u{300d}\u{300f}\u{ff09}\u{ff1a}\u{ff01}\u{ff1f}";
    // After a bracket a particle follows.
    const STOPS: &str = "\u{3001}\u{3002}\u{ff1a}\u{ff01}\u{ff1f}";
    // The kana ri, ki, shi, chi, mi, e, ke, se, re, me, o and go.
    const INSIDE: &str = "\u{308a}\u{304d}\u{3057}\u{3061}\u{307f}\u{3048}\u{3051}\u{305b}\u{308c}\u{3081}\u{304a}\u{3054}";
    let is_kana = |c: char| matches!(u32::from(c), 0x3041..=0x309f);
    let after = if is_kana(c) { STOPS } else { MARKS };
    after.contains(before) || (is_kana(before) && !is_kana(c) && !INSIDE.contains(before))
}

/// Where a text without spaces may be broken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Breaks {
    /// Between Japanese phrases.
    Phrases,
    /// Between all Japanese letters.
    Letters,
}

/// The parts of a text that are not broken, each with whether a space precedes it.
fn pieces(text: &str, breaks: Breaks) -> Vec<(String, bool)> {
    let mut pieces: Vec<(String, bool)> = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        if !c.is_whitespace() {
            let spaced = before.is_whitespace();
            let may_break = (is_wide(c) || is_wide(before))
                && (breaks == Breaks::Letters || ends_phrase(before, c));
            let joins = !spaced && (never_begins_line(c) || !may_break);
            match pieces.last_mut() {
                Some((piece, _)) if joins => piece.push(c),
                _ => pieces.push((c.to_string(), spaced)),
            }
        }
        before = c;
    }
    pieces
}

/// Breaks a text into lines that fit: see `Ink::wrap`.
pub(super) fn wrap(text: &str, room: f64, weight: Weight) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // The last phrase that was put at the end of a line, in case only a letter or two would be left for the
    // next line.
    let mut last = String::new();
    let phrases = pieces(text, Breaks::Phrases).into_iter();
    // A phrase that is longer than a line is broken between letters.
    let fitting = phrases.flat_map(|(phrase, spaced)| {
        if width(&phrase, weight) <= room {
            return vec![(phrase, spaced)];
        }
        let mut parts = pieces(&phrase, Breaks::Letters);
        parts[0].1 = spaced;
        parts
    });
    for (piece, spaced) in fitting {
        let piece = shorten(&piece, room, weight);
        let space = if spaced { " " } else { "" };
        match lines.last_mut() {
            Some(line) if width(&format!("{line}{space}{piece}"), weight) <= room => {
                line.push_str(space);
                line.push_str(&piece);
                last = piece;
            }
            Some(line) if is_short(&piece) && line.len() > last.len() && line.ends_with(&last) => {
                line.truncate(line.len() - last.len());
                lines.push(format!("{last}{space}{piece}"));
            }
            _ => {
                lines.push(piece);
                last.clear();
            }
        }
    }
    lines
}

/// Whether a Japanese phrase is too short for a line of its own.
fn is_short(piece: &str) -> bool {
    piece.chars().count() < 3 && piece.chars().all(is_wide)
}

#[cfg(test)]
mod tests {
    use super::super::face::OutlineStep;
    use super::*;

    #[test]
    fn every_glyph_has_its_outline() {
        for face in FACES.iter() {
            for c in '\0'..='\u{ffff}' {
                let steps = face.glyph(c).map(|glyph| face.outline(glyph));
                let end = steps.as_ref().and_then(|steps| steps.last());
                assert!(end.is_none_or(|end| *end == OutlineStep::Close), "{c:?}");
            }
            let c = |c: char| face.glyph(c).map(|glyph| face.outline(glyph));
            assert_eq!(c(' ').unwrap_or_default(), []);
            for printed in ('!'..='~').filter_map(c) {
                assert_ne!(printed, []);
            }
        }
        // An l is a bar, an i a bar and a dot, and an accented a has its own contours and the accent's.
        let contours = |c: char| {
            let outline = FACES[0].outline(FACES[0].glyph(c).unwrap());
            outline.iter().filter(|s| **s == OutlineStep::Close).count()
        };
        let found = ['l', 'i', 'a', '\u{e1}', '\u{e4}'].map(contours);
        assert_eq!(found, [1, 2, 2, 3, 4]);
    }

    #[test]
    fn widths_and_kerning_are_those_of_the_font() {
        // From the tables of the file, in 2048ths of the font size: the widths, and the pair A V.
        let units = |length: f64| format!("{:.0}", length * 2048.0);
        let wide = |text: &str| units(width(text, Weight::Regular));
        let found = ["A", "V", "l", "ll", "AV"].map(wide);
        assert_eq!(found, ["1401", "1401", "569", "1138", "2671"]);
        let bar = FACES[0].outline(FACES[0].glyph('l').unwrap());
        let OutlineStep::Move((left, _)) = bar[0] else {
            panic!("{bar:?}")
        };
        assert_eq!(units(left), "193");
    }

    #[test]
    fn the_fonts_without_outlines_have_the_same_widths() {
        for (outlines, metrics) in OUTLINES.map(Face::new).iter().zip(METRICS.map(Face::new)) {
            for c in '\0'..='\u{ffff}' {
                let glyph = outlines.glyph(c);
                assert_eq!(metrics.glyph(c), glyph, "{c:?}");
                if let Some(glyph) = glyph {
                    let [one, other] = [outlines, &metrics].map(|face| face.advance(glyph));
                    assert_eq!(one.to_bits(), other.to_bits(), "{c:?}");
                }
            }
            for pair in ["AV", "To", "LT", "Wa"] {
                let glyphs: Vec<Option<u16>> = pair.chars().map(|c| outlines.glyph(c)).collect();
                if let [Some(left), Some(right)] = glyphs[..] {
                    let [one, other] = [outlines, &metrics].map(|face| face.kerning(left, right));
                    assert_eq!(one.to_bits(), other.to_bits(), "{pair}");
                }
            }
        }
    }

    #[test]
    fn a_short_text_stays_and_a_long_one_keeps_its_ends() {
        let room = 120.0 / 13.0;
        assert_eq!(shorten("minimax", room, Weight::Regular), "minimax");
        let cut = shorten("models/a-very-long-name.menace", room, Weight::Regular);
        assert!(cut.starts_with("mod") && cut.ends_with("ace") && cut.contains("..."));
        assert!(width(&cut, Weight::Regular) <= room);
    }

    #[test]
    fn lines_break_at_spaces_and_between_japanese_phrases() {
        let lines = wrap("one two  three four", 60.0 / 13.0, Weight::Regular);
        assert_eq!(lines, ["one two", "three", "four"]);
        assert!(wrap(" ", 5.0, Weight::Bold).is_empty());
        let text = "\u{7bb1}".repeat(5) + "\u{3002}";
        let lines = wrap(&text, 5.0, Weight::Regular);
        // A full stop begins no line, nor stands there with one letter.
        assert_eq!((lines.len(), lines[1].chars().count()), (2, 3));
        // "Put the other beads back into their boxes", broken before a noun or a verb.
        let text = "\u{307b}\u{304b}\u{306e}\u{30d3}\u{30fc}\u{30ba}\u{306f}\u{5143}\u{306e}\u{7bb1}\u{306b}\u{623b}\u{3057}\u{307e}\u{3059}\u{3002}";
        for room in 6..16 {
            let lines = wrap(text, f64::from(room), Weight::Regular);
            assert_eq!(lines.concat(), text);
            let begins =
                |line: &String| line.starts_with(['\u{30d3}', '\u{5143}', '\u{7bb1}', '\u{623b}']);
            assert!(lines[1..].iter().all(begins), "{lines:?}");
        }
    }
}
