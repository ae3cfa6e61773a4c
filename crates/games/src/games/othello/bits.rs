//! Sets of squares of an Othello board as the bits of a number, for the rules, the players and the searches: where a disc
//! can be placed and what it flips, the squares next to others, the discs that stay.
//!
//! Bit `8 r + c` is row `r` from the top and column `c`, on a board of any size up to 8 x 8. Lines of enemy discs are followed
//! for all squares at once by doubling shifts (parallel prefix, after Kogge and Stone 1973).

mod lines;
mod squares;
mod stable;

pub use super::super::board::{DOWN, EIGHTH, LEFT};
pub use lines::{turned, turned_by_the_last};
pub use squares::Squares;
pub use stable::stable;

/// The first and the last column: only a vertical line of flipped discs can contain discs there.
const EDGES: u64 = LEFT | EIGHTH;

/// The squares at the ends of unbroken lines of enemy discs next to `from`, in the direction of a step and against it.
#[inline]
const fn ends(from: u64, enemy: u64, step: u32) -> u64 {
    let mut up = enemy & (from << step);
    let mut down = enemy & (from >> step);
    up |= enemy & (up << step);
    down |= enemy & (down >> step);
    let up_pairs = enemy & (enemy << step);
    let down_pairs = enemy & (enemy >> step);
    up |= up_pairs & (up << (2 * step));
    down |= down_pairs & (down >> (2 * step));
    up |= up_pairs & (up << (2 * step));
    down |= down_pairs & (down >> (2 * step));
    up << step | down >> step
}

/// The squares among `empty` where a disc flips enemy discs.
#[inline]
pub const fn open(own: u64, enemy: u64, empty: u64) -> u64 {
    let inner = enemy & !EDGES;
    let ends = ends(own, inner, 1)
        | ends(own, enemy, DOWN)
        | ends(own, inner, DOWN - 1)
        | ends(own, inner, DOWN + 1);
    ends & empty
}

/// Whether there is such a square: [`open`] evaluated only as far as needed.
#[inline]
pub const fn can_open(own: u64, enemy: u64, empty: u64) -> bool {
    let inner = enemy & !EDGES;
    ends(own, enemy, DOWN) & empty != 0
        || ends(own, inner, 1) & empty != 0
        || ends(own, inner, DOWN - 1) & empty != 0
        || ends(own, inner, DOWN + 1) & empty != 0
}

/// The neighbours of squares in their rows.
#[inline]
const fn beside(set: u64) -> u64 {
    (set & !EIGHTH) << 1 | (set & !LEFT) >> 1
}

/// The neighbours of squares, in all eight directions.
#[inline]
pub const fn around(set: u64) -> u64 {
    let sideways = beside(set);
    let three = set | sideways;
    sideways | three << DOWN | three >> DOWN
}

/// The squares of a set and their neighbours.
#[inline]
pub const fn near(set: u64) -> u64 {
    set | around(set)
}
