//! All trainings of a study compared in pairs, figure by figure.

use std::borrow::Borrow;

use statrs::distribution::{Binomial, DiscreteCDF as _};

use super::bounds::Certain;
use super::curve::{Curve, Figure, WHOLE};
use super::final_figure::FinalFigure;
use super::finals::Finals;
use super::run_result::RunResult;
use super::spread::Spread;
use super::total::Study;
use crate::game::{Side, Verdict};
use crate::interval::{Interval, Moments};
use crate::learn::Learners;
use crate::text::float;

/// How often a run of one training has more than a run of the other, in words (Vargha and Delaney 2000). It says
/// nothing of how much more: a small difference that nearly every run shows is of large dominance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dominance {
    /// A chance below 0.56, either way.
    Negligible,
    /// From 0.56.
    Small,
    /// From 0.64.
    Medium,
    /// From 0.71.
    Large,
}

impl Dominance {
    /// The dominance with this chance of more, from 0 to 1.
    #[must_use]
    pub fn from_chance(chance: f64) -> Self {
        match chance.max(1.0 - chance) {
            ..0.56 => Self::Negligible,
            ..0.64 => Self::Small,
            ..0.71 => Self::Medium,
            _ => Self::Large,
        }
    }

    /// The name, such as `small`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Negligible => "negligible",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

/// The difference of two means with its standard error, in the units of the values compared; exact figures
/// are chances, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// The first mean minus the second.
    pub mean: f64,
    /// Its standard error; `None` for one run.
    pub error: Option<f64>,
}

/// Two trainings compared in one figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The number of the first training, from 0.
    pub one: usize,
    /// The number of the second one.
    pub other: usize,
    /// The place of the figure in [`Comparisons::finals`] of each.
    pub figures: [usize; 2],
    /// The mean of the first minus the mean of the second; exact figures are chances, 0 to 1. `None` where a run never
    /// reached the mark, so that there are no means.
    pub difference: Option<Difference>,
    /// The interval of this difference, at the level of [`Comparisons::level`], where both means have one.
    pub interval: Option<Interval>,
    /// The chance that a run of the first has more than a run of the second, equal ones counting half.
    pub chance_of_more: f64,
    /// The interval of this chance, at the same level; `None` for few runs, and where it is certain.
    pub more: Option<Interval>,
    /// The runs of the same number, one of each, in which one has more.
    pub pairs: RunPairs,
}

impl Compared {
    /// The dominance of one of them in words; `None` where the runs leave open which training has more.
    pub fn dominance(&self) -> Option<Dominance> {
        let is_open = self.more?.contains(0.5);
        (!is_open).then(|| Dominance::from_chance(self.chance_of_more))
    }
}

/// How many of the runs of the same number have more in the first training, and how many in the second.
///
/// A figure that is not a value of each run, such as the share of runs of a kind, has no such pairs. A run that did
/// not come so far is slower than all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunPairs {
    /// The pairs in which the run of the first training has more.
    pub more: u64,
    /// The pairs in which the run of the second training has more.
    pub less: u64,
}

impl RunPairs {
    /// The chance that the pairs are at least as unequal as these, if more and less are equally likely: the exact
    /// sign test on both sides, 0 to 1. It needs no bounds of the figure and no distribution, and sees what every
    /// pair shows; which mean is greater, it does not say. `None` where no pair differs.
    pub fn sign_test(self) -> Option<f64> {
        let pairs = self.more + self.less;
        let coins = Binomial::new(0.5, pairs).ok().filter(|_| pairs > 0)?;
        Some((2.0 * coins.cdf(self.more.min(self.less))).min(1.0))
    }
}

/// The final figures of trainings, and every pair of trainings compared in the figures that are wanted and that both have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparisons {
    /// For each training its figures, as [`Finals::from_study`] has them, exact ones unrounded.
    pub finals: Vec<Vec<Finals>>,
    /// The comparisons, pair after pair.
    pub rows: Vec<Compared>,
    /// The names of the figures that were asked for.
    pub named: Vec<String>,
    /// The number of all intervals: of differences and of chances of more.
    pub intervals: usize,
}

