//! Features of an Othello board for the players: corners, squares next to them, the border, and safe or
//! enclosed discs. Sets of squares are bits, as in
//! [`Position::discs`](crate::games::othello::Position::discs).

use crate::games::Othello;

/// The distance in bits from a square to the one below it.
const DOWN: u32 = 8;
/// The leftmost column.
const LEFT: u64 = 0x0101_0101_0101_0101;

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
    corner: [Corner; 4],
}

/// A corner with its neighbours and edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corner {
    square: u64,
    near: u64,
    /// Its two edges: the number of bits for each step, and whether a step shifts to higher bits.
    edges: [(u32, bool); 2],
}

impl Squares {
    /// Computes the squares of a game's board.
    #[must_use]
    pub fn of(game: &Othello) -> Self {
        let last = u32::from(game.size()) - 1;
        let row = (1 << (last + 1)) - 1;
        let rows = |from: u32, to: u32| (from..=to).fold(0, |set, r| set | row << (DOWN * r));
        let all: u64 = rows(0, last);
        let sides = (LEFT | LEFT << last) & all;
        let corner = [(0, 0), (0, last), (last, 0), (last, last)].map(|(r, c)| {
            let square = 1 << (DOWN * r + c);
            let edges = [(1, c == 0), (DOWN, r == 0)];
            let along = edges.map(|edge| step(square, edge));
            let near = along[0] | along[1] | step(along[0], edges[1]);
            Corner {
                square,
                near,
                edges,
            }
        });
        let [corners, near] = [|c: &Corner| c.square, |c: &Corner| c.near]
            .map(|set| corner.iter().fold(0, |all, c| all | set(c)));
        Self {
            all,
            corners,
            border: rows(0, 0) | rows(last, last) | sides,
            near,
            corner,
        }
    }

    /// The border discs that can never be turned: those in an unbroken line of own discs along an edge
    /// from a corner, including the corner.
    #[must_use]
    pub fn safe(&self, own: u64) -> u64 {
        let mut safe = own & self.corners;
        for corner in self.corner.iter().filter(|c| c.square & own != 0) {
            for edge in corner.edges {
                let mut disc = corner.square;
                while disc & own != 0 {
                    safe |= disc;
                    disc = step(disc, edge) & self.border;
                }
            }
        }
        safe
    }

    /// The squares next to corners without an own disc.
    #[must_use]
    pub fn risky(&self, own: u64) -> u64 {
        let open = self.corner.iter().filter(|c| c.square & own == 0);
        open.fold(0, |set, corner| set | corner.near)
    }

    /// The squares whose neighbours on the board are all taken.
    #[must_use]
    pub const fn enclosed(&self, taken: u64) -> u64 {
        let free = self.all & !taken;
        let sideways = (free & !(LEFT << 7)) << 1 | (free & !LEFT) >> 1;
        let three = free | sideways;
        self.all & !(sideways | three << DOWN | three >> DOWN)
    }
}

/// The square one step along an edge.
const fn step(square: u64, (bits, up): (u32, bool)) -> u64 {
    if up { square << bits } else { square >> bits }
}
