//! One point of all curves of a study.

use std::collections::BTreeMap;

use super::curve::Curve;
use super::setting::StudySetting;
use super::spread::Spread;
use crate::interval::Interval;
use crate::learn::Record;
use crate::text::float;

/// All curves at one point: the counts of the sets since the previous point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// The number of sets played so far.
    pub after: u64,
    /// The number of sets that this point covers.
    pub sets: u64,
    /// The number of games of a run in these sets, including refused ones.
    pub games: u64,
    /// The values of each curve over all runs.
    pub curves: BTreeMap<Curve, Spread>,
    /// For runs that refused games: how often each value occurred, by curve, value and number of games
    /// played.
    pub(super) short: BTreeMap<(Curve, u64, u64), u64>,
    /// The learner's score since the first game, if the study has it.
    pub score: Option<Scores>,
}

/// Michie's score of 1961 ([`Record::score`]) over all runs, since their first game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The number of games begun until then; no score is below minus this number.
    pub(super) games: u64,
    /// The scores plus `games`.
    pub(super) raised: Spread,
}

impl Scores {
    /// The mean score; minus the number of games if there are no runs.
    pub fn mean(&self) -> f64 {
        self.raised.mean() - float(self.games)
    }

    /// The standard error of the mean; `None` for one run.
    pub fn error(&self) -> Option<f64> {
        self.raised.error()
    }

    /// The sample standard deviation; `None` for one run.
    pub fn deviation(&self) -> Option<f64> {
        self.raised.deviation()
    }

    /// The smallest score that at least `part` percent of the runs do not exceed.
    pub fn quantile(&self, part: u64) -> i64 {
        self.raised.quantile(part).cast_signed() - self.games.cast_signed()
    }

    /// The interval of the mean, see [`Spread::interval`].
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let games = float(self.games);
        let Interval { low, high } = self.raised.interval(self.most(), level)?;
        Some(Interval {
            low: low - games,
            high: high - games,
        })
    }

    /// The largest score plus `games`; three points a game are the most.
    pub(super) const fn most(&self) -> u64 {
        self.games.saturating_mul(4)
    }

    pub(super) fn count(&mut self, score: i64) {
        let games = i64::try_from(self.games).unwrap_or(i64::MAX);
        let raised = score.saturating_add(games);
        self.raised.count(u64::try_from(raised).unwrap_or(0));
    }
}

impl Point {
    /// The number one in the units of [`Point::shares`].
    pub const ONE: u64 = 1_000_000_000_000;

    pub(super) fn count(&mut self, record: &Record) {
        let played = record.results.games();
        for (&curve, spread) in &mut self.curves {
            let Some(value) = curve.value(record) else {
                continue;
            };
            spread.count(value);
            if played < self.games {
                *self.short.entry((curve, value, played)).or_default() += 1;
            }
        }
    }

    /// Adds the counts of other runs. Of a curve that some of the runs lack, nothing is kept.
    pub(super) fn absorb(&mut self, mut other: Self) {
        let is_begun = |point: &Self| point.curves.values().any(|spread| !spread.is_empty());
        if !is_begun(self) {
            self.curves = other.curves;
        } else if is_begun(&other) {
            self.curves
                .retain(|curve, _| other.curves.contains_key(curve));
            for (curve, spread) in &mut self.curves {
                spread.absorb(other.curves.remove(curve).unwrap_or_default());
            }
        }
        for (short, times) in other.short {
            *self.short.entry(short).or_default() += times;
        }
        self.short
            .retain(|(curve, ..), _| self.curves.contains_key(curve));
        if let (Some(score), Some(other)) = (&mut self.score, other.score) {
            score.raised.absorb(other.raised);
        }
    }

    /// The values of a curve as shares of the games played, in parts of [`Point::ONE`], over the runs that
    /// played any games.
    pub fn shares(&self, curve: Curve) -> Spread {
        let mut shares = Spread::default();
        let mut count = |value: u64, games: u64, times: u64| {
            let share = u128::from(value) * u128::from(Self::ONE) / u128::from(games.max(1));
            let share = u64::try_from(share).unwrap_or(u64::MAX);
            if games > 0 && times > 0 {
                shares.count_times(share, times);
            }
        };
        let mut whole = self.curves.get(&curve).cloned().unwrap_or_default();
        let all = (curve, 0, 0)..=(curve, u64::MAX, u64::MAX);
        for (&(_, value, played), &times) in self.short.range(all) {
            whole.take_times(value, times);
            count(value, played, times);
        }
        for (value, times) in whole.values() {
            count(value, self.games, times);
        }
        shares
    }
}

/// The points of the curves, with nothing counted yet.
pub(super) fn points(setting: &StudySetting) -> Vec<Point> {
    let curves: BTreeMap<_, _> = Curve::all(setting.learners, setting.exact.has_sets())
        .into_iter()
        .map(|curve| (curve, Spread::default()))
        .collect();
    let each = setting.sets_of_a_point();
    let mut points = Vec::new();
    let mut played = 0;
    while played < setting.sets {
        let covered = each.min(setting.sets - played);
        played += covered;
        points.push(Point {
            after: played,
            sets: covered,
            games: covered * setting.games_per_set,
            curves: curves.clone(),
            short: BTreeMap::new(),
            score: setting.has_score().then(|| Scores {
                games: played * setting.games_per_set,
                ..Scores::default()
            }),
        });
    }
    points
}
