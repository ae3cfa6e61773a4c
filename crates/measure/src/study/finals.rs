//! The final values of one figure in all runs of a training, with intervals.

use super::bounds::Certain;
use super::curve::{Curve, Figure, Play, Unit};
use super::figures::figure;
use super::final_figure::FinalFigure;
use super::holding::Holding;
use super::setting::StudySetting;
use super::speed::Speed;
use super::spread::Spread;
use super::total::Study;
use crate::game::Side;
use crate::interval::{Interval, Moments};
use crate::text::float;

/// The final values of one figure in all runs of a training: of a curve over the last sets together, the games
/// until a learner rarely lost, or whether a run is of a kind. A run that never reached the mark counts as slower than
/// all others in ranks and quantiles, and with all its games in the mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Finals {
    /// What they are of.
    pub figure: FinalFigure,
    /// The way of play that it describes.
    pub play: Play,
    /// The values, in parts of `one`.
    values: Spread,
    /// The number of runs that have no value because they never reached the mark.
    pub not_reached: u64,
    one: f64,
    /// The smallest possible value.
    least: u64,
    /// The largest possible value, if it is known.
    most: Option<u64>,
    /// Whether it was computed of the table at the end, and is not of the games of the training.
    is_computed: bool,
}

impl Finals {
    /// All final figures of a study, within the bounds of what is certain. Exact ones are rounded to hundredths of a
    /// percent.
    pub fn from_study(study: &Study, certain: Certain) -> Vec<Self> {
        Self::all(study, certain, Figure::ONE, |curve| {
            study.last(curve).cloned().unwrap_or_default()
        })
    }

