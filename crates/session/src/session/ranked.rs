//! The trainings of a sweep, ranked: the runs of one seed choose the best, the runs of another report it.

use std::cmp::Ordering;

use super::certain::certain;
use crate::arena::{Comparisons, Curve, Finals, Interval, Spread, StudySetting};
use crate::game::Side;
use crate::interrupt;
use crate::learn::Learners;
use crate::store::{Course, Part, SweepGrid, SweptRun};
use crate::text::{count, float};

/// The figure by which the trainings are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SweepFigure {
    /// Games not lost in the last ten sets.
    #[default]
    NotLost,
    /// Games won in the last ten sets.
    Won,
    /// With exact results, the chance not to lose in the worst case.
    WorstCase,
}

impl SweepFigure {
    /// All figures.
    pub const ALL: [Self; 3] = [Self::NotLost, Self::Won, Self::WorstCase];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotLost => "not-lost",
            Self::Won => "won",
            Self::WorstCase => "worst-case",
        }
    }

    /// What it is in a sweep of this length.
    pub fn in_words(self, setting: &StudySetting) -> String {
        let last = count(SweptRun::last_games(setting), "game", "games");
        match self {
            Self::NotLost => format!("not lost in the last {last}"),
            Self::Won => format!("won in the last {last}"),
            Self::WorstCase => "exactly: not lost in the worst case".to_owned(),
        }
    }

    /// What a training must have in common with others to be ranked with them.
    pub fn contest(self, setting: &StudySetting) -> Contest<'_> {
        let opponent = match self {
            Self::NotLost | Self::Won => Some(&*setting.opponent),
            Self::WorstCase => None,
        };
        // Of two that learn against each other, the first is ranked.
        let learners = match setting.learners {
            Learners::Both => Learners::First,
            learners => learners,
        };
        (&setting.game, learners, opponent)
    }

    fn of_run(self, run: &SweptRun) -> u64 {
        match self {
            Self::NotLost => run.not_lost,
            Self::Won => run.won,
            Self::WorstCase => SweptRun::ONE - run.worst_case_loss.unwrap_or(SweptRun::ONE),
        }
    }

    /// What is certain: whether it is 0 in every run of the training.
    fn is_nothing(self, course: &Course) -> bool {
        let setting = &course.setting;
        let side = setting.learners.sides().next().unwrap_or(Side::First);
        let curve = match self {
            Self::NotLost => Curve::NotLost(side),
            Self::Won => Curve::Wins(side),
            Self::WorstCase => return false,
        };
        let game = course.game();
        game.is_ok_and(|game| certain(&game, setting).is_nothing(curve, setting))
    }
}

/// The runs of a training with one seed.
pub struct Half {
    /// The mean of the figure, a share from 0 to 1.
    pub mean: f64,
    /// Its standard error; `None` for one run, unless the figure is certain.
    pub error: Option<f64>,
    /// The interval for the mean over all possible runs; `None` for few runs, unless it is certain.
    pub interval: Option<Interval>,
    /// What a tenth of the runs do not exceed, and what nine tenths do not.
    pub most_runs: [f64; 2],
    /// The mean of the games until few were lost; a run that never came to that counts with all its games.
    pub games: f64,
    /// Its standard error; `None` for one run, and where some never came to it.
    pub games_error: Option<f64>,
    /// How many runs never came to it.
    pub never: u64,
}

impl Half {
    /// The figures of these runs of a training.
    pub fn new(runs: &[SweptRun], figure: SweepFigure, course: &Course) -> Self {
        interrupt::point();
        let setting = &course.setting;
        let most = setting.size().games_per_run();
        let runs = runs.iter();
        let whole = match figure {
            SweepFigure::NotLost | SweepFigure::Won => SweptRun::last_games(setting),
            SweepFigure::WorstCase => SweptRun::ONE,
        };
        let share = |value: f64| value / float(whole);
        let strength: Spread = runs.clone().map(|run| figure.of_run(run)).collect();
        let is_nothing = figure.is_nothing(course);
        let games = runs.clone().map(|run| run.reached.unwrap_or(most));
        let games: Spread = games.collect();
        let never = runs.filter(|run| run.reached.is_none()).count() as u64;
        let interval = strength.interval(if is_nothing { 0 } else { whole }, Comparisons::TOGETHER);
        let interval = interval.filter(|_| strength.len() >= Finals::FEW || is_nothing);
        Self {
            interval: interval.map(|Interval { low, high }| Interval {
                low: share(low),
                high: share(high),
            }),
            mean: share(strength.mean()),
            error: (strength.error().map(share)).or(is_nothing.then_some(0.0)),
            most_runs: [10, 90].map(|part| share(float(strength.quantile(part)))),
            games: games.mean(),
            games_error: games.error().filter(|_| never == 0),
            never,
        }
    }
}

/// A training of a sweep with its rank.
pub struct RankedTraining<'a> {
    /// The values of the parameters.
    pub values: &'a [String],
    /// What was played, on the seed that chooses.
    pub setting: &'a StudySetting,
    /// The number of its contest.
    pub contest: usize,
    /// Its rank in its contest, from 1.
    pub place: u64,
    /// Its runs that choose.
    pub chosen: Half,
    /// Its runs that are reported.
    pub reported: Half,
    /// By the runs that choose, no other training is both as quick and as strong.
    pub is_front: bool,
}

