//! Tables used as players: the weights that their beads become.

use std::sync::Arc;

use matchboxes::arena::Ground;
use matchboxes::game::{Game, Move, Side, Symmetry};
use matchboxes::games::TicTacToe;
use matchboxes::games::tictactoe::Position;
use matchboxes::graph::mirror::canonical;
use matchboxes::graph::{Budget, Graph, Merging};
use matchboxes::learn::{
    Empty, Layout, Learners, Matchbox, Reader, Reading, Rule, Table, Training,
};
use matchboxes::player::{Mixture, Player, Random};
use num_rational::Ratio;

use crate::tools::{rule, rule_with};

use Reading::{Draw, Greedy, Sharpness};

const READINGS: [Reading; 4] = [Draw, Greedy, Sharpness(1), Sharpness(4)];

/// A player with the boxes of a table in the layout of this rule; without a table, an untrained machine.
fn reader(table: Option<&Table>, rule: &Rule, reading: Reading) -> Reader {
    let tables = Side::BOTH.map(|side| {
        let mut laid_out = Table::new(side, Layout::from(rule));
        for (key, matchbox) in table.into_iter().flatten() {
            laid_out.insert(key, matchbox.clone());
        }
        let is_there = table.is_none_or(|table| table.side() == side);
        is_there.then(|| Arc::new(laid_out))
    });
    Reader::new("reader".to_owned(), tables, reading)
}

fn weights(player: &impl Player<TicTacToe>, at: Position) -> Vec<u64> {
    crate::tools::weights(player, &TicTacToe, &at)
}

fn position(text: &str) -> Position {
    TicTacToe.read_position(text).expect("a position")
}

/// The weights of the opening moves if the opening box has these beads for corner, edge and centre.
fn opening(beads: [u64; 3], reading: Reading) -> Vec<u64> {
    opening_by(&rule("michie-304"), beads, reading)
}

fn opening_by(rule: &Rule, beads: [u64; 3], reading: Reading) -> Vec<u64> {
    let mut table = Table::new(Side::First, Layout::from(rule));
    let at = TicTacToe.start();
    let beads = beads.to_vec();
    table.insert(TicTacToe.key(&at), Matchbox { ply: 0, beads });
    weights(&reader(Some(&table), rule, reading), at)
}

/// The weights of the nine moves if four corners share one colour, four edges another, and the centre has its
/// own.
fn shared(corner: u64, edge: u64, centre: u64) -> Vec<u64> {
    let (c, e) = (corner, edge);
    vec![c, e, c, e, 4 * centre, e, c, e, c]
}

#[test]
fn moves_of_one_colour_share_its_beads() {
    assert_eq!(opening([3, 0, 6], Draw), shared(3, 0, 6));
    assert_eq!(opening([3, 0, 6], Greedy), shared(0, 0, 1));
    assert_eq!(opening([5, 5, 4], Greedy), shared(1, 1, 0));
    assert_eq!(opening([3, 0, 6], Sharpness(1)), shared(1, 0, 2));
    assert_eq!(opening([3, 0, 6], Sharpness(3)), shared(1, 0, 8));
    // A share too small to be represented still gets the weight 1.
    let found = opening([1, 0, 9], Sharpness(99));
    assert_eq!(found, shared(1, 0, 1 << 32));
}

#[test]
fn an_empty_box_resigns_and_an_unmet_one_plays_any_colour() {
    for reading in READINGS {
        assert_eq!(opening([0; 3], reading), [0; 9], "{reading:?}");
        for table in [
            None,
            Some(Table::new(Side::First, Layout::from(&rule("rote")))),
            Some(Table::new(Side::Second, Layout::from(&rule("rote")))),
        ] {
            let merged = reader(table.as_ref(), &rule("michie-304"), reading);
            assert_eq!(weights(&merged, TicTacToe.start()), shared(1, 1, 1));
            let raw = reader(table.as_ref(), &rule("rote"), reading);
            assert_eq!(weights(&raw, TicTacToe.start()), [1; 9]);
        }
    }
}

/// Its learner would play any legal move there, or put in a bead of any colour and draw it.
#[test]
fn an_empty_box_plays_on_where_the_rule_says_so() {
    for reading in READINGS {
        let played = |empty, beads| {
            let rule = rule_with("michie-304", &format!("empty = '{empty}'"));
            opening_by(&rule, beads, reading)
        };
        assert_eq!(played(Empty::AnyMove, [0; 3]), [1; 9], "{reading:?}");
        assert_eq!(played(Empty::OneBead, [0; 3]), shared(1, 1, 1));
        for empty in crate::cases::EMPTY {
            assert_eq!(played(empty, [0, 2, 0]), opening([0, 2, 0], reading));
        }
    }
}

#[test]
fn a_position_without_a_box_plays_any_move() {
    let last = position("XOX/XOO/OX.");
    // Two lines must be blocked at once: the machine of 1961 has no box here.
    let lost = position("OXO/X../X.O");
    let form = canonical(&TicTacToe, &lost, Merging::Full);
    let mut table = Table::new(Side::First, Layout::from(&rule("michie-304")));
    let beads = vec![0, 2, 5];
    table.insert(form.key, Matchbox { ply: 6, beads });
    for reading in READINGS {
        let with_304 = reader(Some(&table), &rule("michie-304"), reading);
        assert_eq!(weights(&with_304, last), [1]);
        let mut sorted = weights(&with_304, lost);
        sorted.sort_unstable();
        assert_eq!(sorted, reading.weights(&[0, 2, 5]), "{reading:?}");
        let with_287 = reader(Some(&table), &rule("michie-1961"), reading);
        assert_eq!(weights(&with_287, lost), [1; 3]);
    }
}

