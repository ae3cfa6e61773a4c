//! The law of reading tables: of a known policy, in any form, with marks exchanged, seats dropped or mirror images left out, a
//! table is read back with its exact figure, or its reader is asked; and the answer to that gives the exact figure.

use std::collections::HashMap;

use matchboxes::arena::Ground;
use matchboxes::exchange::{BoardReading, Boards, Gaps, SheetContent, TableForm, View};
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::learn::preset;
use matchboxes::roster;
use serde_json::{Map, Value, json};

use super::forms::{Cells, after, boards, chances, greedy, marked, noise, over, to_move};
use super::reader;
use crate::whole::whole_or;

/// Numbers without a pattern.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % n as u64).unwrap()
    }

    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const FORMS: [TableForm; 4] = [
    TableForm::Lists,
    TableForm::Moves,
    TableForm::Keys,
    TableForm::After,
];

const MARKS: [([&str; 3], &str, &str); 6] = [
    ([".", "X", "O"], "", "*"),
    (["0", "1", "-1"], ", ", "(*)"),
    (["0", "1", "2"], "", "*"),
    ([" ", "O", "X"], "", "*"),
    (["0.", "-1.", "1."], " ", "[*]"),
    (["'-'", "'b'", "'w'"], ", ", "[*]"),
];

/// A board turned by one of the eight symmetries.
fn turned(at: &Cells, by: usize) -> Cells {
    std::array::from_fn(|cell| {
        let (mut row, mut column) = (cell / 3, cell % 3);
        for _ in 0..by % 4 {
            (row, column) = (column, 2 - row);
        }
        at[3 * row + if by < 4 { column } else { 2 - column }]
    })
}

/// Writes a table and reads it back: whether that was done without an answer.
fn is_read(seed: u64, all: &[Cells]) -> bool {
    let mut draws = Draws(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let (marks, between, around) = draws.one(&MARKS);
    let form = draws.one(&FORMS);
    let [is_own, is_one_of_each] = [2, 4].map(|n| draws.below(n) == 0);
    let seat = draws.below(5);
    let view = draws.one(&[View::Mover, View::Mover, View::First, View::Opponent]);
    let salt = draws.below(1000);
    let is_after = form == TableForm::After;
    let mover = |at: &Cells| {
        if is_after {
            3 - to_move(at)
        } else {
            to_move(at)
        }
    };
    let least = |at: &Cells| !is_one_of_each || (0..8).all(|by| *at <= turned(at, by));
    let is_there = |at: &Cells| least(at) && !(seat < 2 && mover(at) != 1 + seat);
    let value = |at: &Cells, cell: usize| {
        let then = after(at, cell);
        match over(&then) {
            Some(3) => 0.3,
            Some(_) => 1.0,
            None => noise(&then, salt) - 0.5,
        }
    };
    let signed = |number: f64, side: usize| match view {
        View::First if side == 2 => -number,
        View::Opponent => -number,
        _ => number,
    };
    let mut ended = Vec::new();
    for at in all {
        let free = (0..9).filter(|&cell| at[cell] == 0);
        ended.extend(free.map(|cell| (*at, cell)));
    }
    let key = |at: &Cells| {
        let exchanged = is_own && mover(at) == 2;
        let own: Cells = std::array::from_fn(|i| {
            if at[i] > 0 && exchanged {
                3 - at[i]
            } else {
                at[i]
            }
        });
        marked(&own, marks, between, around, false)
    };
    let mut table = Map::new();
    let mut known: HashMap<Cells, [Option<f64>; 9]> = HashMap::new();
    for (at, cell) in ended {
        let number = value(&at, cell);
        let own = json!(signed(number, to_move(&at)));
        let then = after(&at, cell);
        if !is_there(if is_after { &then } else { &at }) {
            continue;
        }
        known.entry(at).or_default()[cell] = Some(number);
        let board = key(&at);
        match form {
            TableForm::After => drop(table.insert(key(&then), own)),
            TableForm::Keys => drop(
                table.insert(
                    format!("({board:?}, {cell})")
                        .replace('"', "'")
                        .replace("''", "'"),
                    own,
                ),
            ),
            TableForm::Moves => {
                let moves = table.entry(board).or_insert_with(|| json!({}));
                moves[cell.to_string()] = own;
            }
            TableForm::Lists => {
                let list = table.entry(board).or_insert_with(|| json!(vec![0.0; 9]));
                list[cell] = own;
            }
        }
    }
    let weights = |at: &Cells| {
        let own = known
            .get(at)
            .map(|own| own.map(|number| number.unwrap_or(0.0)));
        own.map_or_else(|| vec![1.0; 9], |own| greedy(at, &own))
    };
    let text = Value::Object(table).to_string();
    let boards = Boards::of_json(text.as_bytes()).unwrap().unwrap();
    let game = AnyGame::from(TicTacToe);
    let words = [marks[0], marks[1], marks[2]].map(|mark| mark.trim_matches('\''));
    let asked = BoardReading {
        content: Some(SheetContent::Values),
        ..BoardReading::default()
    };
    let answer = BoardReading {
        form: Some(form),
        marks: Some(words.join(",")),
        own: is_own.then(|| words[1].to_owned()),
        view: Some(view),
        mirrors: Some(false),
        ..asked.clone()
    };
    let mut was_read = false;
    for reading in [asked, answer] {
        let is_answer = reading.form.is_some();
        let read = match boards.sheet(&game, "t", &reading) {
            Ok(read) => read,
            Err(error) => {
                assert!(!is_answer, "{seed}: {error}");
                assert!(
                    error.to_string().contains("say `")
                        || error.to_string().contains("must be named"),
                    "{seed}: {error}"
                );
                continue;
            }
        };
        was_read |= !is_answer;
        let model = read
            .sheet
            .model(&game, &preset("q-learning").unwrap(), Gaps::Random)
            .unwrap();
        let ground = Ground::new(game.clone()).unwrap();
        let own = ground.policy(&reader(&model));
        let random = ground.policy(&*roster::player(&game, "random").unwrap());
        for seat in [1, 2]
            .into_iter()
            .filter(|&seat| known.keys().any(|at| to_move(at) == seat))
        {
            let pair = if seat == 1 {
                [&own, &random]
            } else {
                [&random, &own]
            };
            let found = ground.chances(pair);
            let wanted = chances(&[0; 9], seat, &weights, &mut HashMap::new());
            for (found, wanted) in [found.first_wins, found.draws, found.second_wins]
                .into_iter()
                .zip(wanted)
            {
                assert!(
                    (found - wanted).abs() < 1e-9,
                    "{seed} {is_answer}, side {seat}: {found} {wanted} {:?} {form:?} {marks:?} {is_own} {view:?} {is_one_of_each}",
                    read.reading
                );
            }
        }
    }
    was_read
}

#[test]
fn a_table_is_read_back_or_asked_about_and_never_read_wrongly() {
    let all = boards();
    let count = whole_or(3000, 24);
    let read = (0..count).filter(|&seed| is_read(seed, &all)).count();
    assert!(
        read * 10 > usize::try_from(count).unwrap(),
        "{read} of {count}"
    );
}
