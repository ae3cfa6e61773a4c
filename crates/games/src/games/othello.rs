//! Othello on boards of 4 x 4, 6 x 6 and 8 x 8: a disc must flip at least one enemy disc, a side that
//! cannot place one passes, and when neither side can, the majority wins; in the reversed form, the minority.
//!
//! The first side is black. Games begin from the standard position, with the first side's discs on the rising
//! diagonal of the middle. A forced pass is a move; the game ends at once when neither side can place a disc.
//! Discs and squares are bits ([`bits`]).

pub mod bits;

use super::board::{self, BoardSize};
use super::words::{no_position, number};
use crate::error::{Error, Result};
use crate::game::{Extent, Game, Key, Move, Nature, Outcome, Pieces, Side, Sketch, Symmetry};
use bits::{DOWN, can_open, open, turned};

/// The possible sizes, the standard one last.
const SIZES: [u8; 3] = [4, 6, STANDARD];
const STANDARD: u8 = 8;

/// The rules for a given size. A move's number is its square, row by row from the top left; a pass is one
/// more than the last square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    board: BoardSize,
    /// The side that wins if the first side has more discs.
    favoured: Side,
}

/// The discs of each side, the empty squares, and the side to move. The squares for the next disc are
/// computed only when needed, as they are not needed at most leaves of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    discs: [u64; 2],
    empty: u64,
    side: Side,
}

impl Position {
    /// The discs of `side`: bit `8 r + c` for row `r` from the top and column `c`, on boards of every size.
    pub const fn discs(&self, side: Side) -> u64 {
        self.discs[side.index()]
    }

    /// The squares on which the side to move can place a disc, in the same form.
    pub const fn open(&self) -> u64 {
        let [own, enemy] = self.own_first();
        open(own, enemy, self.empty)
    }

    /// The empty squares, in the same form.
    pub const fn empty(&self) -> u64 {
        self.empty
    }

    /// Whether the side to move can place a disc: [`Position::open`] evaluated only as far as needed.
    const fn can_place(&self) -> bool {
        let [own, enemy] = self.own_first();
        can_open(own, enemy, self.empty)
    }

    /// The same position with the other side to move.
    const fn passed(&self) -> Self {
        Self {
            side: self.side.other(),
            ..*self
        }
    }

    /// The discs of the side to move, then the other side's.
    pub const fn own_first(&self) -> [u64; 2] {
        let [first, second] = self.discs;
        match self.side {
            Side::First => [first, second],
            Side::Second => [second, first],
        }
    }

    /// The number of discs of each side, the first side's first; empty squares do not count.
    pub const fn score(&self) -> [u32; 2] {
        [self.discs[0].count_ones(), self.discs[1].count_ones()]
    }

    /// The score of a finished game as the World Othello Federation counts it: the winner also gets the empty squares; in
    /// a draw each side gets half of them.
    pub const fn score_with_empty(&self) -> [u32; 2] {
        let [first, second] = self.score();
        let empty = self.empty.count_ones();
        if first > second {
            [first + empty, second]
        } else if first < second {
            [first, second + empty]
        } else {
            [first + empty / 2, second + empty / 2]
        }
    }
}

impl Othello {
    /// Othello on a board of `size` x `size`.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless the size is 4, 6 or 8.
    pub fn new(size: u8) -> Result<Self> {
        if !SIZES.contains(&size) {
            return Err(Self::invalid_name(&format!("othello:{size}")));
        }
        Ok(Self {
            board: BoardSize::new(size, size),
            favoured: Side::First,
        })
    }

    /// The same with the other end: fewer discs win.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            favoured: self.favoured.other(),
            ..self
        }
    }

    /// Whether fewer discs win.
    pub const fn is_reversed(&self) -> bool {
        matches!(self.favoured, Side::Second)
    }

    /// The number of rows, which is also the number of columns.
    pub const fn size(&self) -> u8 {
        self.board.rows
    }

    pub(super) fn parse(name: &str, parameters: Option<&str>) -> Result<Self> {
        let invalid_name = || Self::invalid_name(name);
        let words: Vec<&str> = parameters.map_or_else(Vec::new, |all| all.split(':').collect());
        let (size, is_reversed) = match words[..] {
            [] => (Some(STANDARD), false),
            ["reversed"] => (Some(STANDARD), true),
            [size] => (number(size), false),
            [size, "reversed"] => (number(size), true),
            _ => (None, false),
        };
        let game = Self::new(size.ok_or_else(invalid_name)?).map_err(|_| invalid_name())?;
        Ok(if is_reversed { game.reversed() } else { game })
    }

    fn invalid_name(name: &str) -> Error {
        let reason = "the board is 8 x 8, 6 x 6 or 4 x 4: write othello, othello:6 or othello:4, or \
                      othello:6:reversed where fewer discs win";
        Error::parameter(name, reason)
    }

    /// The square on which a move places a disc, as a bit in the form of [`Position::discs`]; a pass
    /// places none.
    pub fn square(&self, m: Move) -> Option<u64> {
        (m != self.pass()).then(|| 1 << self.board.bit(m.0))
    }

    /// The move that places a disc on the square of a bit.
    pub fn placing(self, bit: u32) -> Move {
        Move(self.board.cell(bit))
    }

    fn pass(self) -> Move {
        Move(self.board.cells())
    }

    /// The upper left and lower right of the four squares in the middle; then the other two.
    fn middle(self) -> [u64; 2] {
        let half = u32::from(self.board.rows / 2);
        let lower_right = 1 << (DOWN * half + half);
        let upper_left = lower_right >> (DOWN + 1);
        [
            upper_left | lower_right,
            upper_left << 1 | upper_left << DOWN,
        ]
    }

    /// A square of the middle: as it is always taken, its bit in a key can hold the side to move.
    fn spare(self) -> u64 {
        let [falling, _] = self.middle();
        falling & falling.wrapping_neg()
    }

    /// The position with these discs and this side to move.
    fn at(self, discs: [u64; 2], side: Side) -> Position {
        Position {
            discs,
            empty: self.board.all & !(discs[0] | discs[1]),
            side,
        }
    }

    /// The position with these discs, or why it is impossible.
    fn checked(self, discs: [u64; 2], side: Side) -> Result<Position, &'static str> {
        let [falling, rising] = self.middle();
        if discs[0] & discs[1] != 0 {
            Err("both sides have the same square")
        } else if (falling | rising) & !(discs[0] | discs[1]) != 0 {
            Err("the four squares in the middle must be taken")
        } else {
            Ok(self.at(discs, side))
        }
    }
}

