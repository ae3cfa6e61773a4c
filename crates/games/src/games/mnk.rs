//! The m,n,k games: the first side with `k` cells in a line on a board of `m` columns and `n` rows
//! wins; a full board is a draw. Tic-tac-toe is 3,3,3.

use super::board::{self, BoardSize};
use super::words::{no_position, number};
use crate::error::{Error, Result};
use crate::game::{Extent, Game, Key, Move, Nature, Outcome, Pieces, Side, Sketch, Symmetry};

/// The rules for a given board and line length; a move's number is its cell, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mnk {
    board: BoardSize,
    length: u8,
}

/// The cells each side has taken, the side to move and whether the other side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    taken: [u64; 2],
    side: Side,
    won: bool,
}

impl Position {
    /// The cells `side` has taken: bit `d r + c` for row `r` from the top and column `c`, where `d` is
    /// [`Mnk::down`].
    pub const fn cells(&self, side: Side) -> u64 {
        self.taken[side.index()]
    }
}

impl Mnk {
    /// The game of `length` in a line on a board of `columns` x `rows`.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless there are 1 to 26 columns, at least one row and at most 64 cells, and a line fits on
    /// the board.
    pub fn new(columns: u8, rows: u8, length: u8) -> Result<Self> {
        let is_line = (1..=columns.max(rows)).contains(&length);
        if !is_line || !BoardSize::fits(columns, rows) {
            let name = format!("mnk:{columns},{rows},{length}");
            return Err(Self::invalid_name(&name));
        }
        let board = BoardSize::new(columns, rows);
        Ok(Self { board, length })
    }

    /// The number of columns.
    pub const fn columns(&self) -> u8 {
        self.board.columns
    }

    /// The number of rows.
    pub const fn rows(&self) -> u8 {
        self.board.rows
    }

    /// The number of cells in a line that wins.
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// The distance in bits of a cell and the one below it in [`Position::cells`]: 8 on boards of up to 8 x 8, otherwise
    /// the number of columns.
    pub const fn down(&self) -> u32 {
        self.board.down()
    }

    pub(super) fn parse(name: &str, parameters: Option<&str>) -> Result<Self> {
        let numbers: Option<Vec<u8>> =
            parameters.and_then(|parameters| parameters.split(',').map(number).collect());
        match numbers.as_deref() {
            Some(&[columns, rows, length]) => Self::new(columns, rows, length),
            _ => Err(Self::invalid_name(name)),
        }
    }

    fn invalid_name(name: &str) -> Error {
        Error::Parameter {
            name: name.to_owned(),
            reason: format!(
                "write columns, rows and the length of a line that fits there, with at most {} columns and \
                 {} cells in all, such as mnk:4,4,3",
                board::MOST_COLUMNS,
                board::MOST_CELLS
            ),
        }
    }

    #[inline]
    const fn free(self, at: &Position) -> u64 {
        self.board.all() & !(at.taken[0] | at.taken[1])
    }

    /// The position with these cells taken, or why play cannot lead to it.
    fn checked(self, taken: [u64; 2]) -> Result<Position, &'static str> {
        let side = board::side_to_move(taken)?;
        let [waiting, moved] = [side, side.other()].map(|side| taken[side.index()]);
        let line = |set| self.board.has_line(set, self.length);
        let without = |bit: u32| moved & !(1_u64 << bit);
        if line(waiting) || line(moved) && board::bits(moved).all(|bit| line(without(bit))) {
            Err("play continued after a line was completed")
        } else {
            Ok(Position {
                taken,
                side,
                won: line(moved),
            })
        }
    }
}

impl Game for Mnk {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        let BoardSize { columns, rows, .. } = self.board;
        format!("mnk:{columns},{rows},{}", self.length)
    }

    fn start(&self) -> Position {
        Position {
            taken: [0, 0],
            side: Side::First,
            won: false,
        }
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        at.side
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if at.won {
            Some(Outcome::Win(at.side.other()))
        } else {
            (self.free(at) == 0).then_some(Outcome::Draw)
        }
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let open = if at.won { 0 } else { self.free(at) };
        let board = self.board;
        board::bits(open).map(move |bit| Move(board.cell(bit)))
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        let cell = 1 << self.board.bit(m.0);
        debug_assert!(self.free(at) & cell != 0, "cell {} is taken", m.0);
        let mut after = *at;
        let own = &mut after.taken[at.side.index()];
        *own |= cell;
        after.won = self.board.has_line(*own, self.length);
        after.side = at.side.other();
        after
    }

    fn move_count(&self) -> u16 {
        self.board.cells()
    }

    #[inline]
    fn key(&self, at: &Position) -> Key {
        Key(self.board.join(at.taken))
    }

    fn position(&self, key: Key) -> Option<Position> {
        self.checked(self.board.split(key.0)?).ok()
    }

    /// Until the first side has enough marks for a line, the marks can be on any cells, so the positions are
    /// counted by a formula. With lines of three some boards were counted: their positions are also positions of any
    /// larger board, and of one with longer lines.
    fn at_least(&self) -> Extent {
        const COUNTED: [([u8; 2], [u128; 2]); 2] = [
            ([4, 4], [6_036_001, 23_453_344]),
            ([3, 5], [2_286_668, 8_813_673]),
        ];
        let cells = u128::from(self.board.columns) * u128::from(self.board.rows);
        let length = u128::from(self.length);
        let mut least = Extent::default();
        let mut layouts: u128 = 1;
        for marks in 0..(2 * length).min(cells + 1) {
            least.positions = least.positions.saturating_add(layouts);
            if marks + 1 < 2 * length {
                let moves = layouts.saturating_mul(cells - marks);
                least.moves = least.moves.saturating_add(moves);
            }
            // One more mark of the side to move; any of its marks may have been the last.
            layouts = layouts.saturating_mul(cells - marks) / (marks / 2 + 1);
        }
        let (columns, rows) = (self.board.columns, self.board.rows);
        let size = [columns.min(rows), columns.max(rows)];
        let within = |[short, long]: [u8; 2]| short <= size[0] && long <= size[1] && length >= 3;
        if let Some((_, [positions, moves])) = COUNTED.into_iter().find(|(size, _)| within(*size)) {
            least.positions = least.positions.max(positions);
            least.moves = least.moves.max(moves);
        }
        least
    }

    fn symmetries(&self) -> u16 {
        self.board.symmetries()
    }

    fn rotations(&self) -> u16 {
        self.board.rotations()
    }

    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        Position {
            taken: [
                self.board.turn(at.taken[0], by),
                self.board.turn(at.taken[1], by),
            ],
            ..*at
        }
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        Move(self.board.turn_cell(m.0, by))
    }

    fn nature(&self) -> Nature {
        // Two of four squares that form a block touch each other.
        let has_block = self.columns() > 1 && self.rows() > 1;
        Nature {
            can_be_drawn: self.length > 2 || self.length == 2 && !has_block,
            pieces: Pieces::Marks,
            ..Nature::default()
        }
    }

    fn write_move(&self, m: Move) -> String {
        self.board.write_cell(self.board.bit(m.0))
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        self.board.read_move(self, text, "")
    }

    fn write_position(&self, at: &Position) -> String {
        self.board.write(at.taken)
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        self.checked(self.board.read_rows(self, text)?)
            .map_err(|reason| no_position(self, text, reason))
    }

    fn sketch(&self, at: &Position) -> Sketch {
        self.board.sketch(at.taken, |bit| self.board.own_place(bit))
    }
}
