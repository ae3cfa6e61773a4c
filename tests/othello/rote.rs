//! Rote learning on 4 x 4 for the pages on Othello: tables of both sides under several rules, each measured
//! exactly, and one of them as the program shows it.
//!
//! Every run is in `tests/data/othello_rote.csv`, which the ignored test writes; the ordinary one plays some of them
//! again.

use std::path::Path;

use matchboxes::arena::{Evaluation, Ground};
use matchboxes::game::Side;
use matchboxes::games::Othello;
use matchboxes::learn::{Evaluator as _, Layout, Learners, Training, preset};
use rayon::prelude::*;

use super::page::{head, row};
use crate::place::{Place, is_current, with_slashes};
use crate::whole::whole_or;

const RUNS: u64 = 200;
const SETS: u64 = 500;
/// The seed of the page, and the one on which its sentences are tried once more.
const SEEDS: [u64; 2] = [1961, 1962];
const RULES: [&str; 7] = [
    "rote",
    "michie-304",
    "kimber",
    "bridle",
    "michie-1963-odds",
    "odds-own-last",
    "odds-last-box",
];
const FILE: &str = "tests/data/othello_rote.csv";

/// What a table is worth after all games; chances in hundredths of a percent, rounded down.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub(super) struct Learnt {
    rule: String,
    side: String,
    run: u64,
    boxes: u64,
    beats_random: u32,
    loses_to_random: u32,
    loses_to_perfect: u32,
    worst_case_loss: u32,
}

impl Learnt {
    /// The tables of these runs of a rule.
    fn play(ground: &Ground<Othello>, rule: &str, side: Side, seed: u64, runs: u64) -> Vec<Self> {
        let preset = preset(rule).expect("a preset");
        let evaluation = Evaluation::on(ground, Layout::from(&preset));
        let game = Othello::new(4).expect("a board");
        let learners = match side {
            Side::First => Learners::First,
            Side::Second => Learners::Second,
        };
        let training = Training::new(game, preset).learners(learners).seed(seed);
        let mut group = training.begin_group(0..runs).unwrap();
        (0..SETS).for_each(|_| group.play_set());
        let boxes = group.latest().map(|record| {
            let snapshot = &record.snapshots[side.index()];
            snapshot.as_ref().map_or(0, |snapshot| snapshot.boxes)
        });
        let boxes: Vec<u64> = boxes.collect();
        let of = |(run, boxes): (u64, u64)| {
            let place = usize::try_from(run).expect("few");
            let exact = evaluation.evaluate(side, &mut |key, beads| {
                let found = group.beads(place, side, key);
                let met = found.is_some();
                *beads = found.unwrap_or_default();
                met
            });
            let hundredths = |chance: u64| u32::try_from(chance / 100_000_000).expect("a chance");
            Self {
                rule: rule.to_owned(),
                side: side.name().to_owned(),
                run,
                boxes,
                beats_random: hundredths(exact.random[0]),
                loses_to_random: hundredths(exact.random[2]),
                loses_to_perfect: hundredths(exact.perfect[2]),
                worst_case_loss: hundredths(exact.worst_case_loss),
            }
        };
        (0..).zip(boxes).map(of).collect()
    }

    fn gave_up(&self) -> bool {
        self.loses_to_random == ALL
    }
}

/// What is certain, in hundredths of a percent.
const ALL: u32 = 10_000;

/// So many runs of these rules and both sides.
fn play(rules: &[&str], seed: u64, runs: u64) -> Vec<Learnt> {
    let game = Othello::new(4).expect("a board");
    let ground = Ground::new(game).expect("a small game");
    let sides = Side::BOTH.into_iter();
    let each = sides.flat_map(|side| rules.iter().map(move |&rule| (side, rule)));
    let each: Vec<(Side, &str)> = each.collect();
    let all = each.par_iter();
    all.flat_map(|&(side, rule)| Learnt::play(&ground, rule, side, seed, runs))
        .collect()
}

/// All runs of the page.
pub(super) fn learnt() -> Vec<Learnt> {
    crate::data::rows("othello_rote.csv")
}

/// Those of a rule and a side.
fn of<'a>(all: &'a [Learnt], rule: &str, side: Side) -> Vec<&'a Learnt> {
    let rows = all.iter();
    rows.filter(|row| row.rule == rule && row.side == side.name())
        .collect()
}

/// Those of some runs that fit, in percent.
fn percent(runs: &[&Learnt], fits: impl Fn(&Learnt) -> bool) -> f64 {
    let fitting = runs.iter().filter(|run| fits(run)).count();
    100.0 * float(fitting) / float(runs.len())
}

fn float(n: usize) -> f64 {
    f64::from(u32::try_from(n).expect("a small number"))
}