    /// Why not all of these are names of final figures of a training, if so.
    pub fn misnamed(setting: &StudySetting, named: &[String]) -> Option<String> {
        let all = Self::from_study(&Study::empty(setting.clone()), Certain::default());
        let mut names: Vec<String> = Vec::new();
        for name in all.iter().map(|finals| finals.figure.name()) {
            // One of greedy play has the name of another.
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let unknown = named.iter().find(|name| !names.contains(name))?;
        let names = names.join(", ");
        Some(format!(
            "this study has no figure `{unknown}`, only {names}"
        ))
    }

    /// All of them with these values of the curves; `one` is the number one of exact figures.
    pub(super) fn all(
        study: &Study,
        certain: Certain,
        one: u64,
        values: impl Fn(Curve) -> Spread,
    ) -> Vec<Self> {
        let (setting, games) = (&study.setting, study.last_games());
        let curves = Curve::of_ends(setting);
        let of_curve = |&curve: &Curve| Self {
            figure: FinalFigure::of_curve(curve),
            play: curve.play(setting.explores()),
            values: values(curve),
            not_reached: 0,
            one: if curve.is_exact() { float(one) } else { 1.0 },
            least: 0,
            most: if certain.is_nothing(curve, setting) {
                Some(0)
            } else {
                curve.most(games, one)
            },
            is_computed: curve.is_exact(),
        };
        let mut all: Vec<Self> = curves.iter().map(of_curve).collect();
        for side in setting.learners.sides() {
            all.extend(Self::kinds(study, games, side, &values));
        }
        all.extend(
            study
                .speeds_in_windows()
                .map(|one| Self::of_speed(one, setting)),
        );
        all
    }

    /// How many runs are of a kind: they lost none of their last games, resigned most, or never lose.
    fn kinds<'a>(
        study: &'a Study,
        games: u64,
        side: Side,
        values: &'a impl Fn(Curve) -> Spread,
    ) -> impl Iterator<Item = Self> + 'a {
        let setting = &study.setting;
        let count = |curve: Curve, is_it: &dyn Fn(u64) -> bool| {
            let found = values(curve);
            let found = found.values().filter(|&(value, _)| is_it(value));
            found.map(|(_, times)| times).sum::<u64>()
        };
        let resigned = [Curve::Resigned(side), Curve::Refused(side)];
        let resigned = resigned
            .map(|curve| count(curve, &|n: u64| n > games / 2))
            .iter()
            .sum();
        let worst = [
            Curve::Exact(side, Figure::WorstCaseLoss),
            Curve::Greedy(side, Figure::WorstCaseLoss),
        ];
        let worst = worst
            .into_iter()
            .filter(|curve| Curve::of_ends(setting).contains(curve));
        let mut kinds = vec![
            (
                Curve::NotLost(side),
                FinalFigure::LostNone(side),
                count(Curve::NotLost(side), &|n| n == games),
            ),
            (
                Curve::Resigned(side),
                FinalFigure::MostlyResigned(side),
                resigned,
            ),
        ];
        kinds.extend(worst.map(|curve| (curve, FinalFigure::NeverLoses(side), study.zeros(curve))));
        kinds.into_iter().map(move |(curve, figure, times)| {
            let mut values = Spread::default();
            for (value, times) in [(0, setting.runs - times), (1, times)] {
                if times > 0 {
                    values.count_times(value, times);
                }
            }
            Self {
                figure,
                play: curve.play(setting.explores()),
                values,
                not_reached: 0,
                one: 1.0,
                least: 0,
                most: Some(1),
                is_computed: curve.is_exact(),
            }
        })
    }

    /// The games until a learner rarely lost.
    #[must_use]
    pub fn of_speed(speed: &Speed, setting: &StudySetting) -> Self {
        Self {
            figure: FinalFigure::GamesUntil(speed.side, speed.percent),
            play: Curve::Draws.play(setting.explores()),
            values: speed.games.clone(),
            not_reached: speed.not_reached,
            one: 1.0,
            least: setting.window,
            most: Some(setting.size().games_per_run()),
            is_computed: false,
        }
    }

    /// Its name for people.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a test asks for the entries of all final figures"
    )]
    pub fn label(&self, holding: Holding) -> String {
        let entry = figure(&self.figure.name()).expect("`figures.txt` has every final figure");
        entry.label_of(self.figure.side(), holding)
    }

    /// What is a whole for a figure that is a share of games or a chance.
    pub fn whole(&self, study: &Study) -> Option<f64> {
        match self.figure {
            FinalFigure::Curve(curve) => match curve.unit() {
                Unit::Share => Some(float(study.last_games())),
                Unit::Chance => Some(1.0),
                Unit::Count => None,
            },
            _ => None,
        }
    }

    /// Whether the other is the same figure of the same way of play.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.figure, self.play) == (other.figure, other.play)
    }

    /// The same, where figures of the games of a training are alike only against the same opponent.
    pub(super) fn is_like(&self, other: &Self, have_like_games: bool) -> bool {
        self.is_same(other) && (self.is_computed || have_like_games)
    }

    /// The number of runs that have this figure: one that is a share of nothing in a run is not there.
    pub fn runs(&self) -> u64 {
        self.values.len() + self.not_reached
    }

    /// The values, each with how often it occurred, in ascending order; `None` counts the runs that never
    /// reached the mark.
    pub fn values(&self) -> impl Iterator<Item = (Option<f64>, u64)> {
        let values = self.values.values();
        let values = values.map(|(value, times)| (Some(float(value) / self.one), times));
        let never = (self.not_reached > 0).then_some((None, self.not_reached));
        values.chain(never)
    }

    /// The smallest and the largest possible value, if they are known.
    pub fn bounds(&self) -> Option<[f64; 2]> {
        let most = float(self.most?) / self.one;
        Some([(float(self.least) / self.one).min(most), most])
    }

    /// The smallest and the largest value; `None` if no run reached the mark.
    pub fn range(&self) -> [Option<f64>; 2] {
        let mut values = self.values().filter_map(|(value, _)| value);
        let least = values.next();
        [least, values.last().or(least)]
    }

    /// With fewer runs than this, intervals are too wide to be useful.
    pub const FEW: u64 = 10;

    /// Whether it has the same value in every run of every learner: what is certain leaves no other. A mark may never be
    /// reached.
    pub fn is_certain(&self) -> bool {
        let is_mark = matches!(self.figure, FinalFigure::GamesUntil(..));
        !is_mark && self.bounds().is_some_and(|[least, most]| least >= most)
    }

    /// The values, where runs that never reached the mark count with all their games.
    fn counted(&self) -> Vec<(f64, u64)> {
        let most = self.bounds().map_or(0.0, |[_, most]| most);
        let values = self.values();
        values
            .map(|(value, times)| (value.unwrap_or(most), times))
            .collect()
    }

    fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for (value, times) in self.counted() {
            moments.add_times(value, float(times));
        }
        moments
    }

    /// The mean of the runs that have this figure, 0 without any; runs that never reached the mark count with all
    /// their games, which makes it a lower bound.
    pub fn mean(&self) -> f64 {
        if self.not_reached > 0 {
            return self.moments().mean();
        }
        self.values.mean() / self.one
    }

    /// The standard error of the mean; `None` for one run, unless the value is certain, and where a run never reached
    /// the mark, so that the mean is only a lower bound.
    pub fn error(&self) -> Option<f64> {
        if self.is_certain() {
            return Some(0.0);
        }
        let error = self.moments().error();
        error.filter(|_| self.not_reached == 0)
    }

    /// The standard deviation over the runs, where there is an error.
    pub fn deviation(&self) -> Option<f64> {
        Some(self.error()? * float(self.runs()).sqrt())
    }

    /// The interval for the mean over all possible runs, without assumptions on their distribution
    /// ([`Interval::of_mean`]); `None` for few runs, unless the value is certain, where the bounds of the figure are not
    /// known, and where a run never reached the mark.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        self.interval_of_times(1, level)
    }

    /// Whether there is an interval for the mean.
    pub(super) fn has_interval(&self) -> bool {
        let are_enough = self.runs() >= Self::FEW || self.is_certain() && self.runs() > 0;
        are_enough && self.not_reached == 0 && self.bounds().is_some()
    }

    /// The interval that `times` as many runs would give if all were like these.
    pub(super) fn interval_of_times(&self, times: u64, level: f64) -> Option<Interval> {
        let bounds = self.bounds().filter(|_| self.has_interval())?;
        let mut values = self.counted();
        for (_, n) in &mut values {
            *n *= times;
        }
        Some(Interval::of_mean(&values, bounds, level))
    }

    /// The value of this rank, counted from 1; `None` if that run never reached the mark.
    fn ranked(&self, rank: u64) -> Option<f64> {
        self.values
            .ranked(rank)
            .map(|value| float(value) / self.one)
    }

    /// The smallest value that at least `part` percent of the runs do not exceed; `None` if fewer runs
    /// reached the mark.
    pub fn quantile(&self, part: u64) -> Option<f64> {
        self.ranked((self.runs() * part).div_ceil(100).max(1))
    }

    /// The ends of the interval of the long-run quantile: two values that occurred, for every distribution.
    /// `None` where there are too few runs for an end, or the run there never reached the mark.
    pub fn quantile_interval(&self, part: u64, level: f64) -> [Option<f64>; 2] {
        let ranks = Interval::ranks(self.runs(), float(part) / 100.0, level);
        ranks.map(|rank| self.ranked(rank?))
    }

    /// The mean of the middle half of the runs, which a few outliers do not change; `None` without runs, or if
    /// a run of this half never reached the mark.
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
        let chances = self.chances_of_more(other);
        let all: u64 = chances.iter().map(|(_, times)| times).sum();
        let wins: f64 = chances
            .iter()
            .map(|&(chance, times)| chance * float(times))
            .sum();
        if all > 0 && other.runs() > 0 {
            wins / float(all)
        } else {
            0.5
        }
    }

    /// The interval of that chance in the long run. The runs of both trainings are chosen by chance: it reaches as
    /// far as the intervals of each together, as the interval of a difference does, if the other's runs were all
    /// there are.
    pub fn interval_of_more(&self, other: &Self, level: f64) -> Interval {
        let reach = |one: &Self, other: &Self| {
            let of = Interval::of_mean(&one.chances_of_more(other), [0.0, 1.0], level);
            (one.chance_of_more(other), of)
        };
        let (more, less) = (reach(self, other), reach(other, self));
        let Interval { low, high } = Interval::of_difference(more, less);
        // The difference of both chances is the chance of more minus the rest.
        Interval {
            low: (low + less.0).max(0.0),
            high: (high + less.0).min(1.0),
        }
    }

    /// For each value the chance that it is more than the value of a run of the other training, and how often it occurred.
    fn chances_of_more(&self, other: &Self) -> Vec<(f64, u64)> {
        let order = |value: Option<f64>| value.unwrap_or(f64::INFINITY);
        let mut others = other.values().peekable();
        let mut less = 0.0;
        self.values()
            .map(|(value, times)| {
                while let Some((_, n)) = others.next_if(|&(x, _)| order(x) < order(value)) {
                    less += float(n);
                }
                let equal = others.peek().filter(|(x, _)| *x == value);
                let equal = equal.map_or(0.0, |&(_, n)| float(n));
                ((less + equal / 2.0) / float(other.runs().max(1)), times)
            })
            .collect()
    }
}
