//! How a table is written, in words that a person can also type.

use std::fmt;

use super::super::sheet::SheetContent;
use crate::game::Side;

/// Of what a table has numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// Boards, with a list of numbers.
    Lists,
    /// Boards, with moves and their numbers.
    Moves,
    /// Boards and moves in one key.
    Keys,
    /// Boards after a move.
    AfterMove,
}

impl TableForm {
    /// All forms.
    pub const ALL: [Self; 4] = [Self::Lists, Self::Moves, Self::Keys, Self::AfterMove];

    /// The word by which it is asked for.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Lists => "lists",
            Self::Moves => "moves",
            Self::Keys => "keys",
            Self::AfterMove => "after",
        }
    }
}

impl fmt::Display for TableForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lists => "boards with a list of numbers",
            Self::Moves => "boards with the numbers of moves",
            Self::Keys => "boards and moves in one key",
            Self::AfterMove => {
                "boards after a move, with the values of the player who has just moved"
            }
        })
    }
}

/// The description of a table: where its boards and moves are, how its cells are written, which mark is whose, and what its
/// numbers are. What is not given is found, if the table shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardReading {
    /// [`SheetContent::Values`] or [`SheetContent::Policy`]; `None` if the numbers show it: values if one is
    /// negative, else a policy if all are whole or add up to 1 on each board.
    pub content: Option<SheetContent>,
    /// Where the moves are.
    pub form: Option<TableForm>,
    /// How the cells of a board are written: one of [`Boards::LAYOUTS`](super::Boards::LAYOUTS).
    pub cells: Option<String>,
    /// The marks of a free cell, the first side and the second: three characters, or words with commas between them.
    pub marks: Option<String>,
    /// The mark that the player has on every board, whichever side it takes, if there is one: the side to move, or in a
    /// table of boards after a move the side that has just moved.
    pub own: Option<String>,
    /// From which number cells, rows and columns, or piles, are counted, 0 or 1.
    pub cells_from: Option<u64>,
    /// Whose values the numbers are; by default of the side that moves.
    pub view: Option<View>,
    /// Whether positions that the table lacks take the numbers of mirror images; by default they do not, and a table with
    /// one of several mirror images of each board is refused.
    pub mirrors: Option<bool>,
}

/// Whose values the numbers of a table are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Of the side that moves.
    #[default]
    Mover,
    /// Of the first side, also where the second one moves.
    First,
    /// Of the second side, also where the first one moves.
    Second,
    /// Of the opponent of the side that moves.
    Opponent,
}

impl View {
    /// All views.
    pub const ALL: [Self; 4] = [Self::Mover, Self::First, Self::Second, Self::Opponent];

    /// The word by which it is asked for.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mover => "mover",
            Self::First => "first",
            Self::Second => "second",
            Self::Opponent => "opponent",
        }
    }

    /// Whether the values of the moves of this side are negated.
    pub(super) fn is_against(self, side: Side) -> bool {
        match self {
            Self::Mover => false,
            Self::First => side == Side::Second,
            Self::Second => side == Side::First,
            Self::Opponent => true,
        }
    }

    /// The view in which the values of the moves of these sides are the other side's than in this one.
    pub(super) fn turned(self, sides: &[Side]) -> Self {
        let is_it = |view: &Self| {
            let mut sides = Side::BOTH.iter().map(|side| (*side, sides.contains(side)));
            sides.all(|(side, is_turned)| {
                view.is_against(side) == (self.is_against(side) != is_turned)
            })
        };
        Self::ALL.into_iter().find(is_it).unwrap_or_default()
    }
}
