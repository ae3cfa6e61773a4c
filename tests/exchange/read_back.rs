//! The law of reading tables: of a known policy, in any form, with marks exchanged, seats dropped or mirror images left out, a
//! table is read back with its exact figure, or its reader is asked; and the answer to that gives the exact figure.

use std::collections::HashMap;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::exchange::{BoardReading, SheetContent, TableForm, ValuesOf};
use serde_json::{Map, Value, json};

use super::forms::{
    Cells, after, asking, boards, greedy, marked, noise, over, plays, read, to_move,
};
use crate::place::Text as _;
use crate::whole::whole_or;

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

/// A table, its numbers by the boards before the moves, and the description that asks for it.
struct Table {
    text: Value,
    known: HashMap<Cells, Vec<Option<f64>>>,
    answer: BoardReading,
}

/// A table in a form, with marks, a view and boards left out that the seed draws.
fn drawn(seed: u64, all: &[Cells]) -> Table {
    let mut dice = Dice::new(seed, Purpose::Trial, 0, 0);
    let (marks, between, around) = MARKS[dice.index(MARKS.len())];
    let form = FORMS[dice.index(FORMS.len())];
    let [is_own, is_one_of_each] = [2, 4].map(|n| dice.below(n) == 0);
    let (seat, salt) = (1 + dice.index(5), dice.index(1000));
    let view = [
        ValuesOf::Mover,
        ValuesOf::Mover,
        ValuesOf::First,
        ValuesOf::Opponent,
    ][dice.index(4)];
    let is_after = form == TableForm::After;
    let mover = |at: &Cells| [to_move(at), 3 - to_move(at)][usize::from(is_after)];
    let (mut text, mut known) = (Map::new(), HashMap::new());
    let free = |at: &Cells| (0..9).filter(|&cell| at[cell] == 0).collect::<Vec<_>>();
    for (at, cell) in all
        .iter()
        .flat_map(|at| free(at).into_iter().map(move |cell| (at, cell)))
    {
        let then = after(at, cell);
        let named = if is_after { &then } else { at };
        let is_least = || (0..8).all(|by| *named <= turned(named, by));
        if is_one_of_each && !is_least() || seat < 3 && mover(named) != seat {
            continue;
        }
        let value = match over(&then) {
            Some(3) => 0.3,
            Some(_) => 1.0,
            None => noise(&then, salt) - 0.5,
        };
        known.entry(*at).or_insert_with(|| vec![None; 9])[cell] = Some(value);
        let is_negated = view == ValuesOf::Opponent || view == ValuesOf::First && to_move(at) == 2;
        let number = json!(if is_negated { -value } else { value });
        let exchanged = named.map(|n| (3 - n) % 3);
        let shown = if is_own && mover(named) == 2 {
            &exchanged
        } else {
            named
        };
        let board = marked(shown, marks, between, around, false);
        match form {
            TableForm::After => text.extend([(board, number)]),
            TableForm::Keys => {
                let key = format!("({board:?}, {cell})").replace('"', "'");
                text.extend([(key.replace("''", "'"), number)]);
            }
            TableForm::Moves => {
                text.entry(board).or_insert_with(|| json!({}))[cell.to_string()] = number;
            }
            TableForm::Lists => {
                text.entry(board).or_insert_with(|| json!(vec![0.0; 9]))[cell] = number;
            }
        }
    }
    let words = marks.map(|mark| mark.trim_matches('\''));
    let answer = BoardReading {
        form: Some(form),
        view: Some(view),
        mirrors: Some(false),
        ..asking(
            Some(&words.join(",")),
            is_own.then_some(words[1]),
            Some(SheetContent::Values),
        )
    };
    Table {
        text: Value::Object(text),
        known,
        answer,
    }
}

/// The descriptions that a refusal offers.
fn offered(refusal: &str) -> Vec<BoardReading> {
    let (_, all) = refusal.split_once("must be named: ").unwrap_or_default();
    let ways = all.split("; ").filter_map(|way| way.split_once(": "));
    let ways = ways.map(|(options, _)| {
        let parts: Vec<&str> = options.split('`').skip(1).collect();
        let options = parts.chunks(2).map(|pair| {
            let is_bare = pair[1].trim().starts_with('"') || pair[0] == "cells_from";
            let value = pair[1].trim();
            let value = if is_bare {
                value.to_owned()
            } else {
                format!("{value:?}")
            };
            format!("{} = {value}\n", pair[0])
        });
        let own: BoardReading = toml::from_str(&options.collect::<String>()).unwrap();
        BoardReading {
            content: Some(SheetContent::Values),
            ..own
        }
    });
    ways.collect()
}

/// Writes a table and reads it back as it is meant, and without a word: whether the latter was done.
fn is_read(seed: u64, all: &[Cells]) -> bool {
    println!("seed {seed}");
    let Table {
        text,
        known,
        answer,
    } = drawn(seed, all);
    let weights = |at: &Cells| {
        let own = known
            .get(at)
            .map(|own| own.iter().map(|n| n.unwrap_or(0.0)).collect());
        own.map_or_else(|| vec![1.0; 9], |own: Vec<f64>| greedy(at, &own))
    };
    let mut seats = vec![1, 2];
    seats.retain(|&seat| known.keys().any(|at| to_move(at) == seat));
    let meant = plays(&text, &answer, &seats, &weights);
    let unsaid = asking(None, None, Some(SheetContent::Values));
    let refusal = match read(&text, &unsaid) {
        Err(refusal) => refusal.to_string(),
        Ok(read) => {
            // The same description is the same reading.
            if read.reading.options() != meant.options() {
                plays(&text, &unsaid, &seats, &weights);
            }
            return true;
        }
    };
    let ways = offered(&refusal);
    if ways.is_empty() {
        refusal.has(["say `"]);
    }
    for way in ways {
        read(&text, &way).unwrap_or_else(|error| panic!("{way:?}: {error}"));
    }
    false
}

#[test]
fn a_table_is_read_back_or_asked_about_and_never_read_wrongly() {
    let all = boards();
    let count = whole_or(2000, 24);
    let read = (0..count).filter(|&seed| is_read(seed, &all)).count() as u64;
    assert!(read * 10 > count, "{read} of {count}");
}
