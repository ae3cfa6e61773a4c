//! A machine of a class, which learns from games that ended at several boards, is the machine that one person would
//! have taught by the same games.

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move, Side};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{Learners, baselines, presets};
use matchboxes::session::{ClassMachine, WithPerson, with_person};
use matchboxes::store::{BoxView, MoveValue};

const GAMES: u64 = 25;

#[test]
fn a_class_teaches_what_one_person_would() {
    let folder = tempfile::tempdir().unwrap();
    let mut taught = 0;
    for name in ["hexapawn", "tic-tac-toe", "nim:8:take=3"] {
        let game = parse(name).unwrap();
        for (number, rule) in presets().into_iter().chain(baselines()).enumerate() {
            let side = if number % 2 == 0 {
                Side::First
            } else {
                Side::Second
            };
            let learners = [Learners::First, Learners::Second][side.index()];
            let rule = rule.for_learners(learners);
            let path =
                folder
                    .path()
                    .join(format!("{}-{}.menace", name.replace(':', "-"), rule.name));
            let asked = WithPerson {
                player: Some(path.display().to_string().parse().unwrap()),
                side: Some(side.other()),
                rule: Some(rule.clone()),
                learn: true,
                ..WithPerson::default()
            };
            let mut opened = with_person(game.clone(), &asked).unwrap();
            let mut machine = ClassMachine::new(game.clone(), rule.clone(), side, 7).unwrap();
            let mut dice = Dice::new(56, Purpose::Match, number as u64, 0);
            for _ in 0..GAMES {
                let play = &mut opened.play;
                while play.end().is_none() {
                    if play.step() {
                        continue;
                    }
                    let moves: Vec<Move> = game.moves(play.at()).collect();
                    let at = usize::try_from(dice.below(moves.len() as u64)).unwrap();
                    play.make(moves[at]).unwrap();
                }
                let counted = play.records().count() as u64;
                let played = play.played().pop().unwrap();
                if counted > machine.games() {
                    let changes = machine.learn(&played).unwrap();
                    let shown = &play.end().unwrap().changes;
                    assert_eq!(changes.len(), shown.len());
                    for (one, other) in changes.iter().zip(shown) {
                        assert_eq!(one.m, other.m);
                        for (own, shown) in
                            [(&one.before, &other.before), (&one.after, &other.after)]
                        {
                            let held = |view: &BoxView<AnyGame>| -> Vec<(u64, Option<MoveValue>)> {
                                view.colours
                                    .iter()
                                    .map(|colour| (colour.beads, colour.value))
                                    .collect()
                            };
                            let facts = |view: &BoxView<AnyGame>| (view.met, view.ply, held(view));
                            assert_eq!(facts(own), facts(shown), "{name} {}", rule.name);
                        }
                    }
                    taught += 1;
                }
                assert_eq!(
                    machine.model().table(side),
                    play.table(side).as_ref(),
                    "{name} {}",
                    rule.name
                );
                play.begin().unwrap();
            }
            let kept = opened.keeper.unwrap().model(&opened.play);
            assert_eq!(
                machine.model().history,
                kept.history,
                "{name} {}",
                rule.name
            );
            assert_eq!(
                machine
                    .model()
                    .last()
                    .in_words()
                    .replace("seed 7", "seed 1961"),
                kept.last().in_words()
            );
        }
    }
    assert!(taught > 1_000, "{taught}");
}
