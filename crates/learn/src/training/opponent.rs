//! The opponent of a single learner: always the same player, or different players over time.

use std::sync::Arc;

use super::super::choice::Choice;
use crate::dice::Dice;
use crate::game::{Game, Move};
use crate::player::Player;

/// The opponent of a single learner.
#[derive(Clone)]
#[repr(u8)] // an explicit tag is the fastest to test, and the engine tests it at every move
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
    /// No opponent: two learners play each other, or one machine for both sides plays itself.
    Nobody,
}

/// Draws the moves of players. The vectors are reused from position to position.
#[derive(Debug, Default)]
pub(crate) struct Sampler {
    moves: Vec<Move>,
    weights: Vec<u64>,
}

impl Sampler {
    /// Chooses a move by the weights of a player, or resigns if all are 0. A move takes one random draw.
    pub(crate) fn choose<G: Game>(
        &mut self,
        player: &dyn Player<G>,
        game: &G,
        at: &G::Position,
        dice: &mut Dice,
    ) -> Choice {
        self.moves.clear();
        game.moves(at).for_each(|m| self.moves.push(m));
        if player.is_even() {
            return Choice::Move(self.moves[dice.index(self.moves.len())]);
        }
        self.weights.clear();
        self.weights.resize(self.moves.len(), 0);
        player.weigh(game, at, &self.moves, &mut self.weights);
        let drawn = dice.draw(&self.weights);
        drawn.map_or(Choice::Resign, |i| Choice::Move(self.moves[i]))
    }
}

impl<G: Game> Opponent<G> {
    /// The player that moves in game number `game` of a run, counted from 0. A fading opponent takes a random
    /// draw to decide this, until only the second player is left.
    pub(crate) fn mover(&self, game: u64, dice: &mut Dice) -> &dyn Player<G> {
        let index = self.index(game, dice);
        match self {
            Self::Player(player) => &**player,
            Self::Fading { from, to, .. } => &**[from, to][index],
            Self::Script(parts) => &*parts[index].1,
            Self::Nobody => panic!("there is no opponent"),
        }
    }

    /// The index of the mover among [`Opponent::players`].
    #[inline]
    pub(crate) fn index(&self, game: u64, dice: &mut Dice) -> usize {
        match self {
            Self::Player(_) | Self::Nobody => 0,
            Self::Fading { games, .. } => usize::from(game >= *games || dice.below(*games) < game),
            Self::Script(parts) => {
                let begun = parts.iter().rposition(|&(from, _)| from <= game);
                begun.unwrap_or(0)
            }
        }
    }

    pub(crate) fn players(&self) -> Vec<Arc<dyn Player<G>>> {
        match self {
            Self::Player(player) => vec![player.clone()],
            Self::Fading { from, to, .. } => vec![from.clone(), to.clone()],
            Self::Script(parts) => {
                assert!(!parts.is_empty(), "a script has at least one player");
                parts.iter().map(|(_, player)| player.clone()).collect()
            }
            Self::Nobody => Vec::new(),
        }
    }
}
