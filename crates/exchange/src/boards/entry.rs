//! The one form into which every text of a table is brought before its boards and moves are interpreted.

/// A name and its numbers: a board, a board with a move, or a move.
#[derive(Clone, Debug)]
pub struct TableEntry {
    /// Its line, if it is from a text.
    pub line: Option<u64>,
    /// The side to move, if it stands beside the name.
    pub side: Option<String>,
    /// The name as it is written.
    pub name: String,
    /// Its contents.
    pub numbers: Numbers,
}

/// The numbers of a name; `None` if it has none.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// One for each move of the game, in its order, or for each cell.
    List(Vec<Option<f64>>),
    /// By the name of the move, or the number of its cell.
    Map(Vec<TableEntry>),
    /// A single one, of a move from a board or of the board after a move.
    One(Option<f64>),
}

impl TableEntry {
    /// The numbers of a name without a side.
    pub const fn of(line: Option<u64>, name: String, numbers: Numbers) -> Self {
        Self {
            line,
            side: None,
            name,
            numbers,
        }
    }

    /// The number of a name that has one.
    pub const fn number(line: Option<u64>, name: String, number: Option<f64>) -> Self {
        Self::of(line, name, Numbers::One(number))
    }
}

impl Numbers {
    /// The moves that are named.
    pub(super) fn map(&self) -> &[TableEntry] {
        match self {
            Self::Map(map) => map,
            Self::List(_) | Self::One(_) => &[],
        }
    }

    /// Whether one of them is other than 0.
    pub(super) fn has_some(&self) -> bool {
        let is_some = |number: &Option<f64>| number.is_some_and(|number| number != 0.0);
        match self {
            Self::List(list) => list.iter().any(is_some),
            Self::Map(map) => map.iter().any(|own| own.numbers.has_some()),
            Self::One(number) => is_some(number),
        }
    }
}
