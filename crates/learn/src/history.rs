//! The history of a training, set by set: the points of every curve.

use serde::{Deserialize, Deserializer, Serialize};

use super::rule::{Incident, SlidingOrigin};
use crate::game::{Key, Results, Side};
use crate::lists::at_most;

/// The sets of a training in the order in which they were played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// The records in order.
    pub records: Vec<Record>,
}

/// The counts of one set of games, or of several consecutive sets together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The number of sets that these counts cover.
    pub sets: u64,
    /// The results of the games.
    pub results: Results<u64>,
    /// Games that a side resigned because its box was empty, by side. They also count as lost.
    pub resigned: [u64; 2],
    /// The tables of the sides that learn, after the last of these sets, by side.
    pub snapshots: [Option<Snapshot>; 2],
}

/// The state of one table after a set, and counts of special events in the set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Matchboxes met since the training began.
    pub boxes: u64,
    /// Matchboxes with at least one move that has lost all its beads: entry `n` counts those first met after
    /// `n` moves of the game.
    #[serde(deserialize_with = "by_ply")]
    pub missing_colour: Vec<u64>,
    /// How often an empty box got beads back or a last bead was kept (`empty` of the rule), in these sets.
    pub rescued: u64,
    /// How often a box was too full to take all beads that were to be added, in these sets.
    pub saturated: u64,
    /// Games that this side refused to play because its first box was empty, in these sets. They are
    /// not among the games of the record.
    pub refused: u64,
    /// The sliding origin of an odds rule.
    pub origin: SlidingOrigin,
    /// The exact evaluation of the table, if the training computes it; where it is sampled, the shares against random
    /// play alone.
    pub exact: Option<Exact>,
}

/// A list with an entry for each ply, which a file could make longer than any game.
fn by_ply<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    let refusal = "its history is longer than the limit";
    at_most(u16::MAX.into(), refusal, deserializer)
}

/// The exact evaluation of a table after a set; all numbers in units of 10^-12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exact {
    /// Chances of a win, a draw and a loss against random play.
    pub random: [u64; 3],
    /// Chances of a win, a draw and a loss against perfect play.
    pub perfect: [u64; 3],
    /// The largest chance that any opponent has of beating it.
    pub worst_case_loss: u64,
    /// The expected score of the best opponent: a win counts 1, a loss -1.
    pub best_response: i64,
    /// Of the boxes where the choice matters, the share that are optimal: the box has been met, and the most
    /// frequent beads are all best moves (they keep the game's value).
    /// None where it has no choice that matters.
    #[serde(with = "share")]
    pub optimal: Option<u64>,
    /// The same, with each box weighted by how often play against random reaches it. None where it reaches none of them,
    /// as where the machine resigns before any choice matters.
    #[serde(with = "share")]
    pub optimal_reached: Option<u64>,
}

/// A share in a file, where one of nothing is a number that no share can be.
mod share {
    use serde::{Deserialize as _, Deserializer, Serializer};

    const NONE: u64 = u64::MAX;

    #[expect(clippy::ref_option, reason = "serde passes a field so")]
    pub(super) fn serialize<S: Serializer>(share: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(share.unwrap_or(NONE))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        let share = u64::deserialize(from)?;
        Ok((share != NONE).then_some(share))
    }
}

/// Reads the beads of the box with a key, and returns whether the box has been met.
pub type ReadBox<'a> = dyn FnMut(Key, &mut Vec<u64>) -> bool + 'a;

/// Evaluates a table exactly after every set.
pub trait Evaluator: Send + Sync {
    /// Evaluates the table of this side; `read` reads its boxes one by one.
    fn evaluate(&self, side: Side, read: &mut ReadBox<'_>) -> Exact;
}

/// The entry of a list by ply, which grows to hold it.
pub(super) fn entry<T: Clone + Default>(list: &mut Vec<T>, ply: u16) -> &mut T {
    let ply = usize::from(ply);
    if list.len() <= ply {
        list.resize(ply + 1, T::default());
    }
    &mut list[ply]
}

impl Snapshot {
    /// All matchboxes with at least one move that has lost all its beads.
    pub fn missing_colour_total(&self) -> u64 {
        self.missing_colour.iter().sum()
    }

    pub(super) fn count(&mut self, incident: Option<Incident>) {
        match incident {
            Some(Incident::Rescued) => self.rescued += 1,
            Some(Incident::Saturated) => self.saturated += 1,
            None => {}
        }
    }

    /// Updates the counts for a box first met after `ply` moves: did some colour lack beads, and does one now?
    pub(super) fn recount(&mut self, ply: u16, lacked: bool, lacks: bool) {
        if lacked == lacks {
            return;
        }
        let missing_colour = entry(&mut self.missing_colour, ply);
        if lacks {
            *missing_colour += 1;
        } else {
            *missing_colour -= 1;
            self.trim();
        }
    }

    /// Removes trailing zeros, so that the list equals [`Table::missing_colour`](super::Table::missing_colour).
    fn trim(&mut self) {
        while self.missing_colour.pop_if(|n| *n == 0).is_some() {}
    }

    /// Adds these changes, by ply, to the number of boxes in which some colour has no beads.
    pub(super) fn add_missing_colour(&mut self, more: &[i64]) {
        self.missing_colour
            .resize(self.missing_colour.len().max(more.len()), 0);
        for (n, more) in self.missing_colour.iter_mut().zip(more) {
            *n = n.checked_add_signed(*more).expect("no count falls below 0");
        }
        self.trim();
    }

