//! Tables that would be read wrongly without a word: of another player's values, with boards that lost a cell, with moves that
//! are not counted as the boards are, or with points between thousands. They are refused, and others like them are not.

use std::path::Path;

use matchboxes::Error;
use matchboxes::exchange::{BoardReading, Boards, ReadBoards, SheetContent};
use matchboxes::games::{AnyGame, TicTacToe, parse};
use serde_json::{Value, json};

use super::forms::{
    self, Cells, after, asking, boards, marked, noise, over, refused, table, to_move, values,
};
use crate::place::Text as _;
use crate::tools::rows;
use crate::whole::whole_or;

fn key(at: &Cells) -> String {
    marked(at, [".", "X", "O"], "", "*", false)
}

fn as_values() -> BoardReading {
    asking(None, None, Some(SheetContent::Values))
}

fn read(table: &Value, reading: &BoardReading) -> ReadBoards {
    forms::read(table, reading).unwrap_or_else(|error| panic!("{error}"))
}

fn of_csv(text: &str, reading: &BoardReading) -> Result<ReadBoards, Error> {
    let boards = Boards::parse(Path::new("t"), text.as_bytes())?.expect("no export");
    boards.sheet(&AnyGame::from(TicTacToe), "t", reading)
}

/// Whether the side to move can win at once, and can also do something else.
fn can_win(at: &Cells) -> bool {
    let free = || (0..9).filter(|&cell| at[cell] == 0);
    let wins = free().filter(|&cell| matches!(over(&after(at, cell)), Some(1 | 2)));
    let wins = wins.count();
    wins > 0 && wins < free().count()
}

#[test]
fn values_of_another_player_are_refused_by_board_and_move() {
    let all = boards();
    // Without the marks, stones that are exchanged could explain values of the first side, and two readings are refused.
    let marks = asking(Some(".XO"), None, Some(SheetContent::Values));
    let negated = |sides: &'static [usize]| {
        move |at: &Cells| -> Vec<f64> {
            let sign = [1.0, -1.0][usize::from(sides.contains(&to_move(at)))];
            values(at).iter().map(|value| sign * value).collect()
        }
    };
    let by_move = |numbers: Vec<f64>, at: &Cells| {
        let free = (0..9).filter(|&cell| at[cell] == 0);
        let all = free.map(|cell| (cell.to_string(), json!(numbers[cell])));
        Value::Object(all.collect())
    };
    for (sides, words) in [
        (&[2][..], "view` first"),
        (&[1], "view` second"),
        (&[1, 2], "view` opponent"),
    ] {
        let numbers = negated(sides);
        let own = || all.iter().copied().filter(|at| to_move(at) == sides[0]);
        let count = own().filter(can_win).count();
        let count = matchboxes::text::thousands(count as u64);
        let seen = format!("on {count} of {count} boards where");
        let both = [
            table(&all, &key, &|at| json!(numbers(at))),
            table(&all, &key, &|at| by_move(numbers(at), at)),
        ];
        for table in both {
            let error = refused(&table, &marks);
            error.has([&*seen, words]);
        }
        let own = table(&own().collect::<Vec<_>>(), &key, &|at| json!(numbers(at)));
        refused(&own, &marks).has([&seen]);
    }
    // Eleven boards show too little; a twelfth is enough.
    let mut shown = all.clone();
    shown.retain(|at| to_move(at) == 2 && can_win(at));
    let numbers = negated(&[2]);
    let few = |n: usize| table(&shown[..n], &key, &|at| json!(numbers(at)));
    assert_eq!(read(&few(11), &marks).used[0], 11);
    assert!(refused(&few(12), &marks).contains("on 12 of 12 boards"));
}

