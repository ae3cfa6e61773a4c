//! Generates three pages: `docs/records/machines.md`, which measures every published machine, `docs/records/michie-1961.md`,
//! which replays a tournament, and `docs/records/michie-1963.md`, which replays a paper.

#[path = "machines/hexapawn.rs"]
mod hexapawn;
#[path = "machines/michie_1961.rs"]
mod michie_1961;
#[path = "machines/michie_1963.rs"]
mod michie_1963;

use std::path::Path;
use std::{fmt, fs};

use matchboxes::arena::{Evaluation, Ground};
use matchboxes::game::Side;
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::learn::{
    Empty, Evaluator, Exact, Layout, Learners, Record, Rule, Snapshot, Training, preset, presets,
};
use matchboxes::roster;
use matchboxes_pictures::plot::{Point, Series};
use rayon::prelude::*;

use crate::place::is_current;
use crate::whole::is_whole;

const GAME: AnyGame = AnyGame::TicTacToe(TicTacToe);

const RUNS: u64 = 100;

/// The results of one run.
struct RunResults {
    /// All its sets together, and the last tenth of them.
    all: Record,
    end: Record,
    /// The evaluation of its final table; zeros if none was requested.
    exact: Exact,
}

/// The runs of one machine.
struct Machine {
    side: Side,
    runs: Vec<RunResults>,
}

impl Machine {
    fn new(rule: Rule, opponent: &str, games_per_set: u64, exact: bool) -> Self {
        let learners = rule.learner.unwrap_or_default();
        let side = learners.sides().next().expect("a learner");
        let ground = || Ground::new(GAME).expect("a small game");
        let evaluation = exact.then(|| Evaluation::on(&ground(), Layout::from(&rule)));
        let training = Training::new(GAME, rule).learners(learners).opponent(
            opponent,
            roster::opponent(&GAME, opponent, side.other()).expect("an opponent"),
        );
        let training = training.games_per_set(games_per_set);
        let mut group = training.begin_group(0..RUNS).unwrap();
        (0..100).for_each(|_| group.play_set());
        let runs = group.histories().zip(0..).map(|(history, run)| RunResults {
            all: history.last(100),
            end: history.last(10),
            exact: evaluation.as_ref().map_or_else(Exact::default, |it| {
                it.evaluate(side, &mut |key, beads| {
                    let found = group.beads(run, side, key);
                    let met = found.is_some();
                    *beads = found.unwrap_or_default();
                    met
                })
            }),
        });
        let runs = runs.collect();
        Self { side, runs }
    }

    /// The mean of a figure over the runs, and its standard error.
    fn mean(&self, figure: impl Fn(&RunResults) -> u64) -> Mean {
        Mean::of(self.runs.iter().map(|run| (float(figure(run)), 1.0)))
    }

    /// The percentage of `of` that `part` makes up, over all runs together.
    fn share(&self, part: impl Fn(&Record) -> u64, of: impl Fn(&Record) -> u64) -> Mean {
        let runs = self.runs.iter().map(|run| &run.all);
        Mean::of(runs.map(|all| (100.0 * float(part(all)), float(of(all)))))
    }

    /// The percentage of all games, without refused ones, that `games` counts.
    fn percent(&self, games: impl Fn(&Record) -> u64) -> Mean {
        self.share(games, |all| all.results.games())
    }

    /// The number of machines for which `games` counts at least 99 % of the games at the end.
    fn settled(&self, games: impl Fn(&Record) -> u64) -> usize {
        let settled = |run: &&RunResults| {
            let end = &run.end;
            end.results.games() > 0 && games(end) * 100 >= end.results.games() * 99
        };
        self.runs.iter().filter(settled).count()
    }

    /// The number of machines that played no game at the end.
    fn refusing(&self) -> usize {
        let runs = self.runs.iter();
        runs.filter(|run| run.end.results.games() == 0).count()
    }

