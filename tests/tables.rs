//! A table is taken up only where it belongs: by game, side, layout and number of beads.

use std::sync::Arc;

use menace::Error;
use menace::game::{Key, Side};
use menace::games::TicTacToe;
use menace::learn::{
    History, Layout, Learners, MOST_BEADS, Matchbox, Opponent, Rule, Run, Table, Training, preset,
    presets,
};
use menace::player::Random;

fn training(rule: Rule, learners: Learners) -> Training<TicTacToe> {
    Training {
        game: TicTacToe,
        rule,
        learners,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: 20,
        seed: 9,
        run: 0,
    }
}

fn resumed(
    training: &Training<TicTacToe>,
    tables: &[Option<Table>; 2],
) -> Result<Run<TicTacToe>, Error> {
    let tables = [tables[0].as_ref(), tables[1].as_ref()];
    training.clone().resume(tables, History::default())
}

/// A table of one box that may or may not belong.
fn single(side: Side, key: u128, beads: &[u64]) -> [Option<Table>; 2] {
    let mut table = Table::new(side);
    let beads = beads.to_vec();
    table.insert(Key(key), Matchbox { ply: 0, beads });
    let mut tables = [None, None];
    tables[side.index()] = Some(table);
    tables
}

#[test]
fn tables_that_do_not_belong_are_refused() {
    let rote = training(preset("rote").expect("a preset"), Learners::Both);
    let merged = training(preset("michie-304").expect("a preset"), Learners::Both);
    let accepts = |training: &Training<TicTacToe>, tables: &[Option<Table>; 2]| {
        resumed(training, tables).is_ok()
    };
    let first = |key, beads: &[u64]| single(Side::First, key, beads);
    assert!(accepts(&rote, &first(0, &[1; 9])));
    assert!(accepts(&rote, &first(0, &[0; 9])));
    assert!(!accepts(&rote, &first(0, &[1; 3])), "too few colours");
    assert!(
        !accepts(&rote, &single(Side::Second, 0, &[1; 9])),
        "the other side's"
    );
    assert!(!accepts(&rote, &first(0b111, &[1; 9])), "no position");
    assert!(
        !accepts(&rote, &first(0b111 | 0b11 << 12, &[1; 4])),
        "a finished one"
    );
    assert!(accepts(&merged, &first(0, &[4; 3])));
    assert!(!accepts(&merged, &first(0, &[4; 9])), "duplicates kept");
    // X in a corner, O beside it: accepted in one orientation only.
    let corners = [
        [0, 1],
        [2, 1],
        [0, 3],
        [6, 3],
        [2, 5],
        [8, 5],
        [6, 7],
        [8, 7],
    ];
    let fits = corners.map(|[x, o]| accepts(&merged, &first(1 << x | 1 << (9 + o), &[3; 7])));
    assert_eq!(fits.iter().filter(|&&fits| fits).count(), 1);
}

#[test]
fn a_table_with_more_beads_than_a_box_can_hold_is_refused() {
    let rote = training(preset("rote").expect("a preset"), Learners::First);
    let beads = |n: u64| {
        let mut beads = [0; 9];
        beads[0] = n;
        beads[8] = 1;
        single(Side::First, 0, &beads)
    };
    let mut run = resumed(&rote, &beads(MOST_BEADS - 1)).expect("just fits");
    assert!(run.play(1, &mut ()).is_continue());
    for n in [MOST_BEADS, u64::MAX - 1, u64::MAX] {
        assert!(resumed(&rote, &beads(n)).is_err(), "{n}");
    }
}

#[test]
fn every_table_of_a_run_passes_its_own_check() {
    for rule in presets() {
        let mut run = training(rule.clone(), Learners::Both).begin();
        assert!(run.play(1, &mut ()).is_continue());
        for table in Side::BOTH.map(|side| run.table(side)).into_iter().flatten() {
            Layout::from(&rule)
                .check(&TicTacToe, &table)
                .expect("its own layout");
            assert_eq!(table.zeroed().iter().sum::<u64>(), {
                let all = table.sorted();
                all.iter().filter(|(_, b)| b.is_zeroed()).count() as u64
            });
        }
    }
}
