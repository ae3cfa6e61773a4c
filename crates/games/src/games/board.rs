//! Rectangular boards of up to 64 cells: sets of cells as bits, their symmetries, and the text that all board games
//! share.
//!
//! A set of cells is a `u64` in which row `r` and column `c` are bit `8 r + c` on every board of up to 8 x 8: a step to
//! a neighbour is the same shift on all of them, and mirroring takes a few bit operations. On a longer board rows follow
//! one another without gaps. A *cell* is the number of the same place counted without gaps, row by row: moves and keys
//! use cells.

use super::words::{no_form, no_move};
use crate::error::Result;
use crate::game::{Game, Move, Place, Rows, Side, Sketch, Symmetry};

/// The most columns and rows of a board on which the shift to the cell below is always the same.
pub(super) const LARGEST: u8 = 8;
/// The most columns of any board: they are called by letters.
pub(super) const MOST_COLUMNS: u8 = 26;
/// The most cells of any board: a key has two bits for each.
pub(super) const MOST_CELLS: u16 = 64;
/// The shift from a cell to the one below it on a board of up to 8 x 8.
pub const DOWN: u32 = 8;
/// The leftmost column.
pub const LEFT: u64 = 0x0101_0101_0101_0101;
/// The eighth column.
pub const EIGHTH: u64 = LEFT << 7;

/// The size of a board, and sets of its cells: bit `down r + c` for row `r` from the top and column `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// The shift from a cell to the one below it: 8 on boards of up to 8 x 8, otherwise the number of columns.
    pub down: u32,
    /// All cells.
    pub all: u64,
    /// The cells of the leftmost column.
    pub left: u64,
}

/// How many of these cells there are.
pub(super) fn count(cells: u64) -> u16 {
    u16::try_from(cells.count_ones()).unwrap_or(u16::MAX)
}

impl BoardSize {
    /// The board of this size.
    ///
    /// # Panics
    ///
    /// If it does not [fit](Self::fits).
    pub(super) const fn new(columns: u8, rows: u8) -> Self {
        assert!(Self::fits(columns, rows), "a board of up to 64 cells");
        let is_short = columns <= LARGEST && rows <= LARGEST;
        let down = if is_short { DOWN } else { columns as u32 };
        let (mut left, mut row) = (0, 0);
        while row < rows {
            left |= 1 << (row as u32 * down);
            row += 1;
        }
        Self {
            columns,
            rows,
            down,
            all: left * (u64::MAX >> (64 - columns)),
            left,
        }
    }

    /// Whether there is a board of this size.
    pub(super) const fn fits(columns: u8, rows: u8) -> bool {
        let has_columns = 1 <= columns && columns <= MOST_COLUMNS;
        has_columns && 1 <= rows && columns as u16 * rows as u16 <= MOST_CELLS
    }

    /// The number of cells.
    #[inline]
    pub fn cells(self) -> u16 {
        u16::from(self.columns) * u16::from(self.rows)
    }

    /// Whether that shift is the same as on all boards of up to 8 x 8.
    #[inline]
    pub(super) const fn is_short(self) -> bool {
        self.down == DOWN
    }

    /// All cells of the top row.
    #[inline]
    pub(super) const fn row(self) -> u64 {
        u64::MAX >> (64 - self.columns)
    }

    /// The bits between the last cell of a row and the first of the next.
    #[inline]
    const fn gap(self) -> u32 {
        self.down - self.columns as u32
    }

    #[inline]
    pub(super) fn bit(self, cell: u16) -> u32 {
        if self.gap() == 0 {
            return u32::from(cell);
        }
        u32::from(cell) + u32::from(cell / u16::from(self.columns)) * self.gap()
    }

    #[inline]
    pub(super) fn cell(self, bit: u32) -> u16 {
        // Where rows are not eight bits apart, there is no gap.
        u16::try_from(bit - bit / DOWN * self.gap()).expect("few cells")
    }

    /// A set as the bits of its cells, without gaps.
    #[inline]
    pub(super) fn pack(self, set: u64) -> u64 {
        if self.gap() == 0 {
            return set;
        }
        let row = |r: u32| (set >> (DOWN * r) & 0xff) << (u32::from(self.columns) * r);
        (0..u32::from(self.rows)).fold(0, |packed, r| packed | row(r))
    }

    /// The inverse of [`BoardSize::pack`]; `None` if there are bits beyond the last cell.
    pub(super) fn unpack(self, packed: u64) -> Option<u64> {
        if self.gap() == 0 {
            return (packed & !self.all == 0).then_some(packed);
        }
        let row = |r: u32| (packed >> (u32::from(self.columns) * r) & self.row()) << (DOWN * r);
        let beyond = packed >> self.cells() != 0;
        (!beyond).then(|| (0..u32::from(self.rows)).fold(0, |set, r| set | row(r)))
    }

