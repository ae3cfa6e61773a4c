//! Hexapawn (Gardner 1962) on boards of several sizes: pawns step forward or capture diagonally, and a pawn
//! that reaches the far row wins.
//!
//! The first side's pawns start on the bottom row and move up. A side loses when it is its turn and an
//! enemy pawn has reached its home row, or when it has no legal move (or no pawns). Its sketch is a row of moves:
//! two pawns may be able to capture on the same cell, and both moves would be on top of the captured pawn.

use super::board::{self, BoardSize, DOWN, EIGHTH, LEFT};
use super::words::{no_move, no_position, size};
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Nature, Outcome, Pieces, Place, Side, Sketch, Symmetry};

/// The fewest rows: with fewer, the pawns would start face to face.
const FEWEST_ROWS: u8 = 3;
/// The most cells for which a position fits in its key.
const MOST_CELLS: u16 = 63;
/// The standard board, of Gardner's article.
const STANDARD: BoardSize = BoardSize::new(3, 3);
/// The ways a pawn can move: a step forward, a capture to the left, a capture to the right.
const WAYS: u16 = 3;

/// The rules for a given board.
///
/// A move's number is its pawn's cell, counted row by row from the first side's left home corner, times three, plus 0
/// for a step, 1 for a capture to the left or 2 for one to the right; the second side's moves have the numbers after
/// the first's. Its text is the pawn's cell and its new cell, such as `a3-a2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexapawn {
    board: BoardSize,
}

/// The pawns of each side, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Sets of cells, with rows counted from the first side's home row.
    pawns: [u64; 2],
    side: Side,
}

impl Position {
    /// The pawns of `side`: bit `8 r + c` for row `r` from the bottom, the first side's home row,
    /// and column `c`, on boards of every size.
    pub const fn pawns(&self, side: Side) -> u64 {
        self.pawns[side.index()]
    }
}

impl Hexapawn {
    /// Hexapawn on a board of `columns` x `rows`.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless there are 1 to 8 columns, 3 to 8 rows and at most 63 cells.
    pub fn new(columns: u8, rows: u8) -> Result<Self> {
        let fits = (1..=board::LARGEST).contains(&columns)
            && (FEWEST_ROWS..=board::LARGEST).contains(&rows)
            && u16::from(columns) * u16::from(rows) <= MOST_CELLS;
        if !fits {
            return Err(Self::invalid_name(&format!("hexapawn:{columns}x{rows}")));
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
            "write hexapawn, which is {}x{}, or 1 to {3} columns x {2} to {3} rows with at most {MOST_CELLS} \
             cells, such as hexapawn:4x4",
            STANDARD.columns,
            STANDARD.rows,
            FEWEST_ROWS,
            board::LARGEST
        );
        Error::parameter(name, reason)
    }

    /// How many rows all these pawns of a side have advanced.
    pub fn steps(self, pawns: u64, side: Side) -> u32 {
        let last = u32::from(self.board.rows) - 1;
        let behind = |bit: u32| match side {
            Side::First => bit / DOWN,
            Side::Second => last - bit / DOWN,
        };
        board::bits(pawns).map(behind).sum()
    }

    fn home(self, side: Side) -> u64 {
        match side {
            Side::First => self.board.row(),
            Side::Second => self.board.row() << (DOWN * u32::from(self.board.rows - 1)),
        }
    }

    /// Whether the side that has just moved has a pawn on the far row.
    #[inline]
    fn across(self, at: &Position) -> bool {
        at.pawns(at.side.other()) & self.home(at.side) != 0
    }

    /// The pawns of the side to move that can move in each of the three ways.
    #[inline]
    fn movable(self, at: &Position) -> [u64; WAYS as usize] {
        if self.across(at) {
            return [0; WAYS as usize];
        }
        let (own, enemy) = (at.pawns(at.side), at.pawns(at.side.other()));
        let free = self.board.all & !(own | enemy);
        // A pawn on the edge has no next column; without the mask its bit would wrap to the other edge.
        let (left, right) = (own & !LEFT, own & !EIGHTH);
        match at.side {
            Side::First => [
                own & (free >> DOWN),
                left & (enemy >> (DOWN - 1)),
                right & (enemy >> (DOWN + 1)),
            ],
            Side::Second => [
                own & (free << DOWN),
                left & (enemy << (DOWN + 1)),
                right & (enemy << (DOWN - 1)),
            ],
        }
    }

