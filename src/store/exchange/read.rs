//! From text to rows, each with the line it stands on.

use std::fs;
use std::path::Path;

use super::{Sheet, columns, json, wrong};
use crate::error::{Error, Result};

impl Sheet {
    /// Reads a CSV or JSON file; which of the two it is shows in its first letter.
    ///
    /// Positions and moves are looked at by [`Sheet::model`] only, which knows the game.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the system does not let us read, [`Error::Row`] with the line that
    /// cannot be understood.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = fs::read(path).map_err(|source| Error::File {
            path: path.to_owned(),
            action: "reading",
            source,
        })?;
        Self::parse(&path.display().to_string(), &bytes)
    }

    /// Reads the contents of a file; `origin` is what it is called.
    ///
    /// # Errors
    ///
    /// [`Error::Row`] with the line that cannot be understood.
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

/// Counts lines of a text up to places that come one after the other.
pub(super) struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let (at, line) = (0, 1);
        Self { text, at, line }
    }

    /// The line of the byte at this place, which is not before the last one asked for.
    pub(super) fn line(&mut self, place: usize) -> u64 {
        let place = place.min(self.text.len());
        let passed = self.text.get(self.at..place).unwrap_or_default();
        self.line += passed.split(|&byte| byte == b'\n').count() as u64 - 1;
        self.at = self.at.max(place);
        self.line
    }

    /// The line of the first byte from this place on that ends no line.
    pub(super) fn line_of_record(&mut self, place: usize) -> u64 {
        let rest = self.text.get(place..).unwrap_or_default();
        let blank = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
        self.line(place + blank.count())
    }

    /// The last line that has something on it, given that no later one was asked for.
    pub(super) fn last(&mut self) -> u64 {
        let end = self.text.trim_ascii_end().len();
        self.line(end)
    }
}
