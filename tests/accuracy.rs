//! The accuracy of tables, compared with plain recursion over positions.

use std::collections::HashMap;
use std::sync::Arc;

use matchboxes::arena::{Accuracy, Ground, OptimalMoves};
use matchboxes::game::{Game, Key, Side};
use matchboxes::games::{End, Nim, TicTacToe};
use matchboxes::learn::{Layout, Learners, Matchbox, Reader, Reading, Rule, Table, Training};
use matchboxes::player::{Perfect, Player, Random};

use crate::tools::{Solved, chosen, rule, rule_with, solved, weights};
use crate::whole::whole_or;

fn layout(rule: &str) -> Layout {
    Layout::from(&self::rule(rule))
}

fn ground() -> Ground<TicTacToe> {
    Ground::new(TicTacToe).unwrap()
}

fn plies(measured: &[Accuracy], count: impl Fn(&Accuracy) -> u64) -> Vec<u64> {
    measured.iter().map(count).collect()
}

fn same(one: Option<f64>, other: f64) -> bool {
    one.is_some_and(|one| (one - other).abs() < 1e-12)
}

/// A table with a box, filled by `beads`, for every position of `side` that has one in this layout.
fn filled<G: Game>(
    ground: &Ground<G>,
    layout: Layout,
    side: Side,
    beads: impl Fn(&G::Position, &[Vec<matchboxes::game::Move>]) -> Vec<u64>,
) -> Table {
    let graph = ground.graph();
    let mut table = Table::new(side, layout);
    for node in graph.nodes() {
        let at = graph.position(node);
        let own = graph.outcome(node).is_none() && graph.side(node) == side;
        if own && layout.has_box(graph.game(), at) {
            let placed = layout.place(graph.game(), at);
            let matchbox = Matchbox {
                ply: graph.ply(node),
                beads: beads(at, &placed.colours),
            };
            table.insert(placed.key, matchbox);
        }
    }
    table
}

/// The table of perfect play.
fn perfect<G: Game>(ground: &Ground<G>, layout: Layout, side: Side) -> Table {
    let game = ground.graph().game();
    let player = Perfect::new(game.clone()).unwrap();
    filled(ground, layout, side, |at, colours| {
        let best = chosen(&player, game, at);
        let weight = |moves: &Vec<_>| u64::from(best.contains(&moves[0]));
        colours.iter().map(weight).collect()
    })
}

/// What is measured of a table without boxes.
fn of_nothing(rule: &str, side: Side) -> Vec<Accuracy> {
    let layout = layout(rule);
    OptimalMoves::new(&ground(), layout, side).measure(&Table::new(side, layout))
}

/// Of the 304 boxes, 70 have moves of one value only: 9 + 91 + 134 = 304 - 70.
#[test]
fn boxes_in_which_the_choice_matters() {
    for (rule, by_ply) in [
        ("michie-304", [0, 0, 9, 0, 91, 0, 134]),
        ("michie-1961", [0, 0, 9, 0, 91, 0, 134]),
        ("rote", [0, 0, 60, 0, 640, 0, 1032]),
    ] {
        let measured = of_nothing(rule, Side::First);
        assert_eq!(plies(&measured, |ply| ply.boxes), by_ply, "{rule}");
    }
    for side in Side::BOTH {
        let known = choices_that_matter(&TicTacToe, side);
        let boxes = Accuracy::all(&of_nothing("rote", side)).boxes;
        assert_eq!(boxes, known, "{side:?}");
    }
}

/// Counts the positions of one side in which the moves differ in value; mirror images count separately.
fn choices_that_matter<G: Game>(game: &G, side: Side) -> u64 {
    let known = solved(game);
    let matters = |at: &G::Position| {
        let after = game.moves(at).map(|m| game.key(&game.play(at, m)));
        let mut outcomes = after.map(|key| known[&key].outcome);
        let first = outcomes.next();
        outcomes.any(|outcome| Some(outcome) != first)
    };
    let positions = known.keys().map(|&key| game.position(key).unwrap());
    let own = positions.filter(|at| game.side(at) == side && matters(at));
    own.count() as u64
}

