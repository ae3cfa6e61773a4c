//! Numbers and tables formatted for messages, reports and pictures.

use std::path::Path;

/// A whole number with commas between thousands.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.char_indices() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with this many decimals and commas between thousands; one that rounds to zero has no sign.
pub fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let zero = text.bytes().all(|c| matches!(c, b'0' | b'.'));
    let sign = if value < 0.0 && !zero { "-" } else { "" };
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    format!("{sign}{whole}{rest}")
}

/// The text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// How many of these bytes, from the first one on, are certainly of no character that [`escaped`] escapes but line ends
/// and tabs.
pub fn harmless(bytes: &[u8]) -> usize {
    // The first bytes in UTF-8 of the others: U+0080 to U+009F, U+061C, and U+200E to U+2069.
    let may_control =
        |&b: &u8| (b < 0x20 && b != b'\n' && b != b'\t') || [0x7F, 0xC2, 0xD8, 0xE2].contains(&b);
    bytes.iter().position(may_control).unwrap_or(bytes.len())
}

/// Whether a character is no part of a text, but moves what follows: a control character, a line end, or a mark of the
/// direction of writing.
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a text has such a character, so that it is no name.
pub fn is_unprintable(text: &str) -> bool {
    text.chars().any(is_control)
}

/// The text with such characters as escapes.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// A path as it is printed.
pub trait Shown {
    /// The path on one line, which it cannot leave.
    fn shown(&self) -> String;
}

impl Shown for Path {
    fn shown(&self) -> String {
        escaped(&self.to_string_lossy())
    }
}

/// `1 set`, `2 sets`, `1,000 sets`.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
}

/// A share of 1 in percent, with two decimals.
pub fn percent(part: f64) -> String {
    format!("{:.2} %", part * 100.0)
}

/// A chance in percent, with six decimals, which is enough to distinguish exact chances.
pub fn chance(part: f64) -> String {
    format!("{:.6} %", part * 100.0)
}

/// A count as a share of another; 0 when the other is 0.
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        float(part) / float(whole)
    }
}

/// A count as a floating-point number, for pictures and means.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn float(n: u64) -> f64 {
    n as f64
}

/// A share of 1 in percent, with one decimal.
pub fn tenths(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The text padded with blanks on the right to `width` characters; there is no limit on `width`.
pub fn left(text: &str, width: usize) -> String {
    format!("{text}{}", blanks(text, width))
}

/// The text padded with blanks on the left to `width` characters; there is no limit on `width`.
pub fn right(text: &str, width: usize) -> String {
    format!("{}{text}", blanks(text, width))
}

/// The blanks that fill a text up to `width`; a width passed to `format!` has at most 16 bits.
fn blanks(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().count()))
}

/// Rows of cells in aligned columns: the first column flush left, the others flush right.
pub fn columns(rows: &[Vec<String>]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            0 => left(cell, width),
            _ => format!("  {}", right(cell, width)),
        });
        text.push_str(cells.collect::<String>().trim_end());
        text.push('\n');
    }
    text
}
