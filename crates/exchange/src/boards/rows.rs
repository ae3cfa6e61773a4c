//! The rows of a policy or of values, of the numbers of a table.

use std::collections::HashMap;

use super::super::sheet::{SheetContent, SheetRow};
use super::entry::{Numbers, TableEntry};
use super::forms::{EXTRA_COLUMN, UnreadTable, coordinates, mark, without_side};
use crate::error::Result;
use crate::game::{Game, Key, Move};
use crate::games::{self, AnyGame, Position};
use crate::graph::{Graph, Node};
use crate::text::{count, thousands};

/// The bits of the greatest weight of a box whose weights are no whole numbers.
const SCALE: f64 = 1_099_511_627_776.0;

/// The number of each move of the game; `None` for a move without one.
pub(super) type NumberByMove = Vec<Option<f64>>;

/// The numbers of the positions of a table.
pub(super) type Known = HashMap<Key, NumberByMove>;

/// Whether its boards are cells with marks, and its moves have numbers.
pub(super) const fn has_cells(game: &AnyGame) -> bool {
    match game {
        AnyGame::TicTacToe(_) | AnyGame::ConnectFour(_) => true,
        AnyGame::Mnk(game) => !game.marking().is_wild(),
        _ => false,
    }
}

/// From which number the cells, rows and columns of a table's moves are counted. `None` where the table shows neither the
/// first number from 0 nor the last one from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellsFrom(Option<i64>);

/// The rows and columns of the game's board.
fn extent(game: &AnyGame) -> [i64; 2] {
    let sketch = game.sketch(&game.start());
    let columns = sketch.columns.max(1);
    let size = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    [size(sketch.places.len() / columns), size(columns)]
}

impl CellsFrom {
    /// What the moves of a table show, else what its boards show.
    pub(super) fn detect(game: &AnyGame, all: &[TableEntry], by_boards: Option<i64>) -> Self {
        let [rows, columns] = extent(game);
        let count = i64::from(game.move_count());
        let names = all.iter().filter_map(|entry| match &entry.numbers {
            Numbers::Map(map) => Some(map.iter().map(|own| without_side(&own.name).1)),
            Numbers::List(_) | Numbers::One(_) => None,
        });
        let (mut has_first, mut has_last) = (false, false);
        for name in names.flatten().filter(|_| has_cells(game)) {
            let numbers = coordinates(name).unwrap_or_default();
            has_first |= numbers.contains(&0);
            has_last |= numbers == [count]
                || matches!(numbers[..], [row, column] if row == rows || column == columns);
        }
        Self(match (has_first, has_last) {
            (true, _) => Some(0),
            (false, true) => Some(1),
            (false, false) => by_boards,
        })
    }

    /// Counted from this number.
    pub(super) const fn given(from: i64) -> Self {
        Self(Some(from))
    }

    /// The number of the move that is called so; `hint` is added where there is none.
    fn move_of(
        self,
        game: &AnyGame,
        at: &Position,
        name: &str,
        hint: &str,
    ) -> Result<usize, UnreadTable> {
        let count = i64::from(game.move_count());
        let numbers = coordinates(name).filter(|_| has_cells(game));
        let counted = || {
            self.0.ok_or_else(|| {
                let reason = format!(
                    "`{name}` can be counted from 0 or from 1, and no move of the table shows which: say `cells_from` 0 or \
                     `cells_from` 1"
                );
                UnreadTable::naming(vec!["cells_from"; 2], reason)
            })
        };
        let off = || format!("`{name}` is no move: it is off the board");
        let within = |n: i64, from: i64, count: i64| {
            let n = n.checked_sub(from).filter(|n| (0..count).contains(n));
            n.ok_or_else(off)
        };
        let m = match numbers.as_deref() {
            Some(&[cell]) => within(cell, counted()?, count)?,
            Some(&[row, column]) => {
                let [rows, columns] = extent(game);
                let from = counted()?;
                let (row, column) = (within(row, from, rows)?, within(column, from, columns)?);
                within(row * columns + column, 0, count)?
            }
            _ => {
                let read = games::read_move(game, at, name);
                let m = read.map_err(|_| format!("`{name}` is no move{hint}"))?;
                i64::from(m.0)
            }
        };
        Ok(usize::try_from(m).map_err(|_| off())?)
    }
}

