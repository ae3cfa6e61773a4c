//! The rows of a policy or of values, of the numbers of a table.

use std::collections::HashMap;

use super::super::sheet::{SheetContent, SheetRow};
use super::entry::{Numbers, TableEntry};
use super::forms::{EXTRA_COLUMN, UnreadTable, coordinates, mark, without_side};
use crate::error::Result;
use crate::game::{Game, Key, Symmetry};
use crate::games::{self, AnyGame, Position};
use crate::graph::{Graph, Node};
use crate::text::{count, thousands};

/// The least number of boards for a verdict, of which more than nine in ten must agree. In tables of random numbers for
/// twelve boards with two moves each, three in a thousand agree by chance, and with more boards fewer do.
pub(super) const LEAST: usize = 12;

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

/// From which number the cells, rows and columns of a table's moves are counted, or piles; `None` where no move says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CellsFrom(pub(super) Option<i64>);

/// The rows and columns of the game's board, or the piles of nim and the largest of them.
fn extent(game: &AnyGame) -> Option<[i64; 2]> {
    let size = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let is_counted = has_cells(game) || matches!(game, AnyGame::Nim(_));
    let sketch = is_counted.then(|| game.sketch(&game.start()))?;
    let columns = sketch.columns.max(1);
    Some([size(sketch.places.len() / columns), size(columns)])
}

/// Whether this is the name of a move of some position.
pub(super) fn is_move(game: &AnyGame, name: &str) -> bool {
    let numbers = coordinates(name).map_or(0, |all| all.len());
    let is_counted = match extent(game) {
        Some([piles, _]) if !has_cells(game) => numbers == 2 || numbers == 1 && piles == 1,
        Some(_) => numbers == 1 || numbers == 2,
        None => false,
    };
    is_counted || game.read_move(name).is_ok()
}

impl CellsFrom {
    /// What is given, or what the moves of a table show, else what its boards show; both where nothing shows it.
    pub(super) fn all(
        game: &AnyGame,
        entries: &[TableEntry],
        numbered_from: Option<usize>,
        given: Option<u64>,
    ) -> Vec<Self> {
        let Some([rows, columns]) = extent(game) else {
            return vec![Self(None)];
        };
        let cells = has_cells(game).then(|| i64::from(game.move_count()));
        let names = entries.iter().filter_map(|entry| match &entry.numbers {
            Numbers::Map(map) => Some(map.iter().map(|own| without_side(&own.name).1)),
            Numbers::List(_) | Numbers::One(_) => None,
        });
        let (mut has_first, mut has_last, mut is_counted) = (false, false, false);
        for numbers in names.flatten().filter_map(coordinates) {
            is_counted |= numbers.len() == 2 || cells.is_some() && numbers.len() == 1;
            has_first |= numbers[0] == 0 || cells.is_some() && numbers.contains(&0);
            has_last |= cells.is_some_and(|cells| numbers == [cells])
                || matches!(numbers[..], [row, column] if row == rows || cells.is_some() && column == columns);
        }
        let is_cell = cells == Some(rows * columns);
        let shown = numbered_from.filter(|_| is_cell);
        match (given, has_first, has_last, shown) {
            _ if !is_counted => vec![Self(None)],
            (Some(from), ..) => vec![Self(Some(i64::from(from == 1)))],
            (None, true, ..) => vec![Self(Some(0))],
            (None, false, true, _) => vec![Self(Some(1))],
            (None, false, false, Some(from)) => vec![Self(Some(i64::from(from == 1)))],
            (None, false, false, None) => vec![Self(Some(0)), Self(Some(1))],
        }
    }

