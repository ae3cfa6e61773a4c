//! Connect four: stones fall to the lowest free cell of a column, four in a line win, a full board
//! is a draw.

use super::board::{self, BoardSize, DOWN};
use super::words::{find_move, no_position, size};
use crate::error::{Error, Result};
use crate::game::{
    Extent, Game, Key, Move, Nature, Outcome, Pieces, Place, Side, Sketch, Symmetry,
};

/// The number of stones in a line that wins.
const LINE: u8 = 4;
const STANDARD: BoardSize = BoardSize::new(7, 6);

/// The rules for a given board. A move's number is its column from the left; its text is the column's letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    board: BoardSize,
}

/// The stones of each side, the side to move and whether the other side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [u64; 2],
    side: Side,
    won: bool,
}

impl Position {
    /// The stones of `side` as a set of the [`BoardSize`].
    pub const fn stones(&self, side: Side) -> u64 {
        self.stones[side.index()]
    }

    const fn all(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }
}

impl ConnectFour {
    /// Connect four on a board of `columns` x `rows`.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless there are 1 to 26 columns, at least one row and at most 64 cells.
    pub fn new(columns: u8, rows: u8) -> Result<Self> {
        if !BoardSize::fits(columns, rows) {
            let name = format!("connect-four:{columns}x{rows}");
            return Err(Self::invalid_name(&name));
        }
        let board = BoardSize::new(columns, rows);
        Ok(Self { board })
    }

    /// The board.
    pub const fn board(&self) -> BoardSize {
        self.board
    }

    pub(super) fn parse(name: &str, parameters: Option<&str>) -> Result<Self> {
        let Some(parameters) = parameters else {
            return Ok(Self { board: STANDARD });
        };
        let (columns, rows) = size(parameters).ok_or_else(|| Self::invalid_name(name))?;
        Self::new(columns, rows)
    }

    fn invalid_name(name: &str) -> Error {
        let reason = format!(
            "write connect-four, which is {}x{}, or columns x rows with at most {} columns and {} cells in \
             all, such as connect-four:5x4",
            STANDARD.columns,
            STANDARD.rows,
            board::MOST_COLUMNS,
            board::MOST_CELLS
        );
        Error::parameter(name, reason)
    }

    /// The lowest free cell of each column.
    #[inline]
    fn drops(self, stones: u64) -> u64 {
        let down = self.board.down;
        let bottom = self.board.row() << (down * u32::from(self.board.rows - 1));
        (stones >> down | bottom) & !stones
    }

    /// The key of a position, with this shift from a cell to the one below it.
    #[expect(
        clippy::inline_always,
        reason = "the shift is a constant on most boards"
    )]
    #[inline(always)]
    fn key_by(self, at: &Position, down: u32) -> Key {
        let all = u128::from(at.all()) << down;
        let bottom = u128::from(self.board.row()) << (down * u32::from(self.board.rows));
        let over = (all >> down | bottom) & !all;
        Key(u128::from(at.stones[0]) << down | over)
    }

    /// The position with these stones, or why it is impossible.
    fn checked(self, stones: [u64; 2]) -> Result<Position, &'static str> {
        let side = board::side_to_move(stones)?;
        let [waiting, moved] = [side, side.other()].map(|side| stones[side.index()]);
        let all = waiting | moved;
        // The last stone is on top of its column.
        let below = all << self.board.down;
        let tops = moved & !below;
        let line = |set| self.board.has_line(set, LINE);
        let lines_before = |bit: u32| line(moved & !(1_u64 << bit));
        if below & self.board.all & !all != 0 {
            Err("a stone has no stone below it")
        } else if line(waiting) || line(moved) && board::bits(tops).all(lines_before) {
            Err("play continued after four in a line")
        } else {
            Ok(Position {
                stones,
                side,
                won: line(moved),
            })
        }
    }
}

