//! All trainings of a study compared in pairs, figure by figure.

use std::borrow::Borrow;

use statrs::distribution::{Binomial, DiscreteCDF as _};

use super::bounds::Certain;
use super::curve::{Curve, WHOLE};
use super::difference::Difference;
use super::finals::Finals;
use super::run_result::RunResult;
use super::spread::Spread;
use super::total::Study;
use crate::interval::{Interval, Moments};
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

/// Two trainings compared in one figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The number of the first training, from 0.
    pub one: usize,
    /// The number of the second one.
    pub other: usize,
    /// The place of the figure in [`Comparisons::finals`] of each.
    pub figures: [usize; 2],
    /// The mean of the first minus the mean of the second; exact figures are chances, 0 to 1.
    pub difference: Difference,
    /// The interval of this difference, at the level of [`Comparisons::level`], without assumptions on the
    /// distribution; `None` where the bounds of the figure are not known.
    pub interval: Option<Interval>,
    /// The same if every behaviour occurs among these runs; `None` for one run.
    pub seen: Option<Interval>,
    /// The chance that a run of the first has more than a run of the second, equal ones counting half.
    pub chance_of_more: f64,
    /// The interval of this chance, at the level [`Comparisons::TOGETHER`] by itself.
    pub more: Interval,
    /// The runs of the same number, one of each, in which one has more.
    pub pairs: RunPairs,
}

impl Compared {
    /// The dominance of one of them in words; `None` where the runs leave open which training has more.
    pub fn dominance(&self) -> Option<Dominance> {
        let is_open = (self.more.low..=self.more.high).contains(&0.5);
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
    fn add(&mut self, one: u64, other: u64) {
        self.more += u64::from(one > other);
        self.less += u64::from(one < other);
    }

    /// The chance that the pairs are at least as unequal as these, if more and less are equally likely: the exact
    /// sign test on both sides, 0 to 1. It needs no bounds of the figure and no distribution, and sees what every
    /// pair shows; which mean is greater, it does not say. `None` where no pair differs.
    pub fn sign_test(self) -> Option<f64> {
        let pairs = self.more + self.less;
        let coins = Binomial::new(0.5, pairs).ok().filter(|_| pairs > 0)?;
        Some((2.0 * coins.cdf(self.more.min(self.less))).min(1.0))
    }
}

/// The final figures of trainings, and every pair of trainings compared in every figure that both have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparisons {
    /// For each training its figures, as [`Finals::from_study`] has them, exact ones unrounded.
    pub finals: Vec<Vec<Finals>>,
    /// The comparisons, pair after pair.
    pub rows: Vec<Compared>,
    /// What each row is made of.
    alike: Vec<Alike>,
    /// How many of them have an interval without assumptions on the distribution of runs.
    bounded: usize,
}

impl Comparisons {
    /// The level at which all intervals of comparisons hold together, and each interval of a single training.
    pub const TOGETHER: f64 = 0.95;

