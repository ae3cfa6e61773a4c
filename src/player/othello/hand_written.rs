//! The four players that judge every move by the board it leaves and look no further.
//!
//! Source: an article on making Othello players (in Japanese, 2015). Each takes the best move by its
//! own order, and the first of equals, row by row from the top left.

use std::cmp::Reverse;

use super::squares::Squares;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Side};
use crate::games::Othello;
use crate::games::othello::Position;
use crate::player::Player;

/// A player that judges one move ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandWritten {
    /// The first legal square.
    M1,
    /// The square that turns the most discs.
    M2,
    /// Corners first, squares next to a corner last; then as M2.
    M3,
    /// Corners, then safe discs of the border, and last squares next to a corner that is not one's
    /// own; then the most discs of the border or enclosed by others.
    M4,
}

/// What a player thinks of a move: the class it is in, the lower the better, and then a count of
/// discs, the more the better.
type Merit = (Reverse<u8>, u32);

impl HandWritten {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::M1, Self::M2, Self::M3, Self::M4];

    /// The name players are known by.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::M1 => "m1",
            Self::M2 => "m2",
            Self::M3 => "m3",
            Self::M4 => "m4",
        }
    }

    /// The player of this name.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] when it is none of the four.
    pub fn parse(name: &str) -> Result<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|player| player.word() == name)
            .ok_or_else(|| Error::unknown("player", name, Self::ALL.map(Self::word)))
    }

    /// The best square, the first of equals; `None` where the side to move has to pass.
    fn best(self, game: Othello, at: &Position) -> Option<Move> {
        let squares = Squares::of(&game);
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
            // All turn one disc less than they gain.
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

impl Player<Othello> for HandWritten {
    fn name(&self) -> String {
        self.word().to_owned()
    }

    fn weigh(&self, game: &Othello, at: &Position, moves: &[Move], weights: &mut [u64]) {
        let best = self.best(*game, at);
        let chosen = best.map_or(Some(0), |best| moves.iter().position(|&m| m == best));
        if let Some(chosen) = chosen {
            weights[chosen] = 1;
        }
    }
}
