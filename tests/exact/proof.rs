//! Worst cases and best responses.

use super::GAME;
use super::{Side, data, ground, near, player, policy, seen_by, side};
use matchboxes::arena::{Aim, Fraction, Ground};
use matchboxes::game::{Game, Outcome};
use matchboxes::games::Nim;
use matchboxes::games::nim::End;
use matchboxes::player::{First, Perfect, Random};

use crate::tools::weights;

#[test]
fn every_player_has_the_published_worst_case() {
    let ground = ground();
    for row in data("rules_worst.csv") {
        let name = format!("{} {}", row["player"], row["side"]);
        let side = side(&row["side"]);
        let own = policy(&ground, &row["player"]);
        let proof = ground.prove(&own, side);
        assert_eq!(proof.never_loses(), row["never_loses"] == "yes", "{name}");
        let number = |column: &str| row[column].parse::<usize>().unwrap();
        assert_eq!(proof.reached, number("reachable"), "{name}");
        assert_eq!(proof.own_turns, number("own_turn"), "{name}");
        assert_eq!(proof.slips, number("drops_reachable"), "{name}");

        let lost = proof.worst.fractions.unwrap().wins(side.other());
        assert_eq!(lost.to_string(), row["worst_case_loss"], "{name}");
        assert!(near(proof.worst_case_loss(), lost.value()), "{name}");
        let again = ground.fractions(side.ordered([&own, &proof.worst.policy]));
        assert_eq!(again, proof.worst.fractions, "{name}");

        let line = proof.line.map_or_else(String::new, |line| {
            assert!(!line.resigns, "{name}");
            let words: Vec<String> = line.moves.iter().map(|&m| GAME.write_move(m)).collect();
            words.join(" ")
        });
        assert_eq!(line, row["line"], "{name}");
    }
}

#[test]
fn losing_lines_can_be_played() {
    let ground = ground();
    let rows = data("rules_worst.csv").into_iter();
    for row in rows.filter(|row| row["never_loses"] == "no") {
        let (own, side) = (player(&row["player"]), side(&row["side"]));
        let line = ground.prove(&ground.policy(&*own), side).line.unwrap();
        let mut at = GAME.start();
        for m in line.moves {
            let place = GAME.moves(&at).position(|legal| legal == m).unwrap();
            let weights = weights(&*own, &GAME, &at);
            assert!(GAME.side(&at) != side || weights[place] > 0);
            at = GAME.play(&at, m);
        }
        assert_eq!(GAME.outcome(&at), Some(Outcome::Win(side.other())));
    }
}

#[test]
fn the_best_response_to_random_play_is_as_published() {
    let ground = ground();
    let random = policy(&ground, "random");
    for row in data("rules_exact.csv") {
        let aims: &[Aim] = match row["player"].as_str() {
            "best_vs_random" => &[Aim::Wins, Aim::Score, Aim::Safety],
            "best_vs_random_max_win" => &[Aim::Wins],
            "best_vs_random_max_win_minus_loss" => &[Aim::Score],
            "best_vs_random_no_loss" => &[Aim::Safety],
            _ => continue,
        };
        let side = side(&row["side"]);
        let expected = ["win_frac", "loss_frac", "draw_frac"].map(|column| row[column].clone());
        for &aim in aims {
            let found = ground.best_response(&random, side.other(), aim);
            let fractions = found.fractions.unwrap();
            assert_eq!(seen_by(side, &fractions), expected, "{aim:?}");
            let score = Fraction::score(&fractions, side).unwrap().value();
            assert!(near(found.chances.score(side), score));
        }
    }
}

#[test]
fn the_exploitability_of_random_play_is_the_known_one() {
    let ground = ground();
    let random = policy(&ground, "random");
    let [first, second] = Side::BOTH.map(|side| ground.prove(&random, side));
    assert!((first.best_response() + second.best_response() - 1.919_659).abs() < 5e-7);
    let score = |proof: &matchboxes::arena::Proof| {
        let fractions = proof.best.fractions.unwrap();
        Fraction::score(&fractions, proof.side.other()).unwrap()
    };
    assert_eq!(score(&first).to_string(), "874/945");
    assert_eq!(score(&second).to_string(), "191/192");
    let sum = score(&first).plus(&score(&second)).unwrap();
    assert_eq!(sum.to_string(), "116101/60480");
}

#[test]
fn no_policy_does_better_than_the_best_response() {
    let ground = ground();
    let names = [
        "random", "first", "ai4", "ai6s", "ai9s", "ai11s:v2", "ai14s", "perfect",
    ];
    let policies = names.map(|name| policy(&ground, name));
    for own in &policies {
        for side in Side::BOTH {
            let them = side.other();
            let [wins, score, safety] = [Aim::Wins, Aim::Score, Aim::Safety]
                .map(|aim| ground.best_response(own, side, aim).chances);
            for other in &policies {
                let chances = ground.chances(side.ordered([own, other]));
                assert!(chances.wins(them) <= wins.wins(them) + 1e-12);
                assert!(chances.score(them) <= score.score(them) + 1e-12);
                assert!(chances.wins(side) >= safety.wins(side) - 1e-12);
            }
        }
    }
}

#[test]
fn only_perfect_play_wins_nim() {
    let game = Nim::new(&[3, 4, 5], End::Normal).unwrap();
    let ground = Ground::new(game.clone()).unwrap();
    let perfect = ground.policy(&Perfect::new(game).unwrap());
    let [first, second] = Side::BOTH.map(|side| ground.prove(&perfect, side));
    assert!(first.never_loses() && near(first.best_response(), -1.0));
    assert!(near(second.worst_case_loss(), 1.0), "the first side wins");
    assert_eq!(second.slips, 0);
    for (policy, moves) in [(ground.policy(&First), 6), (ground.policy(&Random), 4)] {
        let line = ground.prove(&policy, Side::First).line.unwrap();
        assert_eq!(line.moves.len(), moves);
    }
}
