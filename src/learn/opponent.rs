//! Whom a single learner plays: one player all the time, or others as the games go by.

use std::sync::Arc;

use crate::dice::Dice;
use crate::game::{Game, Move};
use crate::player::Player;

/// Whom a single learner plays.
#[derive(Clone)]
pub enum Opponent<G: Game> {
    /// The same player all the time.
    Player(Arc<dyn Player<G>>),
    /// At each move one of two players, the second ever more often.
    Fading {
        /// Who moves in the first game.
        from: Arc<dyn Player<G>>,
        /// Who moves once `games` games have been played.
        to: Arc<dyn Player<G>>,
        /// Over how many games the chance of `to` grows evenly from 0 to 1.
        games: u64,
    },
    /// One player after the other: each from the game of this number on, counted from 0.
    Script(Vec<(u64, Arc<dyn Player<G>>)>),
}

impl<G: Game> Opponent<G> {
    /// The move that is played in game number `game` of a run, counted from 0, or `None` when the
    /// opponent resigns.
    ///
    /// It is drawn with one draw; a fading opponent takes one before it to decide who moves, until it
    /// has faded.
    pub fn choose(&self, rules: &G, at: &G::Position, game: u64, dice: &mut Dice) -> Option<Move> {
        let player = match self {
            Self::Player(player) => player,
            Self::Fading { to, games, .. } if game >= *games => to,
            Self::Fading { from, to, games } => {
                if dice.below(*games) < game {
                    to
                } else {
                    from
                }
            }
            Self::Script(parts) => {
                let begun = parts.iter().rfind(|(from, _)| *from <= game);
                &begun.or(parts.first())?.1
            }
        };
        let moves: Vec<Move> = rules.moves(at).collect();
        let mut weights = vec![0; moves.len()];
        player.weigh(rules, at, &moves, &mut weights);
        dice.draw(&weights).map(|i| moves[i])
    }
}
