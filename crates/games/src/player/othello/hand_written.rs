//! The four players that evaluate each move by the board after it, without searching further.
//!
//! Source: an article on making Othello players (in Japanese, 2015). Each takes its best move; among equals,
//! the first one, row by row from the top left.

use std::cmp::Reverse;

use crate::game::{Game, Move, Side};
use crate::games::Othello;
use crate::games::othello::Position;
use crate::games::othello::bits::Squares;
use crate::player::Player;

/// A player that looks one move ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OthelloPlayer {
    /// The first legal square.
    M1,
    /// The square that turns the most discs.
    M2,
    /// Corners first, squares next to a corner last; otherwise as M2.
    M3,
    /// Corners first, then safe border squares; last, squares next to a corner that is not its own. Among
    /// equals, the most discs of its own that are on the border or enclosed by others.
    M4,
}

/// The merit of a move: its class, where lower is better, and then a count of discs, where more is better.
type Merit = (Reverse<u8>, u32);

impl OthelloPlayer {
    /// In the order of the variants, by which a player finds its name.
    pub(super) const NAMED: [(&'static str, Self); 4] = [
        ("m1", Self::M1),
        ("m2", Self::M2),
        ("m3", Self::M3),
        ("m4", Self::M4),
    ];

    /// The best square, the first among equals; `None` if the side to move must pass.
    fn best(self, game: Othello, at: &Position) -> Option<Move> {
        let squares = Squares::new(game.size());
        let mut best: Option<(Merit, Move)> = None;
        for m in game.moves(at).filter(|_| at.open() != 0) {
            let merit = self.merit(&squares, game.side(at), [at, &game.play(at, m)]);
            if best.is_none_or(|(most, _)| merit > most) {
                best = Some((merit, m));
            }
        }
        best.map(|(_, m)| m)
    }

    fn merit(self, squares: &Squares, side: Side, [before, after]: [&Position; 2]) -> Merit {
        let (own, enemy) = (after.discs(side), after.discs(side.other()));
        let placed = (own | enemy) & !(before.discs(side) | before.discs(side.other()));
        match self {
            Self::M1 => (Reverse(0), 0),
            // Every move turns one disc less than its side gains, so the order is the same.
            Self::M2 => (Reverse(0), own.count_ones()),
            Self::M3 if placed & squares.corners != 0 => (Reverse(0), own.count_ones()),
            Self::M3 if placed & squares.near != 0 => (Reverse(2), own.count_ones()),
            Self::M3 => (Reverse(1), own.count_ones()),
            Self::M4 => {
                let class = if placed & squares.corners != 0 {
                    0
                } else if placed & squares.safe(own) != 0 {
                    1
                } else if placed & squares.risky(own) != 0 {
                    3
                } else {
                    2
                };
                let good = own & (squares.border | squares.enclosed(own | enemy));
                (Reverse(class), good.count_ones())
            }
        }
    }
}

impl Player<Othello> for OthelloPlayer {
    fn name(&self) -> String {
        Self::NAMED[*self as usize].0.to_owned()
    }

    fn weigh(&self, game: &Othello, at: &Position, moves: &[Move], weights: &mut [u64]) {
        let best = self.best(*game, at);
        let chosen = best.map_or(Some(0), |best| moves.iter().position(|&m| m == best));
        if let Some(chosen) = chosen {
            weights[chosen] = 1;
        }
    }
}