/// The mean of a number in these runs with its standard error; nothing of few runs.
fn mean(runs: &[&Learnt], value: impl Fn(&Learnt) -> f64) -> String {
    if runs.len() < 30 {
        return "-".to_owned();
    }
    let n = float(runs.len());
    let values = runs.iter().map(|run| value(run));
    let mean = values.clone().sum::<f64>() / n;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (n - 1.0) / n).sqrt();
    format!("{mean:.1} ± {error:.1}")
}

/// A line for each rule and side, under these titles.
pub(super) fn table(all: &[Learnt]) -> String {
    let titles = "rule,side,resigns,boxes,beats random,loses to random,loses to perfect,\
        worst case below 1 %,above 99 %";
    let mut text = head(&titles.split(',').collect::<Vec<_>>());
    for side in Side::BOTH {
        for rule in RULES {
            let runs = of(all, rule, side);
            let going: Vec<&Learnt> = runs.iter().copied().filter(|run| !run.gave_up()).collect();
            let chance = |of: fn(&Learnt) -> u32| mean(&going, |run| f64::from(of(run)) / 100.0);
            let share = |fits: fn(&Learnt) -> bool| format!("{:.0} %", percent(&runs, fits));
            text += &row([
                rule.to_owned(),
                side.name().to_owned(),
                share(Learnt::gave_up),
                mean(&going, |run| matchboxes::text::float(run.boxes)),
                chance(|run| run.beats_random),
                chance(|run| run.loses_to_random),
                chance(|run| run.loses_to_perfect),
                share(|run| run.worst_case_loss < 100),
                share(|run| run.worst_case_loss >= 9_900),
            ]);
        }
    }
    text
}

/// What the page says of these runs, and what it could not say of others.
fn check(all: &[Learnt]) {
    for rule in RULES {
        let [first, second] = Side::BOTH.map(|side| of(all, rule, side));
        let gave_up = percent(&first, Learnt::gave_up);
        let loses = |run: &&&Learnt| run.loses_to_perfect == ALL;
        assert!(first.iter().all(|run| loses(&run)), "{rule}");
        match rule {
            "rote" | "bridle" | "odds-last-box" => assert!(gave_up > 95.0, "{rule}: {gave_up}"),
            "michie-304" => assert!((5.0..40.0).contains(&gave_up), "{rule}: {gave_up}"),
            "odds-own-last" => assert!(gave_up < 10.0, "{rule}: {gave_up}"),
            _ => assert!(gave_up < 2.0, "{rule}: {gave_up}"),
        }
        let won = second.iter().map(|run| f64::from(run.beats_random) / 100.0);
        let won = won.sum::<f64>() / float(second.len());
        assert!(won > 95.0, "{rule}: {won}");
        let safe = percent(&second, |run| run.worst_case_loss < 100);
        let beaten = percent(&second, |run| run.worst_case_loss >= 9_900);
        match rule {
            "odds-last-box" => assert!(safe > 95.0, "{rule}: {safe}"),
            "michie-1963-odds" | "odds-own-last" => {
                assert!((35.0..65.0).contains(&safe), "{rule}: {safe}");
                assert!(safe + beaten > 97.0, "{rule}: {safe} {beaten}");
            }
            _ => assert!(safe < 5.0, "{rule}: {safe}"),
        }
    }
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
    let game = Othello::new(4).expect("a board");
    let training = Training::new(game, preset("rote").expect("a preset"));
    matchboxes::text::thousands(SETS * training.games_per_set)
}

pub(super) fn runs() -> String {
    RUNS.to_string()
}

/// A percentage of the page's runs in which this rule resigns as first side.
pub(super) fn gave_up(all: &[Learnt], rule: &str) -> String {
    let runs = of(all, rule, Side::First);
    format!("{:.0} %", percent(&runs, Learnt::gave_up))
}

/// The page shows runs that can be played again: one under some rules, in the whole form two under each, and all in the ignored
/// test.
#[test]
fn some_runs_of_the_page_are_played_again() {
    let few = whole_or(2, 1);
    let all = learnt();
    assert_eq!(all.len() as u64, 2 * RUNS * RULES.len() as u64);
    let rules = whole_or(&RULES[..], &RULES[2..5]);
    let again = play(rules, SEEDS[0], few);
    let known = |row: &&Learnt| row.run < few && rules.contains(&&*row.rule);
    let known: Vec<Learnt> = all.iter().filter(known).cloned().collect();
    assert_eq!(again, known, "the ignored test writes {FILE} anew");
    check(&all);
}

/// `MENACE_BLESS=1` writes all runs.
#[test]
#[ignore = "takes minutes"]
fn all_runs_of_the_page_are_played_again() {
    let all = play(&RULES, SEEDS[0], RUNS);
    let mut rows = csv::Writer::from_writer(Vec::new());
    for row in &all {
        rows.serialize(row).unwrap();
    }
    let text = String::from_utf8(rows.into_inner().unwrap()).unwrap();
    assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE).exists());
    is_current(FILE, text);
    check(&all);
    check(&play(&RULES, SEEDS[1], RUNS));
}
