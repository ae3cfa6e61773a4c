//! The lines that places in a text are on.

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
