//! Parts of sweeps: some runs of the studies of a grid, with the figures of each run.

use std::io::{self, Write};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::course::{Course, instead};
use super::file::{Form, Input, PartFile};
use super::held::Held;
use super::ranges::Runs;
use crate::arena::{Figure, RunResult, Speed, Study, StudySetting};
use crate::encoding::{Unreadable, put, value};
use crate::error::{Action, Damage, Result};
use crate::game::Side;
use crate::model::MOST;
use crate::place::invalid;
use crate::sealed::SealedKind;
use crate::text::count;

pub(super) const PART: SealedKind = SealedKind {
    magic: *b"\x8DPSW\r\n\x1A\n",
    what: "a part of a sweep",
    action: Action::Read,
};

/// Some runs of a sweep. Each training of its grid is two studies: one by whose runs the best training is chosen,
/// and one with another seed whose runs are reported.
#[derive(Clone, Debug)]
pub struct SweepPart {
    /// The names of the parameters that tell the trainings apart.
    pub parameters: Vec<String>,
    /// The trainings; the seed of each is the one that chooses.
    pub cells: Vec<SweepCell>,
    /// The runs that this part is to have: run k of study s is number s times the runs of a study plus k. Study
    /// 2i has the runs of training i that choose, study 2i + 1 those that are reported.
    pub runs: Range<u64>,
    pub(super) list: [Runs; 1],
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweptRun {
    /// The games of the last sets that the learner won.
    pub won: u64,
    /// Those that it did not lose.
    pub not_lost: u64,
    /// The games until it did not lose [`SweptRun::PERCENT`] in a hundred of its last games, if it came to that.
    pub reached: Option<u64>,
    /// With exact results, the chance to lose in the worst case, in parts of [`SweptRun::ONE`].
    pub worst_case_loss: Option<u64>,
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
            worst_case_loss: exact.map(|exact| Figure::WorstCaseLoss.of(&exact)),
        }
    }

    /// Its bytes: the two counts, the games plus one or 0, and the chance if there is one.
    pub fn encode(&self) -> Vec<u8> {
        let reached = self.reached.map_or(0, |games| games.saturating_add(1));
        let numbers = [self.won, self.not_lost, reached];
        let numbers = numbers.into_iter().chain(self.worst_case_loss);
        numbers.flat_map(u64::to_le_bytes).collect()
    }

    /// The figures with these bytes; numbers that are missing count as 0.
    pub fn decode(bytes: &[u8]) -> Self {
        let numbers = bytes.as_chunks::<8>().0;
        let mut numbers = numbers.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let mut next = || numbers.next().unwrap_or_default();
        let (won, not_lost, reached) = (next(), next(), next());
        Self {
            won,
            not_lost,
            reached: reached.checked_sub(1),
            worst_case_loss: numbers.next(),
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
    pub fn setting(&self) -> &StudySetting {
        &self.cells[0].course.setting
    }

    /// A part of a sweep without any run yet, and without runs to play.
    #[must_use]
    pub fn new(parameters: Vec<String>, cells: Vec<SweepCell>) -> Self {
        Self {
            parameters,
            cells,
            runs: 0..0,
            list: [Runs::default()],
        }
    }

    /// The number of games in the last sets of a run, from which its strength is computed.
    pub fn last_games(&self) -> u64 {
        let setting = self.setting();
        Study::LAST.min(setting.sets) * setting.games_per_set
    }

    /// The number of games of a run.
    pub fn games(&self) -> u64 {
        self.setting().size().games_per_run()
    }

    /// Why this cannot be a part of a sweep, if it cannot.
    fn fault(&self) -> Option<&'static str> {
        let Some(first) = self.cells.first().map(|cell| &cell.course.setting) else {
            return Some("it has no trainings");
        };
        let size = |setting: &StudySetting| (setting.size(), setting.seed, setting.exact);
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
        let names = self
            .cells
            .iter()
            .flat_map(|cell| &cell.values)
            .chain(&self.parameters);
        if { names }.any(|name| name.chars().any(char::is_control)) {
            return Some("a name in it is no name");
        }
        self.cells.iter().find_map(|cell| cell.course.fault())
    }
}

