//! The beads of one matchbox on its board, each move coloured by its chance.
//!
//! If a position is its own mirror image, a rule may have one colour of bead for several moves, as the
//! physical boxes had. Such a colour is counted once, at its first move; its moves share its chance, and they are
//! marked with the same letter.
//!
//! If the moves of a game are not named by column and row, their names are written in the cells instead of
//! coordinates at the edge. The same applies to moves without a place on the board, such as a pass.

use super::look::Heading;
use super::parts::canvas::{Canvas, GREY, MARGIN, picture};
use super::parts::numbers::{compact, large};
use super::parts::ramp::Bar;
use super::picture::Picture;
use super::square::{Choice, Square};
use crate::draw::{Ink, extent};
use matchboxes::game::{Game as _, Move, Place, Sketch};
use matchboxes::games::AnyGame;
use matchboxes::kit::{self, Bead, BoardCell};
use matchboxes::store::{BoxView, Model};

/// A matchbox and where its moves are on the board.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The lines above it; it is as large as its board.
    pub heading: Heading,
    /// The layout of the position and its moves.
    pub sketch: Sketch,
    /// The board, to be drawn above moves that are not places on it; may be empty.
    pub stones: kit::KitBoard,
    /// The colours of the beads; every legal move belongs to exactly one of them.
    pub colours: Vec<Colour>,
    /// Whether the box has been met; a box that has not is given as it would be filled.
    pub met: bool,
    /// What happens when it is empty, such as "it resigns".
    pub when_empty: &'static str,
}

/// One colour of beads in a matchbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colour {
    /// The moves it stands for and their names; when it is drawn, each of them is played with the same chance.
    pub moves: Vec<(Move, String)>,
    /// The bead of the kit that stands for it.
    pub bead: Bead,
    /// The number of its beads.
    pub beads: u64,
    /// What is written in place of the number of beads: the value, under a rule of values.
    pub value: Option<String>,
}

impl Board {
    /// The box of a model, without titles.
    #[must_use]
    pub fn for_box(game: &AnyGame, model: &Model, view: &BoxView<AnyGame>) -> Self {
        let beads = kit::beads(game, model.layout(), &view.at);
        let colours = view.colours.iter().zip(beads).map(|(colour, bead)| Colour {
            moves: (colour.moves.iter())
                .map(|&m| (m, game.write_move(m)))
                .collect(),
            bead,
            beads: colour.beads,
            value: colour.value.map(|value| value.to_string()),
        });
        Self {
            sketch: game.sketch(&view.at).for_moves(game.moves(&view.at)),
            stones: kit::KitBoard::new(game, &view.at),
            colours: colours.collect(),
            met: view.met,
            when_empty: view.when_empty(),
            ..Self::default()
        }
    }

    /// The total number of beads in the box.
    pub fn total(&self) -> u128 {
        self.colours.iter().map(|c| u128::from(c.beads)).sum()
    }

    /// The chance of each move of this colour; `None` in an empty box.
    fn chance(&self, colour: &Colour) -> Option<f64> {
        let total = self.total();
        let all = large(total) * extent(colour.moves.len());
        (total > 0).then(|| large(colour.beads.into()) / all)
    }
}

/// The most moves in one row if there is no board, and their number in a row if there are more.
const ROW: (usize, usize) = (12, 6);
/// The space between the board and moves without a place on it.
const GAP: f64 = 12.0;
/// The width of a cell of a board above the moves, and the space for its coordinates.
const STONE: (f64, f64) = (40.0, 26.0);
/// The distance between lines under the board.
const NOTE: f64 = 17.0;

/// Draws the board with its beads.
pub fn beads(board: &Board) -> Picture {
    let map = Map::new(board);
    let (left, top) = match map.stones() {
        Some(stones) => (0.0, STONE.0 * extent(stones.height()) + STONE.1 + GAP),
        None if map.named => (0.0, 8.0),
        None => (26.0, 26.0),
    };
    let (x, (across, down)) = (MARGIN + left, map.extent());
    let width = (x + across + 28.0 + Bar::WIDTH + MARGIN).max(440.0);
    // A shorter bar is not readable.
    let bar = down.max(150.0);
    let notes = map.notes(width - x - MARGIN);
    let mut foot = top + down + map.elsewhere_height() + 24.0;
    if notes.len() > 1 {
        // Long ones are below the bar too.
        foot = foot.max(top + bar + 24.0);
    }
    let under = extent(notes.len().saturating_sub(1)) * NOTE;
    let height = (foot + under + 26.0).max(top + bar + 20.0);
    picture(&board.heading, (width, height), |canvas| {
        map.draw(canvas, (x, top));
        let scale = Bar::of_chances(if map.has_values() {
            "chance in greedy play"
        } else if map.shares() {
            "chance of the move"
        } else {
            "share of the beads"
        });
        scale.draw(canvas, (x + across + 28.0, top), bar);
        canvas.write_lines(&notes, (x, foot), NOTE, &Ink::TICK.colour(GREY));
    })
}

struct Map<'a> {
    board: &'a Board,
    columns: usize,
    /// Whether the names of moves are written in the cells instead of coordinates at the edge.
    named: bool,
    elsewhere: Vec<Choice<'a>>,
    cell: f64,
}

impl<'a> Map<'a> {
    fn new(board: &'a Board) -> Self {
        let sketch = &board.sketch;
        let has_place = |m: Move| sketch.places.contains(&Place::Move(m));
        let named = !sketch.has_coordinates(|m| Some(&choice(board, m)?.m.1[..]));
        let apart = sketch.places.len() <= sketch.columns;
        let most = match sketch.columns {
            columns if apart && columns > ROW.0 => ROW.1,
            columns => columns,
        };
        let columns = sketch.columns.min(most).max(1);
        Self {
            board,
            columns,
            named,
            elsewhere: choices(board)
                .filter(|choice| !has_place(choice.m.0))
                .collect(),
            cell: (if named { 480.0 } else { 460.0 } / extent(columns)).clamp(52.0, 112.0),
        }
    }

