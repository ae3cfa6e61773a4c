//! The definition of a training: everything that determines a run, with defaults.

pub(super) mod opponent;
pub(super) mod spec;
pub(super) mod terms;

use std::sync::Arc;

use super::learners::Learners;
use super::rule::Rule;
use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::games::lawful;
use crate::player::{Player, Random};
use opponent::Opponent;

/// The default number of games in a set, as in the rote-learning article.
pub const GAMES_PER_SET: u64 = 100;
/// The default seed: the year of Michie's machine.
pub const SEED: u64 = 1961;

/// Everything that determines a run.
///
/// [`Training::new`] fills in the defaults. Each field can be set directly, most also by a builder method. What it says
/// is checked when it begins.
#[derive(Clone)]
pub struct Training<G: Game> {
    /// The rules of the game.
    pub game: G,
    /// The rule that changes beads.
    pub rule: Rule,
    /// The sides that learn.
    pub learners: Learners,
    /// The opponent of a single learner; not used if both sides learn. A shared machine without one plays
    /// itself.
    pub opponent: Opponent<G>,
    /// The number of games in a set, at least 1.
    pub games_per_set: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of the run, which distinguishes runs that are otherwise equal.
    pub run: u64,
}

impl<G: Game> Training<G> {
    /// Creates a training with all defaults: the first side learns, against random play.
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

    /// Checks that it can be played: its game, if that is not one of this library's, up to 10,000 positions, and the
    /// number of games in a set. Every run calls this before it begins.
    ///
    /// # Errors
    ///
    /// [`Error::Law`] with the law that the rules of the game break, and where; [`Error::Request`] for sets without
    /// games.
    pub fn check(&self) -> Result<()> {
        if self.games_per_set == 0 {
            let reason = "`games_per_set` 0: must be at least 1";
            return Err(Error::fields(&["games_per_set"], reason));
        }
        lawful(&self.game)
    }

    /// The same with the rule for its learners.
    pub(super) fn agreed(mut self) -> Self {
        self.rule = self.rule.for_learners(self.learners);
        self
    }

    /// The side whose table makes the moves of `side` in the game with this number, counted from 0; `None` if
    /// the opponent makes them.
    pub(super) fn mover(&self, side: Side, game: u64) -> Option<Side> {
        if self.learners == Learners::Shared && !matches!(self.opponent, Opponent::Nobody) {
            let seat = Side::BOTH[usize::from(!game.is_multiple_of(2))];
            return (side == seat).then_some(Side::First);
        }
        self.learners.table_of(side)
    }

    /// Whether a shared machine is the second side in this game, against an opponent. Its wins count as those of
    /// the first side nevertheless.
    pub(super) fn is_turned(&self, game: u64) -> bool {
        self.learners == Learners::Shared && self.mover(Side::First, game).is_none()
    }

    /// Sets the sides that learn.
    #[must_use]
    pub const fn learners(mut self, learners: Learners) -> Self {
        self.learners = learners;
        self
    }

    /// Sets the opponent to a player.
    #[must_use]
    pub fn against(mut self, player: impl Player<G> + 'static) -> Self {
        self.opponent = Opponent::Player(Arc::new(player));
        self
    }

    /// Sets the number of games in a set.
    #[must_use]
    pub const fn games_per_set(mut self, games: u64) -> Self {
        self.games_per_set = games;
        self
    }

    /// Sets the seed.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}
