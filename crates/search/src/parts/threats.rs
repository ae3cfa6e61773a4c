//! What games of making lines know about their positions: the cells that would complete a line, from sets of stones as
//! bits. After Pons's solver of connect four (2015), for any board and length.

use crate::game::{Game, Move, Side, Symmetry};
use crate::games::BoardSize;
use crate::graph::Merging;
use crate::graph::mirror::canonical;
use crate::insight::{Bounds, Candidate, Insight, WON};

/// The distance in bits from a cell to the one below it on boards of up to 8 x 8.
const DOWN: u32 = 8;
/// The most cells in a line: the lines of a board of one column.
const LONGEST: usize = 64;
/// Up to this number of stones, mirror images are looked up as one position: later they hardly occur.
const MIRRORED: u32 = 8;

/// A board with lines to be made, and how to read the stones of a side from a position.
pub(super) struct Threats<S> {
    board: BoardSize,
    /// The lowest row, if stones fall.
    bottom: Option<u64>,
    length: u8,
    /// The cells that a step to the right can lead to, and one to the left.
    sides: [u64; 2],
    stones: S,
}

impl<S> Threats<S> {
    pub(super) fn new(board: BoardSize, length: u8, stones: S) -> Self {
        let BoardSize { left, columns, .. } = board;
        // Narrower boards have an empty column between the end of a row and the next one.
        let sides = if u32::from(columns) == board.down {
            [!left, !(left << (columns - 1))]
        } else {
            [u64::MAX; 2]
        };
        Self {
            board,
            bottom: None,
            length,
            sides,
            stones,
        }
    }

    pub(super) fn of_falling(board: BoardSize, stones: S) -> Self {
        Self {
            bottom: Some(board.all & !(board.all >> board.down)),
            ..Self::new(board, 4, stones)
        }
    }

    /// The cells where the next stone can be, if these are free.
    fn open(&self, free: u64) -> u64 {
        match self.bottom {
            Some(bottom) => free & (!free & self.board.all) >> self.board.down | free & bottom,
            None => free,
        }
    }

    /// The cells that would complete a line of these stones; some have a stone already or are not on the board.
    fn winning(&self, own: u64) -> u64 {
        match self.length {
            1 => u64::MAX,
            2 => self.completing::<2>(own),
            3 => self.completing::<3>(own),
            4 => self.completing::<4>(own),
            5 => self.completing::<5>(own),
            6 => self.completing::<6>(own),
            7 => self.completing::<7>(own),
            8 => self.completing::<8>(own),
            _ => self.completing::<LONGEST>(own),
        }
    }

    fn completing<const LENGTH: usize>(&self, own: u64) -> u64 {
        // Shifts by a constant are faster.
        if self.board.down == DOWN {
            self.completing_by::<LENGTH>(own, DOWN)
        } else {
            self.completing_by::<LENGTH>(own, self.board.down)
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "the shift is a constant on most boards"
    )]
    #[inline(always)]
    fn completing_by<const LENGTH: usize>(&self, own: u64, down: u32) -> u64 {
        let [right, left] = self.sides;
        let everywhere = u64::MAX;
        let length = if LENGTH == LONGEST {
            self.length.into()
        } else {
            LENGTH
        };
        let along = |step, ahead, back| along::<LENGTH>(own, length, step, ahead, back);
        along(1, right, left)
            | along(down, everywhere, everywhere)
            | along(down + 1, right, left)
            | along(down - 1, left, right)
    }

    /// Where the side to move can place a stone without losing at once, if it cannot win at once.
    fn safe(&self, enemy: u64, free: u64) -> u64 {
        let open = self.open(free);
        let threats = self.winning(enemy) & free;
        let forced = open & threats;
        let open = match forced {
            0 => open,
            forced if forced.is_power_of_two() => forced,
            _ => return 0,
        };
        match self.bottom {
            Some(_) => open & !(threats << self.board.down),
            None => open,
        }
    }

    /// The stones of the side to move, the other side's stones, and the free cells.
    fn read<P>(&self, at: &P, side: Side) -> [u64; 3]
    where
        S: Fn(&P, Side) -> u64,
    {
        let [own, enemy] = [side, side.other()].map(|side| (self.stones)(at, side));
        [own, enemy, self.board.all & !(own | enemy)]
    }

