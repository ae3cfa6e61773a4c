//! What a training is asked to be: everything a run is a function of, with its defaults.

use std::sync::Arc;

use super::learners::Learners;
use super::opponent::Opponent;
use super::rule::Rule;
use crate::game::Game;
use crate::player::{Player, Random};

/// How many games make a set unless told otherwise, as in the rote-learning article.
pub const GAMES_PER_SET: u64 = 100;
/// The seed of everything random unless told otherwise: the year of Michie's machine.
pub const SEED: u64 = 1961;

/// Everything a run is a function of.
///
/// [`Training::new`] fills in the defaults; each can be changed in its field, and most by a method
/// that takes a training and gives one.
#[derive(Clone)]
pub struct Training<G: Game> {
    /// The rules of the game.
    pub game: G,
    /// How beads move.
    pub rule: Rule,
    /// Who learns.
    pub learners: Learners,
    /// Whom a single learner plays; not used when both learn.
    pub opponent: Opponent<G>,
    /// How many games make a set, at least 1.
    pub games_per_set: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// Tells runs apart that are equal in everything else.
    pub run: u64,
}

impl<G: Game> Training<G> {
    /// A training with all defaults: the first side learns, against random play.
    #[must_use]
    pub fn new(game: G, rule: Rule) -> Self {
        Self {
            game,
            rule,
            learners: Learners::First,
            opponent: Opponent::Player(Arc::new(Random)),
            games_per_set: GAMES_PER_SET,
            seed: SEED,
            run: 0,
        }
    }

    /// The same with other sides learning.
    #[must_use]
    pub const fn learners(mut self, learners: Learners) -> Self {
        self.learners = learners;
        self
    }

    /// The same against another player.
    #[must_use]
    pub fn against(mut self, player: impl Player<G> + 'static) -> Self {
        self.opponent = Opponent::Player(Arc::new(player));
        self
    }

    /// The same with sets of another size.
    #[must_use]
    pub const fn games_per_set(mut self, games: u64) -> Self {
        self.games_per_set = games;
        self
    }

    /// The same from another seed.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}
