//! The forms in which commands give what they found.

use std::io::{self, Write};

use serde::Serialize;

/// Writes a JSON document and the end of its line.
pub(super) fn print_json(out: &mut dyn Write, value: &serde_json::Value) -> anyhow::Result<()> {
    stream_json(out, value)
}

/// The same of a document that is made as it is written.
pub(super) fn stream_json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
