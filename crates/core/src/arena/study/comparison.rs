//! All trainings of a study compared in pairs, figure by figure.

use std::borrow::Borrow;

use super::curve::Curve;
use super::difference::Difference;
use super::finals::Finals;
use super::run_result::RunResult;
use super::spread::Spread;
use super::total::Study;
use crate::arena::interval::{Interval, Moments};
use crate::text::float;

/// How large a difference is beside the differences between runs of the same training, by the chance that a
/// run of one has more than a run of the other (Vargha and Delaney 2000).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// A chance below 0.56, either way.
    Negligible,
    /// From 0.56.
    Small,
    /// From 0.64.
    Medium,
    /// From 0.71.
    Large,
}

impl Effect {
    /// The effect with this chance of more, from 0 to 1.
    #[must_use]
    pub fn of(chance: f64) -> Self {
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
    /// The place of the figure in [`Comparisons::finals`].
    pub figure: usize,
    /// The mean of the first minus that of the second; exact figures are chances, 0 to 1.
    pub difference: Difference,
    /// The interval of this difference, at the level of [`Comparisons::level`]; `None` for one run.
    pub interval: Option<Interval>,
    /// The chance that a run of the first has more than a run of the second, equal ones counting half.
    pub chance_of_more: f64,
}

impl Compared {
    /// The size of the difference in words.
    pub fn effect(&self) -> Effect {
        Effect::of(self.chance_of_more)
    }
}

/// The final figures of trainings, and every pair of trainings compared in every figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparisons {
    /// For each training its figures, the same ones in the same order: the curves, and the games until the
    /// learners rarely lost.
    pub finals: Vec<Vec<Finals>>,
    /// The comparisons, pair after pair.
    pub rows: Vec<Compared>,
}

impl Comparisons {
    /// The level at which all intervals of comparisons hold together, and each interval of a single training.
    pub const TOGETHER: f64 = 0.95;

    /// Compares these trainings; `results` has the results of the runs of each, in the order of the runs.
    ///
    /// Runs with the same number use the same random numbers, so curves are compared run by run.
    ///
    /// # Errors
    ///
    /// The first error among the results.
    pub fn of<R: Borrow<RunResult>, E>(
        studies: &[Study],
        mut results: Vec<impl Iterator<Item = Result<R, E>>>,
    ) -> Result<Self, E> {
        let Some(first) = studies.first() else {
            return Ok(Self::default());
        };
        let curves = Curve::all(first.setting.learners, first.setting.exact);
        let pairs = (0..studies.len()).flat_map(|i| (i + 1..studies.len()).map(move |j| (i, j)));
        let pairs: Vec<(usize, usize)> = pairs.collect();
        let mut values = vec![vec![Spread::default(); curves.len()]; studies.len()];
        let mut moments = vec![vec![Moments::default(); curves.len()]; pairs.len()];
        loop {
            let runs = results.iter_mut().map(Iterator::next);
            let Some(runs) = runs.collect::<Option<Result<Vec<R>, E>>>().transpose()? else {
                break;
            };
            for (i, curve) in curves.iter().enumerate() {
                let of = |run: &R| curve.unrounded(&run.borrow().last);
                let found: Vec<u64> = runs.iter().map(of).collect();
                for (values, &value) in values.iter_mut().zip(&found) {
                    values[i].count(value);
                }
                for (moments, &(one, other)) in moments.iter_mut().zip(&pairs) {
                    let [one, other] = [one, other].map(|i| float(found[i]) / curve.one());
                    moments[i].add(one - other);
                }
            }
        }
        let finals: Vec<Vec<Finals>> = studies
            .iter()
            .zip(values)
            .map(|(study, values)| {
                let setting = &study.setting;
                let last = curves.iter().zip(values);
                let last = last.map(|(&curve, values)| Finals::of_curve(curve, values, setting));
                let speeds = study.speeds.iter();
                let speeds = speeds.map(|speed| Finals::of_speed(speed, setting));
                last.chain(speeds).collect()
            })
            .collect();
        let level = level(pairs.len() * finals[0].len());
        let mut rows = Vec::new();
        for (&(one, other), moments) in pairs.iter().zip(&moments) {
            let both = finals[one].iter().zip(&finals[other]);
            rows.extend(both.enumerate().map(|(figure, (a, b))| {
                let (difference, interval) = compared(a, b, moments.get(figure), level);
                Compared {
                    one,
                    other,
                    figure,
                    difference,
                    interval,
                    chance_of_more: a.chance_of_more(b),
                }
            }));
        }
        Ok(Self { finals, rows })
    }

    /// The level of the interval of each comparison: with Bonferroni's correction for their number, so that
    /// all together hold at [`TOGETHER`](Self::TOGETHER) or more.
    pub fn level(&self) -> f64 {
        level(self.rows.len())
    }
}

fn level(comparisons: usize) -> f64 {
    1.0 - (1.0 - Comparisons::TOGETHER) / float(comparisons.max(1) as u64)
}

/// The difference of two trainings in a figure and its interval; `paired` are the differences run by run.
fn compared(
    one: &Finals,
    other: &Finals,
    paired: Option<&Moments>,
    level: f64,
) -> (Difference, Option<Interval>) {
    let difference = paired.map_or_else(
        || Difference {
            mean: one.mean() - other.mean(),
            error: one.error().hypot(other.error()),
        },
        Difference::from,
    );
    let by_run = paired.and_then(|paired| paired.interval(level));
    if by_run.is_some() && !one.is_rare() && !other.is_rare() {
        return (difference, by_run);
    }
    let own = |finals: &Finals| Some((finals.mean(), finals.interval(level)?));
    let interval = own(one).zip(own(other)).map(|(one, other)| {
        let apart = Interval::of_difference(one, other);
        by_run.map_or(apart, |by_run| apart.hull(by_run))
    });
    (difference, interval)
}
