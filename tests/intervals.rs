//! Intervals, compared with those of `SciPy` and with what is known of them.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::convert::Infallible;
use std::sync::Arc;

use matchboxes::arena::{
    Certain, Compared, Comparisons, Curve, Dominance, Evaluation, FinalFigure, Finals, Ground,
    Interval, Moments, Play, RunPairs, RunResult, Study, unseen,
};
use matchboxes::game::Side;
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Evaluator, Layout, Training, preset};
use matchboxes::text;
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
    assert!(rows.len() > 70);
    for row in rows {
        let what = format!("{} of {} at {}", row.what, row.values, row.level);
        if row.what == "ranks" {
            let size = row.values.parse().unwrap();
            let found = Interval::ranks(size, row.part.unwrap(), row.level);
            let found = found.map(|rank| rank.map(|rank| f64::from(u32::try_from(rank).unwrap())));
            assert_eq!(found, [row.low, row.high], "{what}");
            continue;
        }
        let numbers: Vec<f64> = row.values.split(' ').map(|n| n.parse().unwrap()).collect();
        let (low, high) = (row.low.unwrap(), row.high.unwrap());
        let is_chance = row.what == "chance";
        assert!(is_chance || row.what == "bounded", "{what}");
        let (values, most) = if is_chance {
            let counts = row.values.split(' ').map(|n| n.parse().unwrap());
            let [count, size]: [u64; 2] = counts.collect::<Vec<_>>().try_into().unwrap();
            (vec![(0.0, size - count), (1.0, count)], 1.0)
        } else {
            (numbers.iter().map(|&n| (n, 1)).collect(), 100.0)
        };
        let values: Vec<(f64, u64)> = values.into_iter().filter(|v| v.1 > 0).collect();
        let found = Interval::of_mean(&values, [0.0, most], row.level);
        // The saddle point is an approximation, and the weights of the reference were drawn.
        let near = |one: f64, other: f64| (one - other).abs() <= 0.006 * most;
        let is_near = near(found.low, low) && near(found.high, high);
        assert!(is_near, "{what}: {found:?}");
        let is_wide = found.low <= low + 1e-6 && high - 1e-6 <= found.high;
        assert!(is_wide || !is_chance, "{what}: {found:?}");
    }
}

