//! A cross table, such as the scores of a tournament, with each cell coloured by its value and a column of
//! totals next to it.

use super::chart::widest;
use super::look::Heading;
use super::parts::canvas::{Canvas, GREY, MARGIN, PALE, picture};
use super::parts::ramp::{self, Bar};
use super::picture::Picture;
use crate::draw::{Ink, Stroke, extent};

/// A table of values between 0 and 1.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// The lines above it; it is as large as its cells need.
    pub heading: Heading,
    /// What the rows are; may be empty.
    pub row_label: String,
    /// What the columns are; may be empty.
    pub column_label: String,
    /// What the values are; the label of the colour bar.
    pub value_label: String,
    /// The values of the lightest and the darkest colour; by default 0 and 1.
    pub value_range: Option<(f64, f64)>,
    /// The names of the rows from top to bottom.
    pub rows: Vec<String>,
    /// The names of the columns from left to right.
    pub columns: Vec<String>,
    /// The cells, row by row; a cell that is `None` or missing is drawn grey.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// A total for each row, such as a mean, in a separate column; without totals there is no such column.
    pub sums: Vec<Option<Cell>>,
    /// The name of that column.
    pub sum_label: String,
    /// What a grey cell means; written if there is one.
    pub bare_label: String,
}

/// One cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Its colour, between 0 and 1.
    pub value: f64,
    /// Its text.
    pub text: String,
}

impl Cell {
    /// The cell of a share, in percent.
    pub fn of_share(value: f64) -> Self {
        let text = format!("{:.1}", 100.0 * value);
        Self { value, text }
    }
}

/// The largest width of a name.
const NAME: f64 = 190.0;
const ROW: f64 = 40.0;
/// The smallest width of the picture.
const NARROW: f64 = 440.0;
/// The space between the cells and the totals.
const GAP: f64 = 14.0;

const EDGE: Stroke = Stroke::new(GREY, 0.5);

/// Draws the table with its colour bar.
pub fn matrix(matrix: &Matrix) -> Picture {
    let cells = matrix.cells.iter().flatten().chain(&matrix.sums).flatten();
    let texts = widest(cells.map(|cell| &cell.text));
    let column_names = widest(matrix.columns.iter().chain([&matrix.sum_label])).min(NAME);
    // Names of columns are horizontal if they almost fit, and vertical otherwise.
    let flat = column_names <= (texts + 20.0).max(84.0) - 12.0;
    let cell = (texts + 20.0)
        .max(if flat { column_names + 12.0 } else { 0.0 })
        .max(60.0);
    let label = |text: &str| if text.is_empty() { 0.0 } else { 24.0 };
    let left = MARGIN + label(&matrix.row_label) + widest(&matrix.rows).min(NAME) + 10.0;
    let has_sums = !matrix.sums.is_empty();
    let gap = if has_sums { GAP } else { 0.0 };
    // If there are few columns, widen them to fill the paper.
    let right = gap + 28.0 + Bar::WIDTH + MARGIN;
    let columns = extent(matrix.columns.len().max(1) + usize::from(has_sums));
    let cell = cell.max((NARROW - left - right) / columns);
    let layout = Layout {
        matrix,
        left,
        above: label(&matrix.column_label) + if flat { 24.0 } else { column_names + 12.0 },
        cell,
        flat,
    };
    let (wide, high) = layout.extent();
    let sum_width = if has_sums { gap + cell } else { 0.0 };
    // The label stands upright beside the bar, and with few rows it is the longer one.
    let bar = high.max(150.0).max(Ink::TICK.width(&matrix.value_label));
    let width = left + wide + sum_width + 28.0 + Bar::WIDTH + MARGIN;
    let foot = if layout.has_bare() { 24.0 } else { 0.0 };
    let height = layout.above + bar + MARGIN + foot;
    picture(&matrix.heading, (width, height), |canvas| {
        layout.names(canvas);
        for (row, column, cell) in layout.all() {
            let left = layout.left + extent(column) * layout.cell;
            layout.draw(canvas, (left, row), cell);
        }
        if has_sums {
            layout.sums(canvas);
        }
        if foot > 0.0 {
            let (x, y) = (layout.left, layout.above + bar + 10.0);
            let to = (x + 18.0, y + 14.0);
            canvas.rect((x, y), to, Some(PALE), Some(EDGE));
            canvas.write(&matrix.bare_label, (to.0 + 8.0, y + 11.5), &Ink::NOTE);
        }
        let corner = (layout.left + wide + sum_width + 28.0, layout.above);
        Bar::between(matrix.ends(), &matrix.value_label).draw(canvas, corner, bar);
    })
}

