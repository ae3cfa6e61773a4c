//! The opponent of a single learner: always the same player, or different players over time.

use std::sync::Arc;

use crate::dice::Dice;
use crate::game::{Game, Move};
use crate::player::Player;

/// The opponent of a single learner.
#[derive(Clone)]
pub enum Opponent<G: Game> {
    /// Always the same player.
    Player(Arc<dyn Player<G>>),
    /// At each move one of two players; the second is chosen more and more often.
    Fading {
        /// The player of the first game.
        from: Arc<dyn Player<G>>,
        /// The player once `games` games have been played.
        to: Arc<dyn Player<G>>,
        /// The number of games over which the chance of `to` grows linearly from 0 to 1.
        games: u64,
    },
    /// One player after the other: each starts at the game with its number, counted from 0. Playing an
    /// empty script panics.
    Script(Vec<(u64, Arc<dyn Player<G>>)>),
}

/// The moves of a position and their weights. The vectors are reused from position to position.
#[derive(Debug, Default)]
pub(super) struct Offer {
    moves: Vec<Move>,
    weights: Vec<u64>,
}

impl Offer {
    /// Draws the move of a player; `None` if it resigns.
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

    /// Does the same as [`Opponent::choose`].
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
    /// Chooses the move in game number `game` of a run, counted from 0; `None` if the opponent resigns.
    ///
    /// The move takes one random draw. A fading opponent first takes another to decide which player moves,
    /// until only the second player is left.
    pub fn choose(&self, rules: &G, at: &G::Position, game: u64, dice: &mut Dice) -> Option<Move> {
        Offer::default().draw(self, (rules, at), game, dice)
    }

    /// Returns the player that moves in game number `game`.
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
                let part = begun.or(parts.first());
                &part.expect("a script has at least one player").1
            }
        };
        &**player
    }
}