impl Held<SweepPart> {
    /// The figures of these runs.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when they cannot be read.
    pub fn swept(&mut self, runs: Range<u64>) -> Result<Vec<SweptRun>> {
        let (slot, bytes) = (self.part.slot(), self.results(0, runs)?);
        Ok(bytes.chunks_exact(slot).map(SweptRun::decode).collect())
    }
}

impl Form for SweepPart {
    fn kind() -> &'static SealedKind {
        &PART
    }

    fn put_head(&self, out: &mut dyn Write) -> io::Result<()> {
        put(&(&self.parameters, &self.cells, &self.runs), out)
    }

    fn read_head(from: &mut Input<'_>) -> Result<Self, Unreadable> {
        let (parameters, cells, runs) = value(from)?;
        let part = Self {
            runs,
            ..Self::new(parameters, cells)
        };
        part.fault()
            .map_or(Ok(part), |fault| Err(invalid(fault).into()))
    }

    fn slot(&self) -> usize {
        (3 + usize::from(self.setting().exact)) * size_of::<u64>()
    }

    fn check(&mut self, _list: usize, _run: u64, slot: &[u8]) -> Result<(), Damage> {
        let run = SweptRun::decode(slot);
        let (last, games) = (self.last_games(), self.games());
        let each = self.setting().games_per_set;
        let reached = |reached| {
            (Speed::sets(each).saturating_mul(each)..=games).contains(&reached)
                && reached % each == 0
        };
        let is_possible = run.won <= run.not_lost
            && run.not_lost <= last
            && run.reached.is_none_or(reached)
            && run
                .worst_case_loss
                .is_none_or(|chance| chance <= SweptRun::ONE)
            && run.encode() == slot;
        if is_possible {
            Ok(())
        } else {
            Err(invalid("a run has impossible figures"))
        }
    }

    fn course(&self, _list: usize, run: u64) -> (Course, u64) {
        let runs = self.setting().runs;
        let (study, run) = (run / runs, run % runs);
        let cell = usize::try_from(study / 2).expect("as many as there are in memory");
        let mut course = self.cells[cell].course.clone();
        if study % 2 == 1 {
            course.setting.spec.seed = Self::other_seed(course.setting.seed);
        }
        (course, run)
    }
}

impl PartFile for SweepPart {
    const OF: &'static str = "sweep";
    const UNITS: &'static str = "runs";

    fn what(&self) -> String {
        let setting = self.setting();
        let seed = setting.seed;
        format!(
            "{}, {} of {} each on seed {seed} and on seed {}",
            count(self.cells.len() as u64, "training", "trainings"),
            count(setting.runs, "run", "runs"),
            setting.length(),
            Self::other_seed(seed)
        )
    }

    fn of(&self) -> u64 {
        self.cells.len() as u64 * 2 * self.setting().runs
    }

    fn units(&self) -> &Range<u64> {
        &self.runs
    }

    fn lists(&self) -> &[Runs] {
        &self.list
    }

    fn lists_mut(&mut self) -> &mut [Runs] {
        &mut self.list
    }

    fn join(&mut self, other: Self) {
        self.runs = self.runs.start.min(other.runs.start)..self.runs.end.max(other.runs.end);
        let [own] = &mut self.list;
        let [list] = other.list;
        own.join(list);
    }

    fn differs(&self, other: &Self) -> Option<String> {
        if let Some(what) = instead(&self.what(), &other.what()) {
            return Some(what);
        }
        let names = |part: &Self| format!("the parameters {}", part.parameters.join(", "));
        if let Some(what) = instead(&names(self), &names(other)) {
            return Some(what);
        }
        let mut pairs = self.cells.iter().zip(&other.cells);
        pairs.find_map(|(one, two)| {
            let mut values = self
                .parameters
                .iter()
                .zip(one.values.iter().zip(&two.values));
            let values = values.find(|(_, (one, two))| one != two);
            let values = values.map(|(name, (one, two))| format!("{name} {two} instead of {one}"));
            values.or_else(|| one.course.differs(&two.course))
        })
    }
}
