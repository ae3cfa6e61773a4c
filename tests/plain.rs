//! The plain learner: an example with every bead written down, and play without an opponent of the library.

use std::collections::BTreeMap;
use std::sync::Arc;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Key, Move, Outcome, Side, Verdict};
use matchboxes::games::{End, Nim, TicTacToe};
use matchboxes::learn::{
    Choice, Empty, Learner, Learners, Opponent, Reader, Reading, Rule, Table, Training, WHOLE,
};
use matchboxes::player::{First, Player, Random};

use crate::tools::{nim, rule, rule_with, weights};

/// A game of the worked example: each draw as (the number of beads, the index of the bead drawn, its move),
/// the winner, and all boxes of the first and of the second side afterwards.
struct Example {
    draws: &'static [(u64, u64, &'static str)],
    winner: Side,
    boxes: [&'static [(&'static str, &'static [u64])]; 2],
}

/// Two piles, of two counters and of one; taking the last counter wins. Both sides learn by `rote`: one bead
/// is added in every box of the winner, and all beads of the last colour drawn are removed for the loser. The
/// beads stand for `a1 a2 b1` in the box of `2 1`, `a1 b1` in that of `1 1`, `a1 a2` in that of `2 0`. The
/// draws were made by another program from the published generator, and the games were played with pencil
/// and paper.
const EXAMPLE: [Example; 4] = [
    Example {
        draws: &[(3, 1, "a2"), (1, 0, "b1")],
        winner: Side::Second,
        boxes: [&[("2 1", &[1, 0, 1])], &[("0 1", &[2])]],
    },
    Example {
        draws: &[(2, 0, "a1"), (2, 1, "b1"), (1, 0, "a1")],
        winner: Side::First,
        boxes: [
            &[("2 1", &[2, 0, 1]), ("1 0", &[2])],
            &[("0 1", &[2]), ("1 1", &[1, 0])],
        ],
    },
    Example {
        draws: &[(3, 0, "a1"), (1, 0, "a1"), (1, 0, "b1")],
        winner: Side::First,
        boxes: [
            &[("2 1", &[3, 0, 1]), ("1 0", &[2]), ("0 1", &[2])],
            &[("0 1", &[2]), ("1 1", &[0, 0])],
        ],
    },
    Example {
        draws: &[(4, 3, "b1"), (2, 1, "a2")],
        winner: Side::Second,
        boxes: [
            &[("2 1", &[3, 0, 0]), ("1 0", &[2]), ("0 1", &[2])],
            &[("0 1", &[2]), ("1 1", &[0, 0]), ("2 0", &[1, 2])],
        ],
    },
];

/// Compares the beads of a table with the expected ones, which are given by position.
fn assert_boxes(game: &Nim, table: &Table, expected: &[(&str, &[u64])], case: &str) {
    let found: BTreeMap<Key, Vec<u64>> = table.iter().map(|(k, b)| (k, b.beads.clone())).collect();
    let expected: BTreeMap<Key, Vec<u64>> = expected
        .iter()
        .map(|(counters, beads)| {
            let text = format!("{counters} {}", table.side().name());
            let at = game.read_position(&text).expect("a position");
            (game.key(&at), beads.to_vec())
        })
        .collect();
    assert_eq!(found, expected, "{case}");
}

#[test]
fn a_worked_example() {
    let game = nim(&[2, 1], End::Normal);
    let mut dice = Dice::new(3, Purpose::Training, 0, 0);
    let mut expected_dice = dice.clone();
    let mut learners = Side::BOTH.map(|side| Learner::new(game.clone(), rule("rote"), side));
    for (number, example) in EXAMPLE.iter().enumerate() {
        let case = format!("game {number}");
        for learner in &mut learners {
            learner.begin(0);
        }
        for (ply, &(beads, drawn, text)) in example.draws.iter().enumerate() {
            assert_eq!(expected_dice.below(beads), drawn, "{case}");
            let m = game.read_move(text).expect("a move");
            let choice = learners[ply % 2].choose(&mut dice);
            assert_eq!(choice, Choice::Move(m), "{case} {text}");
            for learner in &mut learners {
                learner.played(m).unwrap();
            }
        }
        for (side, learner) in Side::BOTH.into_iter().zip(&mut learners) {
            learner.conclude(Outcome::Win(example.winner).verdict(side));
            let boxes = example.boxes[side.index()];
            assert_boxes(&game, &learner.table(), boxes, &case);
        }
    }
}

/// The move of a learner that plays on.
fn drawn(learner: &mut Learner<Nim>, dice: &mut Dice) -> Move {
    match learner.choose(dice) {
        Choice::Move(m) => m,
        other => panic!("it plays on: {other:?}"),
    }
}

