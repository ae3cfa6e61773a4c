//! What is printed and drawn: summaries, tables, pictures, progress; here JSON, and text in which control characters cannot
//! control the terminal.

pub(crate) mod chapters;
pub(crate) mod nimbers;
pub(crate) mod pictures;
pub(crate) mod progress;
pub(crate) mod score;
pub(crate) mod summary;
pub(crate) mod tables;
pub(crate) mod width;
pub(crate) mod worth;

use std::io::{self, BufWriter, Write};

use matchboxes::text::harmless;
use matchboxes_report::Document;
use serde::Serialize;

/// Writes the JSON document of a command, with these fields, and a newline.
pub(crate) fn print_json(
    out: &mut dyn Write,
    command: &'static str,
    content: impl Serialize,
) -> anyhow::Result<()> {
    let document = Document::new(command, content);
    let mut out = BufWriter::new(out);
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

/// Writes text, whose names may come from any source, with all control characters but newline and tab escaped.
pub(crate) struct EscapedOutput<W> {
    out: W,
    /// Whether the last byte was [`HALF`], which is not written before the next byte is known.
    half: bool,
}

/// The first byte in UTF-8 of the control characters U+0080 to U+009F.
const HALF: u8 = 0xC2;

impl<W: Write> EscapedOutput<W> {
    pub(crate) const fn new(out: W) -> Self {
        Self { out, half: false }
    }
}

impl<W: Write> Write for EscapedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            if std::mem::take(&mut self.half) {
                if (0x80..0xA0).contains(&first) {
                    write!(self.out, "\\u{{{first:x}}}")?;
                } else {
                    self.out.write_all(&[HALF, first])?;
                }
                rest = after;
            } else if first == HALF {
                self.half = true;
                rest = after;
            } else {
                let (plain, after_plain) = rest.split_at(harmless(rest));
                self.out.write_all(plain)?;
                rest = after_plain;
                if plain.is_empty() {
                    write!(self.out, "\\u{{{first:x}}}")?;
                    rest = after;
                }
            }
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
    }
}
