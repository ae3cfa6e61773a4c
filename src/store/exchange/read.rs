//! From text to rows, each with the line it stands on.

use std::io::Read;
use std::path::Path;

use super::super::place::{failed, open};
use super::lines::Lines;
use super::sheet::{Sheet, wrong};
use super::{columns, json};
use crate::error::{Action, Result};

impl Sheet {
    /// Reads a CSV or JSON file; which of the two it is shows in its first letter.
    ///
    /// Positions and moves are looked at by [`Sheet::model`] only, which knows the game.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File) when the system does not let us read,
    /// [`Error::Line`](crate::Error::Line) with the line that cannot be understood.
    pub fn read(path: &Path) -> Result<Self> {
        let mut bytes = Vec::new();
        let read = open(path)?.read_to_end(&mut bytes);
        read.map_err(|source| failed(path, Action::Read, source))?;
        Self::parse(&path.display().to_string(), &bytes)
    }

    /// Reads the contents of a file; `origin` is what it is called.
    ///
    /// # Errors
    ///
    /// [`Error::Line`](crate::Error::Line) with the line that cannot be understood.
    pub fn parse(origin: &str, bytes: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = Lines::new(bytes).line(error.valid_up_to());
            wrong(origin, line, "is not text in UTF-8")
        })?;
        // Some spreadsheets begin a file with a mark that says it is UTF-8.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with(['{', '[']) {
            json::parse(origin, text)
        } else {
            columns::parse(origin, text)
        }
    }
}