#[test]
fn a_perfect_table_is_right_everywhere() {
    for rule in ["rote", "michie-304", "michie-1961"] {
        for side in Side::BOTH {
            let layout = layout(rule);
            let table = perfect(&ground(), layout, side);
            let optimal = OptimalMoves::new(&ground(), layout, side);
            let all = Accuracy::all(&optimal.measure(&table));
            assert_eq!((all.met, all.optimal), (all.boxes, all.boxes), "{rule}");
            for share in [all.share(), all.weighted_share(), all.kept_share()] {
                assert!(same(share, 1.0), "{rule} {share:?}");
            }
        }
    }
}

#[test]
fn an_untrained_table_has_no_right_boxes() {
    let optimal = OptimalMoves::new(&ground(), layout("michie-304"), Side::First);
    let empty = Accuracy::all(&of_nothing("michie-304", Side::First));
    assert_eq!((empty.met, empty.optimal), (0, 0));
    assert!(same(empty.share(), 0.0) && same(empty.weighted_share(), 0.0));
    // Boxes that were met but not changed differ only in their number.
    let four = |_: &_, colours: &[Vec<_>]| vec![4; colours.len()];
    let even = filled(&ground(), layout("michie-304"), Side::First, four);
    let fresh = optimal.measure(&even);
    assert_eq!(plies(&fresh, |ply| ply.met), [0, 0, 9, 0, 91, 0, 134]);
    assert_eq!(Accuracy::all(&fresh).optimal, 0);
    assert_eq!(Accuracy::all(&fresh).kept_share(), empty.kept_share());
    assert!(fresh[2].reached < 1.0 && fresh[2].reached > 0.5);
}

#[test]
fn nothing_is_reached_behind_an_empty_opening_box() {
    let layout = layout("rote");
    let mut table = perfect(&ground(), layout, Side::First);
    let start = layout.place(&TicTacToe, &TicTacToe.start()).key;
    let beads = vec![0; 9];
    table.insert(start, Matchbox { ply: 0, beads });
    let optimal = OptimalMoves::new(&ground(), layout, Side::First);
    let all = Accuracy::all(&optimal.measure(&table));
    assert!(same(all.share(), 1.0), "the opening does not matter");
    assert_eq!((all.weighted_share(), all.kept_share()), (None, None));
}

#[test]
fn a_tie_with_a_wrong_move_is_not_right() {
    // Only taking one of the two counters balances the piles.
    let game = Nim::new(&[1, 2], End::Normal).unwrap();
    let ground = Ground::new(game.clone()).unwrap();
    let layout = layout("rote");
    let optimal = OptimalMoves::new(&ground, layout, Side::First);
    let start = layout.place(&game, &game.start());
    assert_eq!(start.colours.len(), 3);
    let (right, wrong) = {
        let weights = perfect(&ground, layout, Side::First);
        let beads = &weights.get(start.key).unwrap().beads;
        assert_eq!(beads.iter().sum::<u64>(), 1);
        let right = beads.iter().position(|&n| n == 1).unwrap();
        (right, (right + 1) % 3)
    };
    for (on_right, on_wrong, is_right, kept) in [
        (5, 4, 1, 5.0 / 9.0),
        (5, 5, 0, 0.5),
        (4, 5, 0, 4.0 / 9.0),
        (0, 0, 0, 0.0),
    ] {
        let mut table = Table::new(Side::First, layout);
        let mut beads = vec![0; 3];
        (beads[right], beads[wrong]) = (on_right, on_wrong);
        table.insert(start.key, Matchbox { ply: 0, beads });
        let opening = optimal.measure(&table)[0];
        let found = [opening.boxes, opening.met, opening.optimal];
        assert_eq!(found, [1, 1, is_right]);
        assert!(same(opening.kept_share(), kept));
    }
}

