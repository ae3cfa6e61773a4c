//! The rows of a policy or of values, of the numbers of a table.

use std::collections::BTreeMap;

use super::super::sheet::{SheetContent, SheetRow};
use super::entry::Numbers;
use super::forms::{EXTRA_COLUMN, coordinates, mark, without_side};
use super::reading::UnreadTable;
use crate::error::Result;
use crate::game::{Game, Move, Outcome, Symmetry};
use crate::games::{self, AnyGame, Position};
use crate::graph::{Edge, Graph, Node};
use crate::interrupt;
use crate::text::{count, thousands};

/// The least number of boards for a verdict, of which more than nine in ten must agree. In tables of random numbers for
/// twelve boards with two moves each, three in a thousand agree by chance, and with more boards fewer do.
pub(super) const LEAST: usize = 12;

/// The bits of the greatest weight of a box whose weights are no whole numbers.
const SCALE: f64 = 1_099_511_627_776.0;

/// The number of each move of the game; `None` for a move without one.
pub(super) type NumberByMove = Vec<Option<f64>>;

/// The numbers of the positions of a table; in one of boards after a move, each has a single one.
pub(super) type Known = BTreeMap<Node, NumberByMove>;

pub(super) fn number_of(edge: Edge, numbers: &NumberByMove) -> Option<f64> {
    numbers[usize::from(edge.m.0)]
}

fn end(graph: &Graph<AnyGame>, edge: Edge) -> Option<Outcome> {
    graph.outcome(edge.to?)
}

/// The moves with which the side to move wins at once.
pub(super) fn wins(graph: &Graph<AnyGame>, node: Node) -> Vec<Move> {
    let won = Some(Outcome::Win(graph.side(node)));
    let edges = graph.edges(node).iter();
    let wins = edges.filter(|edge| end(graph, **edge) == won);
    wins.map(|edge| edge.m).collect()
}

/// Whether its boards are cells with marks, and its moves have numbers.
pub(super) const fn has_cells(game: &AnyGame) -> bool {
    match game {
        AnyGame::TicTacToe(_) | AnyGame::ConnectFour(_) => true,
        AnyGame::Mnk(game) => !game.marking().is_wild(),
        _ => false,
    }
}

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
    let is_place = |numbers: Vec<i64>| numbers.len() <= 2 && extent(game).is_some();
    coordinates(name).is_some_and(is_place) || game.read_move(name).is_ok()
}

/// From which number moves can be counted: as given, as the boards show, or from either; `None` where no move has numbers.
pub(super) fn all_from(game: &AnyGame, shown: Option<u64>, given: Option<u64>) -> Vec<Option<u64>> {
    let Some([rows, columns]) = extent(game) else {
        return vec![None];
    };
    let shown = shown.filter(|_| i64::from(game.move_count()) == rows * columns);
    let from = given.or(shown).map(|from| vec![Some(from)]);
    from.unwrap_or_else(|| vec![Some(0), Some(1)])
}

/// The number of the move that is called so; `hint` is added where there is none.
fn move_of(
    game: &AnyGame,
    at: &Position,
    name: &str,
    from: i64,
    hint: &str,
) -> Result<usize, String> {
    let within = |n: i64, count: i64| n.checked_sub(from).filter(|n| (0..count).contains(n));
    let read = |usual: &str| {
        let m = games::read_move(game, at, usual).map(|m| i64::from(m.0));
        m.map_err(|_| format!("`{name}` is no move{hint}"))
    };
    let numbers = coordinates(name).unwrap_or_default();
    let m = match (&numbers[..], extent(game)) {
        (&[cell], Some(_)) if has_cells(game) => within(cell, i64::from(game.move_count())),
        (&[row, column], Some([rows, columns])) if has_cells(game) => {
            let both = within(row, rows).zip(within(column, columns));
            both.map(|(row, column)| row * columns + column)
        }
        (&[taken], Some([1, _])) => Some(read(&format!("a{taken}"))?),
        (&[pile, taken], Some([piles, _])) => {
            let letter = |pile: i64| ('a'..='z').nth(usize::try_from(pile).ok()?);
            let pile = within(pile, piles).and_then(letter);
            let m = pile.map(|pile| read(&format!("{pile}{taken}")));
            m.transpose()?
        }
        _ => Some(read(name)?),
    };
    let m = m.filter(|m| *m < i64::from(game.move_count()));
    m.and_then(|m| usize::try_from(m).ok())
        .ok_or_else(|| format!("`{name}` is no move: it is off the board"))
}