    /// The row and the column of a cell.
    fn place(&self, bit: u32) -> [u32; 2] {
        if self.board.down == DOWN {
            [bit / DOWN, bit % DOWN]
        } else {
            [bit / self.board.down, bit % self.board.down]
        }
    }

    /// The move that places a stone on a cell.
    fn move_to(&self, bit: u32) -> Move {
        let [row, column] = self.place(bit);
        let row = self.bottom.map_or(row, |_| 0);
        let columns = u32::from(self.board.columns);
        Move(u16::try_from(row * columns + column).expect("few cells"))
    }

    /// How far a cell is from the centre: only the columns count if stones fall.
    fn off_centre(&self, bit: u32) -> u32 {
        let [row, column] = self.place(bit);
        let across = (2 * column + 1).abs_diff(self.board.columns.into());
        let along = (2 * row + 1).abs_diff(self.board.rows.into());
        self.bottom.map_or(across + along, |_| across)
    }
}

/// The cells at which a stone would join the stones of a line in one direction, `length` in all, at most
/// `MOST`. `ahead` are the cells that a step can lead to, `back` the cells that a step back can lead to.
#[inline]
fn along<const MOST: usize>(own: u64, length: usize, step: u32, ahead: u64, back: u64) -> u64 {
    // `after[n]` are the cells with n own stones directly behind them, `before[n]` the cells with n directly
    // ahead.
    let (mut after, mut before) = ([u64::MAX; MOST], [u64::MAX; MOST]);
    for count in 1..length {
        after[count] = ((own & after[count - 1]) << step) & ahead;
        before[count] = ((own & before[count - 1]) >> step) & back;
    }
    (0..length).fold(0, |cells, count| {
        cells | after[count] & before[length - 1 - count]
    })
}

impl<G: Game, S: Fn(&G::Position, Side) -> u64 + Send + Sync> Insight<G> for Threats<S> {
    fn look(&self, game: &G, at: &G::Position, _asked: i32, _nodes: &mut u64) -> Bounds {
        let [_, enemy, free] = self.read(at, game.side(at));
        if free == 0 {
            return Bounds::exactly(0);
        }
        if self.safe(enemy, free) == 0 {
            return Bounds::exactly(2 - WON);
        }
        // The next win takes three plies, and to lose takes four.
        let left = free.count_ones();
        Bounds {
            lower: if left < 4 { 0 } else { 4 - WON },
            upper: if left < 3 { 0 } else { WON - 3 },
        }
    }

    fn moves(&self, game: &G, at: &G::Position, moves: &mut Vec<Candidate>) -> i32 {
        let [own, enemy, free] = self.read(at, game.side(at));
        let mut open = self.safe(enemy, free);
        while open != 0 {
            let bit = open.trailing_zeros();
            let cell = open & open.wrapping_neg();
            open ^= cell;
            let threats = (self.winning(own | cell) & free & !cell).count_ones();
            let rank = 64 * threats + 63 - self.off_centre(bit);
            moves.push(Candidate {
                m: self.move_to(bit),
                rank: i32::try_from(rank).expect("few threats"),
            });
        }
        2 - WON
    }

    fn key(&self, game: &G, at: &G::Position) -> (u128, Symmetry) {
        let [_, _, free] = self.read(at, game.side(at));
        if self.bottom.is_none() && (self.board.all ^ free).count_ones() > MIRRORED {
            return (game.key(at).0, Symmetry::IDENTITY);
        }
        if self.bottom.is_none() {
            let form = canonical(game, at, Merging::Full);
            return (form.key.0, form.by);
        }
        let key = game.key(at).0;
        // Each byte of the key of a board with falling stones is one of its rows, if they are bytes.
        let mirrored = if self.board.down == DOWN {
            key.swap_bytes().reverse_bits() >> (DOWN - u32::from(self.board.columns))
        } else {
            game.key(&game.turn(at, Symmetry(1))).0
        };
        if mirrored < key {
            (mirrored, Symmetry(1))
        } else {
            (key, Symmetry::IDENTITY)
        }
    }

    fn longest(&self, game: &G, at: &G::Position) -> u16 {
        let [_, _, free] = self.read(at, game.side(at));
        u16::try_from(free.count_ones()).expect("few cells")
    }
}