#[test]
fn counted_values_have_the_moments_of_single_ones() {
    let (mut one, mut other) = (Moments::default(), Moments::default());
    for (value, times) in [(4.0, 3), (9.0, 1), (1.0, 7), (100.0, 2)] {
        (0..times).for_each(|_| one.add(value));
        other.add_times(value, f64::from(times));
    }
    let [a, b] = [one, other].map(|moments| moments.error().unwrap());
    assert!(near(one.mean(), other.mean()) && near(a, b), "{a:?} {b:?}");
    assert_eq!(Moments::default().error(), None);
    let mut alone = Moments::default();
    alone.add(3.0);
    assert_eq!(alone.error(), None);
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

/// Sums of binomial coefficients, in fractions of whole numbers.
#[test]
fn the_sign_test_is_exact() {
    let test = |more, less| RunPairs { more, less }.sign_test();
    let known = [
        (10, 0, 2.0 / 1024.0),
        (8, 2, 0.109_375),
        (60, 40, 0.056_887_933_640_980_79),
        (5, 5, 1.0),
        (0, 3, 0.25),
    ];
    for (more, less, p) in known {
        assert!(near(test(more, less).unwrap(), p), "{more} {less}");
        assert_eq!(test(more, less), test(less, more));
    }
    assert_eq!(test(0, 0), None);
    assert!(test(100, 0).unwrap() < 1e-29);
}

/// What every pair of runs shows is told, where the interval of the mean cannot tell it; and a training does not differ from
/// itself.
#[test]
fn complete_separation_is_seen() {
    let [one, other] = [("rote", 20), ("michie-304", 20)].map(|(rule, sets)| study(rule, sets));
    let boxes = |row: &&Compared| row.chance_of_more.to_bits() == 1.0_f64.to_bits();
    let apart = compared(&[one.clone(), other]);
    let apart: Vec<&Compared> = apart.rows.iter().filter(boxes).collect();
    assert!(!apart.is_empty());
    for row in apart {
        assert_eq!((row.pairs.more, row.pairs.less), (12, 0));
        assert!(row.pairs.sign_test().unwrap() < 0.001);
    }
    for row in compared(&[one.clone(), one]).rows {
        assert_eq!(row.pairs, RunPairs::default());
        assert_eq!(row.pairs.sign_test(), None);
    }
}

/// More values than are kept apart are rounded outwards, by so little that it does not matter.
#[test]
fn many_values_are_rounded_outwards() {
    let values = |parts: u64| {
        let value = move |i: u64| (text::float(i) / text::float(parts), 1);
        (0..parts).map(value).collect::<Vec<_>>()
    };
    let ends = |parts| Interval::of_mean(&values(parts), [0.0, 1.0], 0.95);
    let [some, many] = [9_999, 20_011].map(ends);
    assert!(many.high - many.low < some.high - some.low);
    let is_narrow = (many.low..many.high).contains(&0.5) && many.high - many.low < 0.012;
    assert!(is_narrow, "{many:?}");
    let none = Interval::of_mean(&[(3.0, 7)], [3.0, 3.0], 0.95);
    assert_eq!((none.low, none.high), (3.0, 3.0));
    assert!((unseen(10, 0.95) - 0.2589).abs() < 1e-4 && unseen(1_000, 0.95) < 0.003);
}

fn study(rule: &str, sets: u64) -> Study {
    let training = Training::new(TicTacToe, preset(rule).unwrap());
    Study::conduct(&training, 12, sets, None, &()).unwrap()
}

/// The names of all final figures.
fn names(studies: &[Study]) -> Vec<String> {
    let all = Finals::from_study(&studies[0], Certain::default());
    all.iter().map(|finals| finals.figure.name()).collect()
}

fn compared(studies: &[Study]) -> Comparisons {
    let results = studies.iter().map(|study| {
        let results = study.results.iter();
        results.map(Ok::<&RunResult, Infallible>)
    });
    let Ok(compared) = Comparisons::between(studies, &[], &names(studies), results.collect());
    compared
}

/// Every pair in every figure; chances by looking at all pairs of runs; and what is the same the other way round.
#[test]
fn every_pair_of_trainings_is_compared() {
    let studies = ["rote", "michie-304", "kimber"].map(|rule| study(rule, 20));
    let compared = compared(&studies);
    let figures = compared.finals[0].len();
    assert_eq!(compared.rows.len(), 3 * figures);
    // Boxes and what happens to them have no bound that is known, and where a run never came so far there is no mean.
    let apart = compared.rows.iter().map(|row| {
        let both = compared.finals_of(row);
        let have_bounds = both.map(|of| of.bounds().is_some() && of.not_reached == 0);
        assert_eq!(row.interval.is_some(), have_bounds == [true; 2]);
        usize::from(row.interval.is_some()) + usize::from(row.more.is_some())
    });
    let intervals: usize = apart.sum();
    assert!(intervals > 3 * figures && compared.intervals == intervals);
    let level = 1.0 - 0.05 / text::float(intervals as u64);
    assert!((compared.level() - level).abs() < 1e-15);
    for row in &compared.rows {
        let one = &compared.finals[row.one][row.figures[0]];
        let other = &compared.finals[row.other][row.figures[1]];
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
                more += 0.5 * f64::from(u8::from(a > b) + u8::from(a >= b));
            }
        }
        assert!(near(row.chance_of_more, more / 144.0), "{:?}", one.figure);
        let both = one.chance_of_more(other) + other.chance_of_more(one);
        assert!(near(both, 1.0));
        let never = one.not_reached + other.not_reached > 0;
        assert_eq!(row.difference.is_none(), never, "{:?}", one.figure);
        if let (Some(interval), Some(difference)) = (row.interval, row.difference) {
            assert!(interval.contains(difference.mean), "{:?}", one.figure);
            assert!(near(difference.mean, one.mean() - other.mean()));
            if let Some(runs) = compared.runs_to_tell(row) {
                assert!(interval.contains(0.0) && runs > 12 && runs % 12 == 0);
            }
        }
        let more = row.more.unwrap();
        assert!(more.contains(row.chance_of_more));
        let back = other.interval_of_more(one, compared.level());
        assert!(near(back.low, 1.0 - more.high) && near(back.high, 1.0 - more.low));
    }
    let words = [0.5, 0.45, 0.57, 0.36, 0.25].map(|chance| Dominance::from_chance(chance).name());
    assert_eq!(words.join(" "), "negligible negligible small medium large");
}

