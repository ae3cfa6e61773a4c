//! Ranges of runs.

use std::ops::Range;

use crate::text::thousands;

/// The ranges that ascending numbers form.
pub fn ranges(numbers: impl IntoIterator<Item = u64>) -> Vec<Range<u64>> {
    let mut all: Vec<Range<u64>> = Vec::new();
    for n in numbers {
        match all.last_mut() {
            Some(last) if last.end == n => last.end += 1,
            _ => all.push(n..n + 1),
        }
    }
    all
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

/// `runs 0 to 99, 200 to 299`, where `what` is `runs`; of many ranges the first few.
pub fn in_words(what: &str, ranges: &[Range<u64>]) -> String {
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
        0 => format!("{what} {words}"),
        more => format!("{what} {words} and {more} more ranges"),
    }
}
