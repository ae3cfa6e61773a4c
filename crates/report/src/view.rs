//! Rows of figures as a table for people: which columns it has, how their numbers are written, and which of them are
//! left out first where there is little room.

use matchboxes_games::text::{chance, decimal, float, percent, thousands};
use matchboxes_measure::{FigureEntry, Holding, figure};

use crate::row::{Cell, Row};

/// A table for people: below a heading, rows that begin with their name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    /// The heading and the rows.
    pub rows: Vec<Vec<String>>,
    /// The columns after the first, from the most important to the least.
    pub order: Vec<usize>,
}

/// A column of a table: the figures in it, its heading, and how it is written.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    of: Of<'a>,
    heading: Option<&'a str>,
    form: Form,
    none: &'a str,
    rank: usize,
}

/// The figures of a column.
#[derive(Clone, Copy, Debug)]
enum Of<'a> {
    One(&'a str),
    /// The ends of an interval.
    Ends([&'a str; 2]),
    /// A figure divided by the sum of others.
    Part(&'a str, &'a [&'a str]),
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A share in percent, a count with all its digits, any other number with one decimal.
    Usual,
    /// A share in percent, any other number without decimals.
    Rounded,
    /// With so many decimals, a share in percent without the sign.
    Decimals(usize),
    /// A share in percent, also where its unit is another.
    Percent,
    /// An exact chance in percent.
    Chance,
    /// With its sign, a share in points of a percentage.
    Signed,
    /// A standard error, in points of a percentage if it is of a share.
    PlusMinus,
    /// A mean that is a lower bound where runs did not reach it.
    AtLeast,
    /// The chance that a test gives, which may be too small to write out.
    TestChance,
    /// Bytes.
    Bytes,
    /// A name in files as words: `cut_short` as `cut short`.
    Words,
}

impl<'a> Column<'a> {
    /// A column of this figure. Where the width is short, columns of a high `rank` are left out first; the most important has 1.
    pub const fn of(name: &'a str, rank: usize) -> Self {
        Self {
            of: Of::One(name),
            heading: None,
            form: Form::Usual,
            none: "",
            rank,
        }
    }

    /// A column of an interval.
    pub const fn ends(ends: [&'a str; 2], rank: usize) -> Self {
        Self {
            of: Of::Ends(ends),
            ..Self::of(ends[0], rank)
        }
    }

    /// A column of a figure divided by the sum of others.
    pub const fn part(name: &'a str, among: &'a [&'a str], rank: usize) -> Self {
        Self {
            of: Of::Part(name, among),
            form: Form::Percent,
            ..Self::of(name, rank)
        }
    }

    /// The column with this heading instead of its figure's label.
    #[must_use]
    pub const fn headed(mut self, heading: &'a str) -> Self {
        self.heading = Some(heading);
        self
    }

    /// The column with its numbers written so.
    #[must_use]
    pub const fn written(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// The column with this where there is no figure, or an empty text.
    #[must_use]
    pub const fn or(mut self, none: &'a str) -> Self {
        self.none = none;
        self
    }

    /// The text of a row in this column; `None` where the row lacks the figure.
    pub fn cell(&self, row: &Row) -> Option<String> {
        self.text(row, figure(self.first()))
    }

    const fn first(&self) -> &'a str {
        match self.of {
            Of::One(name) | Of::Ends([name, _]) | Of::Part(name, _) => name,
        }
    }

    fn heading(&self, entry: Option<FigureEntry>) -> String {
        let label = || entry.map(|entry| entry.label_of(None, Holding::default()));
        self.heading
            .map_or_else(|| label().unwrap_or_default(), str::to_owned)
    }

    fn text(&self, row: &Row, entry: Option<FigureEntry>) -> Option<String> {
        let number = |name: &str| row.get(name).and_then(Cell::number);
        let write = |x: f64| self.form.written(x, is_share(row, entry), row);
        match self.of {
            Of::One(name) => match row.get(name)? {
                Cell::Whole(n) if self.form == Form::Usual => n.map(thousands),
                Cell::Text(text) if self.form == Form::Words => {
                    Some(text.as_ref()?.replace('_', " "))
                }
                Cell::Text(text) => text.clone().filter(|text| !text.is_empty()),
                Cell::Flag(flag) => flag.map(|flag| if flag { "yes" } else { "no" }.to_owned()),
                Cell::Words(words) => Some(words.join(" ")),
                Cell::Whole(_) | Cell::Label(_) | Cell::Real(_) => number(name).map(write),
            },
            Of::Ends([low, high]) => {
                let [low, high] = [number(low)?, number(high)?].map(write);
                Some(if low == high {
                    low
                } else {
                    format!("{low} to {high}")
                })
            }
            Of::Part(name, among) => {
                let all: f64 = among.iter().filter_map(|name| number(name)).sum();
                // A part of nothing is not 0.
                let part = number(name).filter(|_| all > 0.0)?;
                Some(write(part / all))
            }
        }
    }
}

/// Whether a number of this figure, or of the one that the row is about, is a share.
fn is_share(row: &Row, entry: Option<FigureEntry>) -> bool {
    let about = || match row.get("figure") {
        Some(Cell::Text(Some(name))) => figure(name),
        _ => None,
    };
    entry.is_some_and(|entry| {
        if entry.is_of_row() {
            about().is_some_and(|about| about.is_share())
        } else {
            entry.is_share()
        }
    })
}

impl Form {
    fn written(self, x: f64, is_share: bool, row: &Row) -> String {
        let (points, decimals) = if is_share { (100.0 * x, 2) } else { (x, 1) };
        match self {
            Self::Percent => percent(x),
            Self::Usual | Self::Rounded | Self::AtLeast if is_share => percent(x),
            Self::Usual | Self::Words => decimal(x, 1),
            Self::Rounded => decimal(x, 0),
            Self::Decimals(decimals) => decimal(if is_share { points } else { x }, decimals),
            Self::Chance => chance(x),
            Self::Signed => {
                let sign = if x > 0.0 { "+" } else { "" };
                format!("{sign}{}", decimal(points, decimals))
            }
            Self::PlusMinus => {
                let decimals = if is_share { 2 } else { 0 };
                format!("+- {}", decimal(points, decimals))
            }
            Self::AtLeast => {
                let missing = row.get("reported_not_reached").and_then(Cell::number);
                let sign = if missing > Some(0.0) { ">" } else { "" };
                format!("{sign}{}", decimal(x, 1))
            }
            Self::TestChance if x < 1e-4 => "< 0.0001".to_owned(),
            Self::TestChance => decimal(x, 4),
            Self::Bytes if x < 1e6 => format!("{} bytes", decimal(x, 0)),
            Self::Bytes => format!("{} MB", decimal(x / 1e6, 1)),
        }
    }
}

impl Cell {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(n) | Self::Label(n) => n.map(float),
            Self::Real(x) => *x,
            Self::Text(_) | Self::Flag(_) | Self::Words(_) => None,
        }
    }
}

impl TextTable {
    /// Rows, each with its name, below the heading `title` of the names. A column without a figure in any row is left out,
    /// unless it has words for that.
    pub fn new(
        title: &str,
        columns: &[Column<'_>],
        rows: impl IntoIterator<Item = (String, Row)>,
    ) -> Self {
        let (names, rows): (Vec<String>, Vec<Row>) = rows.into_iter().unzip();
        let names = std::iter::once(title.to_owned()).chain(names);
        let mut table: Vec<Vec<String>> = names.map(|name| vec![name]).collect();
        let mut ranks = Vec::new();
        for column in columns {
            let entry = figure(column.first());
            let texts = rows.iter().map(|row| column.text(row, entry));
            let texts: Vec<Option<String>> = texts.collect();
            if column.none.is_empty() && texts.iter().all(Option::is_none) {
                continue;
            }
            // An error is as important as the figure before it.
            let before = ranks.last().filter(|_| column.first().ends_with("error"));
            ranks.push(before.copied().unwrap_or(column.rank));
            table[0].push(column.heading(entry));
            for (cells, text) in table[1..].iter_mut().zip(texts) {
                cells.push(text.unwrap_or_else(|| column.none.to_owned()));
            }
        }
        let mut order: Vec<usize> = (1..=ranks.len()).collect();
        order.sort_by_key(|&column| ranks[column - 1]);
        Self { rows: table, order }
    }
}
