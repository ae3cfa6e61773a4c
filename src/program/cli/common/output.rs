//! Prints results as JSON.

use std::io::{self, Write};

use serde::Serialize;

/// Writes a JSON document and a newline.
pub(crate) fn print_json(out: &mut dyn Write, value: &serde_json::Value) -> anyhow::Result<()> {
    stream_json(out, value)
}

/// As [`print_json`], for a document that is built while it is written.
pub(crate) fn stream_json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