impl Game for Othello {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        let end = if self.is_reversed() { ":reversed" } else { "" };
        match self.board.rows {
            STANDARD => format!("othello{end}"),
            size => format!("othello:{size}{end}"),
        }
    }

    fn start(&self) -> Position {
        let [falling, rising] = self.middle();
        self.at([rising, falling], Side::First)
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        at.side
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if at.can_place() || at.passed().can_place() {
            return None;
        }
        let [first, second] = at.score();
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Less => Outcome::Win(self.favoured.other()),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Win(self.favoured),
        })
    }

    fn points(&self, at: &Position) -> Option<[u32; 2]> {
        Some(at.score())
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let (board, open) = (self.board, at.open());
        let mut pass = (open == 0 && at.passed().can_place()).then_some(self.pass());
        // Not `bits` and a chain, which would test at every move in which of the two it is.
        let mut rest = open;
        std::iter::from_fn(move || {
            if rest == 0 {
                return pass.take();
            }
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            Some(Move(board.cell(bit)))
        })
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        if m == self.pass() {
            debug_assert!(!at.can_place(), "a disc can be placed");
            return at.passed();
        }
        let placed = 1 << self.board.bit(m.0);
        debug_assert!(at.open() & placed != 0, "square {} turns nothing", m.0);
        let [own, enemy] = at.own_first();
        let turned = turned(placed, own, enemy);
        let [own, enemy] = [own ^ (placed | turned), enemy ^ turned];
        // Builds a new position: after a write to only a part of a copy, reading the whole position would
        // have to wait until all earlier writes have reached memory.
        Position {
            discs: match at.side {
                Side::First => [own, enemy],
                Side::Second => [enemy, own],
            },
            empty: at.empty ^ placed,
            side: at.side.other(),
        }
    }

    fn move_count(&self) -> u16 {
        self.board.cells() + 1
    }

    /// On 6 x 6 and larger boards at least this many positions have been counted; there are far more.
    fn at_least(&self) -> Extent {
        let positions = if self.board.cells() < 36 {
            1
        } else {
            3_000_001
        };
        Extent {
            positions,
            moves: positions - 1,
        }
    }

    /// No two passes follow one another before the end.
    fn plies(&self, at: &Position) -> [u16; 2] {
        let placed = board::count(at.discs[0] | at.discs[1]).saturating_sub(4);
        [placed, 2 * placed + 1]
    }

    /// The first side's discs and then the squares that are taken. The bit of the upper left square of the
    /// middle, which is always taken, is 0 when the second side is to move.
    #[inline]
    fn key(&self, at: &Position) -> Key {
        let taken = at.discs[0] | at.discs[1];
        let marked = match at.side {
            Side::First => taken,
            Side::Second => taken ^ self.spare(),
        };
        Key(self.board.join([at.discs[0], marked]))
    }

    fn position(&self, key: Key) -> Option<Position> {
        let [first, marked] = self.board.split(key.0)?;
        let side = Side::BOTH[usize::from(marked & self.spare() == 0)];
        let taken = marked | self.spare();
        let beyond = first & !taken != 0;
        (!beyond).then(|| self.checked([first, taken ^ first], side).ok())?
    }

    fn symmetries(&self) -> u16 {
        self.board.symmetries()
    }

    fn rotations(&self) -> u16 {
        self.board.rotations()
    }

    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        Position {
            discs: [
                self.board.turn(at.discs[0], by),
                self.board.turn(at.discs[1], by),
            ],
            empty: self.board.turn(at.empty, by),
            ..*at
        }
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        if m == self.pass() {
            return m;
        }
        Move(self.board.turn_cell(m.0, by))
    }

    fn nature(&self) -> Nature {
        Nature {
            pieces: Pieces::Discs,
            ..Nature::default()
        }
    }

    fn write_move(&self, m: Move) -> String {
        if m == self.pass() {
            return "pass".to_owned();
        }
        self.board.write_cell(self.board.bit(m.0))
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        if text == "pass" {
            return Ok(self.pass());
        }
        self.board.read_move(self, text, "; or write `pass`")
    }

    /// The board from the top, the first side's discs `X`, and the side to move, such as
    /// `.X../.XX./.XO./.... O`.
    fn write_position(&self, at: &Position) -> String {
        format!("{} {}", self.board.write(at.discs), board::mark(at.side))
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let (discs, side) = self.board.read_rows_and_side(self, text)?;
        self.checked(discs, side)
            .map_err(|reason| no_position(self, text, reason))
    }

    /// A pass has no place on the board.
    fn sketch(&self, at: &Position) -> Sketch {
        self.board.sketch(at.discs, |bit| self.board.own_place(bit))
    }
}
