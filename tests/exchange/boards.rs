//! Tables of other programs: which boards and numbers they need, and what is no such table.

use std::collections::BTreeMap;
use std::path::Path;

use matchboxes::arena::Ground;
use matchboxes::exchange::{BoardReading, Boards, Gaps, Sheet, SheetContent};
use matchboxes::game::{Game, Move};
use matchboxes::games::{AnyGame, TicTacToe, parse};
use matchboxes::graph::{Budget, Graph, Merging};
use matchboxes::learn::preset;
use matchboxes::roster;

use super::forms::asking;
use super::{reader, rote};
use crate::place::Text as _;
use crate::tools::weights;

fn boards(text: &str) -> Boards {
    Boards::parse(Path::new("t"), text.as_bytes())
        .unwrap()
        .unwrap()
}

#[test]
fn one_board_of_each_kind_is_enough_and_moves_have_names() {
    let game = AnyGame::from(TicTacToe);
    let player = roster::player(&game, "perfect").unwrap();
    let graph = Graph::complete(game.clone(), Merging::Full, Budget::EXACT, "a test").unwrap();
    let open = graph.nodes().filter(|&node| graph.outcome(node).is_none());
    let row = |node| {
        let at = graph.position(node);
        let name = |(i, m): (usize, Move)| match i % 3 {
            0 => m.0.to_string(),
            1 => game.write_move(m),
            _ => format!("({}, {})", m.0 / 3, m.0 % 3),
        };
        let names = game.moves(at).enumerate().map(name);
        let moves: BTreeMap<String, u64> = names.zip(weights(&*player, &game, at)).collect();
        let board = game.write_position(at).replace('/', "");
        format!("{board:?}: {}", serde_json::json!(moves))
    };
    let text: Vec<String> = open.map(row).collect();
    assert_eq!(text.len(), 627);
    let boards = boards(&format!("{{{}}}", text.join(",")));
    let refused = boards.sheet(&game, "x", &BoardReading::default());
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("say `mirrors`"), "{refused}");
    let with = |mirrors| BoardReading {
        mirrors: Some(mirrors),
        ..BoardReading::default()
    };
    let read = boards.sheet(&game, "x", &with(false)).unwrap();
    assert_eq!(read.used, [627, 0]);
    let read = boards.sheet(&game, "x", &with(true)).unwrap();
    assert_eq!(read.used, [627, 4520 - 627]);
    // Positions are counted, also where there are more boards after a move.
    let after = self::boards(r#"{"X........": 0.5, "XXXOO....": 1}"#);
    let after = after.sheet(&game, "x", &with(true)).unwrap();
    assert_eq!(after.used, [4, 21]);
    let model = read.sheet.model(&game, &rote(), Gaps::Refuse).unwrap();
    let ground = Ground::new(game.clone()).unwrap();
    let policy = |name| ground.policy(&*roster::player(&game, name).unwrap());
    let [wanted, random] = ["perfect", "random"].map(policy);
    let chances = |own| [[own, &random], [&random, own]].map(|pair| ground.chances(pair));
    assert_eq!(chances(&ground.policy(&reader(&model))), chances(&wanted));
}

#[test]
fn negative_numbers_are_values_and_the_greatest_is_played() {
    let game = AnyGame::from(TicTacToe);
    let text = r#"{"         ": [0.1, -0.5, 0.25, 0, 0, 0, 0, 0, null], "X        ": [-9, 0, 0, 0, 0.5, 0, 0, 0, 0],
        "XXX      ": [0, 0, 0, 1, 1, 1, 1, 1, 1], "XXXOO    ": [0, 0, 0, 0, 0, 1, 1, 1, 1]}"#;
    let boards = boards(text);
    let read = boards.sheet(&game, "x", &BoardReading::default()).unwrap();
    assert_eq!(read.sheet.content(), SheetContent::Values);
    // The number on the stone means nothing, three stones in a row cannot stand there, and the game is over.
    assert_eq!((read.used, read.left_out), ([2, 0], 2));
    let rule = preset("q-learning").unwrap();
    let model = read.sheet.model(&game, &rule, Gaps::Refuse).unwrap();
    let weights = weights(&reader(&model), &game, &game.start());
    assert_eq!(weights, [0, 0, 1, 0, 0, 0, 0, 0, 0]);
    let as_weights = asking(None, None, Some(SheetContent::Policy));
    let error = boards.sheet(&game, "x", &as_weights).unwrap_err();
    error.to_string().has(["are these values?"]);
}

#[test]
fn what_is_no_such_table_is_refused() {
    let game = AnyGame::from(TicTacToe);
    let lists = [r#"{"a": ["b"]}"#, r#"{"         ": []}"#, "[[[1]]]"];
    for text in ["", "{}", "[]", "3"].into_iter().chain(lists) {
        let found = Boards::parse(Path::new("t"), text.as_bytes());
        assert!(found.ok().flatten().is_none(), "{text}");
    }
    let refused = |game: &AnyGame, text: &str, marks: Option<&str>, wanted: &str| {
        let read = boards(text).sheet(game, "x", &asking(marks, None, None));
        read.unwrap_err().to_string().has([wanted]);
    };
    let ones = "[1,1,1,1,1,1,1,1,1]";
    for (rows, marks, wanted) in [
        ("'a': 1", None, "`a` is no board of 9 cells"),
        ("'XYZ      ': *", None, "one of three marks"),
        ("'X        ': [1,1]", None, "2 numbers for the 9 moves"),
        ("'X        ': {'q9': 1}", None, "`q9` is no move"),
        ("'XXX      ': *", None, "none of its boards"),
        (
            "'X        ': *, 'X  |   |   ': [2,1,1,1,1,1,1,1,1]",
            None,
            "stands there twice",
        ),
        ("'X        ': *", Some("XO"), "three characters"),
    ] {
        let text = format!("{{{rows}}}").replace('*', ones).replace('\'', "\"");
        refused(&game, &text, marks, wanted);
    }
    // Only where moves have numbers, a number is a move.
    for (game, text, wanted) in [
        ("nim:3,4", r#"{"3 4": {"1": 1}}"#, "`1` is no move"),
        ("connect-four", r#"{"x": [1,1,1,1,1,1,1]}"#, ""),
    ] {
        refused(&parse(game).unwrap(), text, None, wanted);
    }
}

#[test]
fn spreadsheets_write_semicolons_and_empty_columns() {
    let game = AnyGame::from(TicTacToe);
    let plain = "position,side,ply,moves,beads\n.../.../...,first,0,b2,4\n";
    let of = |text: &str| {
        let sheet = Sheet::parse("x", text.as_bytes())?;
        sheet.model(&game, &rote(), Gaps::Refuse)
    };
    let wanted = of(plain).unwrap_err().to_string();
    for text in [
        plain.replace(',', ";"),
        plain.replace(',', "\t"),
        plain.replace('\n', ",,\n"),
        plain.replace(',', ";").replace('\n', ";\n"),
        plain.replace("b2,4\n", "5,4\n").replace('/', ""),
    ] {
        // A box of one row is refused for the others, in every form with the same words.
        assert_eq!(of(&text).unwrap_err().to_string(), wanted, "{text}");
    }
    let filled = of(&plain.replace("b2,4\n", "b2,4,7\n")).unwrap_err();
    filled.to_string().has(["has 6 of 5 columns"]);
}
