//! The figures of a sweep: a row for each training, the best first.

use std::cmp::Ordering;

use clap::ValueEnum;
use matchboxes::arena::{Comparisons, Interval, Spread, StudySetting};
use matchboxes::game::Side;
use matchboxes::learn::Learners;
use matchboxes::session::Opposing;
use matchboxes::store::{Course, HeldPart, Part, SweepGrid, SweptRun};
use matchboxes::text::{count, decimal, float, thousands};
use matchboxes::{Error, Result};
use matchboxes_report::{self as report, Column, Form, Row, Table, View};

use crate::measure::study::size_in_words;
use crate::output::width::{shown, wrapped};

/// The grid of a part that is known to be of a sweep.
pub(super) fn grid_of(part: &Part) -> &SweepGrid {
    part.grid().expect("a part of a sweep has a grid")
}

/// The figure by which the trainings are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Figure {
    /// Games not lost in the last ten sets
    #[default]
    NotLost,
    /// Games won in the last ten sets
    Won,
    /// With --exact, the chance not to lose in the worst case
    WorstCase,
}

impl Figure {
    const fn name(self) -> &'static str {
        match self {
            Self::NotLost => "not-lost",
            Self::Won => "won",
            Self::WorstCase => "worst-case",
        }
    }

    /// What it is in a sweep of this length.
    pub(super) fn in_words(self, part: &Part) -> String {
        let last = count(SweptRun::last_games(part.setting()), "game", "games");
        match self {
            Self::NotLost => format!("not lost in the last {last}"),
            Self::Won => format!("won in the last {last}"),
            Self::WorstCase => "exactly: not lost in the worst case".to_owned(),
        }
    }

    fn contest(self, setting: &StudySetting) -> Contest<'_> {
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

    /// The figure of a run, and what it is at most.
    fn of_run(self, run: &SweptRun, part: &Part) -> (u64, u64) {
        match self {
            Self::NotLost => (run.not_lost, SweptRun::last_games(part.setting())),
            Self::Won => (run.won, SweptRun::last_games(part.setting())),
            Self::WorstCase => (
                SweptRun::ONE - run.worst_case_loss.unwrap_or(SweptRun::ONE),
                SweptRun::ONE,
            ),
        }
    }
}

/// The runs of a training with one seed.
pub(super) struct Half {
    /// The mean of the figure in percent.
    pub(super) mean: f64,
    /// Its standard error in points.
    pub(super) error: f64,
    /// The interval for the mean over all possible runs, in percent; assumes nothing about their distribution.
    pub(super) interval: Interval,
    /// What a tenth of the runs do not exceed, and what nine tenths do not, in percent.
    pub(super) most_runs: [f64; 2],
    /// The mean of the games until few were lost; a run that never came to that counts with all its games.
    pub(super) games: f64,
    games_error: f64,
    never: u64,
}

impl Half {
    fn from_runs(runs: &[SweptRun], figure: Figure, part: &Part) -> Self {
        let most = part.setting().size().games_per_run();
        let runs = runs.iter();
        let whole = runs.clone().map(|run| figure.of_run(run, part).1).max();
        let percent = |value: f64| 100.0 * value / float(whole.unwrap_or(1));
        let strength: Spread = runs.clone().map(|run| figure.of_run(run, part).0).collect();
        let games = runs.clone().map(|run| run.reached.unwrap_or(most));
        let games: Spread = games.collect();
        let values: Vec<_> = strength
            .values()
            .map(|(value, times)| (percent(float(value)), times))
            .collect();
        Self {
            interval: Interval::of_mean(&values, [0.0, 100.0], Comparisons::TOGETHER),
            mean: percent(strength.mean()),
            error: percent(strength.error()),
            most_runs: [10, 90].map(|part| percent(float(strength.quantile(part)))),
            games: games.mean(),
            games_error: games.error(),
            never: runs.filter(|run| run.reached.is_none()).count() as u64,
        }
    }
}

pub(super) struct RankedTraining<'a> {
    /// The values of the parameters.
    pub(super) values: &'a [String],
    course: &'a Course,
    /// The number of its contest.
    contest: usize,
    /// Its rank in its contest, from 1.
    place: u64,
    pub(super) chosen: Half,
    pub(super) reported: Half,
    /// By the runs that choose, no other training is both as quick and as strong.
    pub(super) is_front: bool,
}

/// What trainings must have in common to be ranked together: the game, the learner, and the opponent, unless the
/// figure is measured against the same ones anyway.
type Contest<'a> = (&'a str, Learners, Option<&'a str>);

/// A sweep that was played, its trainings ranked.
pub(super) struct Ranked<'a> {
    pub(super) part: &'a Part,
    pub(super) grid: &'a SweepGrid,
    pub(super) figure: Figure,
    /// The best first, by the runs that choose.
    pub(super) rows: Vec<RankedTraining<'a>>,
}

