//! Exact chances against known fractions.

use super::GAME;
use super::{Side, data, ground, near, policy, seen_by, side};
use matchboxes::arena::Fraction;
use matchboxes::game::Game;

pub(super) fn mean(one: Fraction, other: Fraction) -> String {
    let sum = one.plus(&other).unwrap();
    let half = Fraction::new(sum.numerator(), sum.denominator() * 2).unwrap();
    half.to_string()
}

#[test]
fn players_have_the_published_chances_against_random() {
    let ground = ground();
    let random = policy(&ground, "random");
    let mut rows = 0;
    for row in data("rules_exact.csv") {
        let name = row["player"].as_str();
        if name.starts_with("best_vs_random") {
            continue;
        }
        let own = policy(&ground, name);
        let fractions =
            Side::BOTH.map(|side| ground.fractions(side.ordered([&own, &random])).unwrap());
        let expected = ["win_frac", "loss_frac", "draw_frac"].map(|column| row[column].clone());
        let found = match row["side"].as_str() {
            "both" => {
                let [first, second] = fractions;
                [
                    mean(first.first_wins, second.second_wins),
                    mean(first.second_wins, second.first_wins),
                    mean(first.draws, second.draws),
                ]
            }
            seat => {
                let side = side(seat);
                let exact = &fractions[side.index()];
                let chances = ground.chances(side.ordered([&own, &random]));
                for (chance, exact) in [
                    (chances.first_wins, exact.first_wins),
                    (chances.draws, exact.draws),
                    (chances.second_wins, exact.second_wins),
                ] {
                    assert!(near(chance, exact.value()), "{name}");
                }
                seen_by(side, exact)
            }
        };
        assert_eq!(found, expected, "{name} {}", row["side"]);
        rows += 1;
    }
    assert_eq!(rows, 66);
}

#[test]
fn pairs_of_players_have_the_published_chances() {
    let ground = ground();
    for row in data("rules_head_to_head.csv") {
        let [first, second] = ["first", "second"].map(|seat| policy(&ground, &row[seat]));
        let found = ground.fractions([&first, &second]).unwrap();
        let expected = ["first_wins", "second_wins", "draws"].map(|column| row[column].clone());
        let name = format!("{} {}", row["first"], row["second"]);
        assert_eq!(seen_by(Side::First, &found), expected, "{name}");
    }
}

#[test]
fn chances_can_start_from_any_position() {
    let mut ground = ground();
    let at = GAME.read_position("O../.XO/.XX").unwrap();
    ground.begin_at(&at).unwrap();
    let random = policy(&ground, "random");
    for (name, expected) in [
        ("ai12s:v2", ["1/3", "1/2", "1/6"]),
        ("ai13s", ["1/3", "1/3", "1/3"]),
        ("ai14s", ["1/3", "1/3", "1/3"]),
    ] {
        let own = policy(&ground, name);
        let found = ground.fractions([&random, &own]).unwrap();
        assert_eq!(seen_by(Side::Second, &found), expected, "{name}");
    }
}

#[test]
fn random_play_after_an_opening_has_the_known_chances() {
    for (opening, won, lost) in [
        ("a1", "17/28", "37/140"),
        ("b1", "15/28", "47/140"),
        ("b2", "97/140", "27/140"),
    ] {
        let mut ground = ground();
        let m = GAME.read_move(opening).unwrap();
        ground.begin_at(&GAME.play(&GAME.start(), m)).unwrap();
        let random = policy(&ground, "random");
        let found = ground.fractions([&random, &random]).unwrap();
        assert_eq!(seen_by(Side::First, &found)[..2], [won, lost], "{opening}");
    }
}