impl Comparisons {
    /// The level at which all intervals of comparisons hold together, and each interval of a single training.
    pub const TOGETHER: f64 = 0.95;

    /// Compares these trainings in the figures `named`, by default the usual ones, within the bounds of what is certain of
    /// each; `results` has the results of the runs of each, in the order of the runs. All intervals hold together, so fewer
    /// figures have narrower ones.
    ///
    /// Runs with the same number use the same random numbers, so the error of a difference is computed run by run. Like is
    /// compared with like: figures of the same way of play, and of games against the same opponent.
    ///
    /// # Errors
    ///
    /// The first error among the results.
    pub fn between<R: Borrow<RunResult>, E>(
        studies: &[Study],
        certain: &[Certain],
        named: &[String],
        mut results: Vec<impl Iterator<Item = Result<R, E>>>,
    ) -> Result<Self, E> {
        if studies.is_empty() {
            return Ok(Self::default());
        }
        let curves: Vec<_> = studies.iter().map(|s| Curve::of_ends(&s.setting)).collect();
        let pairs = (0..studies.len()).flat_map(|i| (i + 1..studies.len()).map(move |j| (i, j)));
        let mut values: Vec<Vec<Spread>> = curves
            .iter()
            .map(|of| vec![Spread::default(); of.len()])
            .collect();
        let finals = |values: &[Vec<Spread>]| -> Vec<Vec<Finals>> {
            (0..studies.len())
                .map(|i| {
                    let find = |curve| curves[i].iter().position(|other| *other == curve);
                    let certain = certain.get(i).copied().unwrap_or_default();
                    Finals::all(&studies[i], certain, WHOLE, |curve| {
                        find(curve).map_or_else(Spread::default, |at| values[i][at].clone())
                    })
                })
                .collect()
        };
        // Which figures are alike does not depend on their values.
        let names = finals(&values);
        let mut alike: Vec<Alike> = pairs
            .flat_map(|(i, j)| {
                let have_like_games = studies[i].setting.has_games_like(&studies[j].setting);
                Alike::of_pair((i, j), &names, have_like_games)
            })
            .filter(|pair| {
                pair.both(&names)
                    .iter()
                    .all(|finals| Self::is_wanted(studies, named, finals))
            })
            .collect();
        loop {
            let runs = results.iter_mut().map(Iterator::next);
            let Some(runs) = runs.collect::<Option<Result<Vec<R>, E>>>().transpose()? else {
                break;
            };
            let each = runs.iter().zip(&curves);
            let found = each.map(|(run, curves)| {
                let run = run.borrow();
                curves.iter().map(|&curve| run.unrounded(curve)).collect()
            });
            let mut found: Vec<Vec<Option<u64>>> = found.collect();
            for (spreads, found) in values.iter_mut().zip(&found) {
                let both = spreads.iter_mut().zip(found);
                for (spread, value) in both.filter_map(|(spread, &value)| Some((spread, value?))) {
                    spread.count(value);
                }
            }
            for pair in &mut alike {
                pair.add(&found, &curves);
            }
            for (i, found) in found.iter_mut().enumerate() {
                // After the curves and the kinds, where the setting can tell.
                let speeds = studies[i].speeds_in_windows().count();
                let reached = runs[i].borrow().reached.iter().take(speeds);
                found.resize(names[i].len() - speeds, None);
                found.extend(reached.map(|games| games.or(Some(u64::MAX))));
            }
            for pair in &mut alike {
                pair.add_order(&found);
            }
        }
        let finals = finals(&values);
        let intervals = alike.iter().map(|pair| pair.intervals(&finals)).sum();
        let level = level(intervals);
        // A mean is compared with many others, and its interval takes longest.
        let means: Vec<Vec<_>> = finals
            .iter()
            .map(|of| of.iter().map(|one| one.interval(level)).collect())
            .collect();
        let rows = alike
            .iter()
            .map(|pair| pair.compared(&finals, &means, level));
        Ok(Self {
            rows: rows.collect(),
            named: named.to_vec(),
            intervals,
            finals,
        })
    }

