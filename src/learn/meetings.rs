//! How often a learner meets positions it already knows, which shows whether rote learning can help at all.

use super::history::entry;

/// The positions that a learner has met since it began or was resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    /// Entry `n` counts how often it had to move after `n` moves of the game in a position that gets a box.
    pub met: Vec<u64>,
    /// Entry `n` counts how often it already had that box.
    pub known: Vec<u64>,
    /// The number of boxes that have been met a second time.
    pub again: u64,
}

impl Meetings {
    pub(super) fn count(&mut self, ply: u16, known: bool) {
        *entry(&mut self.met, ply) += 1;
        *entry(&mut self.known, ply) += u64::from(known);
    }

    /// Adds the counts of another learner.
    pub fn add(&mut self, other: &Self) {
        let sum = |own: &mut Vec<u64>, other: &[u64]| {
            own.resize(own.len().max(other.len()), 0);
            own.iter_mut()
                .zip(other)
                .for_each(|(own, other)| *own += other);
        };
        sum(&mut self.met, &other.met);
        sum(&mut self.known, &other.known);
        self.again += other.again;
    }

    /// The counts since `before`.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        let less = |now: &[u64], before: &[u64]| {
            let before = before.iter().copied().chain(std::iter::repeat(0));
            now.iter()
                .zip(before)
                .map(|(now, then)| now - then)
                .collect()
        };
        Self {
            met: less(&self.met, &before.met),
            known: less(&self.known, &before.known),
            again: self.again - before.again,
        }
    }
}
