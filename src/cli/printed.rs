//! Standard output as people may see it: what would steer their terminal is written out instead.

use std::io::{self, Write};

/// Passes text on, with every control character but the end of a line and a tab written as its code.
///
/// Names, versions and rules come from files of anybody.
pub(super) struct Printed<W> {
    out: W,
    /// The first byte of a letter of two that may be a control character, waiting for the other.
    half: bool,
}

/// The first of the two bytes of the control characters above those of ASCII.
const HALF: u8 = 0xC2;

impl<W: Write> Printed<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out, half: false }
    }

    /// Writes what goes through as it is, up to the first byte that may not.
    fn pass<'b>(&mut self, bytes: &'b [u8]) -> io::Result<&'b [u8]> {
        let may_steer = |&b: &u8| (b < 0x20 && b != b'\n' && b != b'\t') || b == 0x7F || b == HALF;
        let end = bytes.iter().position(may_steer).unwrap_or(bytes.len());
        self.out.write_all(&bytes[..end])?;
        Ok(&bytes[end..])
    }
}

impl<W: Write> Write for Printed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            if std::mem::take(&mut self.half) {
                if (0x80..0xA0).contains(&first) {
                    write!(self.out, "\\u{{{first:x}}}")?;
                    rest = after;
                } else {
                    self.out.write_all(&[HALF, first])?;
                    rest = after;
                }
                continue;
            }
            rest = self.pass(rest)?;
            if let Some((&first, after)) = rest.split_first() {
                if first == HALF {
                    self.half = true;
                } else {
                    write!(self.out, "\\u{{{first:x}}}")?;
                }
                rest = after;
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
    fn nothing_steers_a_terminal() {
        let told = |pieces: &[&[u8]]| {
            let mut out = Vec::new();
            let mut printed = Printed::new(&mut out);
            for piece in pieces {
                printed.write_all(piece).unwrap();
            }
            String::from_utf8(out).unwrap()
        };
        let plain = "a\tb\n\u{e9}\u{b1}\u{3042} \u{1f3b2}";
        assert_eq!(told(&[plain.as_bytes()]), plain);
        assert_eq!(
            told(&[b"\x1b[31m\x07\r\x7f"]),
            "\\u{1b}[31m\\u{7}\\u{d}\\u{7f}"
        );
        assert_eq!(told(&["\u{9b}31m".as_bytes()]), "\\u{9b}31m");
        assert_eq!(
            told(&[b"\xc2", b"\x9b1", b"\xc2", b"\xb1"]),
            "\\u{9b}1\u{b1}"
        );
    }
}