/// Numbers without a meaning and with little of it are read, of a few seeds; of thirty in the whole form.
#[test]
fn random_and_barely_trained_values_are_read() {
    let all = boards();
    for seed in 0..whole_or(30, 3) {
        // Numbers without any meaning.
        let random = |at: &Cells| -> Vec<f64> {
            let value = |cell| noise(at, cell + 10 * seed) - 0.5;
            (0..9).map(value).collect()
        };
        let random = table(&all, &key, &|at| json!(random(at)));
        assert_eq!(read(&random, &as_values()).used[0], 4520);
        // One move of a tenth of the boards was tried, and has less than what all began with.
        let trained = |at: &Cells| -> Vec<f64> {
            let free: Vec<usize> = (0..9).filter(|&cell| at[cell] == 0).collect();
            let tried = (0..9).find(|&i| noise(at, 20 + i + seed) < 0.5);
            let tried = tried.map(|i| free[i % free.len()]);
            let is_less = |cell: usize| Some(cell) == tried && noise(at, seed) < 0.1;
            let value = |cell| if is_less(cell) { 0.9 } else { 1.0 };
            (0..9).map(value).collect()
        };
        let trained = table(&all, &key, &|at| json!(trained(at)));
        assert_eq!(read(&trained, &as_values()).used[0], 4520);
    }
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
    let error = refused(&lists, &as_values());
    error.has(["`XO......`: this is no board of 9 cells"]);
    let table = json!({"2 first": {"a1": 1}, "1 second": {"a1": 1}, "total": {"a1": 2}});
    let piles = Boards::parse(Path::new("t"), table.to_string().as_bytes());
    let piles = piles.unwrap().unwrap();
    let read_piles = piles.sheet(&parse("nim:2").unwrap(), "t", &as_values());
    let error = read_piles.unwrap_err().to_string();
    error.has(["`total`: this is no position of nim:2, as others are"]);
    // Boards that play cannot reach, and those where the game is over, are counted.
    let rest = json!({"X........": [0, 1, -1, 0, 0, 0, 0, 0, 0], "XXXX.....": [0, 0, 0, 0, 1, 1, 1, 1, 1],
        "XXXOO....": [0, 0, 0, 0, 0, 1, 1, 1, 1]});
    let read = read(&rest, &as_values());
    assert_eq!((read.used[0], read.left_out), (1, 2));
}

/// Moves that are not counted as the boards are have numbers for cells that are not free, and as many free cells have none.
#[test]
fn tables_of_turned_moves_are_refused() {
    let all = boards();
    let turned: [fn(usize) -> usize; 3] = [
        |cell| 3 * (cell % 3) + cell / 3,
        |cell| 3 * (2 - cell / 3) + cell % 3,
        |cell| 3 * (cell / 3) + 2 - cell % 3,
    ];
    for turn in turned {
        let sparse = table(&all, &key, &|at| {
            let free = (0..9).filter(|&cell| at[cell] == 0);
            let all = free.map(|cell| (turn(cell).to_string(), json!(values(at)[cell])));
            Value::Object(all.collect())
        });
        let dense = table(&all, &key, &|at| {
            let numbers = values(at);
            json!((0..9).map(|cell| numbers[turn(cell)]).collect::<Vec<_>>())
        });
        for table in [sparse, dense] {
            let error = refused(&table, &as_values());
            assert!(error.contains("transposed, mirrored or counted"), "{error}");
        }
    }
    // A penalty in each cell that is not free is no such table, also where little was learnt; it is counted.
    for learnt in [0.0, 0.1, 1.0] {
        let numbers = |at: &Cells| -> Vec<f64> {
            let own = values(at);
            let value = |cell: usize| match at[cell] {
                0 if noise(at, cell) < learnt => own[cell],
                0 => 0.0,
                _ => -10.0,
            };
            (0..9).map(value).collect()
        };
        let read = read(&table(&all, &key, &|at| json!(numbers(at))), &as_values());
        let stones = all.iter().flatten().filter(|&&n| n > 0).count();
        assert_eq!((read.unused, read.missing), (stones, 0));
        assert_eq!(read.numbers, 9 * all.len() - stones);
    }
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
                assert!(!wanted.is_empty(), "{numbers}: {error}");
                error.to_string().has([wanted]);
            }
            Ok(read) => {
                assert!(wanted.is_empty(), "{numbers}");
                assert_eq!((read.numbers, read.missing), (3, 6));
            }
        }
        // With commas between the columns, a point is before decimals.
        if !numbers.contains(',') {
            assert!(of_csv(&text.replace(';', ","), &as_values()).is_ok());
        }
    }
    for text in "Brett;Zug;Perlen a;1.250 ;;1.250/;;5 1.250;5;1.250".split(' ') {
        let text = text.replace('/', "\n") + "\n";
        assert!(of_csv(&text, &as_values()).is_err(), "{text}");
    }
}