/// How often a game of these two players meets a choice of `side` that matters, and how often the value is
/// kept there: the sums of both chances, by recursion over games without boxes.
#[expect(clippy::cast_precision_loss, reason = "the weights are small")]
fn chances<G: Game>(
    game: &G,
    players: [&dyn Player<G>; 2],
    side: Side,
    (at, reach): (G::Position, f64),
    known: &HashMap<Key, Solved>,
) -> (f64, f64) {
    if game.outcome(&at).is_some() || reach == 0.0 {
        return (0.0, 0.0);
    }
    let weights = weights(players[game.side(&at).index()], game, &at);
    let total: f64 = weights.iter().map(|&w| w as f64).sum();
    let after: Vec<_> = game.moves(&at).map(|m| game.play(&at, m)).collect();
    let value = |at: &G::Position| known[&game.key(at)].outcome;
    let matters = game.side(&at) == side && after.iter().any(|b| value(b) != value(&at));
    let mut sum = (if matters { reach } else { 0.0 }, 0.0);
    for (next, &weight) in after.iter().zip(&weights).filter(|(_, w)| **w > 0) {
        let chance = weight as f64 / total;
        if matters && value(next) == value(&at) {
            sum.1 += reach * chance;
        }
        let below = chances(game, players, side, (*next, reach * chance), known);
        sum = (sum.0 + below.0, sum.1 + below.1);
    }
    sum
}

fn trained(rule: Rule, learners: Learners) -> Table {
    let training = Training::new(TicTacToe, rule).learners(learners);
    let mut run = training.seed(3).begin().unwrap();
    run.play(8);
    run.table(learners.sides().next().unwrap()).unwrap()
}

/// The chances equal those of plain recursion, of three trainings in the short form.
#[test]
fn chances_equal_those_of_plain_recursion() {
    let values = solved(&TicTacToe);
    let kept_colours = rule_with("michie-304", "duplicates = 'keep'; boxes = 'every'");
    let cases = [
        (rule("rote"), Learners::First),
        (rule("rote"), Learners::Second),
        (rule("michie-304"), Learners::First),
        (rule("scroggs"), Learners::Second),
        (kept_colours, Learners::First),
    ];
    for (rule, learners) in cases.into_iter().skip(whole_or(0, 2)) {
        let side = learners.sides().next().unwrap();
        let layout = Layout::from(&rule);
        let table = trained(rule.clone(), learners);
        let tables = side.ordered([Some(Arc::new(table.clone())), None]);
        let reader = Reader::new(String::new(), tables, Reading::Draw);
        let players: [&dyn Player<TicTacToe>; 2] = side.ordered([&reader, &Random]);
        let start = (TicTacToe.start(), 1.0);
        let (reached, kept) = chances(&TicTacToe, players, side, start, &values);
        let optimal = OptimalMoves::new(&ground(), layout, side);
        let measured = optimal.measure(&table);
        let all = Accuracy::all(&measured);
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let is_near = near(all.reached, reached) && near(all.kept, kept);
        assert!(is_near, "{}: {all:?}, not {reached}, {kept}", rule.name);
        assert!(all.reached_optimal <= all.reached && all.optimal <= all.met);
    }
}

#[test]
fn training_approaches_optimal_moves() {
    let optimal = OptimalMoves::new(&ground(), layout("rote"), Side::First);
    let training = Training::new(TicTacToe, rule("rote")).games_per_set(1000);
    let mut run = training.begin().unwrap();
    let shares = [(); 3].map(|()| {
        run.play(10);
        let measured = optimal.measure(&run.table(Side::First).unwrap());
        Accuracy::all(&measured).weighted_share().unwrap()
    });
    assert!(shares[0] > 0.6 && shares.is_sorted(), "{shares:?}");
}
