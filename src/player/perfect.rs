//! Perfect play: moves that keep the value of the position, and of these any, or those that make
//! a decided game short or long.
//!
//! The whole game is solved once, for all players that share it. Whatever its pace, a perfect player is
//! uniform over its candidates, which keep the value of the position: a win stays won and a draw
//! drawn. Where perfect play draws, every move that keeps the draw is a candidate; a decided game
//! is where the paces differ:
//!
//! | | winning | losing |
//! |---|---|---|
//! | [`Pace::Any`] | every move that keeps the win | every move |
//! | [`Pace::Quickest`] | those after which it wins soonest, the loser delaying | those that hold out longest, the winner hurrying |
//! | [`Pace::Prolong`] | those after which it can make the game last longest and still win, the loser hurrying to lose | as quickest |
//!
//! So each length is one the player can count on, whatever its opponent does. Lengths are counted
//! in moves of both sides.

use std::sync::Arc;

use super::distribution::Player;
use crate::error::Result;
use crate::game::{Game, Move, Verdict};
use crate::graph::{Budget, Merging, Node, Solved, offered};

/// What a perfect player wants besides the value of the position, once the game is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Nothing: what an unhurried minimax plays.
    #[default]
    Any,
    /// To win soon, and to lose late.
    Quickest,
    /// To win late, and to lose late.
    Prolong,
}

impl Pace {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Any, Self::Quickest, Self::Prolong];

    /// The name of the player that plays so.
    #[must_use]
    pub const fn player(self) -> &'static str {
        match self {
            Self::Any => "perfect",
            Self::Quickest => "perfect:quickest",
            Self::Prolong => "perfect:prolong",
        }
    }
}

/// Plays its candidates, moves that all keep the game's value, with the same chance.
#[derive(Clone, Debug)]
pub struct Perfect<G: Game> {
    solved: Arc<Solved<G>>,
    pace: Pace,
}

impl<G: Game> Perfect<G> {
    /// Solves the game, to play any move that keeps the value.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) when the game has more than
    /// [`Budget::EXACT`] positions.
    pub fn new(game: G) -> Result<Self> {
        Self::at_pace(game, Pace::Any)
    }

    /// Solves the game, to play at this pace.
    ///
    /// # Errors
    ///
    /// As [`Perfect::new`].
    pub fn at_pace(game: G, pace: Pace) -> Result<Self> {
        let solved = Solved::new(game, Merging::Full, Budget::EXACT, "perfect play")?;
        Ok(Self::on(Arc::new(solved), pace))
    }

    /// Plays a solved game at this pace.
    #[must_use]
    pub const fn on(solved: Arc<Solved<G>>, pace: Pace) -> Self {
        Self { solved, pace }
    }

    /// As [`Perfect::at_pace`], on the solved game that the process shares where it is small.
    ///
    /// # Errors
    ///
    /// As [`Perfect::new`].
    pub fn shared(game: &G, pace: Pace) -> Result<Self> {
        match offered(game) {
            Some(solved) => Ok(Self::on(solved, pace)),
            None => Self::at_pace(game.clone(), pace),
        }
    }

    /// How a move that leads there ranks for the side that makes it: its value, then its length as
    /// far as the pace minds it.
    fn rank(&self, to: Node, verdict: Verdict) -> (Verdict, i32) {
        let length = i32::from(self.solved.solution().length(to));
        let preference = match (self.pace, verdict) {
            (Pace::Any, _) | (_, Verdict::Draw) => 0,
            (Pace::Quickest, Verdict::Win) => -length,
            (Pace::Prolong, Verdict::Win) => i32::from(self.solved.drawn_out()[to.index()]),
            (Pace::Quickest | Pace::Prolong, Verdict::Loss) => length,
        };
        (verdict, preference)
    }
}

impl<G: Game> Player<G> for Perfect<G> {
    fn name(&self) -> String {
        self.pace.player().to_owned()
    }

    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        let side = game.side(at);
        let rank = |&m: &Move| {
            let to = self.solved.graph().find(&game.play(at, m));
            let to = to.expect("a complete graph knows every position of its game");
            self.rank(to, self.solved.solution().outcome(to).verdict(side))
        };
        let ranks: Vec<_> = moves.iter().map(rank).collect();
        let best = ranks.iter().max();
        for (rank, weight) in ranks.iter().zip(weights) {
            *weight = u64::from(Some(rank) == best);
        }
    }
}
