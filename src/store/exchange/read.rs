//! From text to rows, each with the line it stands on. Rows are handed on as they come, so that no
//! more of a file is held than one of them.

use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use super::super::place::{failed, open};
use super::sheet::{Head, Rows, Sheet, Take, wrong};
use super::{columns, json};
use crate::error::{Action, Result};

impl Sheet {
    /// Reads a CSV or JSON file; which of the two it is shows in its first letter. The file is gone
    /// through once now and once for each [`Sheet::model`]: its rows are never held all at once.
    ///
    /// Positions and moves are looked at by [`Sheet::model`] only, which knows the game.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File) when the system does not let us read, [`Error::Line`](crate::Error::Line) with the line that
    /// cannot be understood.
    pub fn read(path: &Path) -> Result<Self> {
        let origin = path.display().to_string();
        let (head, last_line) = rows_in(path, &mut |_| Ok(()))?;
        Ok(Self::of(origin, head, last_line, Rows::InFile(path.into())))
    }

    /// Reads the contents of a file; `origin` is what it is called.
    ///
    /// # Errors
    ///
    /// [`Error::Line`](crate::Error::Line) with the line that cannot be understood.
    pub fn parse(origin: &str, bytes: &[u8]) -> Result<Self> {
        let mut rows = Vec::new();
        let (head, last_line) = rows_of(origin, &mut Cursor::new(bytes), &mut |row| {
            rows.push(row.clone());
            Ok(())
        })?;
        Ok(Self::of(origin.into(), head, last_line, Rows::Held(rows)))
    }

    fn of(origin: String, head: Head, last_line: u64, rows: Rows) -> Self {
        Self {
            origin,
            game: head.game,
            rule: head.rule,
            content: head.content,
            count: head.count,
            rows,
            last_line,
        }
    }

    /// Hands over all rows in their order; what is wrong with one is told by its line.
    pub(super) fn each_row(&self, take: Take<'_>) -> Result<()> {
        match &self.rows {
            Rows::InFile(path) => rows_in(path, take).map(drop),
            Rows::Held(rows) => rows.iter().try_for_each(|row| {
                take(row).map_err(|refusal| refusal.error(&self.origin, row.line))
            }),
        }
    }
}

/// Hands over the rows of a file; what else it tells, and its last line.
fn rows_in(path: &Path, take: Take<'_>) -> Result<(Head, u64)> {
    rows_of(&path.display().to_string(), &mut open(path)?, take)
}

fn rows_of(origin: &str, file: &mut (impl Read + Seek), take: Take<'_>) -> Result<(Head, u64)> {
    let io_error = |source| failed(Path::new(origin), Action::Read, source);
    let survey = Survey::of(file).map_err(io_error)?;
    if let Some(line) = survey.no_text {
        return Err(wrong(origin, line, "is not text in UTF-8"));
    }
    let start = SeekFrom::Start(survey.mark);
    file.seek(start).map_err(io_error)?;
    let head = if matches!(survey.first, Some('{' | '[')) {
        json::parse(origin, file, take)?
    } else {
        columns::parse(origin, file, take)?
    };
    Ok((head, survey.last_line))
}

/// What a text is, found out before its rows are looked at.
#[derive(Default)]
struct Survey {
    /// The line on which it is not UTF-8.
    no_text: Option<u64>,
    /// The length of the mark that some spreadsheets begin a file with, which says that it is UTF-8.
    mark: u64,
    /// The first letter that is no space.
    first: Option<char>,
    /// The last line that has something on it.
    last_line: u64,
}

impl Survey {
    fn of(file: &mut impl Read) -> io::Result<Self> {
        const MARK: &str = "\u{feff}";
        let mut survey = Self {
            last_line: 1,
            ..Self::default()
        };
        let mut portion = vec![0; 1 << 16];
        // The first bytes of a letter whose others have not been read.
        let mut begun = 0;
        let (mut line, mut is_start) = (1, true);
        loop {
            let count = match file.read(&mut portion[begun..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                count => count?,
            };
            let there = &portion[..begun + count];
            let (text, rest) = match std::str::from_utf8(there) {
                Ok(text) => (text, 0),
                Err(error) => {
                    let (text, rest) = there.split_at(error.valid_up_to());
                    if count == 0 || error.error_len().is_some() {
                        let lines = text.split(|&byte| byte == b'\n').count() as u64 - 1;
                        survey.no_text = Some(line + lines);
                        return Ok(survey);
                    }
                    (std::str::from_utf8(text).unwrap_or_default(), rest.len())
                }
            };
            let mut text = text;
            if is_start && !text.is_empty() {
                is_start = false;
                if let Some(rest) = text.strip_prefix(MARK) {
                    survey.mark = MARK.len() as u64;
                    text = rest;
                }
            }
            if survey.first.is_none() {
                survey.first = text.chars().find(|c| !c.is_whitespace());
            }
            for byte in text.bytes() {
                if byte == b'\n' {
                    line += 1;
                } else if !byte.is_ascii_whitespace() {
                    survey.last_line = line;
                }
            }
            if count == 0 {
                return Ok(survey);
            }
            let end = begun + count;
            portion.copy_within(end - rest..end, 0);
            begun = rest;
        }
    }
}