#[test]
fn weights_of_beads() {
    for reading in READINGS {
        assert_eq!(reading.weights(&[]), Vec::<u64>::new());
        assert_eq!(reading.weights(&[0, 0]), [0, 0]);
        let beads = [0, 1, 3, 1 << 20, 1 << 40, 3 << 53];
        let weights = reading.weights(&beads);
        assert_eq!(weights[0], 0, "{reading:?}");
        assert!(weights.is_sorted(), "{reading:?}: {weights:?}");
        let kept = weights[1..].iter().all(|&n| n > 0) || reading == Greedy;
        assert!(kept, "{reading:?}: {weights:?}");
    }
    assert_eq!(Draw.weights(&[4, 0, 7]), [4, 0, 7]);
    assert_eq!(Sharpness(5).weights(&[20, 30]), [32, 243]);
    // (2/3)^60 of the greatest weight, apart from rounding.
    for (power, low, by) in [(60, 0, 1), (30, 22_396, 30)] {
        let weights = Sharpness(power).weights(&[20, 30]);
        assert_eq!((weights.len(), weights[1]), (2, 1 << 32));
        assert!(weights[0].abs_diff(low) <= by, "{weights:?}");
    }
}

/// The tables after 500 games with this rule against random play.
fn learnt(rule: &Rule, learners: Learners) -> [Option<Table>; 2] {
    let training = Training::new(TicTacToe, rule.clone()).learners(learners);
    let mut run = training.games_per_set(500).seed(1).begin().unwrap();
    run.play(1);
    Side::BOTH.map(|side| run.table(side))
}

#[test]
fn without_symmetry_weights_are_beads() {
    for table in learnt(&rule("rote"), Learners::Both).into_iter().flatten() {
        let player = reader(Some(&table), &rule("rote"), Draw);
        assert!(table.len() > 300);
        for (key, matchbox) in &table {
            let at = TicTacToe.position(key).expect("a position");
            assert_eq!(weights(&player, at), matchbox.beads);
        }
    }
}

#[test]
fn mirror_images_are_played_alike() {
    let rule = rule("michie-304");
    let graph =
        Graph::complete(TicTacToe, Merging::None, Budget::new(10_000), "a test").expect("small");
    for table in learnt(&rule, Learners::Both).into_iter().flatten() {
        let player = reader(Some(&table), &rule, Draw);
        for node in graph.nodes() {
            let at = *graph.position(node);
            if graph.side(node) != table.side() || graph.outcome(node).is_some() {
                continue;
            }
            let own: Vec<(Move, u64)> = TicTacToe.moves(&at).zip(weights(&player, at)).collect();
            for by in (0..8).map(Symmetry) {
                let turned = TicTacToe.turn(&at, by);
                let carried = own.iter().map(|&(m, w)| (TicTacToe.turn_move(m, by), w));
                let mut carried: Vec<(Move, u64)> = carried.collect();
                carried.sort_unstable();
                let image = TicTacToe.moves(&turned).zip(weights(&player, turned));
                assert!(image.eq(carried), "{at:?} {by:?}");
            }
        }
    }
}

/// A fraction is a claim of exactness: there is one only where no weight on the way is rounded.
#[test]
fn fractions_of_sharpened_beads_are_exact_or_not_given() {
    let ground = Ground::new(TicTacToe).unwrap();
    let random = ground.policy(&Random);
    // Beads of a corner, an edge and the centre: 101^6 is below 2^40, 101^7 is not.
    for (beads, power, is_exact) in [
        ([3, 0, 6], 3, true),
        ([30_000, 70_000, 20_000], 11, true),
        ([101, 7, 9], 6, true),
        ([101, 7, 9], 7, false),
        ([10_007, 3, 9_973], 3, true),
        ([10_007, 3, 9_973], 4, false),
    ] {
        let rote = rule("rote");
        let mut table = Table::new(Side::First, Layout::from(&rote));
        let [corner, edge, centre] = beads;
        let beads = vec![corner, edge, 0, 0, centre, 0, 0, 0, 0];
        let start = TicTacToe.key(&TicTacToe.start());
        table.insert(start, Matchbox { ply: 0, beads });
        let own = reader(Some(&table), &rote, Sharpness(power));
        let own: Arc<dyn Player<TicTacToe>> = Arc::new(own);
        let parts = vec![(1, own.clone()), (9, own.clone())];
        let mixed = Mixture::new("mixed".to_owned(), parts).unwrap();
        let also = ground.fractions([&ground.policy(&mixed), &random]);
        let found = ground.fractions([&ground.policy(&*own), &random]);
        assert_eq!(found.is_some(), is_exact, "{corner}^{power}");
        assert_eq!(found, also);
        // The chances of random play after these moves.
        let after = [(17, 28), (15, 28), (97, 140)].map(|(n, d)| Ratio::new(n, d));
        let unit = [edge, centre].into_iter().fold(corner, num_integer::gcd);
        let weights = [corner, edge, centre].map(|n: u64| u128::from(n / unit).pow(power));
        let total: u128 = weights.iter().sum();
        let wins: Ratio<u128> = after.iter().zip(weights).map(|(win, n)| win * n).sum();
        if let Some(found) = found {
            assert_eq!(found.first_wins.to_string(), (wins / total).to_string());
        }
    }
}
