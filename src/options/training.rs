//! The options of a training in `train`, `study` and `sweep`.

use std::path::Path;

use clap::{Arg, ArgAction};
use matchboxes::games::{self, AnyGame, Result};
use matchboxes::learn::{Examined, Learners};
use matchboxes::roster;
use matchboxes::session::Request;

use crate::options::number::{GAMES, MANY, count, whole};

/// What a training is. Where trainings are compared, the game, the learner, the opponent and the rule can be repeated;
/// [`once`] is for the other commands.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainingOptions {
    /// The game, such as nim:3,4,5 (`menace list games` shows all)
    #[arg(long, short, value_name = "GAME")]
    game: Vec<String>,

    /// The side that learns: first, second, both, or shared: in nim, one machine for both sides
    #[arg(long, short, value_name = "SIDE")]
    pub(crate) learner: Vec<Learners>,

    /// The opponent of a single learner
    #[arg(long, value_name = "PLAYER")]
    opponent: Vec<String>,

    /// The rule for the beads, a name (`menace list rules`) or a TOML file
    #[arg(long, short, value_name = "RULE")]
    rule: Vec<String>,

    /// How many sets of games to play
    #[arg(long, value_name = "N", value_parser = count::<MANY>)]
    sets: Option<u64>,

    /// How many games to play, rounded up to whole sets, instead of --sets
    #[arg(long, value_name = "N", value_parser = count::<GAMES>, conflicts_with = "sets")]
    games: Option<u64>,

    /// How many games are in a set
    #[arg(long, value_name = "N", value_parser = count::<MANY>)]
    games_per_set: Option<u64>,

    /// The seed of all random numbers [default: 1961]
    #[arg(long, short, value_name = "S", value_parser = whole)]
    seed: Option<u64>,

    /// Let this player choose the move in every position without a box. Nothing is learnt from its moves
    /// [default: random]
    #[arg(long, value_name = "PLAYER")]
    fallback: Option<String>,

    /// Compute exact chances: after every set, or with =end at the end of each run, against random, perfect and best play
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "sets")]
    exact: Option<Examined>,
}

/// An option of a command that takes these of [`TrainingOptions`] once.
pub(crate) fn once(option: Arg, names: &[&str]) -> Arg {
    if names.contains(&option.get_id().as_str()) {
        option.action(ArgAction::Set)
    } else {
        option
    }
}

impl TrainingOptions {
    /// The request of a command that takes one game and one learner.
    pub(crate) fn request(&self) -> Result<Request> {
        Ok(Request {
            game: self.games()?.into_iter().next(),
            learner: self.learner.first().copied(),
            ..self.several()?
        })
    }

    /// The request without its game and learner.
    pub(crate) fn several(&self) -> Result<Request> {
        let rules = self.rule.iter().map(|name| roster::rule(name));
        let opponents = self.opponent.iter().map(|name| name.parse());
        let fallback = self.fallback.as_deref();
        Ok(Request {
            rules: rules.collect::<Result<_>>()?,
            opponents: opponents.collect::<Result<_>>()?,
            sets: self.sets,
            games: self.games,
            games_per_set: self.games_per_set,
            seed: self.seed,
            exact: self.exact.unwrap_or_default(),
            fallback: fallback.map(str::parse).transpose()?,
            ..Request::default()
        })
    }

    pub(crate) fn rules(&self) -> impl Iterator<Item = &Path> {
        self.rule.iter().map(Path::new)
    }

    pub(crate) fn games(&self) -> Result<Vec<AnyGame>> {
        self.game.iter().map(|name| games::parse(name)).collect()
    }
}
