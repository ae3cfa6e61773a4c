//! Encodes the result of a run as bytes of a fixed length, with everything that tables and comparisons
//! need.
//!
//! Boxes with a move without beads are stored as one total; the origin of an odds rule is dropped.

use super::course::Course;
use crate::arena::{RunResult, Speed, openings};
use crate::encoding::{put_fixed, take_fixed};
use crate::error::Result;
use crate::learn::{Exact, Learners, Record, Snapshot};

/// The encoding of the runs of a training.
#[derive(Clone, Debug)]
pub(super) struct RunCodec {
    learners: Learners,
    exact: bool,
    /// The number of opening moves, which limits the number of favourites.
    pub(super) openings: usize,
}

impl RunCodec {
    pub(super) fn new(course: &Course) -> Result<Self> {
        let setting = &course.setting;
        Ok(Self {
            learners: setting.learners,
            exact: setting.exact.has_end(),
            openings: openings(&course.game()?),
        })
    }

    /// How many bytes a run takes.
    pub(super) fn length(&self) -> usize {
        let exact = if self.exact { 20 } else { 0 };
        let each = 5 + exact + Speed::PERCENTS.len();
        let counts = 6 + self.learners.sides().count() * each;
        counts * size_of::<u64>() + (1 + self.openings) * size_of::<u16>()
    }

    pub(super) fn encode(&self, result: &RunResult) -> Vec<u8> {
        let last = &result.last;
        let mut bytes = Vec::new();
        put_fixed(&(last.sets, last.results, last.resigned), &mut bytes);
        for side in self.learners.sides() {
            let none = Snapshot::default();
            let s = last.snapshots[side.index()].as_ref().unwrap_or(&none);
            let missing_colour = s.missing_colour_total();
            let counts = (s.boxes, missing_colour, s.rescued, s.saturated, s.refused);
            put_fixed(&counts, &mut bytes);
            if self.exact {
                let greedy = result.greedy[side.index()];
                let both = (s.exact.unwrap_or_default(), greedy.unwrap_or_default());
                put_fixed(&both, &mut bytes);
            }
        }
        for reached in &result.reached {
            put_fixed(
                &reached.map_or(0, |games| games.saturating_add(1)),
                &mut bytes,
            );
        }
        let count = u16::try_from(result.favourites.len()).expect("moves are 16 bit");
        put_fixed(&count, &mut bytes);
        for m in &result.favourites {
            put_fixed(m, &mut bytes);
        }
        bytes.resize(self.length(), 0);
        bytes
    }

    /// The result of the run of this number, of at least [`length`](Self::length) bytes.
    pub(super) fn decode(&self, run: u64, bytes: &[u8]) -> RunResult {
        let mut rest = bytes;
        let (sets, results, resigned) = take_fixed(&mut rest);
        let (mut snapshots, mut greedy) = ([None, None], [None, None]);
        for side in self.learners.sides() {
            let (boxes, missing_colour, rescued, saturated, refused) = take_fixed(&mut rest);
            let both: Option<(Exact, Exact)> = self.exact.then(|| take_fixed(&mut rest));
            greedy[side.index()] = both.map(|(_, greedy)| greedy);
            snapshots[side.index()] = Some(Snapshot {
                boxes,
                missing_colour: vec![missing_colour],
                rescued,
                saturated,
                refused,
                exact: both.map(|(drawn, _)| drawn),
                ..Snapshot::default()
            });
        }
        let shares = self.learners.sides().count() * Speed::PERCENTS.len();
        let reached = (0..shares).map(|_| take_fixed::<u64>(&mut rest).checked_sub(1));
        let reached = reached.collect();
        let count: u16 = take_fixed(&mut rest);
        let count = usize::from(count).min(self.openings);
        RunResult {
            run,
            last: Record {
                sets,
                results,
                resigned,
                snapshots,
            },
            greedy,
            favourites: (0..count).map(|_| take_fixed(&mut rest)).collect(),
            reached,
        }
    }
}
