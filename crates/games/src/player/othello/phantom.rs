//! The players M3-D2 and M3-D4 as the program of the article of 2015 played them, with its memory error.
//!
//! The program numbers black 1 and white 2 and counts in arrays of two. So white's count of squares next to a corner lands
//! in the number of rows of the searched board: with each such square the board grows by a row, and its two lower corners
//! are corners no longer. The rows below the eighth are *phantom*: no disc is placed there, and no line of discs goes through
//! them, except that [`Phantom::fitted`] reads one of their squares as empty.

use crate::game::{Game, Move, Side};
use crate::games::Othello;
use crate::games::othello::Position;
use crate::player::Player;

/// The rows and columns of the board.
const SIZE: i8 = 8;
/// The squares of the board, and of one row below it.
const SQUARES: usize = 72;
/// Square e9, below the board, which [`Phantom::fitted`] reads as empty in a board that has grown.
const FITTED: usize = 68;

const STEPS: [(i8, i8); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// Minimax with the counts of the program of 2015, two or four plies deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Phantom {
    depth: u8,
    is_fitted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PhantomSquare {
    Empty,
    Disc(Side),
    Phantom,
}

/// A node of the search: its board, the rows that it is believed to have, and what was placed on the way to it.
#[derive(Clone, Copy)]
struct PhantomNode {
    squares: [PhantomSquare; SQUARES],
    rows: u8,
    /// The corners that each side took.
    corners: [i32; 2],
    /// The squares next to a corner that the first side took; the second side's are the rows beyond eight.
    near: i32,
}

impl Phantom {
    pub(super) const NAMED: [(&'static str, Self); 4] = [
        ("m3-d2-2015", Self::new(2, false)),
        ("m3-d4-2015", Self::new(4, false)),
        ("m3-d2-2015:e9", Self::new(2, true)),
        ("m3-d4-2015:e9", Self::new(4, true)),
    ];

    const fn new(depth: u8, is_fitted: bool) -> Self {
        Self { depth, is_fitted }
    }

    /// The best square of the side to move; the first of equals, row by row.
    fn best(self, at: &Position, side: Side) -> Option<usize> {
        let root = PhantomNode::new(at);
        let mut best = None;
        let mut low = i32::MIN;
        for square in root.open(side) {
            let value = self.child(&root, square, side, side, 1, [low, i32::MAX]);
            if best.is_none() || value > low {
                (best, low) = (Some(square), value);
            }
        }
        best
    }

    /// The value, for the root's side, of the position after a placement. Before the last ply a pass costs no ply.
    fn child(
        self,
        node: &PhantomNode,
        square: usize,
        side: Side,
        root: Side,
        ply: u8,
        window: [i32; 2],
    ) -> i32 {
        let next = node.after(square, side, self.is_fitted);
        if ply == self.depth {
            return next.value(root);
        }
        let mut movers = [side.other(), side].into_iter();
        match movers.find(|&mover| next.open(mover).next().is_some()) {
            Some(mover) => self.search(&next, mover, root, ply, window),
            None => next.value(root),
        }
    }

    fn search(
        self,
        node: &PhantomNode,
        side: Side,
        root: Side,
        ply: u8,
        [mut low, mut high]: [i32; 2],
    ) -> i32 {
        let is_own = side == root;
        let mut value = if is_own { i32::MIN } else { i32::MAX };
        for square in node.open(side) {
            let found = self.child(node, square, side, root, ply + 1, [low, high]);
            if is_own {
                value = value.max(found);
                low = low.max(found);
            } else {
                value = value.min(found);
                high = high.min(found);
            }
            if low >= high {
                break;
            }
        }
        value
    }
}

impl PhantomNode {
    fn new(at: &Position) -> Self {
        let square = |bit: usize| match bit {
            64.. => PhantomSquare::Phantom,
            _ if at.discs(Side::First) >> bit & 1 == 1 => PhantomSquare::Disc(Side::First),
            _ if at.discs(Side::Second) >> bit & 1 == 1 => PhantomSquare::Disc(Side::Second),
            _ => PhantomSquare::Empty,
        };
        Self {
            squares: std::array::from_fn(square),
            rows: 8,
            corners: [0; 2],
            near: 0,
        }
    }

    /// The squares that a side may take, row by row.
    fn open(&self, side: Side) -> impl Iterator<Item = usize> {
        (0..SQUARES).filter(move |&square| {
            let turns = |&step: &_| self.turned(square, side, step) > 0;
            self.squares[square] == PhantomSquare::Empty && STEPS.iter().any(turns)
        })
    }

    /// How many discs a disc of this side turns in a direction.
    fn turned(&self, from: usize, side: Side, step: (i8, i8)) -> usize {
        let enemies = line(from, step)
            .take_while(|&square| self.squares[square] == PhantomSquare::Disc(side.other()))
            .count();
        let end = line(from, step).nth(enemies);
        match end.map(|square| self.squares[square]) {
            Some(PhantomSquare::Disc(own)) if own == side => enemies,
            _ => 0,
        }
    }

    /// The node after a placement. The program copies the board, so the square below it is empty again.
    fn after(&self, square: usize, side: Side, is_fitted: bool) -> Self {
        let mut next = *self;
        let (row, column) = (square / 8, square % 8);
        let last = usize::from(self.rows) - 1;
        if [0, last].contains(&row) && [0, 7].contains(&column) {
            next.corners[side.index()] += 1;
        } else if (row <= 1 || row + 1 >= last) && (column <= 1 || column >= 6) {
            match side {
                Side::First => next.near += 1,
                Side::Second => next.rows += 1,
            }
        }
        if is_fitted && next.rows > 8 {
            next.squares[FITTED] = PhantomSquare::Empty;
        }
        for step in STEPS {
            let count = next.turned(square, side, step);
            for turned in line(square, step).take(count) {
                next.squares[turned] = PhantomSquare::Disc(side);
            }
        }
        next.squares[square] = PhantomSquare::Disc(side);
        next
    }

    /// More corners than the opponent, more corners, fewer squares next to a corner, more of them left to the opponent.
    fn value(&self, root: Side) -> i32 {
        let near = [self.near, i32::from(self.rows) - 8];
        let [own, other] = [root.index(), root.other().index()];
        (self.corners[own] - self.corners[other]) * (1 << 18)
            + self.corners[own] * (1 << 12)
            + (near[other] - near[own]) * (1 << 6)
            + near[other]
    }
}

/// The squares in a direction from a square, as far as there are some.
fn line(from: usize, (down, right): (i8, i8)) -> impl Iterator<Item = usize> {
    let place = |from: usize| i8::try_from(from).unwrap_or(0);
    let (mut row, mut column) = (place(from / 8), place(from % 8));
    std::iter::from_fn(move || {
        row += down;
        column += right;
        let is_on = (0..=SIZE).contains(&row) && (0..SIZE).contains(&column);
        is_on.then(|| usize::from(row.unsigned_abs()) * 8 + usize::from(column.unsigned_abs()))
    })
}

impl Player<Othello> for Phantom {
    fn name(&self) -> String {
        let mut all = Self::NAMED.into_iter();
        let own = all.find(|(_, player)| player == self);
        own.map_or_else(String::new, |(name, _)| name.to_owned())
    }

    fn weigh(&self, game: &Othello, at: &Position, moves: &[Move], weights: &mut [u64]) {
        let best = self.best(at, game.side(at));
        let m = |square: usize| u32::try_from(square).map(|bit| game.placing(bit)).ok();
        let chosen = match best.and_then(m) {
            Some(best) => moves.iter().position(|&m| m == best),
            None => Some(0),
        };
        if let Some(chosen) = chosen {
            weights[chosen] = 1;
        }
    }
}
