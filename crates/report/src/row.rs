//! Rows of figures and tables of such rows, and how they are written as CSV and JSON.

use std::borrow::Cow;
use std::io::{self, Write};

use matchboxes_games::game::Side;
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// A figure in a row; `None` where it is not known or does not exist.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A text.
    Text(Option<String>),
    /// A count.
    Whole(Option<u64>),
    /// A number that is a name and no count, such as a seed: of 64 bits.
    Label(Option<u64>),
    /// Any other number; one that is whole is written without decimals.
    Real(Option<f64>),
    /// Yes or no.
    Flag(Option<bool>),
    /// Words: moves, for example. In a CSV file blanks separate them.
    Words(Vec<String>),
}

/// The figures of a row in the order of their columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row(Vec<(Cow<'static, str>, Cell)>);

/// The rows of a table, made as they are read; reading the results of a run may fail.
pub type Rows<'a> = Box<dyn Iterator<Item = io::Result<Row>> + 'a>;

/// A table: rows with the same columns, made anew each time they are asked for.
pub struct Table<'a> {
    /// Its name in JSON and in the names of files.
    pub name: &'static str,
    /// The columns, where there may be no row to tell them.
    columns: Option<Row>,
    rows: Box<dyn Fn() -> Rows<'a> + 'a>,
}

macro_rules! cells {
    ($($from:ty, $value:ident => $cell:expr;)*) => {$(
        impl From<$from> for Cell {
            fn from($value: $from) -> Self {
                $cell
            }
        }
    )*};
}

cells! {
    &str, text => Self::Text(Some(text.to_owned()));
    String, text => Self::Text(Some(text));
    &String, text => Self::Text(Some(text.clone()));
    Cow<'_, str>, text => Self::Text(Some(text.into_owned()));
    Option<String>, text => Self::Text(text);
    Option<&str>, text => Self::Text(text.map(str::to_owned));
    u64, n => Self::Whole(Some(n));
    usize, n => Self::Whole(Some(n as u64));
    Option<u64>, n => Self::Whole(n);
    f64, x => Self::Real(Some(x));
    Option<f64>, x => Self::Real(x);
    i32, n => Self::Real(Some(n.into()));
    bool, flag => Self::Flag(Some(flag));
    Option<bool>, flag => Self::Flag(flag);
    Vec<String>, words => Self::Words(words);
}

impl Row {
    /// A row of these figures.
    pub fn from_figures<N: Into<Cow<'static, str>>>(
        figures: impl IntoIterator<Item = (N, Cell)>,
    ) -> Self {
        let figures = figures.into_iter();
        Self(figures.map(|(name, cell)| (name.into(), cell)).collect())
    }

    /// Adds a figure.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, cell: impl Into<Cell>) -> Self {
        self.0.push((name.into(), cell.into()));
        self
    }

    /// Adds the figures of another row.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// The figures as a JSON object, and after them the members of another object.
    pub fn document(&self, more: Value) -> Value {
        let mut document = json!(self);
        if let (Value::Object(own), Value::Object(more)) = (&mut document, more) {
            own.extend(more);
        }
        document
    }

    /// The same columns without figures.
    #[must_use]
    pub fn emptied(self) -> Self {
        let figures = self.0.into_iter();
        Self(figures.map(|(name, cell)| (name, cell.emptied())).collect())
    }

    /// The figures with their names.
    pub fn figures(&self) -> impl Iterator<Item = (&str, &Cell)> {
        self.0.iter().map(|(name, cell)| (&**name, cell))
    }

    /// The figure of this name.
    pub fn get(&self, name: &str) -> Option<&Cell> {
        self.figures()
            .find(|(own, _)| *own == name)
            .map(|(_, cell)| cell)
    }
}

/// A row of a table for people: its name and its cells.
pub fn row<C: Into<String>>(
    name: impl Into<String>,
    cells: impl IntoIterator<Item = C>,
) -> Vec<String> {
    let cells = cells.into_iter().map(Into::into);
    std::iter::once(name.into()).chain(cells).collect()
}

/// A number that is whole, below 2^53 where all of these are exact.
#[expect(
    clippy::cast_possible_truncation,
    reason = "compared with the number before"
)]
fn whole(x: f64) -> Option<i64> {
    (x.fract() == 0.0 && x.abs() < 9e15).then_some(x as i64)
}

