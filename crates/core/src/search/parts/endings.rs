//! What Othello knows about the end of a game: the mobility that a move leaves to the other side, parity, and the last four
//! empty squares written out.
//!
//! The order of moves by mobility is that of Buro's and Andersson's programs of the 1990s; parity is to place the last disc
//! of a region of empty squares.

use crate::game::{Game, Symmetry};
use crate::games::Othello;
use crate::games::othello::{Position, open, turned};
use crate::player::othello::Squares;
use crate::search::insight::{Bounds, Candidate, Insight};

/// The last empty squares, of which there are at most this many, are filled without a table and an order of moves.
const LAST: u32 = 4;
/// Up to this number of empty squares, a look into the table takes longer than it saves.
const FEW: u32 = 6;

/// Whose the empty squares are when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Empty {
    Nobody,
    Winner,
}

/// The squares of a board, for the disc difference at the end.
pub(super) struct Endings {
    empty: Empty,
    corners: u64,
    quarters: [u64; 4],
}

impl Endings {
    pub(super) fn of(game: Othello, empty: Empty) -> Self {
        let half = u32::from(game.size()) / 2;
        let quarter = (0..half * half).fold(0_u64, |set, n| set | 1 << (n / half * 8 + n % half));
        Self {
            empty,
            corners: Squares::of(&game).corners,
            quarters: [0, half, 8 * half, 9 * half].map(|by| quarter << by),
        }
    }

    /// How good a move looks: how little it leaves to the other side; `odd` are the quarters with an odd number of empty
    /// squares.
    fn rank(&self, placed: u64, [own, enemy, empty]: [u64; 3], odd: u64) -> i32 {
        let left = empty.count_ones();
        let mut rank = 0;
        if left > LAST + 1 {
            let flipped = turned(placed, own, enemy);
            let answers = open(enemy ^ flipped, own | placed | flipped, empty ^ placed);
            rank -= 8 * count(answers) + 8 * count(answers & self.corners);
        }
        if placed & self.corners != 0 {
            rank += 9;
        }
        if placed & odd != 0 {
            rank += if left < 12 { 6 } else { 3 };
        }
        rank
    }
}

pub(super) fn count(set: u64) -> i32 {
    i32::try_from(set.count_ones()).expect("at most 64")
}

/// The discs of the side to move, those of the other side, and the empty squares.
fn read(at: &Position) -> [u64; 3] {
    let [own, enemy] = at.own_first();
    [own, enemy, at.empty()]
}

/// The neighbours of a square, across the left and right edge too.
const fn near(square: u64) -> u64 {
    let row = square << 1 | square | square >> 1;
    row << 8 | row | row >> 8
}

impl Endings {
    /// The value of a finished position for the side to move.
    fn score(&self, [own, enemy, empty]: [u64; 3]) -> i32 {
        let difference = count(own) - count(enemy);
        match self.empty {
            Empty::Nobody => difference,
            Empty::Winner => difference + difference.signum() * count(empty),
        }
    }

    /// Fills the last squares: the value as far as it matters whether it exceeds `asked`. `passed` if the other side has
    /// just passed.
    fn fill(&self, board: [u64; 3], asked: i32, passed: bool, nodes: &mut u64) -> i32 {
        let [own, enemy, empty] = board;
        if empty & (empty.wrapping_sub(1)) == 0 {
            return self.last(board);
        }
        let mut best = None;
        let mut left = empty;
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
            let value = -self.fill(after, -asked - 1, false, nodes);
            if value > asked {
                return value;
            }
            best = best.max(Some(value));
        }
        match best {
            Some(value) => value,
            None if passed => self.score(board),
            None => {
                *nodes += 1;
                -self.fill([enemy, own, empty], -asked - 1, true, nodes)
            }
        }
    }

    /// The value after the last square is filled, if either side can; without an empty square, as it is.
    fn last(&self, board: [u64; 3]) -> i32 {
        let [own, enemy, empty] = board;
        if empty == 0 {
            return self.score(board);
        }
        let now = count(own) - count(enemy);
        match (turned(empty, own, enemy), turned(empty, enemy, own)) {
            (0, 0) => self.score(board),
            (0, flipped) => now - 1 - 2 * count(flipped),
            (flipped, _) => now + 1 + 2 * count(flipped),
        }
    }
}

impl Insight<Othello> for Endings {
    fn counts_points(&self) -> bool {
        true
    }

    fn look(&self, game: &Othello, at: &Position, asked: i32, nodes: &mut u64) -> Bounds {
        let board @ [own, enemy, empty] = read(at);
        if empty.count_ones() <= LAST {
            return Bounds::answered(self.fill(board, asked, false, nodes), asked);
        }
        if game.outcome(at).is_some() {
            return Bounds::exactly(self.score(board));
        }
        let squares = count(own | enemy | empty);
        Bounds {
            lower: -squares,
            upper: squares,
        }
    }

    fn moves(&self, game: &Othello, at: &Position, moves: &mut Vec<Candidate>) -> i32 {
        let board @ [own, enemy, empty] = read(at);
        let odd = self
            .quarters
            .iter()
            .filter(|quarter| (empty & **quarter).count_ones() % 2 == 1);
        let odd = odd.fold(0, |set, quarter| set | quarter);
        let mut open = open(own, enemy, empty);
        if open == 0 {
            moves.extend(game.moves(at).map(|m| Candidate { m, rank: 0 }));
        }
        while open != 0 {
            let placed = open & open.wrapping_neg();
            open ^= placed;
            let m = game.placing(placed.trailing_zeros());
            let rank = self.rank(placed, board, odd);
            moves.push(Candidate { m, rank });
        }
        self.score(board)
    }

    fn key(&self, game: &Othello, at: &Position) -> (u128, Symmetry) {
        (game.key(at).0, Symmetry::IDENTITY)
    }

    fn is_nearly_over(&self, _: &Othello, at: &Position) -> bool {
        at.empty().count_ones() <= FEW
    }
}
