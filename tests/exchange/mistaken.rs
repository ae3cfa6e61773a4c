//! Tables that would be read wrongly without a word: with boards that lost a cell, or with points between thousands.
//! They are refused, and others like them are not.

use std::path::Path;

use matchboxes::Error;
use matchboxes::games::{AnyGame, TicTacToe, parse};
use matchboxes::store::exchange::{BoardReading, Boards, ReadBoards, SheetContent};
use serde_json::{Value, json};

use crate::tools::rows;

fn as_values() -> BoardReading {
    BoardReading {
        content: Some(SheetContent::Values),
        ..BoardReading::default()
    }
}

fn of_csv(text: &str, reading: &BoardReading) -> Result<ReadBoards, Error> {
    let boards = Boards::parse(Path::new("t"), text.as_bytes())?.expect("no export");
    boards.sheet(&AnyGame::from(TicTacToe), "t", reading)
}

fn sheet_of(table: &Value) -> Result<ReadBoards, Error> {
    let boards = Boards::of_json(table.to_string().as_bytes())
        .unwrap()
        .unwrap();
    boards.sheet(&AnyGame::from(TicTacToe), "t", &as_values())
}

/// A table, and what its refusal has.
const NO_BOARDS: &str = "\
board,move,value/X........,4,0.1/X........,1,-0.9/X.......,2,0.95 | t line 4: `X.......`: this is no board of 9 cells, as others are
board;move;value/X........;4;0,1/X...O....;1;-0,9/Summe;;-0,8 | t line 4: `Summe`: this is no board of 9 cells
board,move,value/X........,4,0.1/,1,-0.9/,2,0.95 | t line 3: ``: this is no board of 9 cells, as others are: write each in full, on each row, free cells with a mark too
state,value/X........,0.5/X...O....,-0.5/X...O,0.5 | t line 4: `X...O`: this is no board of 9 cells
key,value/X........:b1,0.5/X........:c1,-0.5/X.......:a2,1 | t line 4: `X.......`: this is no board of 9 cells
key,value/X........:b1,0.5/X........:c1,-0.5/total,1 | t line 4: `total`: this is no board of 9 cells";

#[test]
fn what_is_no_board_among_boards_is_refused_with_its_line() {
    for [text, wanted] in rows(NO_BOARDS) {
        let error = of_csv(&text.replace('/', "\n"), &as_values());
        // A board after a move has values in any case.
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with(wanted), "{error}");
        assert!(error.ends_with("take out what is none"), "{error}");
    }
    let lists =
        json!({"X........": [0, 1, 2, 3, 4, 5, 6, 7, 8], "XO......": [0, 0, 2, 3, 4, 5, 6, 7, 8]});
    let error = sheet_of(&lists).unwrap_err().to_string();
    assert!(
        error.contains("`XO......`: this is no board of 9 cells"),
        "{error}"
    );
    let table = json!({"2 first": {"a1": 1}, "1 second": {"a1": 1}, "total": {"a1": 2}});
    let piles = Boards::of_json(table.to_string().as_bytes())
        .unwrap()
        .unwrap();
    let error = piles
        .sheet(&parse("nim:2").unwrap(), "t", &as_values())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("`total`: this is no position of nim:2, as others are"),
        "{error}"
    );
    // Boards that play cannot reach, and those where the game is over, are counted.
    let rest = json!({"X........": [0, 1, -1, 0, 0, 0, 0, 0, 0], "XXXX.....": [0, 0, 0, 0, 1, 1, 1, 1, 1],
        "XXXOO....": [0, 0, 0, 0, 0, 1, 1, 1, 1]});
    let read = sheet_of(&rest).unwrap();
    assert_eq!((read.used[0], read.left_out), (1, 2));
}

/// Numbers of rows with semicolons, and what the refusal has if there is one.
const POINTS: &str = "\
1.250 900 15 | t line 2: `1.250` can be 1250, with a point between thousands, or 1.25, with a decimal point
900 -1.000 2.125 | t line 3: `-1.000` can be -1000, with a point between thousands, or -1, with a decimal point
1.250 0,5 2.000 | `0,5` has none; write `1250` or `1,250`
1.250 0.500 15 |
1.250 2.5 15 |
1.250 2.000 3.125 |
1.250 0 0.125 |
1250 900 15 |
1,250 900 15 |";

#[test]
fn points_that_can_be_between_thousands_are_refused() {
    for [numbers, wanted] in rows(POINTS) {
        let mut text = "Brett;Zug;Perlen\n".to_owned();
        for (cell, number) in numbers.split(' ').enumerate() {
            text += &format!(".........;{cell};{number}\n");
        }
        match of_csv(&text, &as_values()) {
            Err(error) => {
                let error = error.to_string();
                assert!(
                    !wanted.is_empty() && error.contains(wanted),
                    "{numbers}: {error}"
                );
            }
            Ok(read) => {
                assert!(wanted.is_empty(), "{numbers}");
                assert_eq!(read.numbers, 3);
            }
        }
        // With commas between the columns, a point is before decimals.
        if !numbers.contains(',') {
            assert!(of_csv(&text.replace(';', ","), &as_values()).is_ok());
        }
    }
    for text in [
        "Brett;Zug;Perlen\n",
        "a;1.250\n",
        ";;1.250\n;;5\n",
        "1.250;5;1.250\n",
    ] {
        assert!(of_csv(text, &as_values()).is_err(), "{text}");
    }
}