    /// Whether a figure is compared. Where none is named, it is the games not lost, or drawn if both sides learn, and the
    /// worst case; where opponents or ways of play differ, results of training games are not alike, and it is how often the
    /// machine loses to random, perfect and best play.
    fn is_wanted(studies: &[Study], named: &[String], finals: &Finals) -> bool {
        if !named.is_empty() {
            return named.contains(&finals.figure.name());
        }
        let settings = || studies.iter().map(|study| &study.setting);
        let first = &studies[0].setting;
        let are_alike = settings().all(|setting| setting.has_games_like(first));
        let is_of_all = |side: Side| settings().all(|setting| setting.learners.learns(side));
        match finals.figure {
            FinalFigure::Curve(Curve::Draws) => are_alike && first.learners == Learners::Both,
            FinalFigure::Curve(Curve::NotLost(side)) => {
                are_alike && first.learners != Learners::Both && is_of_all(side)
            }
            FinalFigure::Curve(Curve::Exact(
                side,
                Figure::Random(Verdict::Loss)
                | Figure::Perfect(Verdict::Loss)
                | Figure::Sampled(Verdict::Loss),
            )) => !are_alike && is_of_all(side),
            FinalFigure::Curve(Curve::Exact(side, Figure::WorstCaseLoss)) => is_of_all(side),
            _ => false,
        }
    }

    /// With how many runs of each training, doubled until then, the interval of this difference would exclude 0 if all runs
    /// were like these; `None` where it does, or would not with a thousand times these runs.
    pub fn runs_to_tell(&self, row: &Compared) -> Option<u64> {
        let [one, other] = self.finals_of(row);
        let is_open = |times: &u64| {
            let of = |finals: &Finals| finals.interval_of_times(*times, self.level());
            let interval = difference([one, other], [of(one), of(other)]);
            interval.is_none_or(|interval| interval.contains(0.0))
        };
        let mut doubled = (0..=10).map(|step| 1 << step);
        let times = doubled
            .find(|times| !is_open(times))
            .filter(|&times| times > 1)?;
        Some(times * one.runs().max(other.runs()))
    }

    /// The final figures of both trainings that a row compares.
    pub fn finals_of(&self, row: &Compared) -> [&Finals; 2] {
        let [one, other] = row.figures;
        [&self.finals[row.one][one], &self.finals[row.other][other]]
    }

    /// Whether a figure of the training with this number is among those compared.
    pub fn has(&self, training: usize, finals: &Finals) -> bool {
        self.rows.iter().any(|row| {
            let both = [row.one, row.other].into_iter().zip(self.finals_of(row));
            let mut own = both.filter(|(number, _)| *number == training);
            own.any(|(_, own)| own.is_same(finals))
        })
    }

    /// The level of each interval: with Bonferroni's correction for their number, so that all together hold at
    /// [`TOGETHER`](Self::TOGETHER) or more.
    pub fn level(&self) -> f64 {
        level(self.intervals)
    }
}

/// The level of each of this many simultaneous intervals, by Bonferroni's correction.
fn level(intervals: usize) -> f64 {
    1.0 - (1.0 - Comparisons::TOGETHER) / float(intervals.max(1) as u64)
}

/// The interval of the difference of two means, each of which has this interval.
fn difference([one, other]: [&Finals; 2], of: [Option<Interval>; 2]) -> Option<Interval> {
    let [of_one, of_other] = of;
    let found = Interval::of_difference((one.mean(), of_one?), (other.mean(), of_other?));
    let ([least, most], [low, high]) = (one.bounds()?, other.bounds()?);
    Some(found.within([least - high, most - low]))
}

