//! The lines that places in a text are on, counted while it is read.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

/// The most bytes that a row may have, or the part of a document between two rows.
const LONGEST: usize = 1 << 20;

/// Counts the lines of a text that is being read, up to places that come one after the other.
#[derive(Clone, Default)]
pub(super) struct Lines(Rc<RefCell<Uncounted>>);

/// What has been read and whose lines have not been counted.
#[derive(Default)]
struct Uncounted {
    bytes: VecDeque<u8>,
    /// The place in the text where these bytes begin, and how many lines end before it.
    begins: u64,
    lines: u64,
}

impl Uncounted {
    /// Counts the lines of so many bytes more; the line that comes next.
    fn pass(&mut self, count: usize) -> u64 {
        let passed = self.bytes.drain(..count.min(self.bytes.len()));
        self.begins += passed.len() as u64;
        self.lines += passed.filter(|&byte| byte == b'\n').count() as u64;
        self.lines + 1
    }
}

impl Lines {
    /// The text, with its bytes noted as they are read.
    pub(super) fn of<R: Read>(&self, text: R) -> Noted<R> {
        Noted {
            text,
            lines: self.clone(),
        }
    }

    /// The line of the first byte from this place on that ends no line; the place has been read, and
    /// is not before the last one asked for.
    pub(super) fn of_record(&self, place: u64) -> u64 {
        let mut uncounted = self.0.borrow_mut();
        let ahead = place.saturating_sub(uncounted.begins);
        uncounted.pass(usize::try_from(ahead).unwrap_or(usize::MAX));
        let blank = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        let blank = uncounted.bytes.iter().take_while(blank).count();
        uncounted.pass(blank)
    }

    /// The line of the last byte that was read.
    pub(super) fn here(&self) -> u64 {
        self.0.borrow_mut().pass(usize::MAX)
    }
}

/// A text whose bytes are noted as they are read.
pub(super) struct Noted<R> {
    text: R,
    lines: Lines,
}

impl<R: Read> Read for Noted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut uncounted = self.lines.0.borrow_mut();
        if uncounted.bytes.len() > LONGEST {
            return Err(io::Error::other(format!(
                "a row is longer than the {LONGEST} bytes that it may have"
            )));
        }
        let count = self.text.read(into)?;
        uncounted.bytes.extend(&into[..count]);
        Ok(count)
    }
}