    /// Returns the snapshot at the end of a set, and resets the counts of events for the next set.
    pub(super) fn take(&mut self) -> Self {
        let end = self.clone();
        self.rescued = 0;
        self.saturated = 0;
        self.refused = 0;
        end
    }
}

impl Record {
    pub(super) fn one_set() -> Self {
        Self {
            sets: 1,
            ..Self::default()
        }
    }

    /// Adds the counts of the following sets.
    pub fn absorb(&mut self, next: Self) {
        self.sets += next.sets;
        self.results += next.results;
        for side in 0..2 {
            self.resigned[side] += next.resigned[side];
        }
        for (snapshot, after) in self.snapshots.iter_mut().zip(next.snapshots) {
            if let (Some(snapshot), Some(mut after)) = (snapshot, after) {
                after.rescued += snapshot.rescued;
                after.saturated += snapshot.saturated;
                after.refused += snapshot.refused;
                *snapshot = after;
            }
        }
    }

    /// Whether its tables were evaluated exactly.
    pub fn is_exact(&self) -> bool {
        let mut snapshots = self.snapshots.iter().flatten();
        snapshots.any(|snapshot| snapshot.exact.is_some())
    }

    /// The same games with the sides exchanged.
    #[must_use]
    pub fn turned(mut self) -> Self {
        let results = &mut self.results;
        std::mem::swap(&mut results.first_wins, &mut results.second_wins);
        self.resigned.reverse();
        self.snapshots.reverse();
        self
    }

    /// Games that a side refused to play because its first box was empty.
    pub fn refused(&self) -> u64 {
        self.snapshots.iter().flatten().map(|s| s.refused).sum()
    }

    /// All games begun in these sets, including refused ones.
    pub fn begun(&self) -> u64 {
        self.results.games() + self.refused()
    }

    /// Michie's score of 1961, with which he also plotted the progress of his machine: three times the games
    /// that `side` won, plus the draws, minus the games it lost. Saturates at the ends of the range.
    pub fn score(&self, side: Side) -> i64 {
        let counts = self.results.seen_by(side);
        let [won, drawn, lost] = counts.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        let points = won.saturating_mul(3).saturating_add(drawn);
        points.saturating_sub(lost)
    }
}

impl History {
    /// The largest number of records in a history.
    pub const POINTS: usize = 4096;

    /// The number of sets played.
    pub fn sets(&self) -> u64 {
        self.records.iter().map(|r| r.sets).sum()
    }

    /// The number of games played.
    pub fn games(&self) -> u64 {
        self.records.iter().map(|r| r.results.games()).sum()
    }

    /// The number of games begun, including refused ones.
    pub fn begun(&self) -> u64 {
        self.records.iter().map(Record::begun).sum()
    }

    /// Adds the record of one more set.
    ///
    /// When a history would exceed [`History::POINTS`] records, each pair of neighbours is merged into
    /// one record, and new sets are collected in records of that size from then on. How sets are grouped
    /// depends only on their number, not on where a training was interrupted.
    pub fn push(&mut self, record: Record) {
        let full = self.records.first().map_or(1, |first| first.sets);
        if let Some(last) = self.records.last_mut().filter(|last| last.sets < full) {
            last.absorb(record);
            return;
        }
        if self.records.len() == Self::POINTS {
            let mut records = std::mem::take(&mut self.records).into_iter();
            while let (Some(mut one), Some(two)) = (records.next(), records.next()) {
                one.absorb(two);
                self.records.push(one);
            }
        }
        self.records.push(record);
    }

    /// The counts of the last `sets` sets together, or of a few more, because records are not split.
    pub fn last(&self, sets: u64) -> Record {
        let mut covered = 0;
        let recent = self.records.iter().rposition(|record| {
            covered += record.sets;
            covered >= sets
        });
        let mut recent = self.records[recent.unwrap_or(0)..].iter().cloned();
        let mut sum = recent.next().unwrap_or_default();
        recent.for_each(|record| sum.absorb(record));
        sum
    }

    /// The number of games played so far and the sum of the scores of `side`, after each record. The first
    /// entry is (0, 0), before any game.
    pub fn scores(&self, side: Side) -> Vec<(u64, i64)> {
        let mut so_far = (0_u64, 0_i64);
        let after = self.records.iter().map(|record| {
            so_far.0 = so_far.0.saturating_add(record.results.games());
            so_far.1 = so_far.1.saturating_add(record.score(side));
            so_far
        });
        std::iter::once((0, 0)).chain(after).collect()
    }
}

/// The positions that a learner has met since it began or was resumed. How many of them have a box shows
/// whether rote learning can help at all.
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
        for (own, other) in [(&mut self.met, &other.met), (&mut self.known, &other.known)] {
            own.resize(own.len().max(other.len()), 0);
            own.iter_mut().zip(other).for_each(|(own, n)| *own += n);
        }
        self.again += other.again;
    }

    /// The counts since `before`.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        let less = |now: &[u64], before: &[u64]| {
            let before = before.iter().chain(std::iter::repeat(&0));
            now.iter().zip(before).map(|(now, n)| now - n).collect()
        };
        Self {
            met: less(&self.met, &before.met),
            known: less(&self.known, &before.known),
            again: self.again - before.again,
        }
    }
}
