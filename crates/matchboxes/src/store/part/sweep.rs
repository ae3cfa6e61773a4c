//! Parts of sweeps: some runs of the studies of a grid, with the figures of each run.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::content::Course;
use super::file::{PartFile, decode, instead};
use super::ranges::{gaps, ranges};
use crate::arena::{Figure, RESULTS, RunResult, Setting, Speed, Study};
use crate::error::{Action, Damage, Result};
use crate::game::Side;
use crate::store::model::MOST;
use crate::store::sealed::Kind;
use crate::text::count;

pub(super) const PART: Kind = Kind {
    magic: *b"\x8DPSW\r\n\x1A\n",
    what: "a part of a sweep",
    action: Action::Read,
};

/// Some runs of a sweep. Each training of its grid is two studies: one by whose runs the best training is chosen,
/// and one with another seed whose runs are reported.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SweepPart {
    /// The names of the parameters that tell the trainings apart.
    pub parameters: Vec<String>,
    /// The trainings; the seed of each is the one that chooses.
    pub cells: Vec<SweepCell>,
    /// The runs that this part is to have: run k of study s is number s times the runs of a study plus k. Study
    /// 2i has the runs of training i that choose, study 2i + 1 those that are reported.
    pub runs: Range<u64>,
    /// Those that it has, by number.
    pub played: BTreeMap<u64, SweptRun>,
}

/// A training of a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepCell {
    /// The value of each parameter.
    pub values: Vec<String>,
    /// What the results of its runs depend on.
    pub course: Course,
}

/// The figures of a run of a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweptRun {
    /// The games of the last sets that the learner won.
    pub won: u64,
    /// Those that it did not lose.
    pub not_lost: u64,
    /// The games until it did not lose [`SweptRun::PERCENT`] in a hundred of its last games, if it came to that.
    pub reached: Option<u64>,
    /// With exact results, the chance to lose in the worst case, in parts of [`SweptRun::ONE`].
    pub worst_loss: Option<u64>,
}

impl SweptRun {
    /// The share of games not lost whose games are counted, in percent.
    pub const PERCENT: u64 = 90;
    /// The chance of what is certain.
    pub const ONE: u64 = 1_000_000_000_000;

    /// The figures of a run in which this side learnt alone.
    #[must_use]
    pub fn of(result: &RunResult, side: Side) -> Self {
        let results = &result.last.results;
        let place = Speed::PERCENTS.iter().position(|n| *n == Self::PERCENT);
        let snapshot = result.last.snapshots[side.index()].as_ref();
        let exact = snapshot.and_then(|snapshot| snapshot.exact);
        Self {
            won: results.wins(side),
            not_lost: results.not_lost(side),
            reached: place.and_then(|place| *result.reached.get(place)?),
            worst_loss: exact.map(|exact| Figure::WorstLoss.of(&exact)),
        }
    }
}

impl SweepPart {
    /// The seed of the runs that are reported, which differs from that of the runs that choose.
    pub const fn other_seed(seed: u64) -> u64 {
        seed.wrapping_add(1)
    }

    /// The setting that all trainings have in common, that of the first one.
    ///
    /// # Panics
    ///
    /// If there is no training.
    pub fn setting(&self) -> &Setting {
        &self.cells[0].course.setting
    }

    /// The runs that it still lacks.
    pub fn left(&self) -> Vec<Range<u64>> {
        gaps(self.runs.clone(), ranges(self.played.keys().copied()))
    }

    /// The number of games in the last sets of a run, from which its strength is computed.
    pub fn last_games(&self) -> u64 {
        let setting = self.setting();
        Study::LAST.min(setting.sets) * setting.games_per_set
    }

    /// The number of games of a run.
    pub fn games(&self) -> u64 {
        let setting = self.setting();
        setting.sets * setting.games_per_set
    }

    /// Why this cannot be a part of a sweep, if it cannot.
    fn fault(&self) -> Option<&'static str> {
        let Some(first) = self.cells.first().map(|cell| &cell.course.setting) else {
            return Some("it has no trainings");
        };
        let size = |s: &Setting| (s.runs, s.sets, s.games_per_set, s.seed, s.exact);
        let fits = |cell: &SweepCell| {
            let setting = &cell.course.setting;
            let one = setting.learners.against().is_some();
            one && size(setting) == size(first) && cell.values.len() == self.parameters.len()
        };
        let studies = self.cells.len() as u64 * 2;
        let all = studies
            .checked_mul(first.runs)
            .filter(|all| (1..=MOST).contains(all));
        let Range { start, end } = self.runs;
        if !self.cells.iter().all(fits) || all.is_none_or(|all| start > end || end > all) {
            return Some("its runs or trainings do not agree");
        }
        let (last, games) = (self.last_games(), self.games());
        let is_possible = |(number, run): (&u64, &SweptRun)| {
            self.runs.contains(number)
                && run.won <= run.not_lost
                && run.not_lost <= last
                && run
                    .reached
                    .is_none_or(|reached| (1..=games).contains(&reached))
                && run.worst_loss.is_some() == first.exact
                && run.worst_loss.is_none_or(|chance| chance <= SweptRun::ONE)
        };
        (!self.played.iter().all(is_possible)).then_some("a run has impossible figures")
    }
}

impl PartFile for SweepPart {
    const OF: &'static str = "sweep";
    const UNITS: &'static str = "runs";

    fn encode(&self) -> Vec<u8> {
        PART.seal(&(RESULTS, self))
    }

    fn decode(bytes: &[u8]) -> Result<Self, Damage> {
        decode(&PART, bytes, Self::fault)
    }

    fn read(path: &Path) -> Result<Self> {
        PART.read(path, Self::decode)
    }

    fn what(&self) -> String {
        let setting = self.setting();
        let seed = setting.seed;
        format!(
            "{}, {} of {} of {} each on seed {seed} and on seed {}",
            count(self.cells.len() as u64, "training", "trainings"),
            count(setting.runs, "run", "runs"),
            count(setting.sets, "set", "sets"),
            count(setting.games_per_set, "game", "games"),
            Self::other_seed(seed)
        )
    }

    fn of(&self) -> u64 {
        self.cells.len() as u64 * 2 * self.setting().runs
    }

    fn units(&self) -> &Range<u64> {
        &self.runs
    }

    fn progress(&self) -> (u64, u64) {
        (self.played.len() as u64, self.runs.end - self.runs.start)
    }

    fn differs(&self, other: &Self) -> Option<String> {
        if let Some(what) = instead(&self.what(), &other.what()) {
            return Some(what);
        }
        if self.parameters != other.parameters {
            return Some("with other parameters".to_owned());
        }
        let mut pairs = self.cells.iter().zip(&other.cells);
        pairs.find_map(|(one, two)| {
            let values = (one.values != two.values).then(|| "with other values".to_owned());
            values.or_else(|| one.course.differs(&two.course))
        })
    }
}
