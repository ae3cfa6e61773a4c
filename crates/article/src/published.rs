//! Reads the published figures, which are tables in `published/`.

use serde::de::DeserializeOwned;

/// The rows of a table; lines that begin with `#` are comments.
pub(super) fn rows<T: DeserializeOwned>(table: &str) -> Vec<T> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.comment(Some(b'#')).from_reader(table.as_bytes());
    let rows: Result<Vec<T>, _> = reader.deserialize().collect();
    // Tests count them.
    rows.unwrap_or_default()
}