    #[inline]
    fn number(self, side: Side, from: u32, way: u16) -> Move {
        let before = match side {
            Side::First => 0,
            Side::Second => self.board.cells(),
        };
        Move((before + self.board.cell(from)) * WAYS + way)
    }

    /// The side, the pawn's cell and the way of a move.
    #[inline]
    fn decode(self, m: Move) -> (Side, u32, u16) {
        let (cell, way) = (m.0 / WAYS, m.0 % WAYS);
        match cell.checked_sub(self.board.cells()) {
            None => (Side::First, self.board.bit(cell), way),
            Some(cell) => (Side::Second, self.board.bit(cell), way),
        }
    }

    /// The cells from which and to which a move's pawn goes, if both are on the board.
    fn ends(self, m: Move) -> Option<[u32; 2]> {
        let (side, from, way) = self.decode(m);
        let row = match side {
            Side::First => (from / DOWN).checked_add(1)?,
            Side::Second => (from / DOWN).checked_sub(1)?,
        };
        let column = match way {
            0 => from % DOWN,
            1 => (from % DOWN).checked_sub(1)?,
            _ => from % DOWN + 1,
        };
        let within = row < u32::from(self.board.rows) && column < u32::from(self.board.columns);
        within.then_some([from, DOWN * row + column])
    }

    /// The position with these pawns, or why it is impossible.
    fn checked(self, pawns: [u64; 2], side: Side) -> Result<Position, &'static str> {
        let columns = u32::from(self.board.columns);
        let lost = pawns.map(|set| columns.checked_sub(set.count_ones()));
        let [Some(first_lost), Some(second_lost)] = lost else {
            return Err("there are more pawns than at the start");
        };
        let across = |by: Side| pawns[by.index()] & self.home(by.other());
        if pawns[0] & pawns[1] != 0 {
            return Err("both sides have a pawn on the same cell");
        }
        if across(side) != 0 || across(side.other()).count_ones() > 1 {
            return Err("play continued after a pawn had reached the far row");
        }
        // A pawn has made as many moves as there are rows behind it; a captured pawn may have made any
        // number up to the row before the last.
        let rows = u32::from(self.board.rows);
        let [first, second] = Side::BOTH.map(|by| self.steps(pawns[by.index()], by));
        let ahead = u32::from(side == Side::Second);
        let most = |made: u32, lost: u32| made + lost * (rows - 2);
        // A side has moved at least as often as it has captured pawns.
        let (first_least, second_least) = (first.max(second_lost), second.max(first_lost));
        let possible = first_least <= most(second, second_lost) + ahead
            && second_least + ahead <= most(first, first_lost);
        let position = possible.then_some(Position { pawns, side });
        position.ok_or("the sides have not moved in turn")
    }
}

