//! The effect of ruled-out moves: boxes with several of them, and the boxes that can still come up.

use std::collections::BTreeMap;

use matchboxes::game::{Game, Key, Move};
use matchboxes::games::TicTacToe;
use matchboxes::games::tictactoe::Position;
use matchboxes::learn::{Matchbox, Table};
use matchboxes::text::float;
use serde::Serialize;

use super::play::TrainedRun;

/// The plies at which a box can lose all beads of a move; at the last square there is no choice.
pub(super) const PLIES: usize = 8;

/// A box with at least this many ruled-out moves counts as having several.
const SEVERAL: usize = 3;

/// Counts the boxes of these tables with several moves without beads, by ply.
pub(super) fn several(trained: &[&TrainedRun]) -> [u64; PLIES] {
    let mut counts = [0; PLIES];
    let tables = trained.iter().flat_map(|one| one.tables.iter().flatten());
    for (_, matchbox) in tables.flat_map(|table| table.iter()) {
        let ruled_out = matchbox.beads.iter().filter(|&&n| n == 0).count();
        if ruled_out >= SEVERAL {
            counts[usize::from(matchbox.ply)] += 1;
        }
    }
    counts
}

/// The boxes that learners can still reach if they avoid their ruled-out moves from now on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Reach {
    /// Their boxes that can still come up.
    pub(super) open: u64,
    /// How many of these they have met.
    pub(super) met: u64,
    /// The chance that a game reaches a box they have not met.
    pub(super) leaving: f64,
    /// The fewest boxes that make up nine in ten of all draws from boxes they have met.
    pub(super) busy: u64,
}

impl Reach {
    /// Computes the reach of tables that play by their beads; a side without a table moves at random.
    pub(super) fn new(tables: [Option<&Table>; 2]) -> Self {
        let start = TicTacToe.start();
        let mut reach = Self::default();
        let mut draws = Vec::new();
        let mut layer: Layer = BTreeMap::from([(TicTacToe.key(&start), (start, 1.0))]);
        while !layer.is_empty() {
            let mut next = Layer::new();
            for (key, (at, chance)) in layer {
                if TicTacToe.outcome(&at).is_some() {
                    continue;
                }
                let table = tables[TicTacToe.side(&at).index()];
                let known = table.is_none_or(|table| table.get(key).is_some());
                if table.is_some() {
                    reach.open += 1;
                    if known {
                        reach.met += 1;
                        draws.push(chance);
                    } else {
                        reach.leaving += chance;
                    }
                }
                let chance = if known { chance } else { 0.0 };
                let matchbox = table.and_then(|table| table.get(key));
                expand(at, chance, matchbox.as_ref(), &mut next);
            }
            layer = next;
        }
        reach.busy = busiest(draws);
        reach
    }
}

/// Adds the successors of a position, which a game reaches through known boxes with this chance. Without a box, all
/// moves are played alike.
fn expand(at: Position, chance: f64, matchbox: Option<&Matchbox>, next: &mut Layer) {
    let moves: Vec<Move> = TicTacToe.moves(&at).collect();
    let weights = matchbox.map_or_else(|| vec![1; moves.len()], |matchbox| matchbox.beads.clone());
    let all = float(weights.iter().sum());
    for (&m, &weight) in moves.iter().zip(&weights).filter(|(_, n)| **n > 0) {
        let after = TicTacToe.play(&at, m);
        let (_, sum) = next.entry(TicTacToe.key(&after)).or_insert((after, 0.0));
        *sum += chance * float(weight) / all;
    }
}

/// The smallest number of values that add up to nine tenths of the sum.
fn busiest(mut draws: Vec<f64>) -> u64 {
    draws.sort_by(|a, b| b.total_cmp(a));
    let enough = 0.9 * draws.iter().sum::<f64>();
    let mut sum = 0.0;
    draws
        .iter()
        .take_while(|draw| {
            let more = sum < enough;
            sum += **draw;
            more
        })
        .count() as u64
}

/// Positions after equally many moves, each with the chance that a game reaches it through known boxes.
type Layer = BTreeMap<Key, (Position, f64)>;

#[cfg(test)]
mod tests {
    use matchboxes::game::Side;
    use matchboxes::learn::{Matchbox, Table};

    use super::*;

    /// The number of boxes that each side can meet.
    const ALL: [u64; 2] = [2_423, 2_097];

    fn empty(side: Side) -> Table {
        let rule = matchboxes::learn::preset("rote").unwrap();
        Table::new(side, (&rule).into())
    }

    #[test]
    fn nothing_is_ruled_out_of_an_empty_table() {
        for side in Side::BOTH {
            let table = empty(side);
            let mut tables = [None; 2];
            tables[side.index()] = Some(&table);
            let reach = Reach::new(tables);
            assert_eq!((reach.open, reach.met), (ALL[side.index()], 0));
            assert!((reach.leaving - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_box_that_resigns_ends_every_game() {
        let mut table = empty(Side::First);
        let start = TicTacToe.key(&TicTacToe.start());
        let mut matchbox = Matchbox {
            ply: 0,
            beads: vec![0; 9],
        };
        table.insert(start, matchbox.clone());
        let reach = Reach::new([Some(&table), None]);
        assert_eq!((reach.open, reach.met), (1, 1));
        assert!(reach.leaving.abs() < 1e-12);
        // One opening is left, and each of the eight replies leads to a box not met.
        matchbox.beads[4] = 1;
        table.insert(start, matchbox);
        let reach = Reach::new([Some(&table), None]);
        assert!(reach.open < ALL[0] && reach.met == 1);
        assert!((reach.leaving - 1.0).abs() < 1e-12);
    }
}
