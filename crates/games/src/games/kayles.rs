//! Kayles (Dudeney 1908): pins stand in a row, and a move knocks down one of them or two that stand side by side.
//!
//! The side that knocks down the last pin wins; in the misere form, it loses. Where the gaps are does not matter, so a
//! position is the lengths of the rows that are left, and the side to move.

use super::nim::End;
use super::piles::Piles;
use super::words::{
    find_move, no_form, no_position, not_to_move, number, piles_and_side, write_piles,
};
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Nature, Outcome, Side};

/// The most pins: the rows that they can be left in are a few thousand.
const MOST: u8 = 30;

/// The rules for a given number of pins.
///
/// A move is a row and the two rows, maybe empty, that it leaves of it. Moves are numbered from the longest row to the
/// shortest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kayles {
    pins: u8,
    end: End,
    /// The row, and the longer and the shorter row that each move leaves.
    knocks: Vec<[u8; 3]>,
}

/// The rows that are left, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rows: Piles,
    side: Side,
}

impl Position {
    /// The lengths of the rows in descending order.
    pub fn rows(self) -> Vec<u8> {
        self.rows.piles()
    }
}

impl Kayles {
    /// Kayles with one row of this many pins.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless there are 1 to 30 pins.
    pub fn new(pins: u8, end: End) -> Result<Self> {
        if !(1..=MOST).contains(&pins) {
            let name = format!("kayles:{pins}{}", end.suffix());
            return Err(Self::invalid_name(&name));
        }
        let mut knocks = Vec::new();
        for row in (1..=pins).rev() {
            for left in [1, 2].into_iter().filter_map(|n| row.checked_sub(n)) {
                knocks.extend((0..=left / 2).map(|shorter| [row, left - shorter, shorter]));
            }
        }
        Ok(Self { pins, end, knocks })
    }

    /// The number of pins at the start.
    pub const fn pins(&self) -> u8 {
        self.pins
    }

    /// What knocking down the last pin means.
    pub const fn end(&self) -> End {
        self.end
    }

    pub(super) fn parse(name: &str, parameters: Option<&str>) -> Result<Self> {
        let invalid_name = || Self::invalid_name(name);
        let parameters = parameters.ok_or_else(invalid_name)?;
        let (pins, end) = match parameters.split_once(':') {
            None => (parameters, End::Normal),
            Some((pins, "misere")) => (pins, End::Misere),
            Some(_) => return Err(invalid_name()),
        };
        Self::new(number(pins).ok_or_else(invalid_name)?, end)
    }

    fn invalid_name(name: &str) -> Error {
        let reason =
            format!("write kayles with 1 to {MOST} pins, such as kayles:10 or kayles:10:misere");
        Error::parameter(name, reason)
    }

    /// The position with these rows and this side to move, or why play cannot lead to it.
    ///
    /// Rows are apart by one pin at least. Each move knocks down one pin, unless some gap is of two: there is one if more
    /// pins are gone than the rows need between them.
    fn checked(&self, rows: Piles, side: Side) -> Result<Position, String> {
        let lengths = rows.piles();
        let left: u32 = lengths.iter().copied().map(u32::from).sum();
        let gone = u32::from(self.pins).checked_sub(left);
        let count = u32::try_from(lengths.len()).unwrap_or(u32::MAX);
        match gone {
            None => Err(format!("there are only {} pins", self.pins)),
            Some(gone) if gone + 1 < count => {
                Err("too few pins are gone for so many rows".to_owned())
            }
            Some(gone) if gone < count.max(2) && gone % 2 != u32::from(side == Side::Second) => {
                Err(not_to_move(side))
            }
            Some(_) => Ok(Position { rows, side }),
        }
    }
}

impl Game for Kayles {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        format!("kayles:{}{}", self.pins, self.end.suffix())
    }

    fn start(&self) -> Position {
        Position {
            rows: Piles::new(&[self.pins]),
            side: Side::First,
        }
    }

    fn side(&self, at: &Position) -> Side {
        at.side
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        at.rows.is_empty().then(|| self.end.stuck(at.side))
    }

    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let sizes = at.rows.sizes();
        let lengths = sizes.fold(0_u64, |all, (length, _)| all | 1 << length);
        let knocks = (0..).zip(&self.knocks);
        knocks.filter_map(move |(number, [row, ..])| {
            (lengths >> row & 1 == 1).then_some(Move(number))
        })
    }

    fn play(&self, at: &Position, m: Move) -> Position {
        let [row, longer, shorter] = self.knocks[usize::from(m.0)];
        debug_assert!(at.rows().contains(&row), "there is no row of {row}");
        let mut rows = at.rows.without(row);
        for left in [longer, shorter] {
            if left > 0 {
                rows = rows.with(left);
            }
        }
        Position {
            rows,
            side: at.side.other(),
        }
    }

    fn move_count(&self) -> u16 {
        u16::try_from(self.knocks.len()).expect("few rows")
    }

    /// A move knocks down one pin or two.
    fn plies(&self, at: &Position) -> [u16; 2] {
        let left: u8 = at.rows().iter().sum();
        let gone = self.pins.saturating_sub(left).into();
        [u16::div_ceil(gone, 2), gone]
    }

    fn key(&self, at: &Position) -> Key {
        Key(u128::from(at.rows.bits()) << 1 | at.side.index() as u128)
    }

    fn position(&self, key: Key) -> Option<Position> {
        let side = Side::BOTH[usize::from(key.0 & 1 == 1)];
        let bits = u64::try_from(key.0 >> 1).ok()?;
        self.checked(Piles::from_bits(bits), side).ok()
    }

    /// The first side is to move, if it can be with these rows.
    fn without_side(&self, at: &Position) -> Option<Position> {
        let mut sides = Side::BOTH.into_iter();
        sides.find_map(|side| self.checked(at.rows, side).ok())
    }

    fn nature(&self) -> Nature {
        self.end.nature()
    }

    /// The row and the pins left of it, such as `7=4+2`, `7=5` or `1=0`.
    fn write_move(&self, m: Move) -> String {
        match self.knocks[usize::from(m.0)] {
            [row, left, 0] => format!("{row}={left}"),
            [row, longer, shorter] => format!("{row}={longer}+{shorter}"),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        find_move(self, text, || {
            "write a row and the rows that are left of it, the longer first, such as 7=4+2, 7=5 or 1=0".to_owned()
        })
    }

    /// The rows in descending order, 0 if none is left, and the side to move, such as `4 2 first`.
    fn write_position(&self, at: &Position) -> String {
        let rows = at.rows();
        write_piles(if rows.is_empty() { &[0] } else { &rows }, at.side)
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let at = self.compose(text)?;
        self.checked(at.rows, at.side)
            .map_err(|reason| no_position(self, text, reason))
    }

    fn compose(&self, text: &str) -> Result<Position> {
        let form = "write the rows, longest first, and the side to move";
        let (mut rows, side) = piles_and_side(text).ok_or_else(|| no_form(self, text, form))?;
        if rows == [0] {
            rows.clear();
        }
        if rows.contains(&0) || !rows.is_sorted_by(|a, b| a >= b) {
            return Err(no_form(self, text, form));
        }
        let pins: u32 = rows.iter().copied().map(u32::from).sum();
        // With too many pins, the rows would not fit in the bits of a position.
        if pins > u32::from(self.pins) {
            let reason = format!("there are only {} pins", self.pins);
            return Err(no_position(self, text, reason));
        }
        let rows = Piles::new(&rows);
        Ok(Position { rows, side })
    }
}