impl Game for ConnectFour {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        if self.board == STANDARD {
            "connect-four".to_owned()
        } else {
            format!("connect-four:{}x{}", self.board.columns, self.board.rows)
        }
    }

    fn start(&self) -> Position {
        Position {
            stones: [0, 0],
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
            (at.all() == self.board.all).then_some(Outcome::Draw)
        }
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let open = if at.won {
            0
        } else {
            self.board.row() & !at.all()
        };
        board::bits(open).map(|column| Move(u16::try_from(column).expect("few columns")))
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        let free = (self.board.left << m.0) & !at.all();
        debug_assert!(free != 0, "column {} is full", m.0);
        let mut after = *at;
        let own = &mut after.stones[at.side.index()];
        *own |= 1 << free.ilog2();
        after.won = self.board.has_line(*own, LINE);
        after.side = at.side.other();
        after
    }

    fn move_count(&self) -> u16 {
        u16::from(self.board.columns)
    }

    /// The positions of a board are also positions of any larger one. The smaller ones were counted; 7 x 6 has
    /// 4,531,985,219,092 (Edelkamp and Kissmann, 2008), each of which except the start is reached by a move.
    fn at_least(&self) -> Extent {
        const COUNTED: [([u8; 2], [u128; 2]); 5] = [
            ([7, 6], [4_531_985_219_092, 4_531_985_219_091]),
            ([4, 6], [15_835_683, 29_046_972]),
            ([5, 4], [3_945_711, 8_757_625]),
            ([4, 5], [1_706_255, 3_175_616]),
            ([4, 4], [161_029, 304_574]),
        ];
        let within =
            |[columns, rows]: [u8; 2]| columns <= self.board.columns && rows <= self.board.rows;
        let counted = COUNTED.into_iter().find(|(size, _)| within(*size));
        let (_, [positions, moves]) = counted.unwrap_or_default();
        Extent { positions, moves }
    }

    fn plies(&self, at: &Position) -> [u16; 2] {
        [board::count(at.all()); 2]
    }

    /// One bit per cell of a board with an extra row on top: the first side's stones, and the lowest free
    /// cell of each column, which shows how many stones the column has; 64 bits on boards of up to 8 x 7.
    #[inline]
    fn key(&self, at: &Position) -> Key {
        // A shift by a constant is much faster.
        if self.board.is_short() {
            self.key_by(at, DOWN)
        } else {
            self.key_by(at, self.board.down)
        }
    }

    fn position(&self, key: Key) -> Option<Position> {
        let down = self.board.down;
        let width = down * u32::from(self.board.rows);
        let within = u128::from(self.board.row()) | u128::from(self.board.all) << down;
        if key.0 & !within != 0 {
            return None;
        }
        // From the top down, the stones of a column begin below its first bit.
        let mut stones = [0_u64; 2];
        let mut begun = key.0 & u128::from(self.board.row());
        for shift in (0..width).step_by(down as usize) {
            let row = key.0 >> (shift + down) & u128::from(self.board.row());
            stones[0] |= u64::try_from(row & begun).ok()? << shift;
            stones[1] |= u64::try_from(!row & begun).ok()? << shift;
            begun |= row;
        }
        (begun == u128::from(self.board.row())).then(|| self.checked(stones).ok())?
    }

    fn symmetries(&self) -> u16 {
        2
    }

    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        if by == Symmetry::IDENTITY {
            return *at;
        }
        Position {
            stones: at.stones.map(|set| self.board.mirrored(set)),
            ..*at
        }
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        if by == Symmetry::IDENTITY {
            return m;
        }
        Move(u16::from(self.board.columns - 1) - m.0)
    }

    fn nature(&self) -> Nature {
        Nature {
            pieces: Pieces::Discs,
            falls: true,
            ..Nature::default()
        }
    }

    fn write_move(&self, m: Move) -> String {
        board::letter(m.0.into()).to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        let last = Move(self.move_count() - 1);
        let reason = || format!("write a column, a to {}", self.write_move(last));
        find_move(self, text, reason)
    }

    fn write_position(&self, at: &Position) -> String {
        self.board.write(at.stones)
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        self.checked(self.board.read_rows(self, text)?)
            .map_err(|reason| no_position(self, text, reason))
    }

    /// A column's move is at the cell where the stone would land.
    fn sketch(&self, at: &Position) -> Sketch {
        let drops = self.drops(at.all());
        self.board.sketch(at.stones, |bit| {
            if drops >> bit & 1 == 1 {
                let column = bit % self.board.down;
                Place::Move(Move(u16::try_from(column).expect("few columns")))
            } else {
                Place::Empty
            }
        })
    }
}
