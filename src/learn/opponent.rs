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
    /// One player after the other: each from the game of this number on, counted from 0. A script
    /// of nobody cannot be played, and panics.
    Script(Vec<(u64, Arc<dyn Player<G>>)>),
}

/// The moves of a position and their weights, in vectors that serve one position after the other.
#[derive(Debug, Default)]
pub(super) struct Offer {
    moves: Vec<Move>,
    weights: Vec<u64>,
}

impl Offer {
    /// Draws the move of a player, `None` when it resigns.
    pub(super) fn play<G: Game>(
        &mut self,
        player: &dyn Player<G>,
        (rules, at): (&G, &G::Position),
        dice: &mut Dice,
    ) -> Option<Move> {
        self.moves.clear();
        rules.moves(at).for_each(|m| self.moves.push(m));
        if player.is_even() {
            return Some(self.moves[dice.index(self.moves.len())]);
        }
        self.weights.clear();
        self.weights.resize(self.moves.len(), 0);
        player.weigh(rules, at, &self.moves, &mut self.weights);
        dice.draw(&self.weights).map(|i| self.moves[i])
    }

    /// What [`Opponent::choose`] does.
    pub(super) fn draw<G: Game>(
        &mut self,
        opponent: &Opponent<G>,
        (rules, at): (&G, &G::Position),
        game: u64,
        dice: &mut Dice,
    ) -> Option<Move> {
        let player = opponent.mover(game, dice);
        self.play(player, (rules, at), dice)
    }
}

impl<G: Game> Opponent<G> {
    /// The move that is played in game number `game` of a run, counted from 0, or `None` when the
    /// opponent resigns.
    ///
    /// It is drawn with one draw; a fading opponent takes one before it to decide who moves, until it
    /// has faded.
    pub fn choose(&self, rules: &G, at: &G::Position, game: u64, dice: &mut Dice) -> Option<Move> {
        Offer::default().draw(self, (rules, at), game, dice)
    }

    /// Who moves in game number `game`.
    fn mover(&self, game: u64, dice: &mut Dice) -> &dyn Player<G> {
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
                &begun.or(parts.first()).expect("a script of somebody").1
            }
        };
        &**player
    }
}
