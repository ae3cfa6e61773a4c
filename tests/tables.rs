//! A table is accepted only where it belongs: by game, side, layout and number of beads. A packed table
//! behaves like a plain map.

#[path = "tables/merged.rs"]
mod merged;

use std::collections::BTreeMap;

use matchboxes::game::{Key, Side};
use matchboxes::games::Error;
use matchboxes::games::{End, Nim, TicTacToe};
use matchboxes::learn::{
    Boxes, Duplicates, History, Layout, Learners, MOST_BEADS, Matchbox, Rule, Run, Table, Training,
    presets,
};
use proptest::prelude::*;

use crate::tools::rule;

fn training(rule: Rule, learners: Learners) -> Training<TicTacToe> {
    let training = Training::new(TicTacToe, rule).learners(learners);
    training.games_per_set(20).seed(9)
}

fn resumed(
    training: &Training<TicTacToe>,
    tables: &[Option<Table>; 2],
) -> Result<Run<TicTacToe>, Error> {
    let tables = [tables[0].as_ref(), tables[1].as_ref()];
    training.clone().resume(tables, History::default())
}

/// A table with one box, which may be invalid, in the layout of this rule.
fn single(rule: &Rule, side: Side, key: u128, beads: &[u64]) -> [Option<Table>; 2] {
    let mut table = Table::new(side, Layout::from(rule));
    let beads = beads.to_vec();
    // As many moves as there are marks.
    let ply = u16::try_from(key.count_ones()).expect("few");
    table.insert(Key(key), Matchbox { ply, beads });
    let mut tables = [None, None];
    tables[side.index()] = Some(table);
    tables
}

#[test]
fn tables_that_do_not_belong_are_refused() {
    let rote = training(rule("rote"), Learners::Both);
    let merged = training(rule("michie-304"), Learners::Both);
    let accepts = |training: &Training<TicTacToe>, side, key, beads: &[u64]| {
        resumed(training, &single(&training.rule, side, key, beads)).is_ok()
    };
    let first = |training, key, beads: &[u64]| accepts(training, Side::First, key, beads);
    assert!(first(&rote, 0, &[1; 9]));
    assert!(first(&rote, 0, &[0; 9]));
    assert!(!first(&rote, 0, &[1; 3]), "too few colours");
    assert!(!accepts(&rote, Side::Second, 0, &[1; 9]), "another side's");
    assert!(!first(&rote, 0b111, &[1; 9]), "no position");
    assert!(!first(&rote, 0b111 | 0b11 << 12, &[1; 4]), "a finished one");
    assert!(first(&merged, 0, &[4; 3]));
    assert!(!first(&merged, 0, &[4; 9]), "duplicates kept");
    // X in a corner, O next to it: accepted in one orientation only.
    let corners = [
        (0, 1),
        (2, 1),
        (0, 3),
        (6, 3),
        (2, 5),
        (8, 5),
        (6, 7),
        (8, 7),
    ];
    let fits = corners.map(|(x, o)| first(&merged, 1 << x | 1 << (9 + o), &[3; 7]));
    assert_eq!(fits.iter().filter(|&&fits| fits).count(), 1);
}

#[test]
fn a_table_with_more_beads_than_a_box_can_hold_is_refused() {
    let rote = training(rule("rote"), Learners::First);
    let beads = |n: u64| {
        let mut beads = [0; 9];
        beads[0] = n;
        beads[8] = 1;
        single(&rote.rule, Side::First, 0, &beads)
    };
    let mut run = resumed(&rote, &beads(MOST_BEADS - 1)).expect("just fits");
    run.play(1);
    for n in [MOST_BEADS, u64::MAX - 1, u64::MAX] {
        assert!(resumed(&rote, &beads(n)).is_err(), "{n}");
    }
}

#[test]
fn every_table_of_a_run_passes_its_own_check() {
    for rule in presets() {
        let mut run = training(rule.clone(), Learners::Both).begin().unwrap();
        run.play(1);
        for table in Side::BOTH.map(|side| run.table(side)).into_iter().flatten() {
            assert_eq!(table.layout(), Layout::from(&rule));
            // A table that is built again has not been checked yet.
            let mut copy = Table::new(table.side(), table.layout());
            for (key, matchbox) in &table {
                copy.insert(key, matchbox.clone());
            }
            copy.check(&TicTacToe).expect("its own layout");
            assert_eq!(copy, table);
            let lacking = table.iter().filter(|(_, b)| b.lacks_colour()).count();
            assert_eq!(table.missing_colour().iter().sum::<u64>(), lacking as u64);
        }
    }
}

