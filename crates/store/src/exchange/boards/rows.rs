//! The rows of a policy or of values, of the numbers of a table.

use std::collections::HashMap;

use super::super::sheet::{Content, SheetRow};
use super::super::values;
use crate::error::Result;
use crate::game::{Game, Key, Move};
use crate::games::{self, AnyGame, Position};
use crate::graph::{Graph, Node};

/// The bits of the greatest weight of a box whose weights are no whole numbers.
const SCALE: f64 = 1_099_511_627_776.0;

/// The numbers of a board; `None` where there is none.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// One for each move of the game, in its order, or for each cell.
    List(Vec<Option<f64>>),
    /// By the name of the move, or the number of its cell.
    Map(Vec<(String, Option<f64>)>),
}

/// Whether its boards are cells with marks, and its moves have numbers.
pub(super) const fn has_cells(game: &AnyGame) -> bool {
    matches!(
        game,
        AnyGame::TicTacToe(_) | AnyGame::Mnk(_) | AnyGame::ConnectFour(_)
    )
}

/// The numbers by the number of the move.
pub(super) fn by_move(
    game: &AnyGame,
    at: &Position,
    numbers: &Numbers,
    is_zero_based: bool,
) -> Result<Vec<Option<f64>>, String> {
    let count = usize::from(game.move_count());
    let map = match numbers {
        Numbers::List(list) if list.len() == count => return Ok(list.clone()),
        Numbers::List(list) => {
            return Err(format!(
                "{} numbers for the {count} moves of the game",
                list.len()
            ));
        }
        Numbers::Map(map) => map,
    };
    let mut all = vec![None; count];
    let columns = game.sketch(at).columns;
    for (name, number) in map {
        let words: Vec<&str> = name
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .collect();
        let digits: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        let digits = digits.filter(|_| has_cells(game));
        let m = match digits.as_deref() {
            Some([cell]) => cell.checked_sub(usize::from(!is_zero_based)),
            Some([row, column]) => Some(row * columns + column),
            _ => games::read_move(game, at, name)
                .ok()
                .map(|m| usize::from(m.0)),
        };
        let m = m
            .filter(|&m| m < count)
            .ok_or_else(|| format!("`{name}` is no move"))?;
        all[m] = *number;
    }
    Ok(all)
}

/// The numbers of a mirror image of a position, turned to it.
pub(super) fn mirrored(
    game: &AnyGame,
    at: &Position,
    known: &HashMap<Key, Vec<Option<f64>>>,
) -> Option<Vec<Option<f64>>> {
    (0..game.symmetries())
        .map(crate::game::Symmetry)
        .find_map(|by| {
            let theirs = known.get(&game.key(&game.turn(at, by)))?;
            let own =
                (0..game.move_count()).map(|m| theirs[usize::from(game.turn_move(Move(m), by).0)]);
            Some(own.collect())
        })
}

/// The rows of a position.
pub(super) fn rows_of(
    graph: &Graph<AnyGame>,
    node: Node,
    numbers: &[Option<f64>],
    content: Content,
) -> Result<Vec<SheetRow>, String> {
    let game = graph.game();
    let own = || {
        graph
            .edges(node)
            .iter()
            .map(|edge| numbers[usize::from(edge.m.0)].unwrap_or(0.0))
    };
    if content != Content::Values && own().any(|number| !(number >= 0.0 && number.is_finite())) {
        return Err("a weight is negative or no number; are these values?".to_owned());
    }
    let most = own().fold(0.0, f64::max);
    let is_whole = own().all(|number| number.fract() == 0.0 && number < SCALE);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is from 0 to 2^40"
    )]
    let weight = |number: f64| {
        if is_whole {
            number as u64
        } else {
            (number / most * SCALE).round() as u64
        }
    };
    let row = |(edge, number): (&crate::graph::Edge, f64)| {
        let is_value = content == Content::Values;
        Ok(SheetRow {
            line: 1,
            position: game.write_position(graph.position(node)),
            side: Some(graph.side(node)),
            moves: game.write_move(edge.m),
            number: if is_value { 0 } else { weight(number) },
            value: if is_value {
                values::units(&number.to_string())?
            } else {
                0
            },
            probability: None,
            ply: if is_value { graph.ply(node) } else { 0 },
        })
    };
    graph.edges(node).iter().zip(own()).map(row).collect()
}