/// Plays a game of one move to this end.
fn game(learner: &mut Learner<Nim>, dice: &mut Dice, verdict: Verdict) -> Move {
    learner.begin(0);
    let m = drawn(learner, dice);
    learner.played(m).unwrap();
    learner.conclude(verdict);
    m
}

/// A learner of the first side by `rote` with this treatment of an empty box. There is one counter; taking it loses.
fn single(empty: Empty) -> Learner<Nim> {
    let rule = rule_with("rote", &format!("empty = '{empty}'"));
    Learner::new(nim(&[1], End::Misere), rule, Side::First)
}

/// After one loss the only box is empty.
#[test]
fn an_empty_box_resigns_or_refuses() {
    for (empty, choice) in [
        (Empty::Resign, Choice::Resign),
        (Empty::Refuse, Choice::Refuse),
    ] {
        let mut learner = single(empty);
        let mut dice = Dice::new(1, Purpose::Trial, 0, 0);
        game(&mut learner, &mut dice, Verdict::Loss);
        learner.begin(0);
        assert_eq!(learner.choose(&mut dice), choice);
        let snapshot = learner.report();
        assert_eq!(snapshot.refused, u64::from(choice == Choice::Refuse));
        assert_eq!((snapshot.boxes, snapshot.missing_colour), (1, vec![1]));
    }
}

/// One counter again; the empty box plays on. A move played at random teaches nothing, a single bead does.
#[test]
fn an_empty_box_plays_any_move_or_gets_a_bead() {
    for (empty, rescued) in [(Empty::AnyMove, 0), (Empty::OneBead, 1)] {
        let mut learner = single(empty);
        let mut dice = Dice::new(1, Purpose::Trial, 0, 0);
        for number in 0..3 {
            game(&mut learner, &mut dice, Verdict::Loss);
            let snapshot = learner.report();
            let boxes = (snapshot.boxes, snapshot.missing_colour);
            assert_eq!(boxes, (1, vec![1]), "{empty}");
            assert_eq!(snapshot.rescued, if number == 0 { 0 } else { rescued });
        }
        game(&mut learner, &mut dice, Verdict::Win);
        let key = learner.table().iter().next().expect("its box").0;
        let beads = learner.beads(key).expect("it was met");
        // The win adds a bead to the one that was drawn.
        assert_eq!(beads, [2 * rescued], "{empty}");
    }
}

/// Three piles of one counter: three lost games empty the first box, and then each move is played in about a third
/// of the games.
#[test]
fn any_move_is_played_with_the_same_chance() {
    let rule = rule_with("rote", "empty = 'any-move'");
    let mut learner = Learner::new(nim(&[1, 1, 1], End::Misere), rule, Side::First);
    let mut dice = Dice::new(2, Purpose::Trial, 0, 0);
    let mut played = [0_u32; 3];
    for n in 0..3_003 {
        let m = game(&mut learner, &mut dice, Verdict::Loss);
        played[usize::from(m.0)] += u32::from(n >= 3);
    }
    let table = learner.table();
    assert!(table.iter().all(|(_, found)| found.is_empty()));
    assert!(played.iter().all(|n| n.abs_diff(1_000) < 120), "{played:?}");
}

/// What the second side learns from a draw: on its own side its own entry is all that counts, and the first learns
/// from the other.
#[test]
fn a_draw_counts_by_seat() {
    for (name, alike, apart, [of_first, of_second]) in [
        (
            "michie-304",
            "draw = OF-FIRST",
            "draw = OF-FIRST; draw-second = OF-SECOND",
            ["'+1 all'", "'-1 last'"],
        ),
        (
            "monte-carlo",
            "values = { draw-reward = OF-FIRST }",
            "values = { draw-reward = OF-FIRST, draw-reward-second = OF-SECOND }",
            ["0.1", "0.5"],
        ),
    ] {
        let by = |first: &str, second: Option<&str>| {
            let fields = if second.is_some() { apart } else { alike };
            let fields = fields.replace("OF-FIRST", first);
            let fields = fields.replace("OF-SECOND", second.unwrap_or_default());
            rule_with(name, &fields)
        };
        let trained = |rule: Rule, learners| {
            let training = Training::new(TicTacToe, rule).learners(learners);
            let mut run = training.begin().unwrap();
            run.play(5);
            assert!(run.history().last(5).results.draws > 5);
            Side::BOTH.map(|side| run.table(side))
        };
        let apart = by(of_first, Some(of_second));
        for (learners, same, other) in [
            (Learners::First, of_first, of_second),
            (Learners::Second, of_second, of_first),
        ] {
            let found = trained(apart.clone(), learners);
            assert_eq!(found, trained(by(same, None), learners));
            assert_ne!(found, trained(by(other, None), learners));
        }
        let both = trained(by(of_first, Some(of_first)), Learners::Both);
        assert_eq!(both, trained(by(of_first, None), Learners::Both));
        assert_ne!(both, trained(apart, Learners::Both));
    }
}

