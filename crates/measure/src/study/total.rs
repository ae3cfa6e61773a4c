//! What many runs of one training have in common.
//!
//! Only integer counts are kept, which do not depend on the order in which runs end. Memory grows with the number of
//! points of the curves and of different values there, not with the number of runs.

use std::collections::BTreeMap;

use super::curve::Curve;
use super::followed::Followed;
use super::point::{Point, points};
use super::run_result::RunResult;
use super::setting::{LAST, StudySetting};
use super::speed::{Speed, speeds};
use super::spread::Spread;
use crate::game::Move;

/// What many runs of a training have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    /// The setting of the runs.
    pub setting: StudySetting,
    /// The points of the curves in order.
    pub points: Vec<Point>,
    /// The result of each run, in the order of the runs, about 700 bytes each; results that a
    /// [`Keep`](super::Keep) receives are not here.
    pub results: Vec<RunResult>,
    /// The final values of each curve over all runs.
    last: BTreeMap<Curve, Spread>,
    /// How often each exact curve was 0 before it was rounded.
    zeros: BTreeMap<Curve, u64>,
    /// How often each opening move had the most beads; if several are equal in a run, each counts.
    pub favourites: BTreeMap<Move, u64>,
    /// The number of runs in which all of several opening moves had equally many beads.
    undecided: u64,
    /// How soon the learners came to lose few games, by side and then by ascending share.
    pub speeds: Vec<Speed>,
}

impl Study {
    /// The number of last sets from which the final figures of a run are computed.
    pub const LAST: u64 = LAST;

    /// A study of these trainings without any run; the number of runs in the setting becomes 0.
    #[must_use]
    pub fn empty(setting: StudySetting) -> Self {
        let curves = Curve::of_ends(&setting);
        let last = curves.into_iter().map(|c| (c, Spread::default()));
        Self {
            points: points(&setting),
            results: Vec::new(),
            last: last.collect(),
            zeros: BTreeMap::new(),
            favourites: BTreeMap::new(),
            undecided: 0,
            speeds: speeds(setting.learners),
            setting: StudySetting { runs: 0, ..setting },
        }
    }

    /// Adds the counts of other runs of the same training.
    pub fn absorb(&mut self, other: Self) {
        for (point, others) in self.points.iter_mut().zip(other.points) {
            point.absorb(others);
        }
        for (speed, others) in self.speeds.iter_mut().zip(other.speeds) {
            speed.absorb(others);
        }
        for (curve, spread) in other.last {
            self.last.entry(curve).or_default().absorb(spread);
        }
        for (curve, times) in other.zeros {
            *self.zeros.entry(curve).or_default() += times;
        }
        for (m, times) in other.favourites {
            *self.favourites.entry(m).or_default() += times;
        }
        self.undecided += other.undecided;
        self.setting.runs += other.setting.runs;
    }

    /// Counts a run that has ended; returns how soon it came to lose few games, as in [`RunResult::reached`].
    pub(super) fn count(&mut self, run: Followed) -> Vec<Option<u64>> {
        let side = self.setting.learners.sides().next();
        let mut score = 0_i64;
        for (point, sum) in self.points.iter_mut().zip(run.points) {
            point.count(&sum);
            if let (Some(all), Some(side)) = (&mut point.score, side) {
                score = score.saturating_add(sum.score(side));
                all.count(score);
            }
        }
        run.meter.count(&mut self.speeds)
    }

    /// Counts how a run ended, as kept by [`put_counts`](Self::put_counts) without its end.
    pub fn count_end(&mut self, result: &RunResult, openings: usize) {
        for (curve, spread) in &mut self.last {
            let Some(value) = result.unrounded(*curve) else {
                continue;
            };
            spread.count(curve.rounded(value));
            if value == 0 && curve.is_exact() {
                *self.zeros.entry(*curve).or_default() += 1;
            }
        }
        for &m in &result.favourites {
            *self.favourites.entry(m).or_default() += 1;
        }
        let all = result.favourites.len() == openings && openings > 1;
        self.undecided += u64::from(all);
        self.setting.runs += 1;
    }

    /// Whether in every run all opening moves had equally many beads.
    pub const fn is_undecided(&self) -> bool {
        self.setting.runs > 0 && self.undecided == self.setting.runs
    }

    /// The runs at whose end an exact curve is 0, and not only rounded to it.
    pub(super) fn zeros(&self, curve: Curve) -> u64 {
        self.zeros.get(&curve).copied().unwrap_or(0)
    }

    /// How soon the learners came to lose few games, if the setting can tell.
    pub fn speeds_in_windows(&self) -> impl Iterator<Item = &Speed> {
        let can_tell = self.setting.fits_window();
        self.speeds.iter().filter(move |_| can_tell)
    }

    /// The number of games from which the final figures of a run are computed.
    pub fn last_games(&self) -> u64 {
        LAST.min(self.setting.sets)
            .saturating_mul(self.setting.games_per_set)
    }

    /// The final values of a curve in all runs, each over the last sets together; `None` for a curve that this study
    /// does not record, such as exact results without an evaluator, or the boxes of a side that does not learn.
    pub fn last(&self, curve: Curve) -> Option<&Spread> {
        self.last.get(&curve)
    }
}