impl Cell {
    const fn emptied(&self) -> Self {
        match self {
            Self::Text(_) => Self::Text(None),
            Self::Whole(_) => Self::Whole(None),
            Self::Label(_) => Self::Label(None),
            Self::Real(_) => Self::Real(None),
            Self::Flag(_) => Self::Flag(None),
            Self::Words(_) => Self::Words(Vec::new()),
        }
    }

    /// What stands in a CSV file; nothing where there is no figure.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => text.as_deref().unwrap_or_default().into(),
            Self::Whole(n) | Self::Label(n) => n.map_or(Cow::default(), |n| n.to_string().into()),
            Self::Real(x) => x.map_or(Cow::default(), |x| match whole(x) {
                Some(n) => n.to_string().into(),
                None => {
                    serde_json::Number::from_f64(x).map_or(Cow::default(), |x| x.to_string().into())
                }
            }),
            Self::Flag(flag) => flag.map_or(Cow::default(), |flag| flag.to_string().into()),
            Self::Words(words) => words.join(" ").into(),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => text.serialize(serializer),
            Self::Whole(n) | Self::Label(n) => n.serialize(serializer),
            Self::Real(x) => match x.and_then(whole) {
                Some(n) => n.serialize(serializer),
                None => x.serialize(serializer),
            },
            Self::Flag(flag) => flag.serialize(serializer),
            Self::Words(words) => words.serialize(serializer),
        }
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.figures())
    }
}

impl<'a> Table<'a> {
    /// A table whose rows this makes.
    pub fn new<I>(name: &'static str, rows: impl Fn() -> I + 'a) -> Self
    where
        I: Iterator<Item = io::Result<Row>> + 'a,
    {
        Self {
            name,
            columns: None,
            rows: Box::new(move || Box::new(rows())),
        }
    }

    /// A table of rows that are known.
    pub fn known(name: &'static str, rows: Vec<Row>) -> Self {
        let rows = std::rc::Rc::new(rows);
        Self::new(name, move || {
            let rows = rows.clone();
            (0..rows.len()).map(move |i| Ok(rows[i].clone()))
        })
    }

    /// The same table with the columns of this row also where it has no rows.
    #[must_use]
    pub fn with_columns(mut self, row: Row) -> Self {
        self.columns = Some(row.emptied());
        self
    }

    /// The columns, if they are known without a row.
    pub const fn columns(&self) -> Option<&Row> {
        self.columns.as_ref()
    }

    /// The rows.
    pub fn rows(&self) -> Rows<'a> {
        (self.rows)()
    }

    /// Writes the table as CSV, with the names of the columns in the first line.
    ///
    /// # Errors
    ///
    /// The errors of the rows and of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let mut rows = self.rows().peekable();
        let first = rows.peek().and_then(|row| row.as_ref().ok());
        if let Some(row) = first.or(self.columns()) {
            csv.write_record(row.figures().map(|(name, _)| name))?;
        }
        for row in rows {
            for (_, cell) in row?.figures() {
                csv.write_field(cell.text().as_bytes())?;
            }
            csv.write_record(None::<&[u8]>)?;
        }
        csv.flush()
    }
}

impl Serialize for Table<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for row in self.rows() {
            list.serialize_element(&row.map_err(S::Error::custom)?)?;
        }
        list.end()
    }
}

/// A JSON document: the version of its names and nesting, the command that wrote it, and what it says.
#[derive(Serialize)]
pub struct Document<T> {
    format: u64,
    command: &'static str,
    #[serde(flatten)]
    content: T,
}

impl<T: Serialize> Document<T> {
    /// The version of the names and the nesting of all documents.
    pub const FORMAT: u64 = 1;

    /// The document of this command. The content serializes as an object.
    pub const fn new(command: &'static str, content: T) -> Self {
        Self {
            format: Self::FORMAT,
            command,
            content,
        }
    }
}

/// What holds for each side, as an object.
pub(crate) struct Sides<T>(pub(crate) [T; 2]);

impl<T: Serialize> Serialize for Sides<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Side::BOTH.map(Side::name).iter().zip(&self.0))
    }
}

/// Tables as an object, each by its name.
pub struct Tables<'a, 't>(pub &'t [Table<'a>]);

impl Serialize for Tables<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|table| (table.name, table)))
    }
}
