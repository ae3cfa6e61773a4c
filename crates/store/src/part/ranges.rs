//! Ranges of runs.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::text::thousands;

/// Numbers of runs, as ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunRanges(BTreeMap<u64, u64>);

impl RunRanges {
    /// Adds numbers.
    pub fn insert(&mut self, range: Range<u64>) {
        let Range { mut start, mut end } = range;
        if start >= end {
            return;
        }
        while let Some((&first, &last)) = self.0.range(..=end).next_back() {
            if last < start {
                break;
            }
            (start, end) = (start.min(first), end.max(last));
            self.0.remove(&first);
        }
        self.0.insert(start, end);
    }

    /// Whether a number is among them.
    pub fn contains(&self, n: u64) -> bool {
        let before = self.0.range(..=n).next_back();
        before.is_some_and(|(_, end)| n < *end)
    }

    /// Whether all numbers of a range are among them.
    pub fn contains_all(&self, range: Range<u64>) -> bool {
        let before = self.0.range(..=range.start).next_back();
        range.is_empty() || before.is_some_and(|(_, end)| range.end <= *end)
    }

    /// The ranges, ascending, with a gap between any two.
    pub fn iter(&self) -> impl Iterator<Item = Range<u64>> {
        self.0.iter().map(|(&start, &end)| start..end)
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.iter().map(|range| range.end - range.start).sum()
    }
}

/// The runs of a part that are numbered together: the runs of a training of a study, or all of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberedRuns {
    /// The runs that have ended.
    pub done: RunRanges,
    /// The runs that have not ended, with the number of bytes that each takes in the file: for what it has
    /// learnt, and for its counts.
    pub(super) begun: BTreeMap<u64, (u64, u64)>,
}

impl NumberedRuns {
    /// The number of runs that have begun and not ended.
    pub fn begun(&self) -> usize {
        self.begun.len()
    }

    /// Adds other runs of the same list.
    pub(super) fn join(&mut self, other: Self) {
        for range in other.done.iter() {
            self.done.insert(range);
        }
        self.begun.extend(other.begun);
        self.begun.retain(|run, _| !self.done.contains(*run));
    }
}

/// What ascending ranges leave out of a whole.
pub fn gaps(whole: Range<u64>, ranges: impl IntoIterator<Item = Range<u64>>) -> Vec<Range<u64>> {
    let mut left = Vec::new();
    let mut next = whole.start;
    for range in ranges {
        if range.start > next {
            left.push(next..range.start);
        }
        next = range.end;
    }
    if next < whole.end {
        left.push(next..whole.end);
    }
    left
}

/// `runs 0 to 99, 200 to 299`; of many ranges the first few.
pub fn runs_in_words(ranges: &[Range<u64>]) -> String {
    const FEW: usize = 5;
    let words = ranges.iter().take(FEW).map(|range| {
        match (range.start, range.end.saturating_sub(range.start)) {
            (_, 0) => "none".to_owned(),
            (first, 1) => thousands(first),
            _ => format!("{} to {}", thousands(range.start), thousands(range.end - 1)),
        }
    });
    let words = words.collect::<Vec<_>>().join(", ");
    match ranges.len().saturating_sub(FEW) {
        0 => format!("runs {words}"),
        more => format!("runs {words} and {more} more ranges"),
    }
}
