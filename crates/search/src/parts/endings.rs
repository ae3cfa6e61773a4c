//! What Othello knows about the end of a game: the mobility that a move leaves to the other side, parity, discs that
//! are never flipped again, and the last six empty squares written out.
//!
//! The order of moves by mobility follows Buro's and Andersson's programs of the 1990s; parity is to place the last disc
//! of a region of empty squares.

use crate::game::{Game, Symmetry};
use crate::games::Othello;
use crate::games::othello::Position;
use crate::games::othello::bits::{Squares, near, open, stable, turned, turned_by_the_last};
use crate::insight::{Bounds, Candidate, Insight};

/// The last empty squares, of which there are at most this many, are filled without a table, and ordered by parity alone.
const LAST: u32 = 6;

/// For whom the empty squares count when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmptySquares {
    Uncounted,
    Winner,
}

impl EmptySquares {
    /// The value of a finished position for the side to move.
    pub(super) fn score(self, [own, enemy, empty]: [u64; 3]) -> i32 {
        let difference = count(own) - count(enemy);
        match self {
            Self::Uncounted => difference,
            Self::Winner => difference + difference.signum() * count(empty),
        }
    }
}

/// The squares of a board, for the disc difference at the end.
pub(super) struct Endings {
    empty: EmptySquares,
    /// The number of squares.
    squares: i32,
    /// The bits that are no squares.
    outside: u64,
    corners: u64,
    quarters: [u64; 4],
    /// The quarter of each square.
    quarter_of: [u64; 64],
}

impl Endings {
    pub(super) fn new(game: Othello, empty: EmptySquares) -> Self {
        let half = u32::from(game.size()) / 2;
        let quarter = (0..half * half).fold(0_u64, |set, n| set | 1 << (n / half * 8 + n % half));
        let quarters = [0, half, 8 * half, 9 * half].map(|by| quarter << by);
        let holds = |square: usize| move |quarter: &u64| quarter >> square & 1 == 1;
        Self {
            empty,
            squares: i32::from(game.size()).pow(2),
            outside: !quarters.iter().fold(0, |all, quarter| all | quarter),
            corners: Squares::new(game.size()).corners,
            quarters,
            quarter_of: std::array::from_fn(|square| {
                quarters.into_iter().find(holds(square)).unwrap_or(0)
            }),
        }
    }

    /// The quarters with an odd number of empty squares.
    fn odd(&self, empty: u64) -> u64 {
        let is_odd = |quarter: &&u64| (empty & **quarter).count_ones() % 2 == 1;
        let odd = self.quarters.iter().filter(is_odd);
        odd.fold(0, |set, quarter| set | quarter)
    }

    /// How good a move looks: how little it leaves to the other side, now and later, and how few discs it flips, which
    /// others could flip back.
    fn rank(&self, placed: u64, [own, enemy, empty]: [u64; 3]) -> i32 {
        let flipped = turned(placed, own, enemy);
        let [own, enemy, empty] = [own | placed | flipped, enemy ^ flipped, empty ^ placed];
        let answers = open(enemy, own, empty);
        let is_corner = i32::from(placed & self.corners != 0);
        9 * is_corner
            - 8 * (count(answers) + count(answers & self.corners))
            - 6 * count(near(own) & empty)
            - count(flipped)
    }
}

pub(super) fn count(set: u64) -> i32 {
    i32::try_from(set.count_ones()).expect("at most 64")
}

/// The discs of the side to move, the other side's discs, and the empty squares.
pub(super) fn read(at: &Position) -> [u64; 3] {
    let [own, enemy] = at.own_first();
    [own, enemy, at.empty()]
}

impl Endings {
    /// Fills the last squares, the `odd` quarters first, and returns the value as exactly as a test against
    /// `asked` needs. `passed` if the other side has just passed.
    fn fill(&self, board: [u64; 3], odd: u64, asked: i32, passed: bool, nodes: &mut u64) -> i32 {
        let [own, enemy, empty] = board;
        if empty & (empty.wrapping_sub(1)) == 0 {
            return self.last(board);
        }
        let mut best = None;
        for mut left in [empty & odd, empty & !odd] {
            while left != 0 {
                let placed = left & left.wrapping_neg();
                left ^= placed;
                if near(placed) & enemy == 0 {
                    continue;
                }
                let flipped = turned(placed, own, enemy);
                if flipped == 0 {
                    continue;
                }
                *nodes += 1;
                let after = [enemy ^ flipped, own | placed | flipped, empty ^ placed];
                let odd = odd ^ self.quarter_of[placed.trailing_zeros() as usize % 64];
                let value = -self.fill(after, odd, -asked - 1, false, nodes);
                if value > asked {
                    return value;
                }
                best = best.max(Some(value));
            }
        }
        match best {
            Some(value) => value,
            None if passed => self.empty.score(board),
            None => {
                *nodes += 1;
                -self.fill([enemy, own, empty], odd, -asked - 1, true, nodes)
            }
        }
    }

    /// The value after the last square is filled, if either side can; without an empty square, as it is.
    fn last(&self, board: [u64; 3]) -> i32 {
        let [own, enemy, empty] = board;
        if empty == 0 {
            return self.empty.score(board);
        }
        let now = 2 * count(own) + 1 - self.squares;
        match turned_by_the_last(empty, own) {
            0 => match turned_by_the_last(empty, enemy) {
                0 => self.empty.score(board),
                flipped => now - 1 - 2 * flipped.cast_signed(),
            },
            flipped => now + 1 + 2 * flipped.cast_signed(),
        }
    }
}

impl Insight<Othello> for Endings {
    fn counts_points(&self) -> bool {
        true
    }

    fn look(&self, game: &Othello, at: &Position, asked: i32, nodes: &mut u64) -> Bounds {
        let board @ [_, enemy, empty] = read(at);
        if empty.count_ones() <= LAST {
            let value = self.fill(board, self.odd(empty), asked, false, nodes);
            return Bounds::answered(value, asked);
        }
        if game.outcome(at).is_some() {
            return Bounds::exactly(self.empty.score(board));
        }
        let (lower, most) = (-self.squares, self.squares);
        let left = most - 2 * count(enemy);
        // The discs that the other side keeps can answer only if all that it has would.
        let upper = if left <= asked && asked < most {
            most - 2 * count(stable(enemy, empty, self.outside))
        } else {
            most
        };
        Bounds { lower, upper }
    }

    fn moves(&self, game: &Othello, at: &Position, moves: &mut Vec<Candidate>) -> i32 {
        let board @ [own, enemy, empty] = read(at);
        let odd = self.odd(empty);
        let parity = if empty.count_ones() < 12 { 6 } else { 3 };
        let mut open = open(own, enemy, empty);
        if open == 0 {
            moves.extend(game.moves(at).map(|m| Candidate { m, rank: 0 }));
        }
        while open != 0 {
            let placed = open & open.wrapping_neg();
            open ^= placed;
            let m = game.placing(placed.trailing_zeros());
            let mut rank = self.rank(placed, board);
            if placed & odd != 0 {
                rank += parity;
            }
            moves.push(Candidate { m, rank });
        }
        self.empty.score(board)
    }

    fn key(&self, game: &Othello, at: &Position) -> (u128, Symmetry) {
        (game.key(at).0, Symmetry::IDENTITY)
    }
}