/// The numbers by the number of the move. If a move names its player, the name is this mark of the side to
/// move, if it is known.
pub(super) fn by_move(
    game: &AnyGame,
    at: &Position,
    numbers: &Numbers,
    from: CellsFrom,
    mover: Option<&str>,
) -> Result<NumberByMove, UnreadTable> {
    let count = usize::from(game.move_count());
    let map = match numbers {
        Numbers::List(list) if list.len() == count => {
            return Ok(list.clone());
        }
        Numbers::List(list) => {
            let reason = format!("{} numbers for the {count} moves of the game", list.len());
            return Err(reason.into());
        }
        Numbers::Map(map) => map,
        Numbers::One(_) => return Ok(vec![None; count]),
    };
    // More numbers than one of a move, and not one of each move: a further column, whose heading is read as a move.
    let is_extra = map.len() > 2 && map.len() != count;
    let hint = if is_extra { EXTRA_COLUMN } else { "" };
    let mut all: NumberByMove = vec![None; count];
    for own in map {
        let (side, name) = without_side(&own.name);
        if let (Some(side), Some(mover)) = (side, mover)
            && !mark(side).eq_ignore_ascii_case(mover)
        {
            return Err(format!("`{mover}` is to move there, not `{side}`").into());
        }
        let m = from.move_of(game, at, name, hint)?;
        let place = all
            .get_mut(m)
            .ok_or_else(|| format!("`{name}` is no move"))?;
        let number = match own.numbers {
            Numbers::One(number) => number,
            Numbers::List(_) | Numbers::Map(_) => None,
        };
        if std::mem::replace(place, number).is_some() {
            return Err(format!("the move `{name}` stands there twice").into());
        }
    }
    Ok(all)
}

/// The meaning of the numbers of a table, given the numbers of the legal moves of each board: the requested
/// meaning, or the only possible one.
///
/// Negative numbers are values. Whole numbers are beads, if each board has some, and numbers that add up to one on each
/// board are chances: both are weights. Where the positive numbers of each board are equal, weights play as values do.
pub(super) fn content(boards: &[Vec<f64>]) -> Result<SheetContent, UnreadTable> {
    /// By how much chances that were rounded can add up to something else than one.
    const OFF: f64 = 0.01;
    let is_zero = |board: &[f64]| board.iter().all(|&n| n == 0.0);
    let is_one = |board: &[f64]| (board.iter().sum::<f64>() - 1.0).abs() <= OFF;
    let is_whole = |board: &[f64]| board.iter().all(|n| n.fract() == 0.0);
    let is_level = |board: &[f64]| {
        let mut some = board.iter().filter(|&&n| n > 0.0);
        let first = some.next();
        first.is_some() && some.all(|n| Some(n) == first)
    };
    let all = || boards.iter().map(Vec::as_slice);
    if all().flatten().any(|&n| n < 0.0) {
        return Ok(SheetContent::Values);
    }
    let zero = all().filter(|board| is_zero(board)).count();
    let whole = all().all(is_whole);
    if zero == 0 && whole || all().all(is_one) || all().all(is_level) {
        return Ok(SheetContent::Policy);
    }
    let ones = all().filter(|board| is_one(board)).count();
    let boards = count(boards.len() as u64, "board", "boards");
    let without = match zero {
        0 => String::new(),
        n => format!(
            ", and any move on the {} where all are 0",
            count(n as u64, "board", "boards")
        ),
    };
    let reason = format!(
        "its numbers can be weights or values, and one must be named: `numbers` weights: a move is played as often as \
         its share (on {} of {boards} they add up to 1); `numbers` values: the move with the greatest number is \
         played{without}",
        thousands(ones as u64)
    );
    Err(UnreadTable::naming(vec!["numbers"; 2], reason))
}

/// The numbers of a mirror image of a position, turned to it.
pub(super) fn mirrored(game: &AnyGame, at: &Position, known: &Known) -> Option<NumberByMove> {
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
    content: SheetContent,
) -> Result<Vec<SheetRow>, String> {
    let game = graph.game();
    let own = || {
        graph
            .edges(node)
            .iter()
            .map(|edge| numbers[usize::from(edge.m.0)].unwrap_or(0.0))
    };
    if content != SheetContent::Values && own().any(|number| !(number >= 0.0 && number.is_finite()))
    {
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
        let is_value = content == SheetContent::Values;
        SheetRow {
            line: 1,
            position: game.write_position(graph.position(node)),
            side: Some(graph.side(node)),
            moves: game.write_move(edge.m),
            number: if is_value { 0 } else { weight(number) },
            value: if is_value { number } else { 0.0 },
            probability: None,
            ply: if is_value { graph.ply(node) } else { 0 },
        }
    };
    Ok(graph.edges(node).iter().zip(own()).map(row).collect())
}