impl Matrix {
    fn ends(&self) -> (f64, f64) {
        let range = self.value_range;
        let range = range.filter(|(low, high)| low.is_finite() && high > low);
        range.unwrap_or((0.0, 1.0))
    }

    /// The place of a value between the lightest and the darkest colour.
    fn shade(&self, value: f64) -> f64 {
        let (low, high) = self.ends();
        ((value - low) / (high - low)).clamp(0.0, 1.0)
    }
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
        let Matrix { columns, rows, .. } = self.matrix;
        (count(columns) * self.cell, count(rows) * ROW)
    }

    fn names(&self, canvas: &Canvas<'_>) {
        let (wide, high) = self.extent();
        let grey = Ink::TICK.colour(GREY).centred();
        let over = (self.left + wide / 2.0, 12.0);
        canvas.write(&self.matrix.column_label, over, &grey);
        let beside = (MARGIN + 12.0, self.above + high / 2.0);
        canvas.write(&self.matrix.row_label, beside, &grey.upwards());
        for (row, name) in self.matrix.rows.iter().enumerate() {
            let y = self.above + (extent(row) + 0.5) * ROW + 4.5;
            let name = Ink::TICK.shorten(name, NAME);
            canvas.write(&name, (self.left - 10.0, y), &Ink::TICK.ending());
        }
        for (column, name) in self.matrix.columns.iter().enumerate() {
            let middle = self.left + (extent(column) + 0.5) * self.cell;
            self.column_name(canvas, middle, name);
        }
    }

    fn column_name(&self, canvas: &Canvas<'_>, middle: f64, name: &str) {
        let name = Ink::TICK.shorten(name, NAME);
        if self.flat {
            canvas.write(&name, (middle, self.above - 9.0), &Ink::TICK.centred());
        } else {
            let at = (middle + 4.5, self.above - 8.0);
            canvas.write(&name, at, &Ink::TICK.upwards());
        }
    }

    /// Every row and column with its cell, if there is one.
    fn all(&self) -> impl Iterator<Item = (usize, usize, Option<&Cell>)> {
        let columns = self.matrix.columns.len();
        let rows = (0..self.matrix.rows.len()).map(|row| (row, self.matrix.cells.get(row)));
        rows.flat_map(move |(row, cells)| {
            let cell = move |column: usize| cells?.get(column)?.as_ref();
            (0..columns).map(move |column| (row, column, cell(column)))
        })
    }

    fn has_bare(&self) -> bool {
        !self.matrix.bare_label.is_empty() && self.all().any(|(.., cell)| cell.is_none())
    }

    /// Draws the totals and their name.
    fn sums(&self, canvas: &Canvas<'_>) {
        let left = self.left + self.extent().0 + GAP;
        self.column_name(canvas, left + self.cell / 2.0, &self.matrix.sum_label);
        for (row, sum) in self.matrix.sums.iter().enumerate() {
            self.draw(canvas, (left, row), sum.as_ref());
        }
    }

    fn draw(&self, canvas: &Canvas<'_>, (left, row): (f64, usize), cell: Option<&Cell>) {
        let from = (left, self.above + extent(row) * ROW);
        let to = (from.0 + self.cell, from.1 + ROW);
        let fill = cell.map_or(PALE, |cell| ramp::map(self.matrix.shade(cell.value)));
        canvas.rect(from, to, Some(fill), Some(EDGE));
        if let Some(cell) = cell {
            let ink = Ink::TICK
                .colour(ramp::ink_on(self.matrix.shade(cell.value)))
                .centred();
            let [x, y] = [(from.0, to.0), (from.1, to.1)].map(|(a, b)| f64::midpoint(a, b));
            canvas.write(&cell.text, (x, y + 4.5), &ink);
        }
    }
}
