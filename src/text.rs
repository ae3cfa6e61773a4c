//! Numbers and tables as people read them, for messages, reports and pictures.

/// A whole number with a comma between thousands.
#[must_use]
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

/// A number with this many decimals, a comma between thousands; nothing is less than zero that is
/// written like it.
#[must_use]
pub fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let zero = text.bytes().all(|c| matches!(c, b'0' | b'.'));
    let sign = if value < 0.0 && !zero { "-" } else { "" };
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    format!("{sign}{whole}{rest}")
}

/// The text with its first letter large.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

/// `1 set`, `2 sets`, `1,000 sets`.
#[must_use]
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
}

/// A part of a whole in percent, with two decimals.
#[must_use]
pub fn percent(part: f64) -> String {
    format!("{:.2} %", part * 100.0)
}

/// A chance in percent, with as many decimals as tell exact chances apart.
#[must_use]
pub fn chance(part: f64) -> String {
    format!("{:.6} %", part * 100.0)
}

/// A count as a share of another, 0 of nothing.
#[expect(
    clippy::cast_precision_loss,
    reason = "a share is reported to two decimals"
)]
#[must_use]
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

/// A count as a number to draw or to reckon a mean with.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
#[must_use]
pub fn float(n: u64) -> f64 {
    n as f64
}

/// A share of one in percent, with one decimal.
#[must_use]
pub fn tenths(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The text with as many blanks after it as make it so many letters wide, however many.
#[must_use]
pub fn left(text: &str, width: usize) -> String {
    format!("{text}{}", blanks(text, width))
}

/// The text with as many blanks before it as make it so many letters wide, however many.
#[must_use]
pub fn right(text: &str, width: usize) -> String {
    format!("{}{text}", blanks(text, width))
}

/// A width that `format!` is given may have 16 bits only.
fn blanks(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().count()))
}

/// Rows of cells in columns: the first column flush left, the others right.
#[must_use]
pub fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
    };
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = width(column).unwrap_or(0);
            if column == 0 {
                line.push_str(&left(cell, width));
            } else {
                line.push_str("  ");
                line.push_str(&right(cell, width));
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let numbers = [0, 999, 1_000, 12_345, 1_234_567];
        assert_eq!(
            numbers.map(thousands),
            ["0", "999", "1,000", "12,345", "1,234,567"]
        );
    }

    #[test]
    fn columns_line_up() {
        let rows = [
            vec!["a".to_owned(), "10".to_owned()],
            vec!["bcd".to_owned(), "7".to_owned()],
        ];
        assert_eq!(columns(&rows), "a    10\nbcd   7\n");
    }
}