/// The numbers by the number of the move. If a move names its player, the name is this mark of the side to
/// move, if it is known.
pub(super) fn by_move(
    game: &AnyGame,
    at: &Position,
    numbers: &Numbers,
    from: Option<u64>,
    mover: Option<&str>,
) -> Result<NumberByMove, String> {
    let count = usize::from(game.move_count());
    let map = match numbers {
        Numbers::List(list) if list.len() == count => return Ok(list.clone()),
        Numbers::List(list) => {
            let reason = format!("numbers for the {count} moves of the game");
            return Err(format!("{} {reason}", list.len()));
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
            return Err(format!("`{mover}` is to move there, not `{side}`"));
        }
        let m = move_of(game, at, name, i64::from(from == Some(1)), hint)?;
        let Numbers::One(number) = own.numbers else {
            continue;
        };
        if std::mem::replace(&mut all[m], number).is_some() {
            return Err(format!("the move `{name}` stands there twice"));
        }
    }
    Ok(all)
}

/// The numbers of all moves of each position from which a move leads to a board of these values: a move has the value of its
/// board, for the player who has just moved.
pub(super) fn by_position(graph: &Graph<AnyGame>, values: &Known) -> Result<Known, UnreadTable> {
    let game = graph.game();
    let has_ends = values.keys().any(|&node| graph.outcome(node).is_some());
    let mut known = Known::new();
    for node in graph.nodes() {
        interrupt::every(1024, node.index());
        let mut numbers: NumberByMove = vec![None; usize::from(game.move_count())];
        for edge in graph.edges(node) {
            let then = edge.to.and_then(|to| values.get(&to));
            numbers[usize::from(edge.m.0)] = then.and_then(|own| own[0]);
        }
        if numbers.iter().all(Option::is_none) {
            continue;
        }
        let mut edges = graph.edges(node).iter();
        let last = edges.find(|edge| end(graph, **edge).is_some());
        if let Some(edge) = last.filter(|_| !has_ends) {
            let at = game.write_position(graph.position(node));
            let reason = format!(
                "it has no board where the game is over, so what the move {} of `{at}` is worth is not known: add these boards",
                game.write_move(edge.m)
            );
            return Err(reason.into());
        }
        known.insert(node, numbers);
    }
    Ok(known)
}

/// The meaning of the numbers of a table, given the numbers of the legal moves of each board: the requested
/// meaning, or the only possible one.
///
/// Negative numbers are values. Whole numbers are beads, if each board has some, and numbers that add up to one on each
/// board are chances: both are weights. Where the positive numbers of each board are equal, weights play as values do.
pub(super) fn content(boards: &[Vec<f64>]) -> Result<SheetContent, UnreadTable> {
    /// By how much chances that were rounded can add up to something else than one.
    const OFF: f64 = 0.01;
    if boards.iter().flatten().any(|&n| n < 0.0) {
        return Ok(SheetContent::Values);
    }
    let is_zero = |board: &&Vec<f64>| board.iter().all(|&n| n == 0.0);
    let is_one = |board: &&Vec<f64>| (board.iter().sum::<f64>() - 1.0).abs() <= OFF;
    let is_level = |board: &Vec<f64>| {
        let mut some = board.iter().filter(|&&n| n > 0.0);
        let first = some.next();
        first.is_some() && some.all(|n| Some(n) == first)
    };
    let zero = boards.iter().filter(is_zero).count();
    let ones = boards.iter().filter(is_one).count();
    let are_beads = zero == 0 && boards.iter().flatten().all(|n| n.fract() == 0.0);
    if are_beads || ones == boards.len() || boards.iter().all(is_level) {
        return Ok(SheetContent::Policy);
    }
    let boards = count(boards.len() as u64, "board", "boards");
    let zeros = count(zero as u64, "board", "boards");
    let without = format!(", and any move on the {zeros} where all are 0");
    let reason = format!(
        "its numbers can be weights or values, and one must be named: `numbers` weights: a move is played as often as \
         its share (on {} of {boards} they add up to 1); `numbers` values: the move with the greatest number is \
         played{}",
        thousands(ones as u64),
        if zero > 0 { &without } else { "" }
    );
    Err(UnreadTable::naming(["numbers"; 2], reason))
}

