//! Tables of other programs: however boards are marked, the machine plays the same.

use std::collections::BTreeMap;

use matchboxes::arena::Ground;
use matchboxes::game::{Game, Move, Symmetry};
use matchboxes::games::{AnyGame, TicTacToe, parse};
use matchboxes::graph::{Budget, Graph, Merging};
use matchboxes::learn::preset;
use matchboxes::player::Player;
use matchboxes::roster;
use matchboxes::store::exchange::{Boards, Content, Gaps, Reading, Sheet};

use super::{reader, rote};

/// All positions in which a side is to move, as the marks of their cells, with the weights of a player.
fn weights(game: &AnyGame, player: &str) -> Vec<(String, Vec<u64>)> {
    let graph = Graph::complete(game.clone(), Merging::None, Budget::EXACT, "all").unwrap();
    let player = roster::player(game, player).unwrap();
    let open = graph.nodes().filter(|&node| graph.outcome(node).is_none());
    let row = |node| {
        let at = graph.position(node);
        let moves: Vec<_> = game.moves(at).collect();
        let mut weights = vec![0; moves.len()];
        player.weigh(game, at, &moves, &mut weights);
        let mut all = vec![0; usize::from(game.move_count())];
        for (m, weight) in moves.iter().zip(weights) {
            all[usize::from(m.0)] = weight;
        }
        (game.write_position(at).replace('/', ""), all)
    };
    open.map(row).collect()
}

fn json(rows: &[(String, Vec<u64>)], board: impl Fn(&str) -> String) -> String {
    let rows: BTreeMap<String, &Vec<u64>> = rows.iter().map(|(at, all)| (board(at), all)).collect();
    serde_json::to_string(&rows).unwrap()
}

#[test]
fn boards_in_any_marks_are_the_same_policy() {
    let game = AnyGame::from(TicTacToe);
    let rows = weights(&game, "ai12s");
    let ground = Ground::new(game.clone()).unwrap();
    let wanted = ground.policy(&*roster::player(&game, "ai12s").unwrap());
    let marked = |free: &str, x: &str, o: &str, between: &str, at: &str| {
        let cells = at.chars().map(|c| match c {
            'X' => x.to_owned(),
            'O' => o.to_owned(),
            _ => free.to_owned(),
        });
        cells.collect::<Vec<_>>().join(between)
    };
    for text in [
        json(&rows, |at| marked(" ", "X", "O", "", at)),
        json(&rows, |at| marked("-", "o", "x", "", at)),
        json(&rows, |at| marked("0", "1", "2", "", at)),
        json(&rows, |at| marked("2", "0", "1", "", at)),
        json(&rows, |at| {
            format!("({})", marked("0", "1", "-1", ", ", at))
        }),
        json(&rows, |at| {
            format!("[{}]", marked("' '", "'X'", "'O'", ", ", at))
        }),
        json(&rows, |at| marked("_", "X", "O", "|", at)),
        format!("[7, {}]", json(&rows, |at| marked(" ", "X", "O", "", at))),
        format!(
            "{{\"states\": {}}}",
            json(&rows, |at| marked(".", "X", "O", "", at))
        ),
    ] {
        let boards = Boards::of_json(text.as_bytes()).unwrap().unwrap();
        let read = boards.sheet(&game, "x", &Reading::default()).unwrap();
        assert_eq!(
            (read.used, read.left_out),
            ([4520, 0], 0),
            "{:?}",
            read.marks
        );
        let model = read.sheet.model(&game, &rote(), Gaps::Refuse).unwrap();
        assert_eq!(ground.policy(&reader(&model)), wanted, "{:?}", read.marks);
    }
}

#[test]
fn one_board_of_each_kind_is_enough_and_moves_have_names() {
    let game = AnyGame::from(TicTacToe);
    let rows = weights(&game, "perfect");
    let mut text = Vec::new();
    for (at, all) in &rows {
        let position = game
            .read_position(&[&at[..3], &at[3..6], &at[6..]].join("/"))
            .unwrap();
        let keys = (0..8).map(|by| game.key(&game.turn(&position, Symmetry(by))));
        if keys.min() == Some(game.key(&position)) {
            let moves = game.moves(&position).enumerate();
            let name = |(i, m): (usize, Move)| match i % 3 {
                0 => (m.0.to_string(), all[usize::from(m.0)]),
                1 => (game.write_move(m), all[usize::from(m.0)]),
                _ => (format!("({}, {})", m.0 / 3, m.0 % 3), all[usize::from(m.0)]),
            };
            let moves: BTreeMap<String, u64> = moves.map(name).collect();
            text.push(format!(
                "{at:?}: {}",
                serde_json::to_string(&moves).unwrap()
            ));
        }
    }
    assert_eq!(text.len(), 627);
    let boards = Boards::of_json(format!("{{{}}}", text.join(",")).as_bytes())
        .unwrap()
        .unwrap();
    let read = boards.sheet(&game, "x", &Reading::default()).unwrap();
    assert_eq!(read.used, [627, 4520 - 627]);
    let model = read.sheet.model(&game, &rote(), Gaps::Refuse).unwrap();
    let ground = Ground::new(game.clone()).unwrap();
    let wanted = ground.policy(&*roster::player(&game, "perfect").unwrap());
    let played = ground.policy(&reader(&model));
    let random = ground.policy(&*roster::player(&game, "random").unwrap());
    assert_eq!(
        ground.chances([&played, &random]),
        ground.chances([&wanted, &random])
    );
    assert_eq!(
        ground.chances([&random, &played]),
        ground.chances([&random, &wanted])
    );
}

