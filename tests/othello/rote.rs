//! Rote learning on 4 x 4 for the pages on Othello: tables of both sides under several rules, each measured
//! exactly, and one of them as the program shows it.

use matchboxes::arena::{Evaluation, Ground};
use matchboxes::game::Side;
use matchboxes::games::Othello;
use matchboxes::learn::{Evaluator as _, Exact, Layout, Learners, Training, preset};
use rayon::prelude::*;

use super::page::{head, row};
use crate::place::{Place, with_slashes};

const RUNS: u64 = 5;
const SETS: u64 = 500;
const RULES: [&str; 7] = [
    "rote",
    "michie-304",
    "kimber",
    "bridle",
    "michie-1963-odds",
    "odds-own-last",
    "odds-last-box",
];

/// The tables of a rule after all games.
pub(super) struct Learnt {
    rule: &'static str,
    side: Side,
    boxes: Vec<u64>,
    exact: Vec<Exact>,
}

impl Learnt {
    fn new(ground: &Ground<Othello>, rule: &'static str, side: Side) -> Self {
        let preset = preset(rule).expect("a preset");
        let evaluation = Evaluation::on(ground, Layout::from(&preset));
        let game = Othello::new(4).expect("a board");
        let learners = match side {
            Side::First => Learners::First,
            Side::Second => Learners::Second,
        };
        let mut group = Training::new(game, preset)
            .learners(learners)
            .begin_group(0..RUNS)
            .unwrap();
        (0..SETS).for_each(|_| group.play_set());
        let boxes = group.latest().map(|record| {
            let snapshot = &record.snapshots[side.index()];
            snapshot.as_ref().map_or(0, |snapshot| snapshot.boxes)
        });
        let boxes = boxes.collect();
        let exact = (0_usize..)
            .take(usize::try_from(RUNS).expect("few"))
            .map(|run| {
                evaluation.evaluate(side, &mut |key, beads| {
                    let found = group.beads(run, side, key);
                    let met = found.is_some();
                    *beads = found.unwrap_or_default();
                    met
                })
            });
        let exact = exact.collect();
        Self {
            rule,
            side,
            boxes,
            exact,
        }
    }

    fn mean(values: impl Iterator<Item = u64>) -> f64 {
        let float = |n: u64| f64::from(u32::try_from(n).expect("a small number"));
        let values: Vec<f64> = values.map(float).collect();
        values.iter().sum::<f64>() / float(RUNS)
    }

    /// An exact chance in percent with its standard error.
    fn percent(&self, chance: impl Fn(&Exact) -> u64) -> String {
        let values: Vec<f64> = self
            .exact
            .iter()
            .map(|exact| hundredths(chance(exact)))
            .collect();
        let runs = hundredths(RUNS * 100_000_000);
        let mean = values.iter().sum::<f64>() / runs;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let error = (squares / (runs - 1.0) / runs).sqrt();
        format!("{:.2} ± {:.2}", mean / 100.0, error / 100.0)
    }

    fn row(&self, sides: [&str; 2]) -> String {
        row([
            self.rule.to_owned(),
            sides[self.side.index()].to_owned(),
            format!("{:.0}", Self::mean(self.boxes.iter().copied())),
            self.percent(|exact| exact.random[0]),
            self.percent(|exact| exact.random[2]),
            self.percent(|exact| exact.perfect[2]),
            self.percent(|exact| exact.worst_case_loss),
        ])
    }
}

/// A chance in units of 10^-12 in hundredths of a percent, rounded down.
fn hundredths(chance: u64) -> f64 {
    f64::from(u32::try_from(chance / 100_000_000).expect("a small number"))
}

/// The tables of all rules and sides.
pub(super) fn learnt() -> Vec<Learnt> {
    let game = Othello::new(4).expect("a board");
    let ground = Ground::new(game).expect("a small game");
    let each: Vec<(Side, &str)> = Side::BOTH
        .into_iter()
        .flat_map(|side| RULES.map(|rule| (side, rule)))
        .collect();
    each.par_iter()
        .map(|&(side, rule)| Learnt::new(&ground, rule, side))
        .collect()
}

/// These, a line each, under these titles.
pub(super) fn table(learnt: &[Learnt], titles: &[&str; 7], sides: [&str; 2]) -> String {
    let rows = learnt.iter().map(|learnt| learnt.row(sides));
    head(titles) + &rows.collect::<String>()
}

/// Commands in order, with their output.
pub(super) fn shown() -> String {
    let place = Place::new();
    let commands = [
        "train --game othello:4 --rule odds-last-box --learner second --sets 500",
        "match random models/othello-4-second.menace --exact",
        "match perfect models/othello-4-second.menace --exact",
        "prove models/othello-4-second.menace",
    ];
    let shown = commands.map(|command| format!("$ menace {command}\n{}", place.ok(command)));
    with_slashes(&shown.join("\n"))
}

pub(super) fn games() -> String {
    let training = Training::new(
        Othello::new(4).expect("a board"),
        preset("rote").expect("a preset"),
    );
    matchboxes::text::thousands(SETS * training.games_per_set)
}

pub(super) fn runs() -> String {
    RUNS.to_string()
}