/// What trainings must have in common to be ranked together: the game, the learner, and the opponent, unless the
/// figure is measured against the same ones anyway.
pub type Contest<'a> = (&'a str, Learners, Option<&'a str>);

/// A sweep that was played, its trainings ranked.
pub struct Ranked<'a> {
    /// What tells the trainings apart.
    pub grid: &'a SweepGrid,
    /// What they have in common, as the first one has it.
    pub setting: &'a StudySetting,
    /// The figure by which they are ranked.
    pub figure: SweepFigure,
    /// The best first, by the runs that choose.
    pub rows: Vec<RankedTraining<'a>>,
}

impl<'a> Ranked<'a> {
    /// Ranks the trainings of a grid, each with its runs that choose and those that are reported.
    ///
    /// # Panics
    ///
    /// If there is no training.
    #[must_use]
    pub fn new(
        grid: &'a SweepGrid,
        courses: &'a [Course],
        halves: Vec<[Half; 2]>,
        figure: SweepFigure,
    ) -> Self {
        let rows = grid.values.iter().zip(courses).zip(halves);
        let rows = rows.map(|((values, course), [chosen, reported])| RankedTraining {
            values,
            setting: &course.setting,
            contest: 0,
            place: 0,
            chosen,
            reported,
            is_front: false,
        });
        let mut rows: Vec<RankedTraining<'_>> = rows.collect();
        // In the order in which the grid has the contests.
        let mut contests: Vec<Contest<'_>> = Vec::new();
        for row in &mut rows {
            let own = figure.contest(row.setting);
            let known = contests.iter().position(|contest| *contest == own);
            row.contest = known.unwrap_or(contests.len());
            if known.is_none() {
                contests.push(own);
            }
        }
        let better = |one: &RankedTraining<'_>, other: &RankedTraining<'_>| {
            let strength = other.chosen.mean.total_cmp(&one.chosen.mean);
            strength.then(one.chosen.games.total_cmp(&other.chosen.games))
        };
        rows.sort_by(|one, other| one.contest.cmp(&other.contest).then(better(one, other)));
        let setting = &courses[0].setting;
        let has_front = setting.fits_window()
            && rows.windows(2).all(|pair| {
                let [one, other] = [&pair[0], &pair[1]].map(|row| row.setting);
                SweepFigure::NotLost.contest(one) == SweepFigure::NotLost.contest(other)
            });
        // From the strongest to the weakest, each must be quicker than all before it, or equal to one there.
        let (mut quickest, mut place): (Option<usize>, u64) = (None, 0);
        for i in 0..rows.len() {
            if i > 0 && rows[i].contest != rows[i - 1].contest {
                (quickest, place) = (None, 0);
            }
            place += 1;
            rows[i].place = place;
            let is_front = quickest.is_none_or(|last| {
                let quicker = rows[i].chosen.games.total_cmp(&rows[last].chosen.games);
                quicker == Ordering::Less || better(&rows[last], &rows[i]) == Ordering::Equal
            });
            if is_front {
                rows[i].is_front = has_front;
                quickest = Some(i);
            }
        }
        Self {
            grid,
            setting,
            figure,
            rows,
        }
    }

    /// The seed that chooses and the one that reports.
    pub fn seeds(&self) -> [u64; 2] {
        let seed = self.setting.seed;
        [seed, Part::other_seed(seed)]
    }

    /// Whether a run is long enough to say how soon it lost little.
    pub fn has_speed(&self) -> bool {
        self.setting.fits_window()
    }

    /// Those on the front, from the quickest to the strongest.
    pub fn front(&self) -> impl Iterator<Item = &RankedTraining<'a>> {
        self.rows.iter().rev().filter(|row| row.is_front)
    }

    /// Whether there is a front: none where runs are too short, or games were against several opponents, of which one
    /// is beaten sooner than the other.
    pub fn has_front(&self) -> bool {
        self.front().next().is_some()
    }

    /// Whether the trainings are ranked in several contests, each by itself.
    pub fn has_contests(&self) -> bool {
        self.rows.last().is_some_and(|row| row.contest > 0)
    }

    /// The parameters of a training, such as `win +3 all, start [4]`.
    pub fn name(&self, row: &RankedTraining<'_>) -> String {
        let pairs = self.grid.parameters.iter().zip(row.values);
        let pairs = pairs.map(|(name, value)| format!("{name} {value}"));
        pairs.collect::<Vec<_>>().join(", ")
    }

    /// What all trainings have in common.
    pub fn common(&self) -> String {
        let setting = self.setting;
        let is_varied = |name: &str| self.grid.parameters.iter().any(|known| known == name);
        let mut all = vec![
            ("game", setting.game.clone()),
            ("learner", format!("{} learning", setting.learners)),
            ("rule", format!("rule {}", setting.rule.name)),
        ];
        let mut opponents = self.rows.iter().map(|row| &row.setting.opponent);
        if opponents.all(|opponent| *opponent == setting.opponent) {
            all.push(("opponent", format!("against {}", setting.opponent)));
        }
        all.retain(|(name, _)| !is_varied(name));
        let words: Vec<String> = all.into_iter().map(|(_, words)| words).collect();
        words.join(", ")
    }

    /// The rules of the trainings, in the order of their rows.
    pub fn rules(&self) -> Vec<String> {
        let rows = self.rows.iter();
        rows.map(|row| row.setting.rule.to_toml()).collect()
    }
}
