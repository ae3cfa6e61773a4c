//! Perfect play: any of the moves that keep the value of the position, or only the moves that make a decided
//! game short or long.
//!
//! The whole game is solved once for all players that share it. A perfect player chooses uniformly from
//! its candidates, all of which keep the value of the position. If perfect play draws, every move that
//! keeps the draw is a candidate. The paces differ only in decided games:
//!
//! | | winning | losing |
//! |---|---|---|
//! | [`PerfectPace::Any`] | every move that keeps the win | every move |
//! | [`PerfectPace::Quickest`] | the fastest wins, if the loser delays | the longest defences, if the winner hurries |
//! | [`PerfectPace::Prolong`] | the moves after which it can make the game last longest and still win, if the loser hurries | as quickest |
//!
//! So the player can count on each of these lengths against every opponent. Lengths count the moves
//! of both sides.

use std::sync::Arc;

use super::distribution::Player;
use crate::error::Result;
use crate::game::{Game, Move, Verdict};
use crate::graph::{Budget, Merging, Node, Solved, for_play, offered};

/// What a perfect player prefers, among moves that keep the value, when the game is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PerfectPace {
    /// No preference, like a plain minimax that ignores distance.
    #[default]
    Any,
    /// To win early, and to lose late.
    Quickest,
    /// To win late, and to lose late.
    Prolong,
}

impl PerfectPace {
    /// All paces.
    pub const ALL: [Self; 3] = [Self::Any, Self::Quickest, Self::Prolong];

    /// The name of the player with this pace.
    pub const fn player(self) -> &'static str {
        match self {
            Self::Any => "perfect",
            Self::Quickest => "perfect:quickest",
            Self::Prolong => "perfect:prolong",
        }
    }
}

/// What the positions are needed for.
const PURPOSE: &str = "perfect play";

/// A perfect player: plays each of its candidates, which all keep the value, with the same chance.
#[derive(Clone, Debug)]
pub struct Perfect<G: Game> {
    solved: Arc<Solved<G>>,
    pace: PerfectPace,
}

impl<G: Game> Perfect<G> {
    /// Solves the game for a player of any move that keeps the value.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) if the game has more than
    /// [`Budget::EXACT`] positions.
    pub fn new(game: G) -> Result<Self> {
        let solved = Solved::new(game, Merging::Full, Budget::EXACT, PURPOSE)?;
        Ok(Self::on(Arc::new(solved), PerfectPace::Any))
    }

    /// The same at another pace.
    #[must_use]
    pub fn at_pace(self, pace: PerfectPace) -> Self {
        Self { pace, ..self }
    }

    /// Makes a player of this pace from a solved game.
    #[must_use]
    pub const fn on(solved: Arc<Solved<G>>, pace: PerfectPace) -> Self {
        Self { solved, pace }
    }

    /// A player of this pace that uses the solved game that the process shares, if the game is small
    /// enough to be shared or is used anyway.
    ///
    /// # Errors
    ///
    /// As [`Perfect::new`].
    #[inline(never)]
    pub fn shared(game: &G, pace: PerfectPace) -> Result<Self> {
        let shared = match offered(game) {
            None => for_play(game, PURPOSE)?,
            small => small,
        };
        match shared {
            Some(solved) => Ok(Self::on(solved, pace)),
            None => Ok(Self::new(game.clone())?.at_pace(pace)),
        }
    }

    /// Weighs the moves of a position that play cannot reach: solves what follows from it, or, if that is too large, gives
    /// all moves the same weight.
    fn weigh_made_up(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        match Solved::starting_at(game, at, "perfect play") {
            Ok(solved) => Self::on(Arc::new(solved), self.pace).weigh(game, at, moves, weights),
            Err(_) => weights.fill(1),
        }
    }

    /// The rank of a move to this node for the side that moves: its value, then the preference of the
    /// pace for its length.
    fn rank(&self, to: Node, verdict: Verdict) -> (Verdict, i32) {
        let length = i32::from(self.solved.length(to));
        let preference = match (self.pace, verdict) {
            (PerfectPace::Any, _) | (_, Verdict::Draw) => 0,
            (PerfectPace::Quickest, Verdict::Win) => -length,
            (PerfectPace::Prolong, Verdict::Win) => i32::from(self.solved.drawn_out()[to.index()]),
            (PerfectPace::Quickest | PerfectPace::Prolong, Verdict::Loss) => length,
        };
        (verdict, preference)
    }
}

impl<G: Game> Player<G> for Perfect<G> {
    fn name(&self) -> String {
        self.pace.player().to_owned()
    }

    #[inline(never)]
    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        let side = game.side(at);
        let rank = |&m: &Move| {
            let to = self.solved.graph().find(&game.play(at, m))?;
            Some(self.rank(to, self.solved.outcome(to).verdict(side)))
        };
        let ranks: Option<Vec<_>> = moves.iter().map(rank).collect();
        let Some(ranks) = ranks else {
            return self.weigh_made_up(game, at, moves, weights);
        };
        let best = ranks.iter().max();
        for (rank, weight) in ranks.iter().zip(weights) {
            *weight = u64::from(Some(rank) == best);
        }
    }
}
