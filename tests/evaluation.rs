//! The evaluation after every set agrees with slower, more general measurements.

use std::sync::Arc;

use matchboxes::arena::{Accuracy, Aim, Evaluation, Ground, OptimalMoves, Policy};
use matchboxes::game::{Game, Side};
use matchboxes::games::{End, Nim, TicTacToe};
use matchboxes::learn::{Exact, Layout, Learners, Reader, Reading, Rule, Training, presets};
use matchboxes::player::{Perfect, Random};

use crate::tools::{rule, rule_with};
use crate::whole::whole_or;

/// An exact figure (in parts of 10^12) as a chance.
#[expect(clippy::cast_precision_loss, reason = "compared with a tolerance")]
fn chance(parts: u64) -> f64 {
    parts as f64 / 1e12
}

fn close(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-9, "{what}: {one} and {other}");
}

/// A game with the two players against which tables are measured.
struct Measured<G: Game> {
    game: G,
    ground: Ground<G>,
    random: Policy,
    perfect: Policy,
}

impl<G: Game + 'static> Measured<G> {
    fn new(game: G) -> Self {
        let perfect = Perfect::new(game.clone()).expect("a small game");
        let ground = Ground::new(game.clone()).expect("a small game");
        Self {
            game,
            random: ground.policy(&Random),
            perfect: ground.policy(&perfect),
            ground,
        }
    }

    fn check(&self, rule: Rule, learners: Learners) {
        let Self {
            game,
            ground,
            random,
            perfect,
        } = self;
        let layout = Layout::from(&rule);
        let evaluation = Arc::new(Evaluation::on(ground, layout));
        let training = Training::new(game.clone(), rule);
        let training = training.learners(learners).seed(7);
        let run = training.clone().begin().unwrap();
        let mut run = run.with_evaluator(evaluation.clone());
        let packed = training.begin().unwrap().with_layout_limit(0);
        let mut packed = packed.with_evaluator(evaluation);
        let optimal = Side::BOTH.map(|side| OptimalMoves::new(ground, layout, side));
        for sets in [1, 9, 20] {
            run.play(sets);
            packed.play(sets);
            assert_eq!(packed.history(), run.history());
            for side in learners.sides() {
                let last = run.history().records.last().expect("a set");
                let found = last.snapshots[side.index()].as_ref().and_then(|s| s.exact);
                let found: Exact = found.expect("it was evaluated");
                let table = run.table(side).expect("it learns");
                let tables = side.ordered([Some(Arc::new(table.clone())), None]);
                let reader = Reader::new(String::new(), tables, Reading::Draw);
                let own = ground.policy(&reader);
                for (other, figures) in [(random, found.random), (perfect, found.perfect)] {
                    let chances = ground.chances(side.ordered([&own, other]));
                    close(chance(figures[0]), chances.wins(side), "wins");
                    close(chance(figures[1]), chances.draws, "draws");
                    close(chance(figures[2]), chances.wins(side.other()), "losses");
                }
                let worst = ground.best_response(&own, side, Aim::Wins);
                let worst = worst.chances.wins(side.other());
                close(chance(found.worst_case_loss), worst, "worst");
                let best = ground.best_response(&own, side, Aim::Score);
                let score = best.chances.score(side.other()).abs();
                let best = found.best_response.unsigned_abs();
                close(chance(best), score, "best response");
                let accuracy = Accuracy::all(&optimal[side.index()].measure(&table));
                for (share, own, what) in [
                    (accuracy.share(), found.optimal, "optimal"),
                    (accuracy.weighted_share(), found.optimal_reached, "by reach"),
                ] {
                    assert_eq!(share.is_none(), own.is_none(), "{what}");
                    if let Some((share, own)) = share.zip(own) {
                        close(chance(own), share, what);
                    }
                }
            }
        }
    }
}

/// Every rule, or every second one in the short form.
#[test]
fn tic_tac_toe_with_every_rule() {
    let game = Measured::new(TicTacToe);
    for rule in presets().into_iter().step_by(whole_or(1, 2)) {
        game.check(rule, Learners::First);
    }
    game.check(rule("rote"), Learners::Second);
    game.check(rule("michie-304"), Learners::Both);
}

/// With few beads many boxes are empty at the end: with two rules, or in the short form with one of them in turn.
#[test]
fn every_treatment_of_an_empty_box() {
    let game = Measured::new(TicTacToe);
    for (number, empty) in crate::cases::EMPTY.into_iter().enumerate() {
        let few = [["michie-304"], ["rote"]];
        for &name in whole_or(&["michie-304", "rote"][..], &few[number % 2]) {
            let draw = rule(name).beads().expect("it moves beads").draw;
            let fields = format!("start = [1]; win = '{draw}'; empty = '{empty}'");
            game.check(rule_with(name, &fields), Learners::Both);
        }
    }
}

#[test]
fn nim_normal_and_misere() {
    for end in [End::Normal, End::Misere] {
        let game = Measured::new(Nim::new(&[2, 3, 3], end).expect("valid piles"));
        game.check(rule("rote"), Learners::Both);
        game.check(rule("michie-304"), Learners::Second);
    }
}
