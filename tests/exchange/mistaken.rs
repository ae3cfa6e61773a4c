//! Tables that would be read wrongly without a word: with points between thousands. They are refused, and others like them
//! are not.

use std::path::Path;

use matchboxes::Error;
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::store::exchange::{BoardReading, Boards, ReadBoards, SheetContent};

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
