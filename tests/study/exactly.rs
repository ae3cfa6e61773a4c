//! The counts of a study are plain sums over single runs, however long the runs are.

use std::sync::Arc;

use matchboxes::arena::{Curve, Point, Study};
use matchboxes::game::Side;
use matchboxes::games::{End, Nim};
use matchboxes::learn::{Group, History, Learners, Opponent, Record, Training, preset};
use matchboxes::player::{Perfect, Random};

use super::{GAME, training};

/// The sum of these records.
fn sum<'a>(records: impl IntoIterator<Item = &'a Record>) -> Record {
    let mut records = records.into_iter().cloned();
    let mut sum = records.next().unwrap();
    records.for_each(|record| sum.absorb(record));
    sum
}

/// Every set of a run as its own record.
fn sets(group: &mut Group<Nim>, run: u64, sets: u64) -> Vec<Record> {
    group.begin_again(run..run + 1);
    let play = |_| {
        group.play_set();
        group.latest().next().unwrap().clone()
    };
    (0..sets).map(play).collect()
}

#[test]
fn points_and_ends_of_long_runs_are_sums_of_their_sets() {
    let nim = Nim::new(&[1, 2], End::Normal).unwrap();
    let training = Training::new(nim, preset("rote").unwrap()).learners(Learners::Both);
    let training = training.opponent("random", Opponent::Player(Arc::new(Random)));
    let training = training.games_per_set(1).seed(5).numbered(0);
    // Histories combine sets beyond 4,096 records, and studies beyond 1,000 points.
    let (runs, long) = (3, History::POINTS as u64 + 1_234);
    let study = Study::conduct(&training, runs, long, None, &()).unwrap();
    let mut group = training.begin_group(0..0).unwrap();
    let each: Vec<Vec<Record>> = (0..runs).map(|run| sets(&mut group, run, long)).collect();
    for (result, sets) in study.results.iter().zip(&each) {
        let last = sum(&sets[sets.len() - 10..]);
        assert_eq!((result.last.sets, result.last.results.games()), (10, 10));
        assert_eq!(result.last, last);
    }
    assert!(study.points.len() <= 1_000);
    let mut from = 0;
    for point in &study.points {
        assert_eq!(point.after, from + point.sets);
        let place = |set: u64| usize::try_from(set).unwrap();
        let range = place(from)..place(point.after);
        let records = each.iter().map(|sets| sum(&sets[range.clone()]));
        let records: Vec<Record> = records.collect();
        let check = |curve, of: fn(&Record) -> u64| {
            let mut values: Vec<u64> = records.iter().map(of).collect();
            values.sort_unstable();
            let spread = &point.curves[&curve];
            assert_eq!([1, 50, 100].map(|part| spread.quantile(part)), values[..]);
        };
        check(Curve::Boxes(Side::First), |record| {
            record.snapshots[0].as_ref().unwrap().boxes
        });
        check(Curve::Wins(Side::First), |record| record.results.first_wins);
        from = point.after;
    }
    assert_eq!(from, long);
}

#[test]
fn refused_games_do_not_count_as_played() {
    let perfect = Arc::new(Perfect::new(GAME).unwrap());
    let training = training("scroggs", Learners::First, perfect).games_per_set(20);
    let (runs, sets) = (12, 30);
    let study = Study::conduct(&training, runs, sets, None, &()).unwrap();
    let play = |run| {
        let mut run = training.clone().numbered(run).begin().unwrap();
        run.play(sets);
        run.history().clone()
    };
    let alone: Vec<History> = (0..runs).map(play).collect();
    let refused = |record: &Record| record.snapshots[0].as_ref().unwrap().refused;
    let mut whole = 0;
    for (at, point) in study.points.iter().enumerate() {
        let records: Vec<&Record> = alone.iter().map(|history| &history.records[at]).collect();
        for record in &records {
            assert_eq!(record.results.games() + refused(record), point.games);
        }
        let results = records.iter().map(|record| record.results);
        let results = results.filter(|results| results.games() > 0);
        let shares = results.map(|results| results.draws * Point::ONE / results.games());
        let mut shares: Vec<u64> = shares.collect();
        shares.sort_unstable();
        let spread = point.shares(Curve::Draws);
        assert_eq!(spread.len(), shares.len() as u64);
        let ends = shares.first().copied().zip(shares.last().copied());
        assert_eq!(spread.range(), ends);
        if let Some(median) = shares.get(shares.len().saturating_sub(1) / 2) {
            assert_eq!(spread.quantile(50), *median);
        }
        let all: u64 = records.iter().map(|record| refused(record)).sum();
        let mean = point.curves[&Curve::Refused(Side::First)].mean();
        assert!((mean * 12.0 - f64::from(u32::try_from(all).unwrap())).abs() < 1e-9);
        whole += all;
    }
    assert!(whole > 0, "some machine refuses");
}