    fn shares(&self) -> bool {
        self.board.colours.iter().any(|c| c.moves.len() > 1)
    }

    fn has_values(&self) -> bool {
        self.board.colours.iter().any(|c| c.value.is_some())
    }

    /// The board, if it is drawn separately from the moves.
    fn stones(&self) -> Option<&kit::KitBoard> {
        let Board { sketch, stones, .. } = self.board;
        let apart = sketch.places.len() <= sketch.columns;
        (apart && stones.columns > 0 && stones.rows.is_empty()).then_some(stones)
    }

    fn notes(&self, room: f64) -> Vec<String> {
        let beads = |total| match total {
            1 => "1 bead".to_owned(),
            total => format!("{} beads", compact(total)),
        };
        let all = match (self.board.met, self.board.total()) {
            (false, _) if self.has_values() => "Not met yet: the values of the rule.".to_owned(),
            (true, _) if self.has_values() => "Each number is the value of a move.".to_owned(),
            (false, total) => format!("Not met yet: it would be filled with {}.", beads(total)),
            (true, 0) => format!("The box is empty: {}.", self.board.when_empty),
            (true, total) => format!("{} in all", beads(total)),
        };
        let mut notes = vec![all];
        if self.shares() {
            let what = if self.has_values() {
                "Moves with the same letter share one value; the percentage is one move's chance."
            } else {
                "Moves with the same letter share one colour of bead, whose number stands at one of \
                 them; the percentage is one move's chance."
            };
            notes.extend(Ink::TICK.wrap(what, room));
        }
        notes
    }

    fn high(&self) -> f64 {
        self.cell * if self.named { 0.9 } else { 1.0 }
    }

    fn extent(&self) -> (f64, f64) {
        let rows = self.rows().max(1);
        (extent(self.columns) * self.cell, extent(rows) * self.high())
    }

    fn rows(&self) -> usize {
        self.board.sketch.places.len().div_ceil(self.columns)
    }

    /// The height of the moves without a place, and of the gap above them.
    fn elsewhere_height(&self) -> f64 {
        match self.elsewhere.len().div_ceil(self.columns) {
            0 => 0.0,
            rows => GAP + extent(rows) * self.cell * 0.8,
        }
    }

    fn draw(&self, canvas: &Canvas<'_>, (x, y): (f64, f64)) {
        let (cell, size) = (self.cell, (self.cell, self.high()));
        for (number, place) in self.board.sketch.places.iter().enumerate() {
            let square = Square::nth(number, self.columns, (x, y), size);
            match place {
                Place::Mark(letter) => square.stone(canvas, letter),
                Place::Move(m) => match choice(self.board, *m) {
                    Some(choice) => square.beads(canvas, &choice, self.named),
                    None => square.bare(canvas),
                },
                Place::Empty => square.bare(canvas),
                Place::Gap => {}
            }
        }
        if let Some(stones) = self.stones() {
            let corner = (x + STONE.1, y - GAP - STONE.0 * extent(stones.height()));
            coordinates(canvas, corner, STONE.0, (stones.columns, stones.height()));
            for (number, cell) in stones.cells.iter().enumerate() {
                let size = (STONE.0, STONE.0);
                let square = Square::nth(number, stones.columns, corner, size);
                match cell {
                    BoardCell::Mark(letter) => square.stone(canvas, &letter.to_string()),
                    BoardCell::Free => square.bare(canvas),
                    BoardCell::Absent => {}
                }
            }
        } else if !self.named {
            coordinates(canvas, (x, y), cell, (self.columns, self.rows()));
        }
        let under = y + self.extent().1 + GAP;
        for (number, choice) in self.elsewhere.iter().enumerate() {
            let square = Square::nth(number, self.columns, (x, under), (cell, cell * 0.8));
            square.beads(canvas, choice, true);
        }
    }
}

/// Writes the letters of the columns and the numbers of the rows of a board.
fn coordinates(
    canvas: &Canvas<'_>,
    (x, y): (f64, f64),
    cell: f64,
    (columns, rows): (usize, usize),
) {
    let ink = Ink::TICK.colour(GREY).centred();
    for (column, letter) in ('a'..='z').enumerate().take(columns) {
        let at = (x + (extent(column) + 0.5) * cell, y - 8.0);
        canvas.write(&letter.to_string(), at, &ink);
    }
    for row in 0..rows {
        let at = (x - 9.0, y + (extent(row) + 0.5) * cell + 4.5);
        canvas.write(&(row + 1).to_string(), at, &ink.ending());
    }
}

fn choice(board: &Board, m: Move) -> Option<Choice<'_>> {
    choices(board).find(|choice| choice.m.0 == m)
}

/// All moves of a box, colour by colour.
fn choices(board: &Board) -> impl Iterator<Item = Choice<'_>> {
    // Letters that stand for one colour each are the kit's; others mark only colours of several moves.
    let all = board.colours.iter();
    let are_known = all.clone().all(|colour| colour.bead.0 < Bead::KINDS);
    all.flat_map(move |colour| {
        let is_marked = are_known || colour.moves.len() > 1;
        let mark = is_marked.then(|| colour.bead.letter());
        let moves = colour.moves.iter().enumerate();
        moves.map(move |(i, m)| Choice {
            m,
            beads: colour.beads,
            is_mirror: i > 0,
            value: colour.value.as_deref(),
            chance: board.chance(colour),
            mark,
        })
    })
}
