//! Which marks the boards of a table have for a free cell and for the sides.

use std::collections::BTreeSet;

use crate::game::Game;
use crate::games::{AnyGame, Position};

/// The marks of the cells of a board.
pub(super) fn marks(board: &str, cells: usize) -> Option<Vec<String>> {
    let every = |text: &mut dyn Iterator<Item = char>| text.map(String::from).collect::<Vec<_>>();
    let quoted: Vec<String> = board
        .split(['\'', '"'])
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    let is_apart = |c: char| c.is_whitespace() || ",;|/()[]{}".contains(c);
    let words: Vec<String> = board
        .split(is_apart)
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let rows = every(&mut board.chars().filter(|c| !"|/\n".contains(*c)));
    let joined = every(&mut board.chars().filter(|&c| !is_apart(c)));
    [every(&mut board.chars()), quoted, words, rows, joined]
        .into_iter()
        .find(|marks| marks.len() == cells)
}

pub(super) fn three(text: &str) -> Option<[String; 3]> {
    let marks: Vec<String> = text.chars().map(String::from).collect();
    marks.try_into().ok()
}

/// The marks of a free cell, the first side and the second, as most boards have them.
pub(super) fn found<'a>(
    boards: impl Iterator<Item = &'a Vec<String>>,
) -> Result<[String; 3], String> {
    let boards: Vec<&Vec<String>> = boards.collect();
    let all: BTreeSet<&str> = boards
        .iter()
        .flat_map(|board| board.iter().map(String::as_str))
        .collect();
    if all.is_empty() {
        return Err("no board there has as many cells as the game".to_owned());
    }
    if all.len() > 3 {
        let all: Vec<&str> = all.into_iter().take(9).collect();
        return Err(format!(
            "boards have one of three marks in each cell; these have `{}`",
            all.join("`, `")
        ));
    }
    // Boards that lack a mark have the usual one.
    let mut all: Vec<&str> = all.into_iter().collect();
    let usual = [" ", "X", "O"]
        .into_iter()
        .filter(|mark| !all.contains(mark))
        .collect::<Vec<_>>();
    all.extend(usual.into_iter().take(3 - all.len().min(3)));
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let votes = |order: &[&str; 3]| {
        let count = |board: &[String], mark: &str| board.iter().filter(|own| *own == mark).count();
        let in_turn = |board: &&&Vec<String>| {
            let [first, second] = [order[1], order[2]].map(|mark| count(board, mark));
            first == second || first == second + 1
        };
        let is_free =
            [" ", ".", "-", "_", "0", "b", "B", "e", "None", "null", ""].contains(&order[0]);
        let is_first =
            ["X", "x", "1"].contains(&order[1]) || ["O", "o", "2", "-1"].contains(&order[2]);
        (boards.iter().filter(in_turn).count(), is_free, is_first)
    };
    let orders = orders.map(|order| order.map(|i| all[i]));
    let best = orders
        .iter()
        .max_by_key(|order| votes(order))
        .unwrap_or(&orders[0]);
    Ok(best.map(str::to_owned))
}

pub(super) fn position(game: &AnyGame, marks: &[String], order: &[String; 3]) -> Option<Position> {
    let cell = |mark: &String| Some(['.', 'X', 'O'][order.iter().position(|own| own == mark)?]);
    let cells: Vec<char> = marks.iter().map(cell).collect::<Option<_>>()?;
    let rows = cells.chunks(game.sketch(&game.start()).columns);
    let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
    game.read_position(&rows.join("/")).ok()
}
