//! Counts the lines of a text while it is read.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

/// The most bytes of a row, of the part of a document between two rows, or of a text in JSON.
pub(super) const LONGEST: usize = 1 << 20;

/// Counts the lines of a text while it is read, up to ascending places.
#[derive(Clone, Default)]
pub(super) struct LineCounter(Rc<RefCell<Uncounted>>);

/// The bytes that have been read but whose lines have not been counted.
#[derive(Default)]
struct Uncounted {
    bytes: VecDeque<u8>,
    /// The place in the text where these bytes begin, and the number of lines that end before it.
    begins: u64,
    lines: u64,
}

impl Uncounted {
    /// Counts the lines in the next `count` bytes; returns the line of the byte after them.
    fn pass(&mut self, count: usize) -> u64 {
        let passed = self.bytes.drain(..count.min(self.bytes.len()));
        self.begins += passed.len() as u64;
        self.lines += passed.filter(|&byte| byte == b'\n').count() as u64;
        self.lines + 1
    }
}

impl LineCounter {
    /// A reader of the text that records the bytes as they are read.
    pub(super) fn reader<R: Read>(&self, text: R) -> Noted<R> {
        Noted {
            text,
            lines: self.clone(),
        }
    }

    /// The line of the first byte at or after this place that does not end a line. The place must have
    /// been read, and must not be before the last one asked for.
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

/// A text whose bytes are recorded as they are read.
pub(super) struct Noted<R> {
    text: R,
    lines: LineCounter,
}

impl<R: Read> Read for Noted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut uncounted = self.lines.0.borrow_mut();
        if uncounted.bytes.len() > LONGEST {
            return Err(io::Error::other(format!(
                "a row is longer than the {LONGEST} bytes allowed"
            )));
        }
        let count = self.text.read(into)?;
        uncounted.bytes.extend(&into[..count]);
        Ok(count)
    }
}
