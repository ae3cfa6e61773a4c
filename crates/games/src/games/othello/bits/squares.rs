//! Features of an Othello board for the players: corners, squares next to them, the border, and safe or
//! enclosed discs.

use super::{DOWN, LEFT, around, beside};

/// The kinds of squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    /// All squares.
    pub all: u64,
    /// The four corners.
    pub corners: u64,
    /// All squares of the border, corners included.
    pub border: u64,
    /// The squares next to a corner: its neighbours along both edges and on the diagonal.
    pub near: u64,
}

impl Squares {
    /// Computes the squares of a board of `size` x `size`, where the size is 1 to 8.
    #[must_use]
    pub fn new(size: u8) -> Self {
        let last = u32::from(size) - 1;
        let row = (1 << (last + 1)) - 1;
        let all: u64 = (0..=last).fold(0, |set, r| set | row << (DOWN * r));
        let sides = (LEFT | LEFT << last) & all;
        let ends = row | row << (DOWN * last);
        let corners = sides & ends;
        Self {
            all,
            corners,
            border: sides | ends,
            near: around(corners) & all,
        }
    }

    /// The border discs that can never be turned: the discs in an unbroken line of own discs along an edge
    /// from a corner, including the corner.
    pub fn safe(&self, own: u64) -> u64 {
        let mut safe = own & self.corners;
        // No edge is longer than this.
        for _ in 0..DOWN {
            safe |= (beside(safe) | safe << DOWN | safe >> DOWN) & own & self.border;
        }
        safe
    }

    /// The squares next to corners without an own disc.
    pub const fn risky(&self, own: u64) -> u64 {
        around(self.corners & !own) & self.all
    }

    /// The squares whose neighbours on the board are all taken.
    pub const fn enclosed(&self, taken: u64) -> u64 {
        self.all & !around(self.all & !taken)
    }
}