    /// Two sets as one number: the cells of the second above the cells of the first.
    // Written out, as is all code that changes both sets of a position: `map` is not always inlined.
    #[inline]
    pub(super) fn join(self, [first, second]: [u64; 2]) -> u128 {
        u128::from(self.pack(first)) | u128::from(self.pack(second)) << self.cells()
    }

    /// The inverse of [`BoardSize::join`]; `None` if there are bits beyond the last cell.
    pub(super) fn split(self, joined: u128) -> Option<[u64; 2]> {
        let first = u64::try_from(joined & ((1 << self.cells()) - 1)).ok()?;
        let second = u64::try_from(joined >> self.cells()).ok()?;
        Some([self.unpack(first)?, self.unpack(second)?])
    }

    /// The set with left and right exchanged.
    pub(super) const fn mirrored(self, set: u64) -> u64 {
        if self.is_short() {
            return set.swap_bytes().reverse_bits() >> (LARGEST - self.columns);
        }
        let (mut mirrored, mut column) = (0, 0);
        while column < self.columns {
            mirrored |= (set >> column & self.left) << (self.columns - 1 - column);
            column += 1;
        }
        mirrored
    }

    /// The set with top and bottom exchanged.
    pub(super) const fn upside_down(self, set: u64) -> u64 {
        if self.is_short() {
            return set.swap_bytes() >> (DOWN * (LARGEST - self.rows) as u32);
        }
        let (mut turned, mut row) = (0, 0);
        while row < self.rows as u32 {
            let other = self.rows as u32 - 1 - row;
            turned |= (set >> (self.down * row) & self.row()) << (self.down * other);
            row += 1;
        }
        turned
    }

    /// The number of symmetries of the board: the rotations, and the rotations after mirroring.
    pub(super) const fn symmetries(self) -> u16 {
        2 * self.rotations()
    }

    /// The number of rotations: four quarter turns of a square, two half turns of any other board.
    pub(super) const fn rotations(self) -> u16 {
        if self.columns == self.rows { 4 } else { 2 }
    }

    /// The image of a set under a symmetry. The second half of the symmetries first exchanges left and
    /// right; then the board is turned clockwise, by quarters if it is square, otherwise by halves.
    pub(super) const fn turn(self, set: u64, by: Symmetry) -> u64 {
        let set = if by.0 < self.rotations() {
            set
        } else {
            self.mirrored(set)
        };
        let quarters = by.0 % self.rotations() * (4 / self.rotations());
        match quarters {
            0 => set,
            1 => self.mirrored(transposed(set)),
            2 => self.mirrored(self.upside_down(set)),
            _ => self.upside_down(transposed(set)),
        }
    }

    /// The image of a cell under a symmetry.
    pub(super) fn turn_cell(self, cell: u16, by: Symmetry) -> u16 {
        self.cell(self.turn(1 << self.bit(cell), by).trailing_zeros())
    }

    /// A cell as text: the letter of its column and the number of its row from the top.
    pub(super) fn write_cell(self, bit: u32) -> String {
        let (row, column) = (bit / self.down, bit % self.down);
        format!("{}{}", letter(column), row + 1)
    }

    /// Reads what [`BoardSize::write_cell`] writes.
    fn read_cell(self, text: &str) -> Option<u32> {
        bits(self.all).find(|&bit| self.write_cell(bit) == text)
    }

    /// Reads a move that has the number and the text of its cell; `or` names the other possible texts.
    pub(super) fn read_move<G: Game>(self, game: &G, text: &str, or: &str) -> Result<Move> {
        let bit = self.read_cell(text);
        bit.map(|bit| Move(self.cell(bit)))
            .ok_or_else(|| no_move(game, text, self.about_cells() + or))
    }

    /// How to write a cell, for error messages.
    pub(super) fn about_cells(self) -> String {
        let last = letter(u32::from(self.columns - 1));
        format!(
            "a cell is a column a to {last} and a row 1 to {} from the top, such as a1",
            self.rows
        )
    }

    /// The rows from the top with `/` between them, `X` for the first side's cells, `O` for the
    /// second's.
    pub(super) fn write(self, taken: [u64; 2]) -> String {
        let mut text = String::with_capacity(72);
        for bit in bits(self.all) {
            if bit > 0 && bit % self.down == 0 {
                text.push('/');
            }
            text.push(owner(taken, bit).map_or('.', mark));
        }
        text
    }

    /// Reads a position that is written as its rows.
    pub(super) fn read_rows<G: Game>(self, game: &G, text: &str) -> Result<[u64; 2]> {
        let form = "write the rows from the top with `X`, `O` and `.`";
        self.read(text).ok_or_else(|| no_form(game, text, form))
    }

    /// Reads a position that is written as its rows and the side to move.
    pub(super) fn read_rows_and_side<G: Game>(
        self,
        game: &G,
        text: &str,
    ) -> Result<([u64; 2], Side)> {
        let parts = split_side(text);
        let found = parts.and_then(|(rows, side)| Some((self.read(rows)?, side)));
        let form = "write the rows from the top with `X`, `O` and `.` and the side to move";
        found.ok_or_else(|| no_form(game, text, form))
    }

