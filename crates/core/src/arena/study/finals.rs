//! The final values of one figure in all runs of a training, with intervals.

use super::curve::Curve;
use super::setting::Setting;
use super::speed::Speed;
use super::spread::Spread;
use crate::arena::interval::{Interval, Moments};
use crate::text::float;

/// A sum of counts over all runs below this is rare: its interval must also contain Garwood's, since the
/// deviation between so few events says little.
const RARE: u64 = 50;

/// So many runs, or fewer, that differ from all others say little of how much and how often runs differ.
const FEW: u64 = 3;

/// The final values of one figure in all runs of a training: of a curve over the last sets together, or the
/// games until a learner rarely lost. A run that never came so far counts as slower than all others in ranks
/// and quantiles, and with all its games in the mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Finals {
    /// The figure's name in files, such as `first_wins` or `first_games_until_90`.
    pub figure: String,
    /// The values, in parts of `one`.
    values: Spread,
    /// The number of runs that have no value because they never came so far.
    pub not_reached: u64,
    one: f64,
    /// The smallest possible value.
    least: u64,
    /// The largest possible value, if it is known.
    most: Option<u64>,
    /// Whether events are counted, which may be rare.
    is_count: bool,
}

impl Finals {
    /// The values of a curve, as [`Curve::unrounded`] gives them.
    pub(super) fn of_curve(curve: Curve, values: Spread, setting: &Setting) -> Self {
        let sets = super::total::Study::LAST.min(setting.sets);
        let most = match curve {
            Curve::Exact(..) => Some(1_000_000_000_000),
            Curve::Wins(_) | Curve::Draws | Curve::NotLost(_) | Curve::Resigned(_) => {
                Some(sets.saturating_mul(setting.games_per_set))
            }
            _ => None,
        };
        Self {
            figure: curve.name(),
            values,
            not_reached: 0,
            one: curve.one(),
            least: 0,
            most,
            is_count: !matches!(curve, Curve::Exact(..)),
        }
    }

    /// The games until a learner rarely lost.
    #[must_use]
    pub fn of_speed(speed: &Speed, setting: &Setting) -> Self {
        Self {
            figure: format!("{}_games_until_{}", speed.side.name(), speed.percent),
            values: speed.games.clone(),
            not_reached: speed.not_reached,
            one: 1.0,
            least: Speed::sets(setting.games_per_set).saturating_mul(setting.games_per_set),
            most: Some(setting.size().games_per_run()),
            is_count: false,
        }
    }

    /// The number of runs.
    pub fn runs(&self) -> u64 {
        self.values.len() + self.not_reached
    }

    /// The values, each with how often it occurred, in ascending order; `None` is that of the runs that never
    /// came so far.
    pub fn values(&self) -> impl Iterator<Item = (Option<f64>, u64)> {
        let values = self.values.values();
        let values = values.map(|(value, times)| (Some(float(value) / self.one), times));
        let never = (self.not_reached > 0).then_some((None, self.not_reached));
        values.chain(never)
    }

    fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        let most = float(self.most.unwrap_or_default()) / self.one;
        for (value, times) in self.values() {
            moments.add_times(value.unwrap_or(most), float(times));
        }
        moments
    }

    /// The mean; runs that never came so far count with all their games, which makes it a lower bound.
    pub fn mean(&self) -> f64 {
        if self.not_reached > 0 {
            return self.moments().mean();
        }
        self.values.mean() / self.one
    }

    /// The standard error of the mean; 0 for one run.
    pub fn error(&self) -> f64 {
        self.moments().error()
    }

    /// The standard deviation over the runs; 0 for one run.
    pub fn deviation(&self) -> f64 {
        self.error() * float(self.runs()).sqrt()
    }

    /// Whether so few events were counted, or so few of the games were without one, that their number alone
    /// tells how far it may be from the long-run mean.
    pub(super) fn is_rare(&self) -> bool {
        let few = || self.events().iter().flatten().any(|&events| events < RARE);
        (self.is_count && few()) || self.by_bounds(0.5).is_some()
    }

    /// The sum of the values, and how much is missing to the largest possible sum.
    fn events(&self) -> [Option<u64>; 2] {
        let products = self.values.values().map(|(v, n)| v.saturating_mul(n));
        let sum = products.fold(0, u64::saturating_add);
        let most = self.most.map(|most| most.saturating_mul(self.runs()));
        [Some(sum), most.map(|most| most.saturating_sub(sum))]
    }

    /// The interval of the long-run mean; `None` for fewer than two runs.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let mut found = self.moments().interval(level)?;
        let runs = float(self.runs());
        let most = self
            .most
            .map_or(f64::INFINITY, |most| float(most) / self.one);
        if self.is_count {
            let [some, others] = self.events();
            if let Some(some) = some.filter(|&n| n < RARE) {
                found = found.hull(Interval::of_events(some, level).over(runs));
            }
            if let Some(others) = others.filter(|&n| n < RARE) {
                let left = Interval::of_events(others, level).over(runs);
                found = found.hull(Interval {
                    low: most - left.high,
                    high: most - left.low,
                });
            }
        }
        if let Some(bounds) = self.by_bounds(level) {
            found = found.hull(bounds);
        }
        let least = (float(self.least) / self.one).min(most);
        Some(found.within(least, most))
    }

    /// If nearly all runs have the same value, how far the others may move the mean: as many as the interval of
    /// their share allows, to the least or the largest possible value. The deviation of such runs says nothing.
    fn by_bounds(&self, level: f64) -> Option<Interval> {
        let most = float(self.most?) / self.one;
        let least = (float(self.least) / self.one).min(most);
        let (value, times) = self.values().max_by_key(|&(_, times)| times)?;
        let others = self.runs() - times;
        if self.is_count || others > FEW {
            return None;
        }
        let value = value.unwrap_or(most);
        let share = Interval::of_chance(others, self.runs(), level).high;
        Some(Interval {
            low: value - share * (value - least),
            high: value + share * (most - value),
        })
    }

    /// The value of this rank, counted from 1; `None` if that run never came so far.
    fn ranked(&self, rank: u64) -> Option<f64> {
        self.values
            .ranked(rank)
            .map(|value| float(value) / self.one)
    }

    /// The smallest value that at least `part` percent of the runs do not exceed; `None` if so many never came
    /// so far.
    pub fn quantile(&self, part: u64) -> Option<f64> {
        self.ranked((self.runs() * part).div_ceil(100).max(1))
    }

    /// The ends of the interval of the long-run quantile: two values that occurred, whatever the distribution.
    /// `None` where there are too few runs for an end, or the run there never came so far.
    pub fn quantile_interval(&self, part: u64, level: f64) -> [Option<f64>; 2] {
        let ranks = Interval::ranks(self.runs(), float(part) / 100.0, level);
        ranks.map(|rank| self.ranked(rank?))
    }

    /// The mean of the middle half of the runs, which a few outliers do not change; `None` without runs, or if
    /// a run of this half never came so far.
    pub fn interquartile_mean(&self) -> Option<f64> {
        let runs = float(self.runs());
        let (from, to) = (runs / 4.0, runs * 3.0 / 4.0);
        let (mut below, mut sum) = (0.0_f64, 0.0);
        for (value, times) in self.values() {
            let above = below + float(times);
            let share = above.min(to) - below.max(from);
            if share > 0.0 {
                sum += value? * share;
            }
            below = above;
        }
        (runs > 0.0).then(|| sum / (to - from))
    }

    /// The chance that a run of this training has more than one of the other, where equal ones count half
    /// (Vargha and Delaney, Journal of Educational and Behavioral Statistics 25, 2000).
    pub fn chance_of_more(&self, other: &Self) -> f64 {
        let order = |value: Option<f64>| value.unwrap_or(f64::INFINITY);
        let mut others = other.values().peekable();
        let (mut less, mut wins) = (0.0, 0.0);
        for (value, times) in self.values() {
            while let Some((_, n)) = others.next_if(|&(x, _)| order(x) < order(value)) {
                less += float(n);
            }
            let equal = others.peek().filter(|(x, _)| *x == value);
            let equal = equal.map_or(0.0, |&(_, n)| float(n));
            wins += float(times) * (less + equal / 2.0);
        }
        let pairs = float(self.runs()) * float(other.runs());
        if pairs > 0.0 { wins / pairs } else { 0.5 }
    }
}
