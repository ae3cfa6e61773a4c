//! What is asked for, and what is meant by what is left open.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::learn::{GAMES_PER_SET, Learners, Rule};
use crate::player::tictactoe::script;
use crate::store;

/// The game of a request that names none.
pub const GAME: &str = "tic-tac-toe";
/// The rule of a request that names none.
pub const RULE: &str = "rote";
/// Whom a single learner plays when neither the request nor its rule names anybody.
pub const OPPONENT: &str = "random";
/// How many sets are played unless told otherwise.
pub const SETS: u64 = 100;
/// How many runs a study has unless told otherwise.
pub const RUNS: u64 = 100;
/// The knowledge base unless told otherwise: a folder within the current one.
pub const MODELS: &str = "models";

/// A training in words; `None` asks for what is usual.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The game's name; usually [`GAME`].
    pub game: Option<String>,
    /// Who learns; usually whom the rule is meant for, or the first side.
    pub learners: Option<Learners>,
    /// How beads move: the name of a rule or of a TOML file; usually [`RULE`].
    pub rule: Option<String>,
    /// Whom a single learner plays; usually whom the rule was described with, or [`OPPONENT`].
    pub opponent: Option<String>,
    /// How many sets are played; usually those that hold the games the rule is usually given, or [`SETS`].
    pub sets: Option<u64>,
    /// How many games are played, instead of `sets`: as many whole sets as hold them.
    pub games: Option<u64>,
    /// How many games make a set; usually [`GAMES_PER_SET`], and 10 by a rule that is usually given fewer
    /// games than [`SETS`] of these.
    pub games_per_set: Option<u64>,
    /// The seed of all randomness; usually [`SEED`](crate::learn::SEED).
    pub seed: Option<u64>,
    /// The number that tells runs apart that are equal in everything else; usually 0.
    pub run: Option<u64>,
    /// Whether to find out after every set what the tables are worth exactly.
    pub exact: bool,
    /// How many games are played against the tables as they stood before the first of them, on all
    /// cores; usually 1.
    pub batch: Option<u64>,
    /// The most boxes that each side makes; usually as many as it meets.
    pub most_boxes: Option<u64>,
    /// The most bytes that the tables take, as [`Terms::most_bytes`](crate::learn::Terms) has it;
    /// usually as many as there are.
    pub most_bytes: Option<u64>,
    /// Whom the learners ask in a position without a box; usually nobody, and any move is played.
    pub outside: Option<String>,
}

impl Request {
    /// How many sets of so many games are asked for, if any number is.
    pub(super) fn sets_of(&self, games_per_set: u64) -> Result<Option<u64>> {
        at_least_one("--sets", self.sets)?;
        at_least_one("--games", self.games)?;
        match (self.sets, self.games) {
            (Some(_), Some(_)) => Err(Error::Request(
                "--games and --sets both say how long to play; give one of them".to_owned(),
            )),
            (sets, None) => Ok(sets),
            (None, Some(games)) => Ok(Some(games.div_ceil(games_per_set.max(1)))),
        }
    }
}

/// Refuses 0 where there has to be 1 at least.
pub(super) fn at_least_one(what: &str, number: Option<u64>) -> Result<()> {
    if number == Some(0) {
        return Err(Error::Request(format!("{what} 0: take at least 1")));
    }
    Ok(())
}

/// Where a training keeps what it learns, and what becomes of what is there.
#[derive(Clone, Debug, Default)]
pub struct Keeping {
    /// The file of the model; usually [`default_model`].
    pub model: Option<PathBuf>,
    /// What a model that is there means.
    pub already: Already,
    /// The models whose tables the training begins with.
    pub from: Vec<PathBuf>,
    /// After how many sets the model is saved; without it, when the [`Watch`](super::Watch) says so.
    pub checkpoint_every: Option<u64>,
    /// After how many sets a numbered copy of the model is kept, if any is.
    pub keep_every: Option<u64>,
}

/// What it means for a training that its model is there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Already {
    /// It stays as it is: only a training that leaves the very same model may go on.
    #[default]
    Keep,
    /// It is replaced when the training is complete, which is kept beside it until then.
    Replace,
    /// It is gone on with: a stopped training is finished, a finished one goes on for more sets.
    Continue,
}

/// Where the model of this game is kept unless another file is named.
#[must_use]
pub fn default_model(game: &str, learners: Learners) -> PathBuf {
    store::default_path(Path::new(MODELS), game, learners)
}

/// The rule that is usual against this opponent: the same against all but the script of 1961.
pub(super) fn usual_rule(opponent: Option<&str>) -> &'static str {
    if opponent == Some(script::NAME) {
        script::RULE
    } else {
        RULE
    }
}

/// How long a training usually is: as long as any other, but against the script of 1961, which replays a
/// tournament, or by a rule that says how many games it is given. A set is no smaller than a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usual {
    pub(super) games_per_set: u64,
    /// How many games a training has; sets, of whatever size, are played until there are as many.
    games: Option<u64>,
}

impl Usual {
    pub(super) fn of(request: &Request, rule: &Rule) -> Self {
        let few = rule.games.filter(|&games| games < SETS * GAMES_PER_SET);
        let mut usual = if request.opponent.as_deref() == Some(script::NAME) {
            Self {
                games_per_set: 1,
                games: Some(script::GAMES),
            }
        } else {
            Self {
                games_per_set: few.map_or(GAMES_PER_SET, |games| games.min(10)),
                games: rule.games,
            }
        };
        if let (None, Some(batch)) = (request.games_per_set, request.batch)
            && batch > usual.games_per_set
        {
            usual.games.get_or_insert(SETS * usual.games_per_set);
            usual.games_per_set = batch;
        }
        usual
    }

    pub(super) fn sets(self, games_per_set: u64) -> u64 {
        self.games
            .map_or(SETS, |games| games.div_ceil(games_per_set))
    }
}
