//! Compares the article's experiments at full size, over several seeds, with what an independent program
//! found in 300 runs: boxes met, and the results of the last 1,000 of 10,000 games.
//!
//! A single curve proves little, so every number is a range. The boxes of one run must be within the extremes
//! of the 300 runs, widened by their standard deviation; the mean over the seeds must be within four standard
//! errors. The shares of the last games differ between runs by far more than the sampling of 1,000 games
//! explains, because every run has learnt something different: their standard deviations, measured here over
//! 60 runs, are 1.0 to 3.0 points. These are the deviations used below.

use matchboxes::game::Side;
use matchboxes::games::TicTacToe;
use matchboxes::learn::{History, Learners, Run, Training};

use crate::tools::rule;

const SEEDS: u32 = 12;

/// The known distribution of a number that differs from run to run: its mean, its deviation, and its extremes.
struct Spread(f64, f64, [f64; 2]);

impl Spread {
    fn check(&self, what: &str, values: &[f64]) {
        let &Self(known, deviation, [least, most]) = self;
        let mean = values.iter().sum::<f64>() / f64::from(SEEDS);
        let is_near = (mean - known).abs() < 4.0 * deviation / f64::from(SEEDS).sqrt();
        assert!(is_near, "{what}: {mean}, not {known}: {values:?}");
        for value in values {
            let range = least - deviation..=most + deviation;
            assert!(range.contains(value), "{what}: {value}");
        }
    }
}

fn training(learners: Learners, seed: u32) -> Training<TicTacToe> {
    let training = Training::new(TicTacToe, rule("rote")).learners(learners);
    training.seed(u64::from(seed))
}

fn trained(learners: Learners) -> Vec<Run<TicTacToe>> {
    let runs = (0..SEEDS).map(|seed| {
        let mut run = training(learners, seed).begin().unwrap();
        run.play(100);
        assert_eq!((run.history().sets(), run.history().games()), (100, 10_000));
        run
    });
    runs.collect()
}

fn number(n: u64) -> f64 {
    f64::from(u32::try_from(n).expect("a count of games or boxes"))
}

fn boxes(run: &Run<TicTacToe>, side: Side) -> u64 {
    let last = run.history().records.last().expect("100 sets");
    let snapshot = last.snapshots[side.index()].as_ref().expect("it learns");
    assert_eq!(
        snapshot.boxes,
        run.table(side).expect("it learns").len() as u64
    );
    snapshot.boxes
}

fn check_boxes(runs: &[Run<TicTacToe>], side: Side, spread: &Spread) {
    let met: Vec<f64> = runs.iter().map(|run| number(boxes(run, side))).collect();
    spread.check("boxes", &met);
}

/// Checks the percentages of first wins, draws and second wins in the last ten sets; the expected values are
/// means with their deviations.
fn check_ends(runs: &[Run<TicTacToe>], expected: [(f64, f64); 3]) {
    let lasts = runs.iter().map(|run| run.history().last(10));
    let ends = lasts.map(|last| {
        let all = last.results;
        [all.first_wins, all.draws, all.second_wins]
    });
    let ends: Vec<[u64; 3]> = ends.collect();
    for (i, (mean, deviation)) in expected.into_iter().enumerate() {
        let percent: Vec<f64> = ends.iter().map(|end| number(end[i]) / 10.0).collect();
        let range = [-4.0, 4.0].map(|n| mean + n * deviation);
        Spread(mean, deviation, range).check(["first wins", "draws", "second wins"][i], &percent);
    }
}

#[test]
fn the_first_side_learns_against_random_play() {
    let runs = trained(Learners::First);
    let spread = Spread(2297.0, 73.0, [1903.0, 2399.0]);
    check_boxes(&runs, Side::First, &spread);
    check_ends(&runs, [(83.0, 1.8), (9.3, 1.0), (7.7, 1.2)]);
    assert!(runs.iter().all(|run| run.table(Side::Second).is_none()));
}

#[test]
fn the_second_side_learns_against_random_play() {
    let runs = trained(Learners::Second);
    let spread = Spread(2065.0, 10.5, [2024.0, 2085.0]);
    check_boxes(&runs, Side::Second, &spread);
    check_ends(&runs, [(11.6, 1.3), (16.8, 1.4), (71.7, 1.9)]);
    for run in &runs {
        let early = run.history().records[0].results;
        assert!(early.first_wins > early.second_wins, "it loses at first");
    }
}

#[test]
fn both_sides_learn_from_scratch() {
    let runs = trained(Learners::Both);
    let first = Spread(2311.0, 40.0, [2112.0, 2392.0]);
    let second = Spread(2000.0, 30.0, [1841.0, 2056.0]);
    check_boxes(&runs, Side::First, &first);
    check_boxes(&runs, Side::Second, &second);
    check_ends(&runs, [(10.1, 2.0), (83.1, 3.0), (6.9, 1.4)]);
}

/// Two tables that learnt separately continue to learn from each other: about half of the games are drawn at
/// first and nearly all in the end, and few new boxes are met.
#[test]
fn both_sides_continue_from_tables_learnt_separately() {
    let separate = trained(Learners::First)
        .into_iter()
        .zip(trained(Learners::Second));
    for (seed, (first, second)) in (0..SEEDS).zip(separate) {
        let [first, second] = [first.table(Side::First), second.table(Side::Second)];
        let mut run = training(Learners::Both, seed)
            .resume([first.as_ref(), second.as_ref()], History::default())
            .expect("tables of the same rule");
        let before = first.map_or(0, |t| t.len()) + second.map_or(0, |t| t.len());
        run.play(100);
        let after = boxes(&run, Side::First) + boxes(&run, Side::Second);
        let new = after - before as u64;
        assert!((10..150).contains(&new), "{new} new boxes");
        let early = run.history().records[0].results.draws;
        assert!((35..80).contains(&early), "{early} of the first 100 drawn");
        let late = run.history().last(10).results.draws;
        assert!((930..990).contains(&late), "{late} of the last 1,000 drawn");
    }
}
