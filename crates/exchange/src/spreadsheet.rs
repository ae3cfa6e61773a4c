//! What spreadsheets and pandas do to the text of a table: the mark between columns, a column of row numbers, rows of
//! nothing, numbers such as `4.0` and decimals with a comma.

use std::borrow::Cow;

/// The separator of the columns of a table with this first line. With a semicolon or a tab, decimals may have
/// commas, and a quoted separator belongs to its column.
pub(super) fn delimiter(line: &str) -> u8 {
    let outside: String = line.split('"').step_by(2).collect();
    let found = b"\t;"
        .iter()
        .find(|&&mark| outside.contains(char::from(mark)));
    found.copied().unwrap_or(b',')
}

/// Whether a row has no data: it is empty, or names the mark between columns, as in `sep=;`.
pub(super) fn says_nothing(row: &csv::StringRecord) -> bool {
    let names_mark = |field: &str| field.to_lowercase().starts_with("sep=");
    row.iter().all(|field| field.trim().is_empty()) || row.get(0).is_some_and(names_mark)
}

/// A heading in the form in which it is compared.
pub(super) fn heading(field: &str) -> String {
    field.trim().to_lowercase()
}

/// Whether this is the heading that pandas writes over its row numbers.
pub(super) fn is_of_row_numbers(heading: &str) -> bool {
    heading.is_empty() || heading == "index" || heading.starts_with("unnamed:")
}

/// A number with a point as its decimal mark, even if the table has a comma.
pub(super) fn decimal(field: &str, delimiter: u8) -> Cow<'_, str> {
    if delimiter == b',' || field.contains('.') || field.matches(',').count() != 1 {
        return field.into();
    }
    field.replace(',', ".").into()
}

/// A whole number without the zeros behind its point.
pub(super) fn whole(decimal: &str) -> &str {
    match decimal.split_once('.') {
        Some((whole, rest)) if rest.bytes().all(|digit| digit == b'0') => whole,
        _ => decimal,
    }
}
