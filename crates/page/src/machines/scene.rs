//! The data that the page receives: boards, boxes, moves and results, all in the notation of the game. The
//! page has no rules.

use matchboxes::arena::Ending;
use matchboxes::game::{Game, Outcome, Pieces, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::graph::{Budget, Merging, Solved};
use matchboxes::kit::{self, BoardCell, Spot};
use matchboxes::session::{BoxChange, GameEnd, Play, Thought, Turn};
use matchboxes::store::BoxView;
use serde::Serialize;
use serde_json::{Value, json};

use super::kits::{BeadLook, Kits};

/// A board and the legal moves on it.
#[derive(Debug, Serialize)]
pub(crate) struct BoardScene {
    text: String,
    /// 0 if the game has no board; a board of piles has columns even when nothing is left on it.
    columns: usize,
    /// The letter of a stone, empty text for a free cell, or null where there is no cell.
    cells: Vec<Option<String>>,
    /// The label of each row, where the names of moves begin with it.
    rows: Vec<String>,
    /// Each `move` with its `cells`: one, a start and an end, or none if it is not on the board.
    moves: Vec<Value>,
}

#[derive(Debug, Serialize)]
pub(crate) struct BoxScene {
    /// Its number on the shelf, if the machine can be built.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    position: String,
    board: BoardScene,
    ply: Option<u16>,
    met: bool,
    total: u64,
    colours: Vec<ColourScene>,
    /// The effect when it is empty and the machine must move.
    when_empty: &'static str,
}

#[derive(Debug, Serialize)]
pub(crate) struct ColourScene {
    #[serde(flatten)]
    look: BeadLook,
    moves: Vec<String>,
    beads: u64,
    /// The probability of each of its moves, from 0 to 1.
    chance: f64,
    /// Under a rule of values, what it is worth and how often it has been learnt from. Its beads then show greedy
    /// play: 1 if no value in the box is greater.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Made {
    side: Side,
    #[serde(rename = "move")]
    m: String,
    /// The board before it.
    board: BoardScene,
    person: bool,
    /// Whether it is the move of a bead that was drawn by hand.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hand: bool,
    /// The box a machine drew it from.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    matchbox: Option<BoxScene>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Changed {
    #[serde(rename = "move")]
    m: String,
    before: BoxScene,
    after: BoxScene,
}

#[derive(Debug, Serialize)]
pub(crate) struct EndScene {
    winner: Option<Side>,
    /// The points of both sides, if the game counts them and is over by the rules.
    points: Option<[u32; 2]>,
    resigned: Option<Side>,
    /// It does not count: the machine refused to begin.
    stopped: bool,
    /// The cells of the row that decided it, in games of rows.
    row: Vec<usize>,
    /// The empty box because of which the machine resigned.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    matchbox: Option<BoxScene>,
    changes: Vec<Changed>,
}

#[derive(Debug, Serialize)]
pub(crate) struct RoundScene {
    /// Its number among the machine's games with people, from 1.
    number: u64,
    position: String,
    board: BoardScene,
    side: Side,
    /// Whether a person is to move, and the legal moves.
    waits: bool,
    legal: Vec<String>,
    turns: Vec<Made>,
    ended: Option<EndScene>,
    /// The box of the machine whose turn it is.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    matchbox: Option<BoxScene>,
}

/// What the page needs to describe a game and to draw it.
pub(crate) fn facts(game: &AnyGame) -> Value {
    let nature = game.nature();
    let start = kit::KitBoard::new(game, &game.start());
    let layout = match start.columns {
        0 => "text",
        _ if start.is_one_pile() => "row",
        _ if start.is_piles() => "piles",
        _ => "board",
    };
    let pieces = match nature.pieces {
        Pieces::None => None,
        Pieces::Marks => Some("mark"),
        Pieces::Discs => Some("disc"),
        Pieces::Pawns => Some("pawn"),
    };
    json!({
        "drawable": !nature.is_always_won,
        // A `row` is a single pile, `piles` are several.
        "layout": layout,
        // Whose pieces they are; null if nothing on the board belongs to a side.
        "pieces": pieces,
        // Whether a move is a column, down which a piece falls.
        "falls": nature.falls,
    })
}

/// The side that wins a game with a single pile if it plays well; none in other games.
pub(crate) fn winner(game: &AnyGame) -> Option<Side> {
    if !kit::KitBoard::new(game, &game.start()).is_one_pile() {
        return None;
    }
    // Not `graph::offered`, which caches the last game: that cache is for the game at a board.
    let solved = Solved::new(game.clone(), Merging::None, Budget::OFFERED, "its winner").ok()?;
    match solved.outcome(solved.graph().root()) {
        Outcome::Win(side) => Some(side),
        Outcome::Draw => None,
    }
}

impl BoardScene {
    pub(crate) fn new(game: &AnyGame, at: &Position) -> Self {
        let board = kit::KitBoard::new(game, at);
        // Piles grow shorter, but their counters keep their size.
        let most = kit::KitBoard::new(game, &game.start()).columns;
        let columns = if board.columns == 0 {
            0
        } else {
            most.max(board.columns)
        };
        let wide = |cell: usize| cell / board.columns * columns + cell % board.columns;
        let cell = |cell: &BoardCell| match cell {
            BoardCell::Mark(mark) => Some(mark.to_string()),
            BoardCell::Free => Some(String::new()),
            BoardCell::Absent => None,
        };
        Self {
            text: game.write_position(at),
            columns,
            cells: board
                .cells
                .chunks(board.columns.max(1))
                .flat_map(|cells| {
                    let mut row: Vec<_> = cells.iter().map(cell).collect();
                    row.resize(columns, None);
                    row
                })
                .collect(),
            moves: game
                .moves(at)
                .map(|m| {
                    let cells = match kit::KitBoard::spot(game, at, m) {
                        Spot::Cell(cell) => vec![wide(cell)],
                        Spot::Arrow(from, to) => vec![wide(from), wide(to)],
                        Spot::Listed => Vec::new(),
                    };
                    json!({ "move": game.write_move(m), "cells": cells })
                })
                .collect(),
            rows: board.rows,
        }
    }
}

impl BoxScene {
    pub(crate) fn new(game: &AnyGame, view: &BoxView<AnyGame>, kits: &Kits) -> Self {
        let known = kits.find(game, view);
        let beads = kits.beads(game, view);
        let colours = view
            .colours
            .iter()
            .zip(beads)
            .map(|(colour, bead)| ColourScene {
                look: bead.into(),
                moves: colour.moves.iter().map(|&m| game.write_move(m)).collect(),
                beads: colour.beads,
                chance: view.chance(colour),
                value: colour.value.map(f64::from),
                visits: colour.value.map(|value| value.visits),
            });
        Self {
            number: known.map(|known| known.number),
            position: game.write_position(&view.at),
            board: BoardScene::new(game, &view.at),
            ply: view.ply,
            met: view.met,
            total: view.total(),
            colours: colours.collect(),
            when_empty: view.when_empty(),
        }
    }

    fn of_thought(game: &AnyGame, thought: Option<&Thought>, kits: &Kits) -> Option<Self> {
        match thought? {
            Thought::Matchbox(view) => Some(Self::new(game, view, kits)),
            Thought::Weights(_) | Thought::NoBox => None,
        }
    }
}

impl RoundScene {
    /// The present game of `play`, which has this number.
    pub(crate) fn new(play: &Play, number: u64, kits: &Kits) -> Self {
        let game = play.game();
        let mut round = Self::of(game, play.at(), (play.turns(), play.end()), number, kits);
        let view = play.matchbox().filter(|_| play.end().is_none());
        round.matchbox = view.map(|view| BoxScene::new(game, &view, kits));
        round.waits = play.waits();
        round
    }

    /// A game of this number, which has come to this position by these turns.
    pub(crate) fn of(
        game: &AnyGame,
        at: &Position,
        (turns, end): (&[Turn], Option<&GameEnd>),
        number: u64,
        kits: &Kits,
    ) -> Self {
        let ended = end.map(|end| EndScene {
            winner: winner_of(end.ending),
            points: game.outcome(at).and_then(|_| game.points(at)),
            resigned: resigned_by(end.ending),
            stopped: end.ending == Ending::Stopped,
            row: deciding_row(game, at, turns.last()),
            matchbox: BoxScene::of_thought(game, end.thought.as_ref(), kits),
            changes: end
                .changes
                .iter()
                .map(|change| Changed::new(game, change, kits))
                .collect(),
        });
        Self {
            number,
            position: game.write_position(at),
            board: BoardScene::new(game, at),
            side: game.side(at),
            waits: false,
            legal: game.moves(at).map(|m| game.write_move(m)).collect(),
            turns: turns
                .iter()
                .map(|turn| Made {
                    side: turn.side,
                    m: game.write_move(turn.m),
                    board: BoardScene::new(game, &turn.at),
                    person: turn.thought.is_none(),
                    hand: turn.chosen && turn.thought.is_some(),
                    matchbox: BoxScene::of_thought(game, turn.thought.as_ref(), kits),
                })
                .collect(),
            ended,
            matchbox: None,
        }
    }
}

impl Changed {
    pub(crate) fn new(game: &AnyGame, change: &BoxChange, kits: &Kits) -> Self {
        Self {
            m: game.write_move(change.m),
            before: BoxScene::new(game, &change.before, kits),
            after: BoxScene::new(game, &change.after, kits),
        }
    }
}

/// The longest rows of equal marks through the last move, if this won or lost a game of rows: these decided it.
fn deciding_row(game: &AnyGame, at: &Position, last: Option<&Turn>) -> Vec<usize> {
    let nature = game.nature();
    let is_of_rows = nature.falls || !matches!(nature.pieces, Pieces::Discs | Pieces::Pawns);
    let (Some(Outcome::Win(_)), Some(last), true) = (game.outcome(at), last, is_of_rows) else {
        return Vec::new();
    };
    let board = kit::KitBoard::new(game, at);
    let before = kit::KitBoard::new(game, &last.at);
    let (Spot::Cell(cell), false) = (
        kit::KitBoard::spot(game, &last.at, last.m),
        before.is_piles(),
    ) else {
        return Vec::new();
    };
    let mark_at = |[column, row]: [usize; 2]| {
        let is_inside = column < board.columns && row < board.height();
        is_inside.then(|| &board.cells[row * board.columns + column])
    };
    let from = [cell % board.columns, cell / board.columns];
    let along = |step: [isize; 2]| {
        let next = move |&[column, row]: &[usize; 2]| {
            Some([
                column.checked_add_signed(step[0])?,
                row.checked_add_signed(step[1])?,
            ])
        };
        let cells = std::iter::successors(Some(from), next);
        let is_equal =
            |to: &[usize; 2]| mark_at(*to).is_some_and(|mark| Some(mark) == mark_at(from));
        cells.take_while(is_equal).skip(1)
    };
    let rows = [[1, 0], [0, 1], [1, 1], [1, -1]].map(|[right, down]| {
        let both = along([right, down]).chain(along([-right, -down]));
        both.map(|[column, row]| row * board.columns + column)
            .collect::<Vec<_>>()
    });
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let longest = rows.into_iter().filter(|row| row.len() == most);
    longest.flatten().chain([cell]).collect()
}

/// The side that has won a game that ended so.
pub(crate) fn winner_of(ending: Ending) -> Option<Side> {
    match ending.outcome() {
        Some(Outcome::Win(side)) => Some(side),
        _ => None,
    }
}

pub(crate) fn resigned_by(ending: Ending) -> Option<Side> {
    match ending {
        Ending::Resigned(side) => Some(side),
        _ => None,
    }
}
