//! Reads the tables of this folder.

use std::fs::File;
use std::path::Path;

use serde::de::DeserializeOwned;

/// Reads the rows of a table; lines that begin with `#` are comments.
pub(crate) fn rows<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(file);
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.comment(Some(b'#')).from_reader(file);
    let rows = reader.deserialize().collect::<Result<_, _>>();
    rows.expect("a valid table")
}
