//! One matchbox on its board: the beads of each move, coloured by their share.
//!
//! A game without a board, whose sketch is one row, has its moves written in the cells instead of
//! columns and rows beside them. So have moves that have no place on the board, such as a pass.

use super::Picture;
use super::canvas::{Canvas, GREY, MARGIN, heading_height, picture};
use super::ink::Ink;
use super::numbers::{compact, extent, wide};
use super::ramp::Bar;
use super::square::{Content, Square};
use crate::error::Result;
use crate::game::{Move, Place, Sketch};

/// A matchbox and where its moves are on the board.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    /// The line over the picture.
    pub title: String,
    /// What stands under it; may be empty.
    pub subtitle: String,
    /// How the position is drawn.
    pub sketch: &'a Sketch,
    /// Every legal move.
    pub moves: Vec<Beads>,
}

/// The beads of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beads {
    /// The move.
    pub m: Move,
    /// The move as people write it.
    pub text: String,
    /// How many beads it has.
    pub count: u64,
}

/// Moves without a board stand in rows of so many.
const ROW: usize = 6;
/// Between the board and moves without a place on it.
const GAP: f64 = 12.0;

/// Draws the board with its beads.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn beads(board: &Board<'_>) -> Result<Picture> {
    let layout = Layout::of(board);
    let (left, top) = if layout.named {
        (0.0, 8.0)
    } else {
        (26.0, 26.0)
    };
    let (x, (across, down)) = (MARGIN + left, layout.extent());
    let width = (x + across + 28.0 + Bar::WIDTH + MARGIN).max(440.0);
    let above = heading_height(width, &board.title, &board.subtitle);
    // A bar shorter than this cannot be read.
    let bar = down.max(150.0);
    let foot = top + down + layout.elsewhere_height() + 24.0;
    let height = (foot + 26.0).max(top + bar + 20.0);
    picture((width, above + height), |canvas| {
        let canvas = canvas.heading(&board.title, &board.subtitle)?;
        layout.draw(&canvas, (x, top))?;
        let scale = Bar {
            range: (0.0, layout.most * 100.0),
            unit: "%",
            label: "share of the beads",
        };
        scale.draw(&canvas, (x + across + 28.0, top), bar)?;
        let all = match layout.total {
            0 => "The box is empty: the player resigns.".to_owned(),
            1 => "1 bead in all".to_owned(),
            total => format!("{} beads in all", compact(total)),
        };
        let ink = Ink {
            colour: GREY,
            ..Ink::TICK
        };
        canvas.write(&all, (x, foot), &ink)
    })
}

/// Where everything is.
struct Layout<'a> {
    places: Vec<Spot<'a>>,
    columns: usize,
    /// Whether moves are written in their cells: there is no board.
    named: bool,
    /// Moves without a place.
    elsewhere: Vec<&'a Beads>,
    /// The width of a cell.
    cell: f64,
    total: u128,
    /// The share that has the darkest colour.
    most: f64,
}

enum Spot<'a> {
    Stone(&'a str),
    Move(&'a Beads),
    Bare,
}

impl<'a> Layout<'a> {
    fn of(board: &'a Board<'_>) -> Self {
        let of = |m: Move| board.moves.iter().find(|beads| beads.m == m);
        let spot = |place: &'a Place| match place {
            Place::Mark(letter) => Spot::Stone(letter),
            Place::Move(m) => of(*m).map_or(Spot::Bare, Spot::Move),
            Place::Empty => Spot::Bare,
        };
        let sketch = board.sketch;
        let has_place = |m: Move| sketch.places.contains(&Place::Move(m));
        let named = sketch.places.len() <= sketch.columns;
        let columns = if named {
            sketch.columns.min(ROW)
        } else {
            sketch.columns
        }
        .max(1);
        let total: u128 = board
            .moves
            .iter()
            .map(|beads| u128::from(beads.count))
            .sum();
        let largest = board
            .moves
            .iter()
            .map(|beads| beads.count)
            .max()
            .unwrap_or(0);
        let most = share(largest, total).unwrap_or(1.0);
        Self {
            places: sketch.places.iter().map(spot).collect(),
            columns,
            named,
            elsewhere: board
                .moves
                .iter()
                .filter(|beads| !has_place(beads.m))
                .collect(),
            cell: (if named { 480.0 } else { 460.0 } / extent(columns)).clamp(52.0, 112.0),
            total,
            most: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8]
                .into_iter()
                .find(|t| most <= *t)
                .unwrap_or(1.0),
        }
    }

    /// The height of a cell.
    fn high(&self) -> f64 {
        if self.named {
            self.cell * 0.9
        } else {
            self.cell
        }
    }

    /// The width and height of all places.
    fn extent(&self) -> (f64, f64) {
        let rows = self.places.len().div_ceil(self.columns).max(1);
        (extent(self.columns) * self.cell, extent(rows) * self.high())
    }

    /// The height of the moves without a place, and of the gap above them.
    fn elsewhere_height(&self) -> f64 {
        match self.elsewhere.len().div_ceil(self.columns) {
            0 => 0.0,
            rows => GAP + extent(rows) * self.cell * 0.8,
        }
    }

    fn draw(&self, canvas: &Canvas<'_>, (x, y): (f64, f64)) -> Result<()> {
        let place = |number: usize, size: (f64, f64), top: f64| {
            let (column, row) = (number % self.columns, number / self.columns);
            let corner = (x + extent(column) * size.0, top + extent(row) * size.1);
            Square::at(corner, size)
        };
        let (cell, high) = (self.cell, self.high());
        for (number, spot) in self.places.iter().enumerate() {
            let square = place(number, (cell, high), y);
            match spot {
                Spot::Move(beads) => square.beads(canvas, &self.content(beads, self.named))?,
                Spot::Stone(letter) => square.stone(canvas, letter)?,
                Spot::Bare => square.bare(canvas)?,
            }
        }
        if !self.named {
            self.beside(canvas, (x, y))?;
        }
        let under = y + self.extent().1 + GAP;
        for (number, beads) in self.elsewhere.iter().enumerate() {
            let square = place(number, (cell, cell * 0.8), under);
            square.beads(canvas, &self.content(beads, true))?;
        }
        Ok(())
    }

    /// The letters of the columns and the numbers of the rows.
    fn beside(&self, canvas: &Canvas<'_>, (x, y): (f64, f64)) -> Result<()> {
        let half = self.cell / 2.0;
        let ink = Ink {
            colour: GREY,
            ..Ink::TICK.centred()
        };
        for (column, letter) in ('a'..='z').enumerate().take(self.columns) {
            let at = (x + extent(column) * self.cell + half, y - 8.0);
            canvas.write(&letter.to_string(), at, &ink)?;
        }
        for row in 0..self.places.len().div_ceil(self.columns) {
            let at = (x - 9.0, y + extent(row) * self.cell + half + 4.5);
            canvas.write(&(row + 1).to_string(), at, &ink.ending())?;
        }
        Ok(())
    }

    fn content(&self, beads: &'a Beads, named: bool) -> Content<'a> {
        Content {
            name: named.then_some(&beads.text[..]),
            count: beads.count,
            share: share(beads.count, self.total),
            most: self.most,
        }
    }
}

/// The part of all beads; there is none of no beads.
fn share(count: u64, total: u128) -> Option<f64> {
    (total > 0).then(|| wide(count.into()) / wide(total))
}