    /// An exact chance in percent.
    fn exact(&self, chance: impl Fn(&Exact) -> u64) -> Mean {
        self.mean(|run| chance(&run.exact)).times(1e-10)
    }

    /// The mean over the runs in which play reaches a choice that matters.
    fn optimal_reached(&self) -> Mean {
        let shares = self.runs.iter().filter_map(|run| run.exact.optimal_reached);
        Mean::of(shares.map(|share| (float(share), 1.0))).times(1e-10)
    }

    fn resigned(&self) -> impl Fn(&Record) -> u64 {
        let side = self.side.index();
        move |record| record.resigned[side]
    }

    /// The mean of a figure of the table.
    fn snapshot(&self, of: fn(&Snapshot) -> u64) -> Mean {
        self.mean(|run| run.all.snapshots[self.side.index()].as_ref().map_or(0, of))
    }

    fn trained_on_random(&self, name: &str) -> String {
        let side = self.side;
        let boxes = self.snapshot(|s| s.boxes);
        format!(
            "| {name} | {boxes} | {} | {} | {} | {} | {} | {} | {} |\n",
            self.percent(|record| record.results.wins(side)),
            self.percent(|record| record.results.draws),
            self.percent(|record| record.results.wins(side.other())),
            self.exact(|exact| exact.random[0]),
            self.exact(|exact| exact.perfect[2]),
            self.exact(|exact| exact.worst_case_loss),
            self.optimal_reached(),
        )
    }

    fn trained_on_perfect(&self, name: &str) -> String {
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} |\n",
            self.percent(|record| record.results.draws),
            self.percent(self.resigned()),
            self.settled(|record| record.results.draws),
            self.settled(self.resigned()),
            self.refusing(),
            // As a share of all games begun, refused ones included.
            self.share(|record| record.results.draws, Record::begun),
        )
    }

    fn with_policy(&self, name: &str) -> String {
        let snapshot = |of| self.snapshot(of);
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} |\n",
            self.percent(|record| record.results.draws),
            self.settled(|record| record.results.draws),
            self.settled(self.resigned()),
            self.refusing(),
            snapshot(|s| s.rescued),
            snapshot(|s| s.refused),
        )
    }
}

/// A mean over runs with its standard error.
#[derive(Clone, Copy)]
pub(crate) struct Mean {
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

impl Mean {
    /// The sum of all parts divided by the sum of all wholes, one pair (part, whole) for each run.
    pub(crate) fn of(pairs: impl Iterator<Item = (f64, f64)>) -> Self {
        let pairs: Vec<(f64, f64)> = pairs.collect();
        let runs = float(pairs.len() as u64);
        let sum = |(a, b): (f64, f64), (x, y): &(f64, f64)| (a + x, b + y);
        let (parts, wholes) = pairs.iter().fold((0.0, 0.0), sum);
        let mean: f64 = parts / wholes;
        let residuals = pairs.iter().map(|(part, whole)| part - mean * whole);
        let squares: f64 = residuals.map(|rest| rest * rest).sum();
        let error = (squares / (runs - 1.0) * runs).sqrt() / wholes;
        Self { mean, error }
    }

