//! The definition of a training: everything that determines a run, with defaults.

pub(super) mod opponent;
pub(super) mod spec;
pub(super) mod terms;

use std::ops::Deref;
use std::sync::Arc;

use super::learners::Learners;
use super::rule::Rule;
use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::games::lawful;
use crate::player::{Player, Random};
use opponent::Opponent;
use spec::TrainingSpec;
use terms::Terms;

/// The default number of games in a set, as in the rote-learning article.
pub const GAMES_PER_SET: u64 = 100;
/// The default seed: the year of Michie's machine.
pub const SEED: u64 = 1961;

/// Everything that determines a run: what is named and counted, whose fields are read as its own, and the game and
/// the players that are named there.
///
/// [`Training::new`] fills in the defaults, and the builder methods set a player together with its name. It
/// is checked when it begins.
#[derive(Clone)]
pub struct Training<G: Game> {
    /// The training by names and numbers.
    pub spec: TrainingSpec,
    /// The number of the run, which distinguishes runs that are otherwise equal.
    pub run: u64,
    /// The rules of the game.
    pub game: G,
    /// The opponent of a single learner; not used if both sides learn. A shared machine without one plays
    /// itself.
    pub opponent: Opponent<G>,
    /// The player that moves for the learners in every position that has no box and gets none; without one, any legal
    /// move is played there. Nothing is learnt from it. If it resigns, so does the learner.
    pub fallback: Option<Arc<dyn Player<G>>>,
}

/// What it names and counts.
impl<G: Game> Deref for Training<G> {
    type Target = TrainingSpec;

    #[inline]
    fn deref(&self) -> &TrainingSpec {
        &self.spec
    }
}

impl<G: Game> Training<G> {
    /// Creates a training with all defaults: the first side learns, against random play.
    #[must_use]
    pub fn new(game: G, rule: Rule) -> Self {
        let spec = TrainingSpec {
            games_per_set: GAMES_PER_SET,
            seed: SEED,
            ..TrainingSpec::new(game.name(), Learners::First, rule)
        };
        let training = Self {
            spec,
            run: 0,
            game,
            opponent: Opponent::Nobody,
            fallback: None,
        };
        training.against(Random)
    }

    /// Checks that it can be played: its game, if that is not one of this library's, up to 10,000 positions, and the
    /// numbers of games in a set and in a batch. Every run calls this before it begins.
    ///
    /// # Errors
    ///
    /// [`Error::Law`] with the law that the rules of the game break, and where; [`Error::Request`] for sets or batches
    /// without games, and for batches where one machine plays both sides.
    pub fn check(&self) -> Result<()> {
        if self.games_per_set == 0 {
            let reason = "`games_per_set` 0: must be at least 1";
            return Err(Error::fields(&["games_per_set"], reason));
        }
        self.terms.check(self.learners)?;
        lawful(&self.game)
    }

    /// The same with the rule for its learners.
    pub(super) fn agreed(mut self) -> Self {
        self.spec.rule = self.spec.rule.for_learners(self.spec.learners);
        self
    }

    /// The side whose table makes the moves of `side` in the game with this number, counted from 0; `None` if
    /// the opponent makes them.
    pub(super) fn mover(&self, side: Side, game: u64) -> Option<Side> {
        if self.learners == Learners::Shared && !matches!(self.opponent, Opponent::Nobody) {
            let is_own = game % 2 == side.index() as u64;
            return is_own.then_some(Side::First);
        }
        self.learners.table_of(side)
    }

    /// Whether a shared machine is the second side in this game, against an opponent. Its wins count as wins of the
    /// first side nevertheless.
    pub(super) fn is_turned(&self, game: u64) -> bool {
        self.learners == Learners::Shared && self.mover(Side::First, game).is_none()
    }

    /// Sets the sides that learn. Two learners play each other; a single one that had no opponent gets random play.
    #[must_use]
    pub fn learners(mut self, learners: Learners) -> Self {
        self.spec.learners = learners;
        match (learners, &self.opponent) {
            (Learners::Both, _) => self.opponent("", Opponent::Nobody),
            (Learners::First | Learners::Second, Opponent::Nobody) => self.against(Random),
            _ => self,
        }
    }

    /// Sets the opponent to a player.
    #[must_use]
    pub fn against(self, player: impl Player<G> + 'static) -> Self {
        let name = player.name();
        self.opponent(name, Opponent::Player(Arc::new(player)))
    }

    /// Sets the opponent and its name.
    #[must_use]
    pub fn opponent(mut self, name: impl Into<String>, opponent: Opponent<G>) -> Self {
        self.spec.opponent = name.into();
        self.opponent = opponent;
        self
    }

    /// Sets the player that moves in positions without a box.
    #[must_use]
    pub fn fallback(mut self, player: Arc<dyn Player<G>>) -> Self {
        self.spec.fallback = player.name();
        self.fallback = Some(player);
        self
    }

    /// Sets the number of games in a set.
    #[must_use]
    pub fn games_per_set(mut self, games: u64) -> Self {
        self.spec.games_per_set = games;
        self
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.spec.seed = seed;
        self
    }

    /// Sets the number of the run.
    #[must_use]
    pub fn numbered(mut self, run: u64) -> Self {
        self.run = run;
        self
    }

    /// Sets the size of a batch and the limits of memory.
    #[must_use]
    pub fn terms(mut self, terms: Terms) -> Self {
        self.spec.terms = terms;
        self
    }
}