/// Gives positions that are not there what a mirror image has, if that is asked for. Refuses to choose
/// where a table of at least [`LEAST`] boards has one of several mirror images of each.
pub(super) fn fill(
    graph: &Graph<AnyGame>,
    known: &mut Known,
    mirrors: Option<bool>,
) -> Result<(), UnreadTable> {
    let game = graph.game();
    if mirrors == Some(false) || game.symmetries() < 2 {
        return Ok(());
    }
    let turned = |numbers: &NumberByMove, by| -> NumberByMove {
        let number = |m| numbers[usize::from(game.turn_move(Move(m), by).0)];
        match numbers[..] {
            [number] => vec![number],
            _ => (0..game.move_count()).map(number).collect(),
        }
    };
    let (mut lacking, mut single, mut has_several) = (Vec::new(), 0, false);
    for node in graph.nodes() {
        let image = |by| Some((by, graph.find(&game.turn(graph.position(node), by))?));
        let images = (1..game.symmetries()).map(Symmetry).filter_map(image);
        let mut images = images.filter(|(_, image)| *image != node).peekable();
        let has_images = images.peek().is_some();
        let known_image = images.find_map(|(by, image)| Some((by, known.get(&image)?)));
        match (known.contains_key(&node), known_image) {
            (true, image) => {
                has_several |= image.is_some();
                single += usize::from(has_images);
            }
            (false, Some((by, image))) => lacking.push((node, turned(image, by))),
            (false, None) => {}
        }
    }
    if mirrors.is_none() {
        if has_several || single < LEAST || lacking.is_empty() {
            return Ok(());
        }
        let lacking = lacking.len() as u64;
        let lacking = count(lacking, "further position", "further positions");
        let reason = format!(
            "it has one of the mirror images of each of its boards: say `mirrors` if that board is meant for all of them, which \
             gives numbers to {lacking}, or `no_mirrors` if its program knows no others"
        );
        return Err(UnreadTable::naming(["mirrors", "no_mirrors"], reason));
    }
    known.extend(lacking);
    Ok(())
}

/// The numbers of the legal moves of each board.
pub(super) fn legal_numbers(graph: &Graph<AnyGame>, known: &Known) -> Vec<Vec<f64>> {
    let legal = |(&node, numbers): (&Node, &NumberByMove)| {
        let all = graph.edges(node).iter();
        all.map(|edge| number_of(*edge, numbers).unwrap_or(0.0))
            .collect()
    };
    known.iter().map(legal).collect()
}

/// The rows of all positions whose numbers are known; of one of two that differ by the side to move, if they are of one
/// machine for both.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a weight is from 0 to 2^40"
)]
pub(super) fn rows(
    graph: &Graph<AnyGame>,
    known: &Known,
    content: SheetContent,
    is_shared: bool,
) -> Result<Vec<SheetRow>, String> {
    let game = graph.game();
    let is_value = content == SheetContent::Values;
    let mut rows = Vec::new();
    for (&node, own) in known.keys().zip(legal_numbers(graph, known)) {
        interrupt::every(1024, node.index());
        let at = graph.position(node);
        let either = game.without_side(at).filter(|_| is_shared);
        let other = either.and_then(|other| graph.find(&other));
        if other.is_some_and(|other| other != node && known.contains_key(&other)) {
            continue;
        }
        let position = game.write_position(&either.unwrap_or(*at));
        if !is_value && !own.iter().all(|n| *n >= 0.0 && n.is_finite()) {
            let reason = "a weight is negative or no number; are these values?";
            return Err(format!("`{position}`: {reason}"));
        }
        let most = own.iter().copied().fold(0.0, f64::max);
        let is_whole = own.iter().all(|n| n.fract() == 0.0 && *n < SCALE);
        let scale = |number: f64| (number / most * SCALE).round();
        let weight = |number| if is_whole { number } else { scale(number) };
        let row = |(edge, number): (&Edge, f64)| SheetRow {
            line: 1,
            position: position.clone(),
            side: (!is_shared).then(|| graph.side(node)),
            moves: game.write_move(edge.m),
            number: if is_value { 0 } else { weight(number) as u64 },
            value: if is_value { number } else { 0.0 },
            probability: None,
            ply: if is_value { graph.ply(node) } else { 0 },
        };
        rows.extend(graph.edges(node).iter().zip(own).map(row));
    }
    Ok(rows)
}
