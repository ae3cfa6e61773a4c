//! Untrained machines, whose chances are known, and small tables that resign.

use std::sync::Arc;

use super::GAME;
use super::{Side, ground, near, policy};
use matchboxes::game::{Game, Key};
use matchboxes::learn::{Layout, Matchbox, Reader, Reading, Table, preset};

fn empty_table(side: Side, rule: &str) -> Table {
    Table::new(side, Layout::from(&preset(rule).unwrap()))
}

fn reader(tables: [Table; 2]) -> Reader {
    let tables = tables.map(|table| Some(Arc::new(table)));
    Reader::new("table".to_owned(), tables, Reading::Draw)
}

#[test]
fn untrained_machines_have_the_known_chances() {
    let ground = ground();
    let random = policy(&ground, "random");
    let perfect = policy(&ground, "perfect");
    let [unique, all] = ["michie-304", "rote"].map(|rule| {
        let tables = Side::BOTH.map(|side| empty_table(side, rule));
        ground.policy(&reader(tables))
    });
    assert_eq!(all, random);
    for (policies, expected) in [
        ([&random, &random], ["737/1260", "8/63", "121/420"]),
        (
            [&unique, &random],
            ["391477/645120", "36667/290304", "1549447/5806080"],
        ),
        ([&random, &unique], ["1289/2268", "212/1575", "16843/56700"]),
        (
            [&unique, &unique],
            ["215363/362880", "39959/302400", "497831/1814400"],
        ),
        ([&perfect, &random], ["75257/77760", "2503/77760", "0"]),
        ([&random, &perfect], ["0", "757/3402", "2645/3402"]),
        ([&unique, &perfect], ["0", "42793/181440", "138647/181440"]),
        ([&perfect, &perfect], ["0", "1", "0"]),
    ] {
        let found = ground.fractions(policies).unwrap();
        let found = [found.first_wins, found.draws, found.second_wins].map(|f| f.to_string());
        assert_eq!(found, expected);
    }
}

/// A reader of tables with only these boxes of the first side.
fn table(boxes: &[(&str, [u64; 9])]) -> Reader {
    let mut first = empty_table(Side::First, "rote");
    for (position, beads) in boxes {
        let at = GAME.read_position(position).unwrap();
        let beads = GAME.moves(&at).map(|m| beads[usize::from(m.0)]).collect();
        first.insert(GAME.key(&at), Matchbox { ply: 0, beads });
    }
    reader([first, empty_table(Side::Second, "rote")])
}

#[test]
fn a_resignation_is_a_loss() {
    let ground = ground();
    let random = policy(&ground, "random");
    let empty = ground.policy(&table(&[(".../.../...", [0; 9])]));
    let chances = ground.chances([&empty, &random]);
    assert!(near(chances.second_wins, 1.0));
    let fractions = ground.fractions([&empty, &random]).unwrap();
    assert_eq!(fractions.second_wins.to_string(), "1");
    let proof = ground.prove(&empty, Side::First);
    let line = proof.line.as_ref().unwrap();
    assert!(line.resigns && line.moves.is_empty() && !proof.never_loses());
    assert!(near(proof.worst_case_loss(), 1.0) && near(proof.best_response(), 1.0));
    assert_eq!((proof.reached, proof.own_turns, proof.slips), (1, 1, 1));

    let centre = (".../.../...", [0, 0, 0, 0, 1, 0, 0, 0, 0]);
    let corner = ("O../.X./...", [0; 9]);
    let resigning = ground.policy(&table(&[centre, corner]));
    let proof = ground.prove(&resigning, Side::First);
    let line = proof.line.unwrap();
    let words: Vec<String> = line.moves.iter().map(|&m| GAME.write_move(m)).collect();
    assert!(line.resigns);
    assert_eq!(words, ["b2", "a1"]);
    assert!(near(proof.worst.chances.second_wins, 1.0));
    let found = ground.fractions([&resigning, &random]).unwrap();
    assert!(found.second_wins.value() > 0.125 && found.second_wins.denominator() < 10_000);
}

#[test]
fn there_are_no_fractions_with_large_denominators() {
    let ground = ground();
    let random = policy(&ground, "random");
    let mut first = empty_table(Side::First, "rote");
    for node in ground.graph().nodes() {
        let at = ground.graph().position(node);
        if GAME.outcome(at).is_none() && GAME.side(at) == Side::First {
            let Key(key) = GAME.key(at);
            let bead =
                |m: u64| 1 + (u64::try_from(key).unwrap() + m).wrapping_mul(0x9e37_79b9) % 100_003;
            let beads = GAME.moves(at).map(|m| bead(m.0.into())).collect();
            first.insert(Key(key), Matchbox { ply: 0, beads });
        }
    }
    let many = ground.policy(&reader([first, empty_table(Side::Second, "rote")]));
    assert!(ground.fractions([&many, &random]).is_none());
    let chances = ground.chances([&many, &random]);
    let sum = chances.first_wins + chances.draws + chances.second_wins;
    assert!(near(sum, 1.0));
    let proof = ground.prove(&many, Side::First);
    assert!(proof.worst.fractions.is_none() && !proof.never_loses());
    let again = ground.chances([&many, &proof.worst.policy]);
    assert!(near(again.second_wins, proof.worst_case_loss()));
}