/// Runs with the same number share their random numbers, so the error is of their differences.
#[test]
fn a_difference_is_calculated_run_by_run() {
    let studies = ["rote", "michie-304"].map(|rule| study(rule, 20));
    let compared = compared(&studies);
    let of_wins = FinalFigure::Curve(Curve::Wins(Side::First));
    let is_of_wins = |row: &&Compared| compared.finals_of(row)[0].figure == of_wins;
    let row = compared.rows.iter().find(is_of_wins).unwrap();
    let found = row.difference.unwrap();
    let [ones, others] = studies.each_ref().map(|study| {
        let wins = study.results.iter().map(|r| r.last.results.first_wins);
        wins.map(text::float).collect::<Vec<f64>>()
    });
    let differences: Vec<f64> = ones.iter().zip(&others).map(|(a, b)| a - b).collect();
    let mean = differences.iter().sum::<f64>() / 12.0;
    let squares: f64 = differences.iter().map(|d| (d - mean).powi(2)).sum();
    // In games, whatever the figure is counted in.
    let games = found.error.unwrap() * mean / found.mean;
    assert!((games - (squares / 11.0 / 12.0).sqrt()).abs() < 1e-9);
    let wins = studies[0].last(Curve::Wins(Side::First)).unwrap();
    let error = wins.deviation().unwrap() / 12_f64.sqrt();
    assert!(near(wins.error().unwrap(), error));
}

/// Whoever loses once in a million million games can be beaten, though the chance is printed as 0.
#[test]
fn what_is_rounded_to_nothing_is_not_nothing() {
    let training = Training::new(TicTacToe, preset("rote").unwrap());
    let layout = Layout::from(&training.rule);
    let evaluation = Evaluation::on(&Ground::new(TicTacToe).unwrap(), layout);
    let evaluator: Arc<dyn Evaluator> = Arc::new(evaluation);
    let mut played = Study::conduct(&training, 1, 1, Some(&evaluator), &()).unwrap();
    let mut result = played.results.remove(0);
    let mut never_loses = |worst_case_loss: u64| {
        let exact = result.last.snapshots[0].as_mut().unwrap().exact.as_mut();
        exact.unwrap().worst_case_loss = worst_case_loss;
        result.greedy[0].as_mut().unwrap().worst_case_loss = worst_case_loss;
        let mut study = Study::empty(played.setting.clone());
        study.count_end(&result, 9);
        let one = std::iter::once(Ok::<_, Infallible>(&result));
        let Ok(compared) = Comparisons::between(std::slice::from_ref(&study), &[], &[], vec![one]);
        let alone = Finals::from_study(&study, Certain::default());
        [&alone, &compared.finals[0]].map(|finals| {
            let figure = FinalFigure::NeverLoses(Side::First);
            let found = finals.iter().filter(|f| f.figure == figure);
            found.map(|f| (f.play, f.mean())).collect::<Vec<_>>()
        })
    };
    for (worst_case_loss, share) in [(0, 1.0), (1, 0.0)] {
        let expected = vec![(Play::Sampled, share), (Play::Greedy, share)];
        assert_eq!(never_loses(worst_case_loss), [expected.clone(), expected]);
    }
}

/// Runs that never came so far are the slowest, in every rank.
#[test]
fn runs_that_never_came_so_far_are_counted() {
    let studies = [study("rote", 12)];
    let compared = compared(&studies);
    let mut has_some = false;
    for speed in &studies[0].speeds {
        let name = format!("first_games_until_{}", speed.percent);
        let mut all = compared.finals[0].iter();
        let finals = all.find(|f| f.figure.name() == name).unwrap();
        assert_eq!((finals.runs(), finals.not_reached), (12, speed.not_reached));
        let reached = speed.games.len();
        has_some |= (1..12).contains(&reached);
        for part in [10_u64, 50, 90] {
            let rank = (12 * part).div_ceil(100);
            let is_known = finals.quantile(part).is_some();
            assert_eq!(is_known, rank <= reached, "{name} {part}");
        }
        let sum = speed.games.mean() * text::float(reached);
        let never = text::float(speed.not_reached);
        assert!(near(finals.mean(), (sum + never * 1_200.0) / 12.0));
        let has_middle = finals.interquartile_mean().is_some();
        assert_eq!(has_middle, speed.not_reached <= 3);
    }
    assert!(has_some, "a share that some runs reach");
    let figure = FinalFigure::Curve(Curve::Wins(Side::First));
    let mut finals = compared.finals[0].iter();
    let wins = finals.find(|f| f.figure == figure).unwrap();
    let all = studies[0].results.iter().map(|r| r.last.results.first_wins);
    let mut all: Vec<u64> = all.collect();
    all.sort_unstable();
    let middle = text::float(all[3..9].iter().sum());
    assert!(near(wins.interquartile_mean().unwrap(), middle / 6.0));
}
