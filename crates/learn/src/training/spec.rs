//! A training by names and numbers.

use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::learners::Learners;
use super::super::rule::Rule;
use super::terms::Terms;
use crate::error::{Error, Result};
use crate::player::tictactoe::script;

/// When the tables of a training are evaluated, and how. In files they are 0 to 3 in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Examined {
    /// Never.
    #[default]
    Never,
    /// Exactly after every set.
    EachSet,
    /// Exactly at the end of a run of a study.
    AtEnd,
    /// By sampled games at the end of a run of a study whose game is too large for exact results.
    Sampled,
}

impl Examined {
    /// Whether the end of a run is evaluated.
    pub fn has_end(self) -> bool {
        self != Self::Never
    }

    /// Whether what is evaluated is computed exactly.
    pub fn is_exact(self) -> bool {
        self.has_end() && self != Self::Sampled
    }

    /// Whether every set is evaluated.
    pub fn has_sets(self) -> bool {
        self == Self::EachSet
    }
}

/// In JSON it is a truth value where it can be, as in the documented layout of a model.
impl Serialize for Examined {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let is_truth = matches!(self, Self::Never | Self::EachSet);
        if serializer.is_human_readable() && is_truth {
            return serializer.serialize_bool(self.has_sets());
        }
        let names = ["Never", "EachSet", "AtEnd", "Sampled"];
        serializer.serialize_unit_variant("Examined", *self as u32, names[*self as usize])
    }
}

impl From<bool> for Examined {
    fn from(each_set: bool) -> Self {
        if each_set { Self::EachSet } else { Self::Never }
    }
}

impl FromStr for Examined {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "never" => Ok(Self::Never),
            "sets" => Ok(Self::EachSet),
            "end" => Ok(Self::AtEnd),
            _ => Err(Error::unknown("time", text, ["never", "sets", "end"])),
        }
    }
}

/// A training by names and numbers: all that its runs have in common. Its fields, in their order, are its bytes in
/// every file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainingSpec {
    /// The game's name.
    pub game: String,
    /// The sides that learn.
    pub learners: Learners,
    /// The rule by which beads move, in files as TOML, so that a rule with a new field needs no new version of them.
    #[serde(serialize_with = "write_rule", deserialize_with = "read_rule")]
    pub rule: Rule,
    /// The name of the opponent; empty when both sides learn, one machine plays itself, or it is unknown.
    pub opponent: String,
    /// The name of the player that moves for the learners in positions without a box; empty when any legal
    /// move is played there or it is unknown.
    pub fallback: String,
    /// The number of games in a set; 0 if nothing was played.
    pub games_per_set: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// When the tables are evaluated exactly.
    pub exact: Examined,
    /// The size of a batch and the limits of memory.
    pub terms: Terms,
}

fn write_rule<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rule.to_toml())
}

fn read_rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
    let rule = Rule::from_stored(&String::deserialize(deserializer)?);
    rule.map_err(|reason| D::Error::custom(format!("a rule in it cannot be read: {reason}")))
}

impl TrainingSpec {
    /// A training in which nothing is played: all other names are empty and all numbers are 0.
    pub fn new(game: impl Into<String>, learners: Learners, rule: Rule) -> Self {
        Self {
            game: game.into(),
            learners,
            rule,
            opponent: String::new(),
            fallback: String::new(),
            games_per_set: 0,
            seed: 0,
            exact: Examined::Never,
            terms: Terms::default(),
        }
    }

    /// Whether it is the same training, by a rule that may have another name or other defaults.
    pub fn plays_like(&self, other: &Self) -> bool {
        let rule = other.rule.clone();
        self.rule.plays_like(&rule)
            && Self {
                rule,
                ..self.clone()
            } == *other
    }

    /// Whether the games explore, and exact figures describe greedy play: the rule keeps values.
    pub const fn explores(&self) -> bool {
        self.rule.values().is_some()
    }

    /// Whether its games and the other's are of one kind: against the same opponent and in the same way of play.
    pub fn has_games_like(&self, other: &Self) -> bool {
        self.opponent == other.opponent && self.explores() == other.explores()
    }

    /// Whether the score of the learner is counted after each game, as in the tournament of 1961.
    pub fn has_score(&self) -> bool {
        self.opponent == script::NAME
    }

    /// The opponent; without one, that both sides play each other, or a shared machine itself.
    pub fn against(&self) -> String {
        match self.opponent.as_str() {
            "" if self.learners == Learners::Shared => "against itself".to_owned(),
            "" => "against each other".to_owned(),
            opponent => format!("against {opponent}"),
        }
    }

    /// The rule and the opponent.
    pub fn heading(&self) -> String {
        format!("{} {}", self.rule.name, self.against())
    }
}