    /// Reads what [`BoardSize::write`] writes.
    fn read(self, text: &str) -> Option<[u64; 2]> {
        let mut taken = [0; 2];
        let mut rows = 0;
        for row in text.split('/') {
            if row.chars().count() != usize::from(self.columns) || rows == u32::from(self.rows) {
                return None;
            }
            for (letter, column) in row.chars().zip(0..) {
                let bit = 1 << (self.down * rows + column);
                match letter {
                    'X' => taken[0] |= bit,
                    'O' => taken[1] |= bit,
                    '.' => {}
                    _ => return None,
                }
            }
            rows += 1;
        }
        (rows == u32::from(self.rows)).then_some(taken)
    }

    /// Whether a set contains `length` cells in one line: across, down or along a diagonal.
    #[inline]
    pub(super) fn has_line(self, set: u64, length: u8) -> bool {
        if self.is_short() {
            has_line(set, length, DOWN, [LEFT, EIGHTH])
        } else {
            self.has_line_on_long(set, length)
        }
    }

    #[inline(never)]
    fn has_line_on_long(self, set: u64, length: u8) -> bool {
        let last = self.left << (self.columns - 1);
        has_line(set, length, self.down, [self.left, last])
    }

    /// The board with a mark on each taken cell and `free` on the others.
    pub(super) fn sketch(self, taken: [u64; 2], free: impl Fn(u32) -> Place) -> Sketch {
        let place = |bit| match owner(taken, bit) {
            Some(side) => Place::Mark(mark(side).to_string()),
            None => free(bit),
        };
        Sketch {
            columns: usize::from(self.columns),
            places: bits(self.all).map(place).collect(),
            rows: Rows::Squares,
            steps: Vec::new(),
        }
    }

    /// The place for a move that has the number of its cell.
    pub(super) fn own_place(self, bit: u32) -> Place {
        Place::Move(Move(self.cell(bit)))
    }
}

pub(super) fn letter(column: u32) -> char {
    let letter = char::from_u32(u32::from('a') + column);
    letter.expect("at most 26 columns")
}

/// The set with rows and columns exchanged, on a board of up to 8 x 8, by exchanging blocks of 1, 2 and 4 bits in
/// three rounds (Warren, Hacker's Delight, 2003, section 7-3).
const fn transposed(set: u64) -> u64 {
    const fn exchanged(set: u64, mask: u64, by: u32) -> u64 {
        let moved = (set ^ (set >> by)) & mask;
        set ^ moved ^ (moved << by)
    }
    let set = exchanged(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = exchanged(set, 0x0000_cccc_0000_cccc, 14);
    exchanged(set, 0x0000_0000_f0f0_f0f0, 28)
}

/// See [`BoardSize::has_line`]; the shift from a cell to the one below it, and the first and the last column.
#[expect(
    clippy::inline_always,
    reason = "the shift is a constant on most boards"
)]
#[inline(always)]
fn has_line(set: u64, length: u8, down: u32, [first, last]: [u64; 2]) -> bool {
    let steps = [1, down, down + 1, down - 1];
    // A step that changes the column must not wrap to the other edge of the board.
    let within = [set & !first, set, set & !first, set & !last];
    // All four at once: lines are rare, and one loop has no branch that is badly guessed.
    let mut ends = [set; 4];
    for _ in 1..length {
        for ((ends, step), within) in ends.iter_mut().zip(steps).zip(within) {
            *ends = *ends << step & within;
        }
    }
    ends.iter().any(|&ends| ends != 0)
}

/// The numbers of the bits of a set, ascending.
#[inline]
pub(super) fn bits(set: u64) -> impl Iterator<Item = u32> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros();
        (rest != 0).then(|| {
            rest &= rest - 1;
            bit
        })
    })
}

/// The side to move after each has taken cells in turn, or why they did not.
pub(super) fn side_to_move(taken: [u64; 2]) -> Result<Side, &'static str> {
    let [first, second] = taken.map(u64::count_ones);
    if taken[0] & taken[1] != 0 {
        return Err("both sides have the same cell");
    }
    match first.checked_sub(second) {
        Some(0) => Ok(Side::First),
        Some(1) => Ok(Side::Second),
        _ => Err("X and O do not move in turn, X first"),
    }
}

pub(super) const fn mark(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// Splits a text into the board and the side to move after it.
fn split_side(text: &str) -> Option<(&str, Side)> {
    let (board, letter) = text.rsplit_once(' ')?;
    let is_to_move = |side: &Side| letter == mark(*side).to_string();
    Some((board, Side::BOTH.into_iter().find(is_to_move)?))
}

fn owner(taken: [u64; 2], bit: u32) -> Option<Side> {
    let owns = |side: &Side| taken[side.index()] >> bit & 1 == 1;
    Side::BOTH.into_iter().find(owns)
}

#[cfg(test)]
mod tests;
