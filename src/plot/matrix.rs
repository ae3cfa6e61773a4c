//! A cross table, such as the scores of a tournament, each cell coloured by its value.

use super::canvas::{Canvas, MARGIN, heading_height, picture};
use super::ink::Ink;
use super::numbers::extent;
use super::picture::Picture;
use super::ramp::{self, Bar};
use super::style::{GREY, PALE, stroke};
use crate::error::Result;

/// A table of values between 0 and 1.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// The line over the picture.
    pub title: String,
    /// What stands under it; may be empty.
    pub subtitle: String,
    /// What the rows are; may be empty.
    pub row_label: String,
    /// What the columns are; may be empty.
    pub column_label: String,
    /// What the values are, written along the colour bar.
    pub value_label: String,
    /// The names of the rows from above.
    pub rows: Vec<String>,
    /// The names of the columns from the left.
    pub columns: Vec<String>,
    /// The cells, row by row; `None`, or one that is missing, stays bare.
    pub cells: Vec<Vec<Option<Cell>>>,
}

/// One cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Its colour, between 0 and 1.
    pub value: f64,
    /// What is written in it.
    pub text: String,
}

/// No name takes more room than this.
const NAME: f64 = 190.0;
/// The height of a row.
const ROW: f64 = 40.0;

/// Draws the table with its colour bar.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn matrix(matrix: &Matrix) -> Result<Picture> {
    let widest = |names: &[String]| names.iter().map(|n| Ink::TICK.width(n)).fold(0.0, f64::max);
    let cells = matrix.cells.iter().flatten().flatten();
    let texts = cells
        .map(|cell| Ink::TICK.width(&cell.text))
        .fold(0.0, f64::max);
    let column_names = widest(&matrix.columns).min(NAME);
    // Names of columns lie flat where they nearly fit, and stand up otherwise.
    let flat = column_names <= (texts + 20.0).max(84.0) - 12.0;
    let cell = (texts + 20.0)
        .max(if flat { column_names + 12.0 } else { 0.0 })
        .max(60.0);
    let label = |text: &str| if text.is_empty() { 0.0 } else { 24.0 };
    let layout = Layout {
        matrix,
        left: MARGIN + label(&matrix.row_label) + widest(&matrix.rows).min(NAME) + 10.0,
        above: label(&matrix.column_label) + if flat { 24.0 } else { column_names + 12.0 },
        cell,
        flat,
    };
    let (wide, high) = layout.extent();
    let bar = high.max(150.0);
    let width = (layout.left + wide + 28.0 + Bar::WIDTH + MARGIN).max(440.0);
    let heading = heading_height(width, &matrix.title, &matrix.subtitle);
    picture((width, heading + layout.above + bar + MARGIN), |canvas| {
        let canvas = canvas.heading(&matrix.title, &matrix.subtitle)?;
        layout.names(&canvas)?;
        layout.cells(&canvas)?;
        let scale = Bar {
            range: (0.0, 1.0),
            unit: "",
            label: &matrix.value_label,
        };
        scale.draw(&canvas, (layout.left + wide + 28.0, layout.above), bar)
    })
}

struct Layout<'a> {
    matrix: &'a Matrix,
    left: f64,
    above: f64,
    cell: f64,
    flat: bool,
}

impl Layout<'_> {
    fn extent(&self) -> (f64, f64) {
        let count = |names: &[String]| extent(names.len().max(1));
        (
            count(&self.matrix.columns) * self.cell,
            count(&self.matrix.rows) * ROW,
        )
    }

    fn names(&self, canvas: &Canvas<'_>) -> Result<()> {
        let (wide, high) = self.extent();
        let grey = Ink {
            colour: GREY,
            ..Ink::TICK.centred()
        };
        if !self.matrix.column_label.is_empty() {
            let at = (self.left + wide / 2.0, 12.0);
            canvas.write(&self.matrix.column_label, at, &grey)?;
        }
        if !self.matrix.row_label.is_empty() {
            let at = (MARGIN + 12.0, self.above + high / 2.0);
            canvas.write_up(&self.matrix.row_label, at, &grey)?;
        }
        for (row, name) in self.matrix.rows.iter().enumerate() {
            let at = (
                self.left - 10.0,
                self.above + (extent(row) + 0.5) * ROW + 4.5,
            );
            canvas.write(&Ink::TICK.shorten(name, NAME), at, &Ink::TICK.ending())?;
        }
        for (column, name) in self.matrix.columns.iter().enumerate() {
            let name = Ink::TICK.shorten(name, NAME);
            let middle = self.left + (extent(column) + 0.5) * self.cell;
            if self.flat {
                canvas.write(&name, (middle, self.above - 9.0), &Ink::TICK.centred())?;
            } else {
                canvas.write_up(&name, (middle + 4.5, self.above - 8.0), &Ink::TICK)?;
            }
        }
        Ok(())
    }

    fn cells(&self, canvas: &Canvas<'_>) -> Result<()> {
        for row in 0..self.matrix.rows.len() {
            for column in 0..self.matrix.columns.len() {
                let from = (
                    self.left + extent(column) * self.cell,
                    self.above + extent(row) * ROW,
                );
                let to = (from.0 + self.cell, from.1 + ROW);
                let cell = self
                    .matrix
                    .cells
                    .get(row)
                    .and_then(|cells| cells.get(column)?.as_ref());
                match cell {
                    Some(cell) => {
                        canvas.fill(from, to, &ramp::map(cell.value))?;
                        let colour = ramp::ink_on(cell.value);
                        let ink = Ink {
                            colour,
                            ..Ink::TICK.centred()
                        };
                        let at = (
                            f64::midpoint(from.0, to.0),
                            f64::midpoint(from.1, to.1) + 4.5,
                        );
                        canvas.write(&cell.text, at, &ink)?;
                    }
                    None => canvas.fill(from, to, &PALE)?,
                }
                canvas.frame(from, to, stroke(GREY, 0.5))?;
            }
        }
        Ok(())
    }
}
