//! Requests for trainings, and the defaults of what they leave open.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use crate::games::{AnyGame, Error, Result};
use crate::learn::{Examined, GAMES_PER_SET, Learners, Rule, preset};
use crate::player::tictactoe::script;
use crate::roster::PlayerSpec;
use crate::store::{self, FileMark, Model};

/// The game of a request that names none.
pub const GAME: &str = "tic-tac-toe";
/// The rule of a request that names none.
pub const RULE: &str = "rote";
/// The opponent of a single learner when neither the request nor its rule names one.
pub const OPPONENT: &str = "random";
/// The default number of sets.
pub const SETS: u64 = 100;
/// The default number of runs of a study: so many that most intervals are narrow enough to tell something.
pub const RUNS: u64 = 300;
/// The default number of runs of each training of a sweep, on each of its seeds.
pub const SWEPT_RUNS: u64 = 100;
/// The default knowledge base: a folder within the current one.
pub const MODELS: &str = "models";

/// Whom a learner plays in training.
#[derive(Clone, Debug)]
pub enum Opposing {
    /// A player.
    Player(PlayerSpec),
    /// The other side, which learns too by the same rule. Only a study compares it with others.
    Itself,
}

impl Opposing {
    /// The name of learning against oneself.
    pub const ITSELF: &str = "self";

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Player(spec) => spec.name(),
            Self::Itself => Self::ITSELF,
        }
    }
}

impl From<PlayerSpec> for Opposing {
    fn from(spec: PlayerSpec) -> Self {
        Self::Player(spec)
    }
}

impl FromStr for Opposing {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            Self::ITSELF => Ok(Self::Itself),
            name => name.parse().map(Self::Player),
        }
    }
}

/// A request for a training, or for the trainings of a study; `None` asks for the default.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The game; by default the game of the model that is continued, or else [`GAME`].
    pub game: Option<AnyGame>,
    /// The learners; by default the rule's, or else the first side.
    pub learner: Option<Learners>,
    /// How beads move; by default [`RULE`]. A training has one rule, a study compares several.
    pub rules: Vec<Rule>,
    /// The opponent of a single learner; by default the rule's own opponent, or else [`OPPONENT`]. A training has one
    /// opponent, a study compares several.
    pub opponents: Vec<Opposing>,
    /// The number of runs of each training of a study; by default [`RUNS`].
    pub runs: Option<u64>,
    /// The number of sets; by default enough for the rule's usual number of games, or else [`SETS`].
    pub sets: Option<u64>,
    /// The number of games, instead of `sets`; it is rounded up to whole sets.
    pub games: Option<u64>,
    /// The number of games in a set; by default [`GAMES_PER_SET`], but 10 for a rule whose usual number of
    /// games is less than [`SETS`] such sets.
    pub games_per_set: Option<u64>,
    /// The seed of all random draws; by default [`SEED`](crate::learn::SEED).
    pub seed: Option<u64>,
    /// The number of last games of which few must be lost, in a study's figures of how soon
    /// ([`StudySetting::window`](crate::arena::StudySetting::window)).
    pub window: Option<u64>,
    /// The number of games of a point of a study's curves, in whole sets; by default one set, or as many as make at most
    /// a thousand points.
    pub curve_step: Option<u64>,
    /// The number that distinguishes runs that are equal in everything else; by default 0.
    pub run: Option<u64>,
    /// When to evaluate the tables exactly.
    pub exact: Examined,
    /// The number of games in a batch, which are played on all cores with the tables as they were before
    /// the first of them; by default 1.
    pub batch: Option<u64>,
    /// The most boxes that each side makes; by default there is no limit.
    pub max_boxes: Option<u64>,
    /// The most bytes that the tables take, as described at
    /// [`Terms::max_memory`](crate::learn::Terms); by default there is no limit.
    pub max_memory: Option<u64>,
    /// The player that the learners ask in a position without a box; by default there is none, and any
    /// move is played.
    pub fallback: Option<PlayerSpec>,
}

impl Request {
    /// The rule, if one is given.
    pub(super) fn rule(&self) -> Result<Option<&Rule>> {
        only(&["rule"], "rules", &self.rules)
    }

    /// The opponent, if one is given.
    pub(super) fn opponent(&self) -> Result<Option<&PlayerSpec>> {
        match only(&["opponent"], "opponents", &self.opponents)? {
            None => Ok(None),
            Some(Opposing::Player(spec)) => Ok(Some(spec)),
            Some(Opposing::Itself) => Err(Error::fields(
                &["opponent", "learner"],
                "`opponent` self is for a study that compares it with others; train both sides with `learner` both",
            )),
        }
    }

    /// The number of sets of this size that the request asks for, if it gives a number of sets or games.
    pub(super) fn sets_of(&self, games_per_set: u64) -> Result<Option<u64>> {
        at_least_one(&["sets"], self.sets)?;
        at_least_one(&["games"], self.games)?;
        at_least_one(&["games_per_set"], self.games_per_set)?;
        match (self.sets, self.games) {
            (Some(_), Some(_)) => Err(Error::fields(
                &["games", "sets"],
                "`games` and `sets` both say how long to play; give only one of them",
            )),
            (sets, None) => Ok(sets),
            (None, Some(games)) => Ok(Some(games.div_ceil(games_per_set.max(1)))),
        }
    }
}

