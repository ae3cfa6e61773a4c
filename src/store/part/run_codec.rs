//! Encodes the result of a run as bytes of a fixed length, with everything that tables and comparisons
//! need.
//!
//! Boxes with a move without beads are stored as one total; the origin of an odds rule and how soon
//! the run reached its shares are dropped.

use crate::arena::{RunResult, openings};
use crate::game::{Move, Results};
use crate::games::AnyGame;
use crate::learn::{Exact, Learners, Record, Snapshot};

/// The encoding of the runs of a training.
#[derive(Clone, Debug)]
pub struct RunCodec {
    learners: Learners,
    exact: bool,
    /// The number of opening moves, which limits the number of favourites.
    openings: usize,
}

impl RunCodec {
    /// The encoding of runs in which `learners` learn `game`, with or without exact figures.
    #[must_use]
    pub fn new(game: &AnyGame, learners: Learners, exact: bool) -> Self {
        Self {
            learners,
            exact,
            openings: openings(game),
        }
    }

    /// How many bytes a run takes.
    #[must_use]
    pub fn length(&self) -> usize {
        let exact = if self.exact { 10 } else { 0 };
        let counts = 6 + self.learners.sides().count() * (5 + exact);
        counts * size_of::<u64>() + (1 + self.openings) * size_of::<u16>()
    }

    /// Encodes the result of a run.
    ///
    /// # Panics
    ///
    /// If it has more favourites than there are 16-bit numbers.
    #[must_use]
    pub fn encode(&self, result: &RunResult) -> Vec<u8> {
        let Record {
            sets,
            results,
            resigned,
            snapshots,
        } = &result.last;
        let mut counts = vec![
            *sets,
            results.first_wins,
            results.draws,
            results.second_wins,
        ];
        counts.extend(resigned);
        for side in self.learners.sides() {
            let none = Snapshot::default();
            let snapshot = snapshots[side.index()].as_ref().unwrap_or(&none);
            counts.extend([
                snapshot.boxes,
                snapshot.zeroed_total(),
                snapshot.rescued,
                snapshot.saturated,
                snapshot.refused,
            ]);
            if self.exact {
                let exact = snapshot.exact.unwrap_or_default();
                counts.extend(exact.random.into_iter().chain(exact.perfect));
                counts.extend([
                    exact.worst_loss,
                    exact.best_response.cast_unsigned(),
                    exact.right,
                    exact.right_reached,
                ]);
            }
        }
        let mut bytes: Vec<u8> = counts.into_iter().flat_map(u64::to_le_bytes).collect();
        let favourites = &result.favourites;
        let count = u16::try_from(favourites.len()).expect("moves are 16 bit");
        bytes.extend(count.to_le_bytes());
        bytes.extend(favourites.iter().flat_map(|m| m.0.to_le_bytes()));
        bytes.resize(self.length(), 0);
        bytes
    }

    /// Decodes the result of the run of this number.
    ///
    /// # Panics
    ///
    /// If there are fewer bytes than [`length`](Self::length).
    #[must_use]
    pub fn decode(&self, run: u64, bytes: &[u8]) -> RunResult {
        let mut rest = bytes;
        let mut next = || {
            let (word, after) = rest.split_first_chunk().expect("as long as a run is");
            rest = after;
            u64::from_le_bytes(*word)
        };
        let mut last = Record {
            sets: next(),
            results: Results {
                first_wins: next(),
                draws: next(),
                second_wins: next(),
            },
            resigned: [next(), next()],
            snapshots: [None, None],
        };
        for side in self.learners.sides() {
            last.snapshots[side.index()] = Some(Snapshot {
                boxes: next(),
                zeroed: vec![next()],
                rescued: next(),
                saturated: next(),
                refused: next(),
                exact: self.exact.then(|| Exact {
                    random: [next(), next(), next()],
                    perfect: [next(), next(), next()],
                    worst_loss: next(),
                    best_response: next().cast_signed(),
                    right: next(),
                    right_reached: next(),
                }),
                ..Snapshot::default()
            });
        }
        let (numbers, _) = rest.as_chunks();
        let mut numbers = numbers.iter().map(|&bytes| u16::from_le_bytes(bytes));
        let count = numbers.next().unwrap_or_default();
        RunResult {
            run,
            last,
            favourites: numbers.take(count.into()).map(Move).collect(),
            reached: Vec::new(),
        }
    }
}
