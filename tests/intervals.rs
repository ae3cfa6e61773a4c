//! Intervals, compared with those of `SciPy` and with what is known of them.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::convert::Infallible;
use std::sync::Arc;

use matchboxes::arena::{Comparisons, Effect, Interval, Moments, RunResult, Study};
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Opponent, Training, preset};
use matchboxes::player::Random;
use serde::Deserialize;

use crate::data;

#[derive(Deserialize)]
struct Row {
    what: String,
    values: String,
    part: Option<f64>,
    level: f64,
    low: Option<f64>,
    high: Option<f64>,
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-7 * expected.abs().max(1.0)
}

#[test]
fn intervals_are_those_of_scipy() {
    let rows: Vec<Row> = data::rows("intervals.csv");
    assert!(rows.len() > 80);
    for row in rows {
        let what = format!("{} of {} at {}", row.what, row.values, row.level);
        if row.what == "ranks" {
            let size = row.values.parse().unwrap();
            let found = Interval::ranks(size, row.part.unwrap(), row.level);
            let found = found.map(|rank| rank.map(|rank| f64::from(u32::try_from(rank).unwrap())));
            assert_eq!(found, [row.low, row.high], "{what}");
            continue;
        }
        let found = if row.what == "events" {
            Interval::of_events(row.values.parse().unwrap(), row.level)
        } else if row.what == "chance" {
            let (count, size) = row.values.split_once(' ').unwrap();
            Interval::of_chance(count.parse().unwrap(), size.parse().unwrap(), row.level)
        } else {
            let mut moments = Moments::default();
            for value in row.values.split(' ') {
                moments.add(value.parse().unwrap());
            }
            moments.interval(row.level).unwrap()
        };
        let (low, high) = (row.low.unwrap(), row.high.unwrap());
        assert!(
            near(found.low, low) && near(found.high, high),
            "{what}: {found:?}"
        );
    }
}

#[test]
fn counted_values_have_the_moments_of_single_ones() {
    let (mut one, mut other) = (Moments::default(), Moments::default());
    for (value, times) in [(4.0, 3), (9.0, 1), (1.0, 7), (100.0, 2)] {
        (0..times).for_each(|_| one.add(value));
        other.add_times(value, f64::from(times));
    }
    let [a, b] = [one, other].map(|moments| moments.interval(0.9).unwrap());
    assert!(near(a.low, b.low) && near(a.high, b.high), "{a:?} {b:?}");
    assert_eq!(Moments::default().interval(0.95), None);
    let mut alone = Moments::default();
    alone.add(3.0);
    assert_eq!(alone.interval(0.95), None);
}

/// Example of Zou and Donner's method: as wide as a Student interval of independent samples when both intervals are
/// symmetric.
#[test]
fn a_difference_has_the_reach_of_both_intervals() {
    let of = |mean: f64, reach: f64| {
        let (low, high) = (mean - reach, mean + reach);
        (mean, Interval { low, high })
    };
    let found = Interval::of_difference(of(10.0, 3.0), of(4.0, 4.0));
    assert_eq!((found.low, found.high), (1.0, 11.0));
}

fn study(rule: &str, sets: u64) -> Study {
    let training = Training {
        opponent: Opponent::Player(Arc::new(Random)),
        ..Training::new(TicTacToe, preset(rule).unwrap())
    };
    Study::conduct(&training, 12, sets, None, &())
}

fn compared(studies: &[Study]) -> Comparisons {
    let results = studies.iter().map(|study| {
        let results = study.results.iter();
        results.map(Ok::<&RunResult, Infallible>)
    });
    let Ok(compared) = Comparisons::of(studies, results.collect());
    compared
}

/// Every pair in every figure; chances by looking at all pairs of runs; and what is the same the other way round.
#[test]
fn every_pair_of_trainings_is_compared() {
    let studies = ["rote", "michie-304", "kimber"].map(|rule| study(rule, 20));
    let compared = compared(&studies);
    let figures = compared.finals[0].len();
    assert_eq!(compared.rows.len(), 3 * figures);
    let level = 1.0 - 0.05 / f64::from(u32::try_from(3 * figures).unwrap());
    assert!((compared.level() - level).abs() < 1e-15);
    for row in &compared.rows {
        let [one, other] = [row.one, row.other].map(|i| &compared.finals[i][row.figure]);
        assert_eq!(one.figure, other.figure);
        let all = |finals: &matchboxes::arena::Finals| {
            let values = finals.values();
            let each = values.flat_map(|(value, n)| (0..n).map(move |_| value.unwrap_or(1e9)));
            each.collect::<Vec<f64>>()
        };
        let (ones, others) = (all(one), all(other));
        let mut more = 0.0;
        for a in &ones {
            for b in &others {
                more += if a > b { 1.0 } else { 0.0 };
                more += if a < b {
                    0.0
                } else {
                    0.5 * f64::from(u8::from(a <= b))
                };
            }
        }
        assert!(near(row.chance_of_more, more / 144.0), "{}", one.figure);
        assert!(near(
            one.chance_of_more(other) + other.chance_of_more(one),
            1.0
        ));
        let interval = row.interval.unwrap();
        let mean = row.difference.mean;
        assert!(
            interval.low <= mean && mean <= interval.high,
            "{}",
            one.figure
        );
    }
    let words = [0.5, 0.45, 0.57, 0.36, 0.25].map(|chance| Effect::of(chance).name());
    assert_eq!(
        words,
        ["negligible", "negligible", "small", "medium", "large"]
    );
}

/// Runs that never came so far are the slowest, in every rank.
#[test]
fn runs_that_never_came_so_far_are_counted() {
    let studies = [study("rote", 20)];
    let compared = compared(&studies);
    let mut has_some = false;
    for speed in &studies[0].speeds {
        let name = format!("first_games_until_{}", speed.percent);
        let finals = compared.finals[0]
            .iter()
            .find(|f| f.figure == name)
            .unwrap();
        assert_eq!((finals.runs(), finals.not_reached), (12, speed.not_reached));
        let reached = speed.games.len();
        has_some |= (1..12).contains(&reached);
        for part in [10_u64, 50, 90] {
            let rank = (12 * part).div_ceil(100);
            assert_eq!(
                finals.quantile(part).is_some(),
                rank <= reached,
                "{name} {part}"
            );
        }
        let sum = speed.games.mean() * f64::from(u32::try_from(reached).unwrap());
        let never = f64::from(u32::try_from(speed.not_reached).unwrap());
        assert!(near(finals.mean(), (sum + never * 2_000.0) / 12.0));
        assert_eq!(
            finals.interquartile_mean().is_some(),
            speed.not_reached <= 3
        );
    }
    assert!(has_some, "a share that some runs reach");
    let wins = compared.finals[0]
        .iter()
        .find(|f| f.figure == "first_wins")
        .unwrap();
    let mut all: Vec<u64> = studies[0]
        .results
        .iter()
        .map(|r| r.last.results.first_wins)
        .collect();
    all.sort_unstable();
    let middle: u64 = all[3..9].iter().sum();
    let found = wins.interquartile_mean().unwrap();
    assert!(near(found, f64::from(u32::try_from(middle).unwrap()) / 6.0));
}