/// The only one of what a training has once.
fn only<'a, T>(
    field: &'static [&'static str; 1],
    several: &str,
    given: &'a [T],
) -> Result<Option<&'a T>> {
    if given.len() > 1 {
        let reason = format!(
            "a training has one {}; a study compares {several}",
            field[0]
        );
        return Err(Error::fields(field, reason));
    }
    Ok(given.first())
}

/// Refuses 0 for the number in a field that must be at least 1.
pub(super) fn at_least_one(field: &'static [&'static str; 1], number: Option<u64>) -> Result<()> {
    if number == Some(0) {
        let reason = format!("`{}` 0: must be at least 1", field[0]);
        return Err(Error::fields(field, reason));
    }
    Ok(())
}

/// Where a training keeps its model, and what happens to an existing file.
#[derive(Clone, Debug, Default)]
pub struct Keeping {
    /// The file of the model; by default [`default_model`].
    pub model: Option<PathBuf>,
    /// Whether there is to be no file at all: the model is only returned.
    pub nowhere: bool,
    /// What to do with an existing model.
    pub already: Already,
    /// The models whose tables the training begins with.
    pub from: Vec<Source>,
    /// The model is saved whenever this number of sets has been played; without it, only when the
    /// [`Watch`](super::Watch) says so.
    pub checkpoint_every: Option<u64>,
    /// A numbered copy of the model is kept whenever this number of sets has been played.
    pub keep_every: Option<u64>,
}

/// A model whose tables a training begins with.
#[derive(Clone, Debug)]
pub enum Source {
    /// That in this file.
    File(PathBuf),
    /// A model in memory, with the name of the file that it would have.
    Model(String, Arc<Model>),
}

impl Source {
    /// Its name, as the history of a model has it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::File(path) => store::portable(&path.display().to_string()),
            Self::Model(name, _) => store::portable(name),
        }
    }

    /// Its name and what its file holds or would hold.
    pub(super) fn mark(&self) -> store::Result<FileMark> {
        let hash = match self {
            Self::File(path) => FileMark::read(path)?.hash,
            Self::Model(_, model) => model.hash(),
        };
        let path = self.name();
        Ok(FileMark { path, hash })
    }

    pub(super) fn read(&self) -> store::Result<Arc<Model>> {
        match self {
            Self::File(path) => store::read(path).map(Arc::new),
            Self::Model(_, model) => Ok(model.clone()),
        }
    }
}

impl Keeping {
    /// Keeps the model in this file, without copies.
    #[must_use]
    pub fn at(model: impl Into<PathBuf>, already: Already) -> Self {
        Self {
            model: Some(model.into()),
            already,
            ..Self::default()
        }
    }
}

/// What a training does with an existing model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Already {
    /// Keeps it: only a training that makes exactly the same model is allowed.
    #[default]
    Keep,
    /// Replaces it when the training is complete; until then, the training is kept next to it.
    Replace,
    /// Continues it: a stopped training is finished, a finished one is continued for more sets.
    Continue,
}

/// The default file of the model of this game.
pub fn default_model(game: &str, learners: Learners) -> PathBuf {
    store::default_path(Path::new(MODELS), game, learners)
}

/// The default rule against this opponent: the same for all but the script of 1961.
pub(super) fn usual_rule(opponent: Option<&PlayerSpec>) -> Result<Rule> {
    let is_script = opponent.is_some_and(PlayerSpec::is_script);
    preset(if is_script { script::RULE } else { RULE })
}

/// The default length of a training. It differs for the script of 1961, which replays a tournament, and
/// for a rule with a usual number of games. A set is no smaller than a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usual {
    pub(super) games_per_set: u64,
    /// The number of games of a training; sets of any size are played until it is reached.
    games: Option<u64>,
}

impl Usual {
    /// The lengths of most rules.
    pub(super) const MOST: Self = Self {
        games_per_set: GAMES_PER_SET,
        games: None,
    };

    pub(super) fn against(opponent: Option<&PlayerSpec>, rule: &Rule) -> Self {
        if opponent.is_some_and(PlayerSpec::is_script) {
            return Self {
                games_per_set: 1,
                games: Some(script::GAMES),
            };
        }
        let few = rule.games.filter(|&games| games < SETS * GAMES_PER_SET);
        Self {
            games_per_set: few.map_or(GAMES_PER_SET, |games| games.min(10)),
            games: rule.games,
        }
    }

    pub(super) fn for_request(request: &Request, rule: &Rule) -> Self {
        let only = match request.opponents.first() {
            Some(Opposing::Player(spec)) => Some(spec),
            _ => None,
        };
        Self::against(only, rule).for_batch(request)
    }

    pub(super) fn for_batch(mut self, request: &Request) -> Self {
        if let (None, Some(batch)) = (request.games_per_set, request.batch)
            && batch > self.games_per_set
        {
            self.games.get_or_insert(SETS * self.games_per_set);
            self.games_per_set = batch;
        }
        self
    }

    pub(super) fn sets(self, games_per_set: u64) -> u64 {
        self.games
            .map_or(SETS, |games| games.div_ceil(games_per_set))
    }
}