    /// The number of the move that is called so; `hint` is added where there is none.
    fn move_of(
        self,
        game: &AnyGame,
        at: &Position,
        name: &str,
        hint: &str,
    ) -> Result<usize, UnreadTable> {
        let off = || format!("`{name}` is no move: it is off the board");
        let within = |n: i64, from: i64, count: i64| {
            let n = n.checked_sub(from).filter(|n| (0..count).contains(n));
            n.ok_or_else(off)
        };
        let (numbers, from) = (coordinates(name), self.0.unwrap_or(0));
        let m = match (numbers.as_deref(), extent(game)) {
            (Some(&[cell]), Some(_)) if has_cells(game) => {
                within(cell, from, game.move_count().into())?
            }
            (Some(&[row, column]), Some([rows, columns])) if has_cells(game) => {
                let (row, column) = (within(row, from, rows)?, within(column, from, columns)?);
                within(row * columns + column, 0, game.move_count().into())?
            }
            (numbers, piles) => {
                let name = match (numbers, piles) {
                    (Some(&[taken]), Some([1, _])) => format!("a{taken}"),
                    (Some(&[pile, taken]), Some([piles, _])) => {
                        let pile = within(pile, from, piles)?;
                        format!(
                            "{}{taken}",
                            (b'a'..=b'z')
                                .map(char::from)
                                .nth(usize::try_from(pile).map_err(|_| off())?)
                                .ok_or_else(off)?
                        )
                    }
                    _ => name.to_owned(),
                };
                let read = games::read_move(game, at, &name);
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

/// Gives positions that are not there what a mirror image has, turned by `turn`, if that is asked for; and returns how many.
/// Refuses to choose where a table of at least [`LEAST`] boards has one of several mirror images of each.
pub(super) fn fill<T: Clone>(
    graph: &Graph<AnyGame>,
    known: &mut HashMap<Key, T>,
    mirrors: Option<bool>,
    turn: impl Fn(&T, Symmetry) -> T,
) -> Result<usize, UnreadTable> {
    let game = graph.game();
    if mirrors == Some(false) || game.symmetries() < 2 {
        return Ok(0);
    }
    let images = |at: &Position| {
        let turned = |by| (by, game.key(&game.turn(at, by)));
        (1..game.symmetries())
            .map(Symmetry)
            .map(turned)
            .collect::<Vec<_>>()
    };
    let (mut lacking, mut single) = (Vec::new(), 0);
    let mut has_several = false;
    for node in graph.nodes() {
        let at = graph.position(node);
        let key = game.key(at);
        let image = images(at)
            .into_iter()
            .find(|(_, own)| *own != key && known.contains_key(own));
        match (known.get(&key), image) {
            (Some(_), image) => {
                has_several |= image.is_some();
                single += usize::from(images(at).iter().any(|(_, own)| *own != key));
            }
            (None, Some((by, image))) => lacking.push((key, turn(&known[&image], by))),
            (None, None) => {}
        }
    }
    if mirrors.is_none() {
        if has_several || single < LEAST || lacking.is_empty() {
            return Ok(0);
        }
        let reason = format!(
            "it has one of the mirror images of each of its boards: say `mirrors` if that board is meant for all of them, which \
             gives numbers to {}, or `no_mirrors` if its program knows no others",
            count(
                lacking.len() as u64,
                "further position",
                "further positions"
            )
        );
        return Err(UnreadTable::naming(vec!["mirrors", "no_mirrors"], reason));
    }
    let filled = lacking.len();
    known.extend(lacking);
    Ok(filled)
}

/// The rows of a position, for either side to move if they are of one machine for both.
pub(super) fn rows_of(
    graph: &Graph<AnyGame>,
    node: Node,
    numbers: &[Option<f64>],
    content: SheetContent,
    is_shared: bool,
) -> Result<Vec<SheetRow>, String> {
    let game = graph.game();
    let at = graph.position(node);
    let either = game.without_side(at).filter(|_| is_shared);
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
            position: game.write_position(&either.unwrap_or(*at)),
            side: (!is_shared).then(|| graph.side(node)),
            moves: game.write_move(edge.m),
            number: if is_value { 0 } else { weight(number) },
            value: if is_value { number } else { 0.0 },
            probability: None,
            ply: if is_value { graph.ply(node) } else { 0 },
        }
    };
    Ok(graph.edges(node).iter().zip(own()).map(row).collect())
}
