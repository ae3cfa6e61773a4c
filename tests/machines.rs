//! Pages that are generated here: `docs/machines.md`, every published machine, measured, and
//! `docs/michie-1963.md`, a paper replayed.

#[path = "machines/hexapawn.rs"]
mod hexapawn;
#[path = "machines/michie_1963.rs"]
mod michie_1963;

use std::{env, fs};

use menace::arena::Evaluation;
use menace::game::Side;
use menace::games::TicTacToe;
use menace::learn::{
    Empty, Evaluator, Exact, Layout, Record, Rule, Snapshot, Training, preset, presets,
};
use menace::roster;
use rayon::prelude::*;

const RUNS: u64 = 50;

/// What came of one run.
struct Ran {
    /// All its sets together, and the last tenth of them.
    all: Record,
    end: Record,
    exact: Exact,
}

/// Many runs of one machine.
struct Machine {
    side: Side,
    runs: Vec<Ran>,
}

impl Machine {
    fn new(rule: Rule, opponent: &str, games_per_set: u64) -> Self {
        let learners = rule.learner.unwrap_or_default();
        let side = learners.sides().next().expect("somebody learns");
        let evaluation = Evaluation::new(TicTacToe, Layout::from(&rule)).expect("a small game");
        let training = Training {
            game: TicTacToe,
            learners,
            opponent: roster::opponent(&TicTacToe, opponent, side.other()).expect("an opponent"),
            games_per_set,
            seed: 1961,
            run: 0,
            rule,
        };
        let mut group = training.begin_group(0..RUNS);
        (0..100).for_each(|_| group.play_set());
        let runs = group.histories().zip(0..).map(|(history, run)| Ran {
            all: history.last(100),
            end: history.last(10),
            exact: evaluation.evaluate(side, &mut |key, beads| {
                let found = group.beads(run, side, key);
                let met = found.is_some();
                *beads = found.unwrap_or_default();
                met
            }),
        });
        let runs = runs.collect();
        Self { side, runs }
    }

    /// Mean and deviation of a figure over the runs.
    fn spread(&self, figure: impl Fn(&Ran) -> u64) -> (f64, f64) {
        let values: Vec<f64> = self.runs.iter().map(|run| float(figure(run))).collect();
        let runs = float(RUNS);
        let mean = values.iter().sum::<f64>() / runs;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (mean, (squares / (runs - 1.0)).sqrt())
    }

    fn mean(&self, figure: impl Fn(&Ran) -> u64) -> f64 {
        self.spread(figure).0
    }

    /// How many percent of all games, refused ones not counted, were such.
    fn percent(&self, games: impl Fn(&Record) -> u64) -> f64 {
        100.0 * self.mean(|run| games(&run.all)) / self.mean(|run| run.all.results.games())
    }

    /// How many machines had no more than one other such game in a hundred at the end.
    fn settled(&self, games: impl Fn(&Record) -> u64) -> usize {
        let settled = |run: &&Ran| {
            let end = &run.end;
            end.results.games() > 0 && games(end) * 100 >= end.results.games() * 99
        };
        self.runs.iter().filter(settled).count()
    }

    /// How many machines played no game any more at the end.
    fn refusing(&self) -> usize {
        let runs = self.runs.iter();
        runs.filter(|run| run.end.results.games() == 0).count()
    }

    /// An exact chance in percent.
    fn exact(&self, chance: impl Fn(&Exact) -> u64) -> f64 {
        self.mean(|run| chance(&run.exact)) / 1e10
    }

    fn resigned(&self) -> impl Fn(&Record) -> u64 {
        let side = self.side.index();
        move |record| record.resigned[side]
    }

    fn trained_on_random(&self, name: &str) -> String {
        let side = self.side;
        let boxes = self.mean(|run| {
            run.all.snapshots[side.index()]
                .as_ref()
                .map_or(0, |s| s.boxes)
        });
        format!(
            "| {name} | {boxes:.0} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |\n",
            self.percent(|record| record.results.wins(side)),
            self.percent(|record| record.results.draws),
            self.percent(|record| record.results.wins(side.other())),
            self.exact(|exact| exact.random[0]),
            self.exact(|exact| exact.perfect[2]),
            self.exact(|exact| exact.worst_loss),
            self.exact(|exact| exact.right_reached),
        )
    }