impl Game for Hexapawn {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        if self.board == STANDARD {
            "hexapawn".to_owned()
        } else {
            format!("hexapawn:{}x{}", self.board.columns, self.board.rows)
        }
    }

    fn start(&self) -> Position {
        Position {
            pawns: Side::BOTH.map(|side| self.home(side)),
            side: Side::First,
        }
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        at.side
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        let stuck = self.movable(at) == [0; WAYS as usize];
        stuck.then_some(Outcome::Win(at.side.other()))
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let movable = self.movable(at);
        let side = at.side;
        board::bits(movable[0] | movable[1] | movable[2]).flat_map(move |from| {
            let goes = move |way: &u16| movable[usize::from(*way)] >> from & 1 == 1;
            let ways = (0..WAYS).filter(goes);
            ways.map(move |way| self.number(side, from, way))
        })
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        let (side, _, way) = self.decode(m);
        let [from, to] = self.ends(m).expect("a legal move stays on the board");
        debug_assert!(side == at.side, "it is not {}'s turn", side.name());
        debug_assert!(
            self.movable(at)[usize::from(way)] >> from & 1 == 1,
            "no such move"
        );
        let mut after = Position {
            side: at.side.other(),
            ..*at
        };
        after.pawns[at.side.index()] ^= 1 << from | 1 << to;
        after.pawns[at.side.other().index()] &= !(1 << to);
        after
    }

    fn move_count(&self) -> u16 {
        2 * WAYS * self.board.cells()
    }

    /// Each move is a step of one pawn, of which those that were captured may have made some.
    fn plies(&self, at: &Position) -> [u16; 2] {
        let steps = Side::BOTH.map(|side| self.steps(at.pawns(side), side));
        let left = (at.pawns[0] | at.pawns[1]).count_ones();
        let captured = (2 * u32::from(self.board.columns)).saturating_sub(left);
        let (least, each) = (steps[0] + steps[1], u32::from(self.board.rows) - 1);
        [least, least + captured * each].map(|n| u16::try_from(n).unwrap_or(u16::MAX))
    }

    #[inline]
    fn key(&self, at: &Position) -> Key {
        Key(self.board.join(at.pawns) << 1 | at.side.index() as u128)
    }

    fn position(&self, key: Key) -> Option<Position> {
        let side = Side::BOTH[usize::from(key.0 & 1 == 1)];
        self.checked(self.board.split(key.0 >> 1)?, side).ok()
    }

    fn symmetries(&self) -> u16 {
        2
    }

    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        if by == Symmetry::IDENTITY {
            return *at;
        }
        Position {
            pawns: [
                self.board.mirrored(at.pawns[0]),
                self.board.mirrored(at.pawns[1]),
            ],
            ..*at
        }
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        if by == Symmetry::IDENTITY {
            return m;
        }
        let (side, from, way) = self.decode(m);
        let from = self.board.mirrored(1 << from).trailing_zeros();
        self.number(side, from, [0, 2, 1][usize::from(way)])
    }

    fn nature(&self) -> Nature {
        Nature {
            is_always_won: true,
            pieces: Pieces::Pawns,
            ..Nature::default()
        }
    }

    fn write_move(&self, m: Move) -> String {
        let cell = |bit: u32| {
            let top = self.board.upside_down(1_u64 << bit);
            self.board.write_cell(top.trailing_zeros())
        };
        let ends = self.ends(m).map(|ends| ends.map(cell).join("-"));
        ends.unwrap_or_else(|| "off the board".to_owned())
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        let mut moves = (0..self.move_count()).map(Move);
        let found = moves.find(|&m| self.ends(m).is_some() && self.write_move(m) == text);
        found.ok_or_else(|| {
            let reason = format!(
                "write the cell of a pawn and the cell it goes to, such as a{}-a{}; {}",
                self.board.rows,
                self.board.rows - 1,
                self.board.about_cells()
            );
            no_move(self, text, reason)
        })
    }

    /// The board from the top, the first side's pawns `X`, and the side to move, such as
    /// `OOO/X../.XX O`.
    fn write_position(&self, at: &Position) -> String {
        let from_top = at.pawns.map(|set| self.board.upside_down(set));
        format!("{} {}", self.board.write(from_top), board::mark(at.side))
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let (from_top, side) = self.board.read_rows_and_side(self, text)?;
        let pawns = from_top.map(|set| self.board.upside_down(set));
        self.checked(pawns, side)
            .map_err(|reason| no_position(self, text, reason))
    }

    fn compose(&self, text: &str) -> Result<Position> {
        let (from_top, side) = self.board.read_rows_and_side(self, text)?;
        let pawns = from_top.map(|set| self.board.upside_down(set));
        if pawns[side.index()] & self.home(side.other()) != 0 {
            let reason = "the side to move has already reached the far row";
            return Err(no_position(self, text, reason));
        }
        Ok(Position { pawns, side })
    }

    fn sketch(&self, at: &Position) -> Sketch {
        let from_top = at.pawns.map(|set| self.board.upside_down(set));
        let place = |bit: u32| {
            let top = self.board.upside_down(1_u64 << bit);
            usize::from(self.board.cell(top.trailing_zeros()))
        };
        let step = |m| Some((m, self.ends(m)?.map(place)));
        Sketch {
            steps: self.moves(at).filter_map(step).collect(),
            ..self.board.sketch(from_top, |_| Place::Empty)
        }
    }
}