    fn times(self, factor: f64) -> Self {
        let [mean, error] = [self.mean, self.error].map(|n| n * factor);
        Self { mean, error }
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        write!(f, "{:.digits$} ± {:.digits$}", self.mean, self.error)
    }
}

pub(crate) fn series(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
    Series {
        name: name.into(),
        points: points.into_iter().collect(),
        ..Series::default()
    }
}

pub(crate) fn point(x: f64, [low, mid, high]: [f64; 3]) -> Point {
    Point { x, low, mid, high }
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
pub(crate) fn float(n: u64) -> f64 {
    n as f64
}

/// The rows of the machines of these rules, in order.
fn rows(rules: &[(String, Rule)], opponent: &str, row: fn(&Machine, &str) -> String) -> String {
    let exact = opponent != "perfect";
    let of = |(name, rule): &(String, Rule)| {
        let machine = Machine::new(rule.clone(), opponent, 100, exact);
        row(&machine, name)
    };
    rules.par_iter().map(of).collect::<Vec<String>>().concat()
}

/// The machines of all presets.
fn machines() -> Vec<(String, Rule)> {
    let named = |rule: Rule| {
        let side = rule.learner.filter(|side| *side != Learners::First);
        let side = side.map_or_else(String::new, |side| format!(", {side} side"));
        (rule.name.clone() + &side, rule)
    };
    presets().into_iter().map(named).collect()
}

/// The rows of these machines that have an opponent of their own, trained against it.
fn against_own(machines: &[(String, Rule)]) -> String {
    let own = machines.iter().filter_map(|(name, rule)| {
        let own = rule.opponent.as_ref()?;
        let machine = [(format!("{name}, against `{own}`"), rule.clone())];
        Some(rows(&machine, own, Machine::trained_on_random))
    });
    own.collect()
}

/// The row of Michie's machine that does so at an empty box, and the machine.
fn with_empty(empty: Empty) -> (String, Machine) {
    let rule = Rule {
        empty,
        ..preset("michie-304").expect("a preset")
    };
    let machine = Machine::new(rule, "perfect", 300, false);
    (machine.with_policy(&empty.to_string()), machine)
}

fn page() -> String {
    let machines = machines();
    let random = rows(&machines, "random", Machine::trained_on_random) + &against_own(&machines);
    let policies = Empty::PLAIN.into_iter();
    let policies = policies.chain([Empty::ResetAt(1)]);
    let policies: Vec<_> = policies.collect();
    let policies = policies.par_iter().map(|&empty| with_empty(empty));
    let policies: Vec<(String, Machine)> = policies.collect();
    let resigning = &policies[0].1;
    let ended = |record: &Record| record.results.games() - record.resigned[0];
    let figures: [fn(&Record) -> u64; 3] = [
        |all| all.results.first_wins,
        |all| all.results.draws,
        |all| all.results.second_wins,
    ];
    let michie = preset("michie-304").expect("a preset");
    let long = Machine::new(michie, "random", 1_000, false);
    let means = figures.map(|figure| long.percent(figure));
    let cells = |of: fn(&Mean) -> String| means.each_ref().map(of).concat();
    format!(
        include_str!("machines.md"),
        runs = RUNS,
        hexapawn = hexapawn::rows(),
        boxes = hexapawn::boxes(),
        random = random,
        perfect = rows(&machines, "perfect", Machine::trained_on_perfect),
        empty = policies.iter().map(|(row, _)| &**row).collect::<String>(),
        played = resigning.share(|record| record.results.draws, ended),
        long = format!(
            "| mean of our runs |{}\n| their deviation |{}\n",
            cells(|mean| format!(" {mean} |")),
            cells(|mean| format!(" {:.1} |", mean.error * float(RUNS).sqrt()))
        ),
    )
}

const PAGE: &str = "docs/records/machines.md";

/// A page shows what our machines do; the short form tries some machines of each table, the whole form all of them.
#[test]
fn the_page_is_up_to_date() {
    if is_whole() {
        return is_current(PAGE, page());
    }
    let machines = machines();
    let some = |from| -> Vec<_> { machines.iter().skip(from).step_by(13).cloned().collect() };
    has(PAGE, &rows(&some(0), "random", Machine::trained_on_random));
    let perfect = rows(&some(4), "perfect", Machine::trained_on_perfect);
    has(PAGE, &perfect);
    has(PAGE, &against_own(&machines));
    has(PAGE, &with_empty(Empty::ResetAt(1)).0);
    has(PAGE, &hexapawn::rows());
}

/// Whether a page has these lines, the short form of [`is_current`].
pub(crate) fn has(page: &str, lines: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(path).expect("a page");
    assert!(!lines.is_empty(), "nothing is looked for in {page}");
    for line in lines.lines() {
        let is_there = text.lines().any(|on_it| on_it == line);
        assert!(is_there, "{page} lacks {line}");
    }
}