    fn trained_on_perfect(&self, name: &str) -> String {
        format!(
            "| {name} | {:.1} | {:.1} | {} | {} | {} | {:.1} |\n",
            self.percent(|record| record.results.draws),
            self.percent(self.resigned()),
            self.settled(|record| record.results.draws),
            self.settled(self.resigned()),
            self.refusing(),
            self.share_drawn(),
        )
    }

    /// How many percent of all games begun, refused ones counted, were drawn.
    fn share_drawn(&self) -> f64 {
        100.0 * self.mean(|run| run.all.results.draws) / self.mean(|run| run.all.begun())
    }

    fn with_policy(&self, name: &str) -> String {
        let snapshot = |of: fn(&Snapshot) -> u64| {
            self.mean(|run| run.all.snapshots[self.side.index()].as_ref().map_or(0, of))
        };
        format!(
            "| {name} | {:.1} | {} | {} | {} | {:.0} | {:.0} |\n",
            self.percent(|record| record.results.draws),
            self.settled(|record| record.results.draws),
            self.settled(self.resigned()),
            self.refusing(),
            snapshot(|s| s.rescued),
            snapshot(|s| s.refused),
        )
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
fn float(n: u64) -> f64 {
    n as f64
}

/// The figures of the machines of these rules, in their order.
fn rows(
    rules: &[(String, Rule)],
    opponent: &str,
    games_per_set: u64,
    row: fn(&Machine, &str) -> String,
) -> String {
    let rows: Vec<String> = rules
        .par_iter()
        .map(|(name, rule)| row(&Machine::new(rule.clone(), opponent, games_per_set), name))
        .collect();
    rows.concat()
}

fn page() -> String {
    let michie = preset("michie-304").expect("a preset");
    let named = |rule: Rule| (rule.name.clone(), rule);
    let machines: Vec<_> = presets().into_iter().map(named).collect();
    let mut random = rows(&machines, "random", 100, Machine::trained_on_random);
    for (name, rule) in &machines {
        if let Some(own) = &rule.opponent {
            let name = [format!("{name}, against `{own}`")];
            let own_row = rows(
                &name.map(|name| (name, rule.clone())),
                own,
                100,
                Machine::trained_on_random,
            );
            random += &own_row;
        }
    }
    let policies = Empty::PLAIN.into_iter().chain([Empty::ResetAt(1)]);
    let policies: Vec<_> = policies
        .map(|empty| {
            let rule = Rule {
                empty,
                ..michie.clone()
            };
            (empty.to_string(), rule)
        })
        .collect();
    let resigning = Machine::new(michie.clone(), "perfect", 1_000);
    let ended = resigning.percent(|record| record.results.games() - record.resigned[0]);
    let figures: [fn(&Ran) -> u64; 3] = [
        |run| run.all.results.first_wins,
        |run| run.all.results.draws,
        |run| run.all.results.second_wins,
    ];
    let long = Machine::new(michie, "random", 1_000);
    let spreads = figures.map(|figure| long.spread(figure));
    let cells = |of: fn((f64, f64)) -> f64| {
        let cells = spreads.map(|spread| format!(" {:.1} |", of(spread) / 1_000.0));
        cells.concat()
    };
    format!(
        include_str!("machines.md"),
        runs = RUNS,
        hexapawn = hexapawn::rows(),
        boxes = hexapawn::boxes(),
        random = random,
        perfect = rows(&machines, "perfect", 100, Machine::trained_on_perfect),
        empty = rows(&policies, "perfect", 1_000, Machine::with_policy),
        played = 100.0 * resigning.percent(|record| record.results.draws) / ended,
        long = format!(
            "| mean of our runs |{}\n| their deviation |{}\n",
            cells(|(mean, _)| mean),
            cells(|(_, deviation)| deviation)
        ),
    )
}

#[test]
fn her_has_nineteen_boxes() {
    assert_eq!(hexapawn::boxes(), 19);
}

#[test]
fn the_page_is_up_to_date() {
    check("machines.md", &page());
}

/// Compares what a file in `docs/` is to hold with what it holds, or writes it where that is asked for.
fn check(name: &str, page: &str) {
    let path = format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("MENACE_BLESS").is_some() {
        fs::write(&path, page).expect("docs can be written");
    }
    let there = fs::read_to_string(path).unwrap_or_default();
    let mut lines = page.lines().zip(there.lines());
    let line = lines.position(|(new, old)| new != old);
    assert!(
        page == there,
        "docs/{name} differs from line {:?} on; MENACE_BLESS=1 writes it anew",
        line.map(|n| n + 1)
    );
}