#[test]
fn negative_numbers_are_values_and_the_greatest_is_played() {
    let game = AnyGame::from(TicTacToe);
    let text = r#"{"         ": [0.1, -0.5, 0.25, 0, 0, 0, 0, 0, null], "X        ": [-9, 0, 0, 0, 0.5, 0, 0, 0, 0],
        "XXX      ": [0, 0, 0, 1, 1, 1, 1, 1, 1], "XXXOO    ": [0, 0, 0, 0, 0, 1, 1, 1, 1]}"#;
    let boards = Boards::of_json(text.as_bytes()).unwrap().unwrap();
    let read = boards.sheet(&game, "x", &Reading::default()).unwrap();
    assert_eq!(read.sheet.content(), Content::Values);
    // The number on the stone means nothing, three stones in a row cannot stand there, and the game is over.
    assert_eq!((read.used, read.left_out), ([2, 3], 2));
    let model = read
        .sheet
        .model(&game, &preset("q-learning").unwrap(), Gaps::Refuse)
        .unwrap();
    let moves: Vec<Move> = game.moves(&game.start()).collect();
    let mut weights = vec![0; 9];
    reader(&model).weigh(&game, &game.start(), &moves, &mut weights);
    assert_eq!(weights, [0, 0, 1, 0, 0, 0, 0, 0, 0]);
    let as_weights = Reading {
        content: Some(Content::Policy),
        marks: None,
    };
    let error = boards
        .sheet(&game, "x", &as_weights)
        .unwrap_err()
        .to_string();
    assert!(error.contains("are these values?"), "{error}");
}

#[test]
fn what_is_no_such_table_is_refused() {
    let game = AnyGame::from(TicTacToe);
    for text in [
        "",
        "{}",
        "[]",
        "3",
        "{\"a\": 1}",
        "{\"a\": [\"b\"]}",
        "[[[1]]]",
        "{\"         \": []}",
    ] {
        let found = Boards::of_json(text.as_bytes());
        assert!(found.ok().flatten().is_none(), "{text}");
    }
    for (text, marks, wanted) in [
        (
            "{\"XYZ      \": [1,1,1,1,1,1,1,1,1]}",
            None,
            "one of three marks",
        ),
        ("{\"X        \": [1,1]}", None, "2 numbers for the 9 moves"),
        ("{\"X        \": {\"q9\": 1}}", None, "`q9` is no move"),
        (
            "{\"XXX      \": [1,1,1,1,1,1,1,1,1]}",
            None,
            "none of its boards",
        ),
        (
            "{\"X        \": [1,1,1,1,1,1,1,1,1], \"X  |   |   \": [2,1,1,1,1,1,1,1,1]}",
            None,
            "stands there twice",
        ),
        (
            "{\"X        \": [1,1,1,1,1,1,1,1,1]}",
            Some("XO"),
            "three characters",
        ),
    ] {
        let reading = Reading {
            content: None,
            marks: marks.map(str::to_owned),
        };
        let error = Boards::of_json(text.as_bytes())
            .unwrap()
            .unwrap()
            .sheet(&game, "x", &reading)
            .unwrap_err();
        assert!(error.to_string().contains(wanted), "{error}");
    }
    // Only where moves have numbers, a number is a move.
    let nim = parse("nim:3").unwrap();
    let error = Boards::of_json(b"{\"3\": {\"1\": 1}}")
        .unwrap()
        .unwrap()
        .sheet(&nim, "x", &Reading::default())
        .unwrap_err();
    assert!(error.to_string().contains("`1` is no move"), "{error}");
    let large = parse("connect-four").unwrap();
    assert!(
        Boards::of_json(b"{\"x\": [1,1,1,1,1,1,1]}")
            .unwrap()
            .unwrap()
            .sheet(&large, "x", &Reading::default())
            .is_err()
    );
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
        plain
            .replace("b2,4\n", "5,4\n")
            .replace(".../.../...", "........."),
    ] {
        // A box of one row is refused for the others, in every form with the same words.
        assert_eq!(of(&text).unwrap_err().to_string(), wanted, "{text}");
    }
    let filled = of(&plain.replace("b2,4\n", "b2,4,7\n"))
        .unwrap_err()
        .to_string();
    assert!(filled.contains("has 6 of 5 columns"), "{filled}");
}
