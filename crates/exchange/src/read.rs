//! From text to rows, each with its line. Rows are passed on as they are read, so that only one row of a
//! file is held in memory.

use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use super::sheet::{Head, RowSource, Sheet, SheetRow, Take, wrong};
use super::spreadsheet::delimiter;
use super::{columns, json};
use crate::error::{Action, Result};
use crate::store::{failed, open, read_head, read_text};

/// The most bytes of a file in UTF-16, which is held in memory.
const LONGEST: u64 = 1 << 28;

impl Sheet {
    /// Reads a CSV or JSON file; its first character shows which of the two it is. The file is read once
    /// now and once for each [`Sheet::model`], so its rows are never all held in memory.
    ///
    /// Only [`Sheet::model`], which knows the game, checks the positions and moves.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when the file cannot be read,
    /// [`Error::Line`](crate::error::Error::Line) with the line that cannot be understood.
    pub fn read(path: &Path) -> Result<Self> {
        let (head, last_line) = rows_in(path, &mut |_| Ok(()))?;
        Ok(Self {
            origin: path.display().to_string(),
            head,
            rows: RowSource::InFile(path.into()),
            last_line,
        })
    }

    /// Parses the contents of a file; `origin` is the name of the file in errors.
    ///
    /// # Errors
    ///
    /// [`Error::Line`](crate::error::Error::Line) with the line that cannot be understood.
    pub fn parse(origin: &str, bytes: &[u8]) -> Result<Self> {
        let mut rows = Vec::new();
        let (head, last_line) = rows_of(origin, &mut Cursor::new(bytes), &mut |row| {
            rows.push(row.clone());
            Ok(())
        })?;
        Ok(Self {
            origin: origin.to_owned(),
            head,
            rows: RowSource::Held(rows),
            last_line,
        })
    }

    /// Passes all rows to `take` in order; errors name the line of the row.
    pub(super) fn each_row(&self, take: Take<'_>) -> Result<()> {
        match &self.rows {
            RowSource::InFile(path) => rows_in(path, take).map(drop),
            RowSource::Held(rows) => rows.iter().try_for_each(|row| {
                take(row).map_err(|refusal| refusal.error(&self.origin, row.line))
            }),
            RowSource::Made(rows) => {
                rows.each(&mut |row| take(row).map_err(|refusal| refusal.error(&self.origin, 0)))
            }
        }
    }
}

/// Passes the rows of a file to `take`; returns its other data and its last line.
fn rows_in(path: &Path, take: Take<'_>) -> Result<(Head, u64)> {
    let origin = path.display().to_string();
    if matches!(read_head(path, 2)?[..], [0xff, 0xfe] | [0xfe, 0xff]) {
        let text = read_text(path, LONGEST)?;
        return rows_of(&origin, &mut Cursor::new(text), take);
    }
    rows_of(&origin, &mut open(path)?, take)
}

fn rows_of(origin: &str, file: &mut (impl Read + Seek), take: Take<'_>) -> Result<(Head, u64)> {
    let io_error = |source| failed(Path::new(origin), Action::Read, source);
    let survey = Survey::new(file).map_err(io_error)?;
    if let Some(line) = survey.no_text {
        return Err(wrong(origin, line, "is not text in UTF-8"));
    }
    let start = SeekFrom::Start(survey.mark);
    file.seek(start).map_err(io_error)?;
    let (mut count, mut is_shared, mut largest) = (0, false, 0.0_f64);
    let take = &mut |row: &SheetRow| {
        count += 1;
        is_shared |= row.side.is_none();
        largest = largest.max(row.value.abs());
        take(row)
    };
    let head = if matches!(survey.first, Some('{' | '[')) {
        json::parse(origin, file, take)?
    } else {
        columns::parse(origin, file, survey.delimiter, take)?
    };
    let head = Head {
        is_shared,
        count,
        largest,
        ..head
    };
    Ok((head, survey.last_line))
}

/// Facts about a text, found before its rows are read.
#[derive(Default)]
struct Survey {
    /// The first line that is not UTF-8.
    no_text: Option<u64>,
    /// The length of the byte order mark that some spreadsheets put at the start of a UTF-8 file.
    mark: u64,
    /// The first character that is not white space.
    first: Option<char>,
    /// The last line that is not blank.
    last_line: u64,
    /// The separator of the columns of its first line.
    delimiter: u8,
}

impl Survey {
    fn new(file: &mut impl Read) -> io::Result<Self> {
        const MARK: &str = "\u{feff}";
        let mut survey = Self {
            last_line: 1,
            delimiter: b',',
            ..Self::default()
        };
        let mut portion = vec![0; 1 << 16];
        // The number of bytes read of an incomplete character.
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
                let head = text.trim_start().lines().next().unwrap_or_default();
                survey.delimiter = delimiter(head);
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
            // The portion may end within a character.
            portion.copy_within(end - rest..end, 0);
            begun = rest;
        }
    }
}