impl<'a> Ranked<'a> {
    pub(super) fn new(held: &'a mut HeldPart, figure: Figure) -> Result<Self> {
        let (runs, cells) = (held.part.setting().runs, held.part.courses.len() as u64);
        let mut half = |study: u64| {
            let runs = held.swept(study * runs..(study + 1) * runs)?;
            Ok::<_, Error>(Half::from_runs(&runs, figure, &held.part))
        };
        let halves = (0..cells).map(|i| Ok([half(2 * i)?, half(2 * i + 1)?]));
        let halves: Vec<[Half; 2]> = halves.collect::<Result<_>>()?;
        let part = &held.part;
        let grid = grid_of(part);
        let rows = grid.values.iter().zip(&part.courses).zip(halves);
        let rows = rows.map(|((values, course), [chosen, reported])| RankedTraining {
            values,
            course,
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
            let own = figure.contest(&row.course.setting);
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
        let has_front = part.setting().fits_window()
            && rows.windows(2).all(|pair| {
                let [one, other] = [&pair[0], &pair[1]].map(|row| &row.course.setting);
                Figure::NotLost.contest(one) == Figure::NotLost.contest(other)
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
        Ok(Self {
            part,
            grid,
            figure,
            rows,
        })
    }

    /// The seed that chooses and the one that reports.
    pub(super) fn seeds(&self) -> [u64; 2] {
        let seed = self.part.setting().seed;
        [seed, Part::other_seed(seed)]
    }

    /// Whether a run is long enough to say how soon it lost little.
    pub(super) fn has_speed(&self) -> bool {
        self.part.setting().fits_window()
    }

    /// Those on the front, from the quickest to the strongest.
    pub(super) fn front(&self) -> impl Iterator<Item = &RankedTraining<'a>> {
        self.rows.iter().rev().filter(|row| row.is_front)
    }

    /// Whether there is a front: none where runs are too short, or games were against several opponents, of which one
    /// is beaten sooner than the other.
    pub(super) fn has_front(&self) -> bool {
        self.front().next().is_some()
    }

    /// Whether the trainings are ranked in several contests, each by itself.
    fn has_contests(&self) -> bool {
        self.rows.last().is_some_and(|row| row.contest > 0)
    }

    /// The parameters of a training, such as `win +3 all, start [4]`.
    pub(super) fn name(&self, row: &RankedTraining<'_>) -> String {
        let pairs = self.grid.parameters.iter().zip(row.values);
        let pairs = pairs.map(|(name, value)| format!("{name} {value}"));
        pairs.collect::<Vec<_>>().join(", ")
    }

    /// What all trainings have in common.
    pub(super) fn common(&self) -> String {
        let setting = self.part.setting();
        let is_varied = |name: &str| self.grid.parameters.iter().any(|known| known == name);
        let mut words = Vec::new();
        if !is_varied("game") {
            words.push(setting.game.clone());
        }
        if !is_varied("learner") {
            words.push(format!("{} learning", setting.learners));
        }
        if !is_varied("rule") {
            words.push(format!("rule {}", setting.rule.name));
        }
        if !is_varied("opponent")
            && !self
                .rows
                .iter()
                .any(|row| row.course.setting.opponent != setting.opponent)
        {
            words.push(format!("against {}", setting.opponent));
        }
        words.join(", ")
    }

    pub(super) fn text(&self) -> String {
        let setting = self.part.setting();
        let [chosen, reported] = self.seeds();
        let trainings = count(self.rows.len() as u64, "training", "trainings");
        let size = size_in_words(setting.size());
        let what = self.common();
        let what = format!("{what}: {trainings}, {size} on each of two seeds");
        let figure = self.figure.in_words(self.part);
        let by = if self.has_contests() {
            "; ranked within each game, learner and opponent"
        } else {
            ""
        };
        let seeds =
            format!("{figure}, in %: chosen on seed {chosen}, reported on seed {reported}{by}");
        let rows: Vec<&RankedTraining<'_>> = self.rows.iter().collect();
        let mut text = wrapped(&what, "") + &wrapped(&seeds, "");
        text += &format!("\n{}", self.table(&rows));
        for best in self.rows.iter().filter(|row| row.place == 1) {
            text += &format!("\n{}", wrapped(&self.winner(best), ""));
        }
        if self.has_front() {
            let front = format!(
                "\nFront of speed and strength, by seed {chosen}: no other training is both sooner at \
                 {} % not lost of its last games and as strong.",
                SweptRun::PERCENT
            );
            let rows: Vec<&RankedTraining<'_>> = self.front().collect();
            text += &format!("{}\n{}", wrapped(&front, ""), self.table(&rows));
        }
        text
    }

    /// The best training of a contest with its figures on the seed that did not choose it.
    fn winner(&self, best: &RankedTraining<'_>) -> String {
        let rivals = self.rows.iter().filter(|row| row.contest == best.contest);
        let rivals = rivals.count() as u64;
        let setting = &best.course.setting;
        let contest = match self.figure.contest(setting) {
            _ if !self.has_contests() => String::new(),
            (game, learners, None) => format!(" in {game}, {learners} learning"),
            (game, learners, Some(_)) => {
                format!(" in {game}, {learners} learning, {}", setting.against())
            }
        };
        let [chosen, reported] = self.seeds();
        // Of the figures as they are shown.
        let shown = |half: &Half| (100.0 * half.mean).round() / 100.0;
        let lost = shown(&best.chosen) - shown(&best.reported);
        let change = match lost {
            0.0.. => format!("{} points less", decimal(lost, 2)),
            _ => format!("{} points more", decimal(-lost, 2)),
        };
        format!(
            "The best of {}{contest}: {}. {} % on seed {chosen}, by which it was chosen; {} % (wide 95 % CI: \
             {} to {}) on seed {reported}, whose runs had no part in the choice: {change}.",
            thousands(rivals),
            self.name(best),
            decimal(best.chosen.mean, 2),
            decimal(best.reported.mean, 2),
            decimal(best.reported.interval.low, 2),
            decimal(best.reported.interval.high, 2)
        )
    }

    fn table(&self, rows: &[&RankedTraining<'_>]) -> String {
        let seeds = self.seeds().map(|seed| format!("seed {seed}"));
        let games = format!("games until {} %", SweptRun::PERCENT);
        let Some((first, others)) = self.grid.parameters.split_first() else {
            return String::new();
        };
        let parameters = others.iter().zip(1..);
        // Only an opponent can be empty: where a machine learns against itself.
        let parameters = parameters.map(|(name, rank)| {
            let column = Column::of(name, rank).headed(name);
            column.or(Opposing::ITSELF)
        });
        let mut columns: Vec<Column<'_>> = parameters.collect();
        let rank = columns.len();
        let figures = [
            Column::of("chosen_mean", rank + 1).headed(&seeds[0]),
            Column::of("reported_mean", rank + 2).headed(&seeds[1]),
            Column::of("reported_error", rank + 3).headed("error"),
        ];
        columns.extend(figures.map(|column| column.written(Form::Decimals(2))));
        columns.extend([
            Column::of("reported_games", rank + 4)
                .headed(&games)
                .written(Form::Rounded),
            Column::of("reported_games_error", rank + 5)
                .headed("error")
                .written(Form::Rounded),
            Column::of("reported_not_reached", rank + 6).headed("never"),
        ]);
        let view = View {
            title: first.clone(),
            side: Side::First,
            columns: &columns,
        };
        shown(
            &view.table(
                rows.iter()
                    .map(|row| (row.values[0].clone(), self.row_of(row))),
            ),
        )
    }

    /// The table with a row for each training, the best first.
    pub(super) fn table_of_rows(&self) -> Table<'static> {
        let rows = self.rows.iter().map(|row| self.row_of(row));
        Table::known("trainings", rows.collect())
    }

    fn row_of(&self, row: &RankedTraining<'_>) -> Row {
        let own = &row.course.setting;
        let mut cells = report::training(own, own.size().games_per_run())
            .with("runs", own.runs)
            .with("place", row.place);
        for (name, value) in self.grid.parameters.iter().zip(row.values) {
            // The parameters that are no fields of a rule have their columns.
            if cells.get(name).is_none() {
                cells = cells.with(name.clone(), value);
            }
        }
        cells = cells
            .with("figure", self.figure.name())
            .with("reported_seed", self.seeds()[1]);
        for (which, half) in [("chosen", &row.chosen), ("reported", &row.reported)] {
            let known = |x: f64| self.has_speed().then_some(x);
            let never = self.has_speed().then_some(half.never);
            cells = cells
                .with(format!("{which}_mean"), half.mean)
                .with(format!("{which}_error"), half.error)
                .with(format!("{which}_low"), half.interval.low)
                .with(format!("{which}_high"), half.interval.high)
                .with(format!("{which}_games"), known(half.games))
                .with(format!("{which}_games_error"), known(half.games_error))
                .with(format!("{which}_not_reached"), never);
        }
        cells.with("front", row.is_front)
    }

    /// The rules of the trainings, in the order of their rows.
    pub(super) fn rules(&self) -> Vec<String> {
        let rows = self.rows.iter();
        rows.map(|row| row.course.setting.rule.to_toml()).collect()
    }
}
