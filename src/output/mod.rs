//! What is printed and drawn: summaries, tables, pictures, progress; here JSON, and text in which control characters cannot
//! control the terminal.

mod about;
pub(crate) mod pager;
pub(crate) mod pictures;
pub(crate) mod progress;
mod results;
pub(crate) mod score;
pub(crate) mod summary;
mod width;

use std::io::{self, BufWriter, Write};

pub(crate) use about::{About, Exactness, Size, remove_field};
use matchboxes::text::{harmless, is_unprintable};
use matchboxes_report::Document;
pub(crate) use results::{CsvOption, ResultFiles, ResultOptions};
use serde::Serialize;
pub(crate) use width::{TableOption, layout, say, say_indented};

/// Writes the JSON document of a command, with these fields, and a newline.
pub(crate) fn print_json(
    out: &mut dyn Write,
    command: &'static str,
    content: impl Serialize,
) -> anyhow::Result<()> {
    let document = Document::new(command, content);
    let mut out = BufWriter::new(EscapedOutput::json(out));
    serde_json::to_writer_pretty(&mut out, &document).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// The end of a command that has shown its results, after it tried to write their tables and pictures.
pub(crate) fn both<T>(
    tables: anyhow::Result<T>,
    pictures: Result<T, impl Into<anyhow::Error>>,
) -> anyhow::Result<()> {
    tables?;
    pictures.map(drop).map_err(Into::into)
}

/// Writes text, whose names may come from any source, with all control characters but newline and tab and all marks of
/// direction escaped.
pub(crate) struct EscapedOutput<W> {
    out: W,
    /// The first bytes of a character that may have to be escaped.
    held: Vec<u8>,
    is_json: bool,
}

impl<W: Write> EscapedOutput<W> {
    pub(crate) const fn new(out: W) -> Self {
        Self {
            out,
            held: Vec::new(),
            is_json: false,
        }
    }

    /// The same for JSON, which has escapes of its own.
    pub(crate) fn json(out: W) -> Self {
        Self {
            is_json: true,
            ..Self::new(out)
        }
    }
}

impl<W: Write> Write for EscapedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            if self.held.is_empty() {
                let (plain, after) = rest.split_at(harmless(rest));
                self.out.write_all(plain)?;
                rest = after;
                if !plain.is_empty() {
                    continue;
                }
            }
            self.held.push(first);
            match str::from_utf8(&self.held) {
                Ok(text) if is_unprintable(text) => {
                    let code = text.chars().next().map_or(0, u32::from);
                    if self.is_json {
                        write!(self.out, "\\u{code:04x}")?;
                    } else {
                        write!(self.out, "\\u{{{code:x}}}")?;
                    }
                }
                Ok(text) => self.out.write_all(text.as_bytes())?,
                // The next byte belongs to the character.
                Err(error) if error.error_len().is_none() => {
                    rest = &rest[1..];
                    continue;
                }
                // The last byte begins another character.
                Err(_) => {
                    self.held.pop();
                    self.out.write_all(&self.held)?;
                    self.held.clear();
                    continue;
                }
            }
            self.held.clear();
            rest = &rest[1..];
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let written = |pieces: &[&[u8]]| {
            let mut out = Vec::new();
            let mut printed = EscapedOutput::new(&mut out);
            for piece in pieces {
                printed.write_all(piece).unwrap();
            }
            String::from_utf8(out).unwrap()
        };
        let plain = "a\tb\n\u{e9}\u{b1}\u{3042} \u{1f3b2}";
        assert_eq!(written(&[plain.as_bytes()]), plain);
        let controls = written(&[b"\x1b[31m\x07\r\x7f"]);
        assert_eq!(controls, "\\u{1b}[31m\\u{7}\\u{d}\\u{7f}");
        assert_eq!(written(&["\u{9b}31m".as_bytes()]), "\\u{9b}31m");
        let halves = written(&[b"\xc2", b"\x9b1", b"\xc2", b"\xb1"]);
        assert_eq!(halves, "\\u{9b}1\u{b1}");
        let marks = written(&[
            "\u{202e}a\u{61c}\u{2192}".as_bytes(),
            b"\xe2",
            b"\x81",
            b"\xa6",
        ]);
        assert_eq!(marks, "\\u{202e}a\\u{61c}\u{2192}\\u{2066}");
    }
}
