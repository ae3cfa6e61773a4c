//! Parts of studies as bytes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::content::{Course, Part, Share};
use super::file::{PartFile, instead};
use super::ranges::ranges;
use crate::arena::{Counts, RESULTS, RunResult, Setting, Study, openings};
use crate::error::{Action, Damage, Error, Result};
use crate::game::Side;
use crate::store::model::MOST;
use crate::store::place::invalid;
use crate::store::sealed::Kind;
use crate::text::count;

pub(super) const PART: Kind = Kind {
    magic: *b"\x8DPRT\r\n\x1A\n",
    what: "a part of a study",
    action: Action::Read,
};

#[derive(Serialize, Deserialize)]
struct StoredShare {
    /// The ranges of its runs: how many are left out before each, and how many are there.
    done: Vec<(u64, u64)>,
    counts: Counts,
    /// The results of the runs, one after the other.
    results: Vec<u8>,
}

impl PartFile for Part {
    const OF: &'static str = "study";
    const UNITS: &'static str = "runs";

    fn encode(&self) -> Vec<u8> {
        let shares = |share: &Share| {
            let mut next = self.runs.start;
            let done = ranges(share.runs.keys().copied()).into_iter().map(|range| {
                let gap = range.start - next;
                next = range.end;
                (gap, range.end - range.start)
            });
            StoredShare {
                done: done.collect(),
                counts: share.study.counts(),
                results: share.runs.values().flatten().copied().collect(),
            }
        };
        let shares: Vec<StoredShare> = self.shares.iter().map(shares).collect();
        PART.seal(&(RESULTS, &self.runs, &self.courses, shares))
    }

    fn decode(bytes: &[u8]) -> Result<Self, Damage> {
        let (runs, courses, shares): (Range<u64>, Vec<Course>, Vec<StoredShare>) =
            PART.open_results(bytes)?;
        let is_whole = !courses.is_empty() && courses.len() == shares.len();
        let ends = courses
            .iter()
            .all(|course| (1..=MOST).contains(&course.setting.runs));
        if !is_whole || !ends || runs.start > runs.end || runs.end > MOST {
            return Err(invalid("its runs or trainings do not agree"));
        }
        let shares = courses.iter().zip(shares);
        let shares = shares.map(|(course, stored)| stored.share(course, &runs));
        Ok(Self {
            shares: shares.collect::<Result<_, _>>()?,
            courses,
            runs,
        })
    }

    fn read(path: &Path) -> Result<Self> {
        PART.read(path, Self::decode)
    }

    fn what(&self) -> String {
        match &self.courses[..] {
            [course] => course.in_words(),
            courses => count(courses.len() as u64, "training", "trainings"),
        }
    }

    fn of(&self) -> u64 {
        let runs = self.courses.iter().map(|course| course.setting.runs);
        runs.max().unwrap_or_default()
    }

    fn units(&self) -> &Range<u64> {
        &self.runs
    }

    fn progress(&self) -> (u64, u64) {
        let done = self.shares.iter().map(|share| share.runs.len() as u64);
        let all = (self.runs.end - self.runs.start).saturating_mul(self.shares.len() as u64);
        (done.sum(), all)
    }

    fn differs(&self, other: &Self) -> Option<String> {
        let trainings = |part: &Self| count(part.courses.len() as u64, "training", "trainings");
        let mut pairs = self.courses.iter().zip(&other.courses);
        instead(&trainings(self), &trainings(other))
            .or_else(|| pairs.find_map(|(one, other)| one.differs(other)))
    }
}

impl StoredShare {
    fn share(self, course: &Course, runs: &Range<u64>) -> Result<Share, Damage> {
        let unknown = |error: Error| invalid(error.to_string());
        let game = course.game().map_err(unknown)?;
        let codec = course.codec().map_err(unknown)?;
        let (mut slots, mut next) = (self.results.chunks_exact(codec.length()), runs.start);
        let mut done = BTreeMap::new();
        for (i, &(gap, length)) in self.done.iter().enumerate() {
            let first = next
                .checked_add(gap)
                .filter(|_| (gap > 0 || i == 0) && length > 0);
            let end = first.and_then(|first| first.checked_add(length));
            let (Some(first), Some(end)) = (first, end.filter(|end| *end <= runs.end)) else {
                return Err(invalid("its runs are not in order"));
            };
            for run in first..end {
                let slot = slots.next();
                let slot = slot.ok_or_else(|| invalid("it has fewer results than runs"))?;
                done.insert(run, slot.to_vec());
            }
            next = end;
        }
        if !slots.remainder().is_empty() || slots.next().is_some() {
            return Err(invalid("it has more results than runs"));
        }
        let setting = course.setting.clone();
        let study = Study::from_counts(setting, self.counts, done.len() as u64);
        let mut study = study.ok_or_else(|| invalid("its counts are not those of its runs"))?;
        let openings = openings(&game);
        for (&run, slot) in &done {
            let result = codec.decode(run, slot);
            if codec.encode(&result) != *slot || !is_possible(&result, &course.setting) {
                return Err(invalid("the result of a run is beyond its limits"));
            }
            study.count_end(&result, openings);
        }
        Ok(Share { study, runs: done })
    }
}

/// Whether the counts of a run can be those of this training, so that sums of them stay numbers.
fn is_possible(result: &RunResult, setting: &Setting) -> bool {
    let last = &result.last;
    let most = last.sets.checked_mul(setting.games_per_set);
    let results = &last.results;
    let counts = [results.first_wins, results.draws, results.second_wins];
    let games = counts
        .iter()
        .try_fold(0_u64, |sum, &n| sum.checked_add(n))
        .is_some_and(|games| most.is_some_and(|most| games <= most));
    let snapshots = Side::BOTH.map(|side| last.snapshots[side.index()].as_ref());
    let others = snapshots.into_iter().flatten().flat_map(|s| {
        let exact = s.exact.unwrap_or_default();
        let exact = exact.random.into_iter().chain(exact.perfect);
        let more = [s.boxes, s.zeroed_total(), s.rescued, s.saturated, s.refused];
        exact.chain(more).collect::<Vec<_>>()
    });
    let mut others = others.chain(last.resigned);
    last.sets == Study::LAST.min(setting.sets) && games && others.all(|n| n <= MOST)
}