/// Boxes of one layout mean nothing in another, so the layout decides even for an empty table.
#[test]
fn tables_of_another_layout_or_side_are_refused() {
    let rote = training(rule("rote"), Learners::Both);
    let layout = Layout::from(&rote.rule);
    let [mut boxes, mut duplicates] = [layout; 2];
    boxes.boxes = Boxes::Choice;
    duplicates.duplicates = Duplicates::Merge;
    for other in [boxes, duplicates, Layout::from(&rule("michie-1961"))] {
        let error = resumed(&rote, &[Some(Table::new(Side::First, other)), None]).err();
        let error = error.expect("another layout").to_string();
        let words = "different symmetry, duplicates or boxes";
        assert!(error.contains(words), "{error}");
    }
    assert!(resumed(&rote, &[Some(Table::new(Side::First, layout)), None]).is_ok());
    assert!(resumed(&rote, &[Some(Table::new(Side::Second, layout)), None]).is_err());
}

/// A check for one game does not count for another, nor after a box is added.
#[test]
fn a_check_holds_for_its_game_and_its_boxes_only() {
    let layout = Layout::from(&rule("rote"));
    let mut table = Table::new(Side::First, layout);
    let full = Matchbox {
        ply: 0,
        beads: vec![1; 9],
    };
    table.insert(Key(0), full.clone());
    let nim = Nim::new(&[2], End::Normal).expect("nim");
    for _ in 0..2 {
        table.check(&TicTacToe).expect("its start");
        assert!(table.check(&nim).is_err());
    }
    table.insert(Key(0b111), full);
    assert!(table.check(&TicTacToe).is_err());
}

/// Boxes that also belong to another layout mean the same there. A table is converted only if all its boxes
/// do.
#[test]
fn a_table_is_converted_to_a_layout_that_has_its_boxes() {
    let [choice, every, rote] = ["michie-304", "her", "rote"].map(|name| Layout::from(&rule(name)));
    let mut table = Table::new(Side::First, choice);
    let beads = vec![4, 4, 4];
    table.insert(Key(0), Matchbox { ply: 0, beads });
    let wider = table.laid_out(every, &TicTacToe).expect("more boxes");
    assert_eq!(wider.layout(), every);
    assert_eq!(wider.laid_out(choice, &TicTacToe).expect("a choice"), table);
    assert!(table.laid_out(rote, &TicTacToe).is_err());
}

/// Keys of every length, few enough that they repeat.
fn keys() -> impl Strategy<Value = u128> {
    (0_u128..40, prop::sample::select(vec![0, 30, 62, 94, 120])).prop_map(|(n, shift)| n << shift)
}

/// Numbers of beads just below and above every limit in bytes.
fn counts() -> impl Strategy<Value = Vec<u64>> {
    let edge = prop::sample::select(vec![0, 1 << 8, 1 << 16, 1 << 32, 1 << 56]);
    let count = (edge, 0_u64..3).prop_map(|(edge, above)| (edge + above).saturating_sub(1));
    prop_oneof![
        prop::collection::vec(0_u64..20, 1..30),
        prop::collection::vec(count, 1..4),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, ..ProptestConfig::default() })]

    #[test]
    fn a_table_behaves_like_a_map(boxes in prop::collection::vec((keys(), 0_u16..200, counts()), 0..400)) {
        let layout = Layout::from(&rule("rote"));
        let mut table = Table::new(Side::First, layout);
        let mut map = BTreeMap::new();
        for (key, ply, beads) in boxes {
            let matchbox = Matchbox { ply, beads };
            let before = table.insert(Key(key), matchbox.clone());
            prop_assert_eq!(before, map.insert(Key(key), matchbox));
        }
        prop_assert_eq!(table.len(), map.len());
        prop_assert_eq!(table.is_empty(), map.is_empty());
        for n in 0..40 {
            prop_assert_eq!(table.get(Key(n)), map.get(&Key(n)).cloned());
        }
        let listed: Vec<(Key, Matchbox)> = table.iter().collect();
        let expected: Vec<(Key, Matchbox)> = map.clone().into_iter().collect();
        prop_assert_eq!(listed, expected);
        // The same boxes, inserted in another order and never changed.
        let mut reordered = Table::new(Side::First, layout);
        for (key, matchbox) in map.iter().rev() {
            reordered.insert(*key, matchbox.clone());
        }
        prop_assert_eq!(&reordered, &table);
        prop_assert_eq!(reordered.footprint(), table.footprint());
        prop_assert!(reordered.allocated() > 0 || map.is_empty());
        if let Some((&key, matchbox)) = map.iter().next() {
            let other = Matchbox { ply: matchbox.ply + 1, ..matchbox.clone() };
            reordered.insert(key, other);
            prop_assert_ne!(&reordered, &table);
        }
    }
}
