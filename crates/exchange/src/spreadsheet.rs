//! What spreadsheets and pandas do to the text of a table: the mark between columns, a column of row numbers, rows of
//! nothing, numbers such as `4.0` and decimals with a comma.

use std::borrow::Cow;
use std::io::Read;
use std::iter;

use csv::StringRecord;

use super::lines::LineCounter;

/// The separator of the columns of a table with this first line. With a semicolon or a tab, decimals may have
/// commas, and a quoted separator belongs to its column.
pub(super) fn delimiter(line: &str) -> u8 {
    let outside: String = line.split('"').step_by(2).collect();
    let found = b"\t;"
        .iter()
        .find(|&&mark| outside.contains(char::from(mark)));
    found.copied().unwrap_or(b',')
}

/// The rows that have data, each with its line. Callers stop at a row that cannot be read.
pub(super) fn rows(
    text: impl Read,
    delimiter: u8,
) -> impl Iterator<Item = (u64, csv::Result<StringRecord>)> {
    let lines = LineCounter::default();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(lines.reader(text));
    let mut row = StringRecord::new();
    iter::from_fn(move || {
        loop {
            let read = reader.read_record(&mut row);
            let line = lines.of_record(row.position().map_or(0, csv::Position::byte));
            match read {
                Ok(false) => return None,
                Ok(true) if says_nothing(&row) => {}
                read => return Some((line, read.map(|_| row.clone()))),
            }
        }
    })
}

/// Whether a row has no data: it is empty, or names the mark between columns, as in `sep=;`.
fn says_nothing(row: &StringRecord) -> bool {
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