/// A figure that two trainings have, and how its values differ run by run where it is a curve.
struct Alike {
    pair: (usize, usize),
    figures: [usize; 2],
    /// Whether every run of both has a value, so that they are compared run by run.
    is_whole: bool,
    differences: Moments,
    pairs: RunPairs,
}

impl Alike {
    fn of_pair(
        pair: (usize, usize),
        finals: &[Vec<Finals>],
        have_like_games: bool,
    ) -> impl Iterator<Item = Self> {
        let (one, other) = (&finals[pair.0], &finals[pair.1]);
        one.iter().enumerate().filter_map(move |(i, figure)| {
            let is_like = |other: &Finals| figure.is_like(other, have_like_games);
            Some(Self {
                pair,
                figures: [i, other.iter().position(is_like)?],
                is_whole: true,
                differences: Moments::default(),
                pairs: RunPairs::default(),
            })
        })
    }

    /// Adds the values of a run of every training, in the order of its curves.
    fn add(&mut self, found: &[Vec<Option<u64>>], curves: &[Vec<Curve>]) {
        let [i, j] = self.figures;
        let (one, other) = (found[self.pair.0].get(i), found[self.pair.1].get(j));
        self.is_whole &= one.is_some_and(Option::is_some) && other.is_some_and(Option::is_some);
        if let (Some(&Some(one)), Some(&Some(other))) = (one, other) {
            let whole = if curves[self.pair.0][i].is_exact() {
                float(WHOLE)
            } else {
                1.0
            };
            self.differences.add((float(one) - float(other)) / whole);
        }
    }

    /// Counts which of both has more in a run of every training, whose values are in the order of its final figures.
    fn add_order(&mut self, values: &[Vec<Option<u64>>]) {
        let [i, j] = self.figures;
        if let (Some(one), Some(other)) = (values[self.pair.0][i], values[self.pair.1][j]) {
            self.pairs.more += u64::from(one > other);
            self.pairs.less += u64::from(one < other);
        }
    }

    /// Both of a list of lists for each training.
    fn both<'a, T>(&self, of: &'a [Vec<T>]) -> [&'a T; 2] {
        let [i, j] = self.figures;
        [&of[self.pair.0][i], &of[self.pair.1][j]]
    }

    /// Whether it is not certain of both.
    fn is_open(&self, finals: &[Vec<Finals>]) -> bool {
        !self.both(finals).iter().all(|of| of.is_certain())
    }

    /// Whether there is an interval for the chance of more.
    fn has_more(&self, finals: &[Vec<Finals>]) -> bool {
        let mut both = self.both(finals).into_iter();
        self.is_open(finals) && both.all(|of| of.runs() >= Finals::FEW)
    }

    /// The number of its intervals, of which one that is certain needs no level.
    fn intervals(&self, finals: &[Vec<Finals>]) -> usize {
        let mut both = self.both(finals).into_iter();
        let has_interval = self.is_open(finals) && both.all(Finals::has_interval);
        usize::from(has_interval) + usize::from(self.has_more(finals))
    }

    fn compared(
        &self,
        finals: &[Vec<Finals>],
        means: &[Vec<Option<Interval>>],
        level: f64,
    ) -> Compared {
        let (one, other) = self.pair;
        let [a, b] = self.both(finals);
        let error = match self.differences.error().filter(|_| self.is_whole) {
            None => a.error().zip(b.error()).map(|(a, b)| a.hypot(b)),
            by_run => by_run,
        };
        let have_means = [a, b].iter().all(|of| of.runs() > 0 && of.not_reached == 0);
        let mean = a.mean() - b.mean();
        Compared {
            one,
            other,
            figures: self.figures,
            difference: have_means.then_some(Difference { mean, error }),
            interval: difference([a, b], self.both(means).map(|of| *of)),
            chance_of_more: a.chance_of_more(b),
            more: self.has_more(finals).then(|| a.interval_of_more(b, level)),
            pairs: self.pairs,
        }
    }
}
