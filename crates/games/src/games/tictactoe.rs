//! Tic-tac-toe, the game of Michie's matchboxes: the first side draws `X`, the second `O`.

use super::board::{self, BoardSize};
use super::words::no_position;
use crate::error::Result;
use crate::game::{Game, Key, Move, Nature, Outcome, Pieces, Side, Sketch, Symmetry};

/// The rules of tic-tac-toe; a move's number is its cell, row by row from the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

/// The cells each side has taken, one bit per cell; the side to move follows from their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    taken: [u16; 2],
}

impl Position {
    /// The cells `side` has taken: bit `n` for cell `n`, row by row from the top left.
    pub const fn cells(&self, side: Side) -> u16 {
        self.taken[side.index()]
    }

    /// The free cells, in the same form.
    #[inline]
    pub const fn free(&self) -> u16 {
        FULL & !(self.taken[0] | self.taken[1])
    }
}

/// The eight lines of three as sets of cells: rows, columns and diagonals.
pub const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

const FULL: u16 = 0b111_111_111;
const CELLS: u16 = 9;
/// The board, for what is written and drawn.
const BOARD: BoardSize = BoardSize::new(3, 3);

/// The image of each set of cells under each symmetry of the [`BOARD`].
static TURNED: [[u16; 512]; 8] = turned();

const fn turned() -> [[u16; 512]; 8] {
    let mut table = [[0; 512]; 8];
    let mut set = 0;
    while set <= FULL {
        let mut by = 0;
        while by < 8 {
            table[by as usize][set as usize] = packed(BOARD.turn(unpacked(set), Symmetry(by)));
            by += 1;
        }
        set += 1;
    }
    table
}

/// A set of cells as bits of the [`BOARD`].
const fn unpacked(set: u16) -> u64 {
    let set = set as u64;
    set & 0o7 | (set & 0o70) << 5 | (set & 0o700) << 10
}

/// The inverse of [`unpacked`].
#[expect(clippy::cast_possible_truncation, reason = "nine cells")]
const fn packed(set: u64) -> u16 {
    (set & 0o7 | set >> 5 & 0o70 | set >> 10 & 0o700) as u16
}

/// Whether each set of cells contains a line: one bit per set, 64 to a word.
const WITH_LINE: [u64; 8] = with_line();

const fn with_line() -> [u64; 8] {
    let mut table = [0; 8];
    let mut set = 0_u16;
    while set <= FULL {
        let mut line = 0;
        while line < LINES.len() {
            if LINES[line] & !set == 0 {
                table[(set / 64) as usize] |= 1 << (set % 64);
            }
            line += 1;
        }
        set += 1;
    }
    table
}

/// Whether a set of cells contains one of the eight lines.
#[inline]
pub const fn has_line(cells: u16) -> bool {
    let cells = cells & FULL;
    WITH_LINE[(cells / 64) as usize] >> (cells % 64) & 1 == 1
}

impl TicTacToe {
    /// The position with these cells taken, or why play cannot lead to it.
    fn checked(taken: [u16; 2]) -> Result<Position, &'static str> {
        match board::side_to_move(taken.map(u64::from))? {
            Side::First if has_line(taken[0]) => Err("O has moved after X had three in a row"),
            Side::Second if has_line(taken[1]) => Err("X has moved after O had three in a row"),
            _ => Ok(Position { taken }),
        }
    }
}

impl Game for TicTacToe {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        "tic-tac-toe".to_owned()
    }

    fn start(&self) -> Position {
        Position { taken: [0, 0] }
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        Side::after(u32::from(CELLS) - at.free().count_ones())
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        // Only the side that has just moved can have completed a line.
        let mover = self.side(at).other();
        if has_line(at.cells(mover)) {
            Some(Outcome::Win(mover))
        } else if at.free() == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let free = if self.outcome(at).is_some() {
            0
        } else {
            at.free()
        };
        board::bits(u64::from(free)).map(|cell| Move(u16::try_from(cell).expect("few cells")))
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        debug_assert!(at.free() >> m.0 & 1 == 1, "cell {} is taken", m.0);
        let mut after = *at;
        after.taken[self.side(at).index()] |= 1 << m.0;
        after
    }

    fn move_count(&self) -> u16 {
        CELLS
    }

    fn plies(&self, at: &Position) -> [u16; 2] {
        [board::count((at.taken[0] | at.taken[1]).into()); 2]
    }

    #[inline]
    fn key(&self, at: &Position) -> Key {
        Key(u128::from(at.taken[0]) | u128::from(at.taken[1]) << CELLS)
    }

    fn position(&self, key: Key) -> Option<Position> {
        Self::checked(BOARD.split(key.0)?.map(packed)).ok()
    }

    fn symmetries(&self) -> u16 {
        8
    }

    fn rotations(&self) -> u16 {
        4
    }

    #[inline]
    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        let table = &TURNED[usize::from(by.0)];
        Position {
            taken: [
                table[usize::from(at.taken[0])],
                table[usize::from(at.taken[1])],
            ],
        }
    }

    #[inline]
    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        let image = TURNED[usize::from(by.0)][1 << m.0];
        Move(u16::try_from(image.trailing_zeros()).expect("few cells"))
    }

    fn nature(&self) -> Nature {
        Nature {
            pieces: Pieces::Marks,
            ..Nature::default()
        }
    }

    fn write_move(&self, m: Move) -> String {
        BOARD.write_cell(BOARD.bit(m.0))
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        BOARD.read_move(self, text, "")
    }

    fn write_position(&self, at: &Position) -> String {
        BOARD.write(at.taken.map(unpacked))
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let taken = BOARD.read_rows(self, text)?.map(packed);
        Self::checked(taken).map_err(|reason| no_position(self, text, reason))
    }

    fn sketch(&self, at: &Position) -> Sketch {
        BOARD.sketch(at.taken.map(unpacked), |bit| BOARD.own_place(bit))
    }
}