    /// Compares these trainings, within the bounds of what is certain of each; `results` has the results of the runs
    /// of each, in the order of the runs.
    ///
    /// Runs with the same number use the same random numbers, so curves are compared run by run. What a learner
    /// would do is compared only in the same way of play.
    ///
    /// # Errors
    ///
    /// The first error among the results.
    pub fn between<R: Borrow<RunResult>, E>(
        studies: &[Study],
        certain: &[Certain],
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
                    Finals::unrounded(&studies[i], certain, |curve| {
                        find(curve).map_or_else(Spread::default, |at| values[i][at].clone())
                    })
                })
                .collect()
        };
        // Which figures are alike does not depend on their values.
        let names = finals(&values);
        let mut alike: Vec<Alike> = pairs
            .flat_map(|pair| Alike::of_pair(pair, &names))
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
            for ((found, run), finals) in found.iter_mut().zip(&runs).zip(&names) {
                let reached = &run.borrow().reached;
                found.resize(finals.len() - reached.len(), None);
                found.extend(reached.iter().map(|games| games.or(Some(u64::MAX))));
            }
            for pair in &mut alike {
                pair.add_order(&found);
            }
        }
        let finals = finals(&values);
        Ok(Self::made(finals, alike))
    }

    /// The comparisons of these figures, whose intervals hold together.
    fn made(finals: Vec<Vec<Finals>>, alike: Vec<Alike>) -> Self {
        let bounded = alike.iter().filter(|pair| pair.is_bounded).count();
        let level = level(bounded);
        let rows = alike.iter().map(|pair| pair.compared(&finals, level));
        Self {
            rows: rows.collect(),
            bounded,
            finals,
            alike,
        }
    }

    /// The final figures of both trainings that a row compares.
    pub fn finals_of(&self, row: &Compared) -> [&Finals; 2] {
        let [one, other] = row.figures;
        [&self.finals[row.one][one], &self.finals[row.other][other]]
    }

    /// These comparisons alone. Fewer intervals that hold together at [`TOGETHER`](Self::TOGETHER) are narrower.
    #[must_use]
    pub fn among(&self, is_wanted: impl Fn(&Self, &Compared) -> bool) -> Self {
        let all = self.rows.iter().zip(&self.alike);
        let wanted = all.filter(|(row, _)| is_wanted(self, row));
        let wanted = wanted.map(|(_, pair)| pair.clone()).collect();
        Self::made(self.finals.clone(), wanted)
    }

    /// The number of comparisons with an interval without assumptions on the distribution of runs.
    pub const fn count(&self) -> usize {
        self.bounded
    }

    /// The level of the interval of each comparison: with Bonferroni's correction for their number, so that
    /// all together hold at [`TOGETHER`](Self::TOGETHER) or more.
    pub fn level(&self) -> f64 {
        level(self.count())
    }
}

/// The level of each of this many simultaneous intervals, by Bonferroni's correction.
fn level(comparisons: usize) -> f64 {
    1.0 - (1.0 - Comparisons::TOGETHER) / float(comparisons.max(1) as u64)
}

/// A figure that two trainings have, and how its values differ run by run where it is a curve.
#[derive(Clone, Debug, PartialEq)]
struct Alike {
    pair: (usize, usize),
    figures: [usize; 2],
    is_bounded: bool,
    /// Whether every run of both has a value, so that they are compared run by run.
    is_whole: bool,
    differences: Moments,
    pairs: RunPairs,
}

impl Alike {
    fn of_pair(pair: (usize, usize), finals: &[Vec<Finals>]) -> impl Iterator<Item = Self> {
        let (one, other) = (&finals[pair.0], &finals[pair.1]);
        one.iter().enumerate().filter_map(move |(i, figure)| {
            let same = other.iter().position(|other| figure.is_like(other))?;
            Some(Self {
                pair,
                figures: [i, same],
                // What is certain of both is no comparison.
                is_bounded: figure.bounds().is_some()
                    && !(figure.is_certain() && other[same].is_certain()),
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
            self.pairs.add(one, other);
        }
    }

    fn compared(&self, finals: &[Vec<Finals>], level: f64) -> Compared {
        let (one, other) = self.pair;
        let [a, b] = [(one, self.figures[0]), (other, self.figures[1])].map(|(i, j)| &finals[i][j]);
        let by_run = self.differences.interval(level).filter(|_| self.is_whole);
        let difference = match by_run {
            Some(_) => Difference::from(&self.differences),
            None => Difference {
                mean: a.mean() - b.mean(),
                error: a.error().hypot(b.error()),
            },
        };
        let apart = |of: &dyn Fn(&Finals) -> Option<Interval>| {
            let (one, other) = ((a.mean(), of(a)?), (b.mean(), of(b)?));
            Some(Interval::of_difference(one, other))
        };
        let seen = by_run.or_else(|| apart(&|finals| finals.seen(level)));
        let interval = apart(&|finals| finals.interval(level));
        Compared {
            one,
            other,
            figures: self.figures,
            difference,
            interval: interval.map(|found| seen.map_or(found, |seen| found.hull(seen))),
            seen,
            chance_of_more: a.chance_of_more(b),
            more: a.interval_of_more(b, Comparisons::TOGETHER),
            pairs: self.pairs,
        }
    }
}
