//! How often a learner meets what it knows: whether rote learning can help at all.

/// What a learner has met since it began, or was taken up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    /// How many times it was to move after so many moves of the game, in a position that gets a box.
    pub met: Vec<u64>,
    /// How many of those boxes it had already.
    pub known: Vec<u64>,
    /// How many boxes have been met a second time.
    pub again: u64,
}

impl Meetings {
    pub(super) fn count(&mut self, ply: u16, known: bool) {
        let ply = usize::from(ply);
        if self.met.len() <= ply {
            self.met.resize(ply + 1, 0);
            self.known.resize(ply + 1, 0);
        }
        self.met[ply] += 1;
        self.known[ply] += u64::from(known);
    }

    /// Adds what another learner has met.
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

    /// What has been met since `before`.
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