/// Only the first side refuses games; with the same rule the second side resigns.
#[test]
fn the_second_side_resigns_where_the_first_refuses() {
    let rule = rule_with("rote", "empty = 'refuse'");
    let mut learner = Learner::new(nim(&[2], End::Misere), rule, Side::Second);
    let mut dice = Dice::new(1, Purpose::Trial, 0, 0);
    for expected in [None, Some(Choice::Resign)] {
        learner.begin(0);
        learner.played(Move(0)).unwrap();
        let choice = learner.choose(&mut dice);
        assert_eq!(expected.unwrap_or(choice), choice);
        if let Choice::Move(m) = choice {
            learner.played(m).unwrap();
        }
        learner.conclude(Verdict::Loss);
    }
    assert_eq!(learner.report().refused, 0);
}

/// The only box begins with three beads of one colour; it is refilled when it has fallen to the given number.
#[test]
fn a_box_is_reset_when_it_has_fallen_to_the_given_number() {
    for (least, left) in [
        (0, [2, 1, 3, 2]),
        (1, [2, 3, 2, 3]),
        (2, [3; 4]),
        (9, [3; 4]),
    ] {
        let fields =
            format!("start = [3]; win = 'nothing'; loss = '-1 all'; empty = 'reset at {least}'");
        let rule = rule_with("rote", &fields);
        let rules = nim(&[1], End::Misere);
        let mut learner = Learner::new(rules.clone(), rule, Side::First);
        let mut dice = Dice::new(1, Purpose::Trial, 0, 0);
        for left in left {
            game(&mut learner, &mut dice, Verdict::Loss);
            let beads = learner.beads(rules.key(&rules.start()));
            assert_eq!(beads.as_deref(), Some(&[left][..]));
        }
        let resets = left.iter().filter(|n| **n == 3).count() as u64;
        assert_eq!(learner.report().rescued, resets);
    }
}

/// With the odds rule, the last move of a lost game is never made again, and the other moves share its odds.
#[test]
fn a_loss_moves_the_odds_to_the_other_moves() {
    let game = nim(&[3], End::Normal);
    let mut learner = Learner::new(game.clone(), rule("michie-1963-odds"), Side::First);
    let mut dice = Dice::new(5, Purpose::Trial, 0, 0);
    let key = game.key(&game.start());
    let m = drawn(&mut learner, &mut dice);
    assert_eq!(learner.beads(key).as_deref(), Some(&[WHOLE / 3; 3][..]));
    learner.played(m).unwrap();
    learner.conclude(Verdict::Loss);
    let mut expected = [WHOLE / 2; 3];
    expected[usize::from(m.0)] = 0;
    assert_eq!(learner.beads(key).as_deref(), Some(&expected[..]));
}

/// The defaults of a training, and what it has learnt as a player.
#[test]
fn a_training_has_defaults() {
    let training = Training::new(TicTacToe, rule("rote"));
    assert_eq!(training.learners, Learners::First);
    let numbers = (training.games_per_set, training.seed, training.run);
    assert_eq!(numbers, (100, 1961, 0));
    let mut run = training.begin().unwrap();
    run.play(3);
    let table = run.table(Side::First).expect("the first side learns");
    let player = run.player();
    let start = weights(&player, &TicTacToe, &TicTacToe.start());
    assert_eq!(start, table.get(Key(0)).expect("it has opened").beads);
    assert_eq!(Player::<TicTacToe>::name(&player), "rote");
    assert!(Player::<TicTacToe>::plays(&player, Side::First));
    assert!(!Player::<TicTacToe>::plays(&player, Side::Second));
    // A reader without tables gives every move the same weight.
    let untrained = Reader::new("untrained".to_owned(), [None, None], Reading::Draw);
    let start = weights(&untrained, &TicTacToe, &TicTacToe.start());
    assert_eq!(start, [1; 9]);
}

/// Plays like another player, but does not report whether that one is even.
struct Opaque<P>(P);

impl<G: Game, P: Player<G>> Player<G> for Opaque<P> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        self.0.weigh(game, at, moves, weights);
    }
}

#[test]
fn skipping_an_even_player_does_not_change_the_results() {
    let even = |player: &dyn Player<TicTacToe>| player.is_even();
    assert!(even(&Random) && !even(&Opaque(Random)) && !even(&First));
    let trained = |opponent: Arc<dyn Player<TicTacToe>>, batch| {
        let mut training = Training::new(TicTacToe, rule("rote"));
        training.opponent = Opponent::Player(opponent);
        training.spec.terms.batch = batch;
        let mut plain = training.begin().unwrap().with_layout_limit(0);
        plain.play(5);
        (plain.table(Side::First), plain.history().clone())
    };
    for batch in [1, 20] {
        let opaque = trained(Arc::new(Opaque(Random)), batch);
        assert_eq!(trained(Arc::new(Random), batch), opaque);
    }
}
