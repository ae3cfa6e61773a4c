//! Which sides learn.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::game::Side;

/// The sides that learn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Learners {
    /// The first side, against an opponent.
    #[default]
    First,
    /// The second side, against an opponent.
    Second,
    /// Both sides, against each other.
    Both,
    /// One machine for both sides of an impartial game, whose boxes do not depend on the side to move. Against
    /// an opponent it begins the first game, the opponent the second, and so on; without one it plays itself.
    ///
    /// Its table and its history are kept under the first side: against an opponent a win of the first side
    /// is a win of the machine, even if the machine moved second.
    Shared,
}

impl Learners {
    /// Whether this side has a table that learns.
    pub fn learns(self, side: Side) -> bool {
        match self {
            Self::First | Self::Shared => side == Side::First,
            Self::Second => side == Side::Second,
            Self::Both => true,
        }
    }

    /// Whether a table plays this side.
    pub fn plays(self, side: Side) -> bool {
        self == Self::Shared || self.learns(side)
    }

    /// The side whose table plays this side, if any.
    pub fn table_of(self, side: Side) -> Option<Side> {
        match self {
            Self::Shared => Some(Side::First),
            _ => self.learns(side).then_some(side),
        }
    }

    /// The sides that have a table that learns.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        let both = Side::BOTH.into_iter();
        both.filter(move |&side| self.learns(side))
    }

    /// The side that the opponent of a single learner always has.
    pub const fn against(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::Second),
            Self::Second => Some(Side::First),
            Self::Both | Self::Shared => None,
        }
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Both => "both",
            Self::Shared => "shared",
        }
    }

    /// The phrase before `learning` in a sentence.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::First => "first side",
            Self::Second => "second side",
            Self::Both => "both sides",
            Self::Shared => "one machine for both sides",
        }
    }
}

impl fmt::Display for Learners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Learners {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let all = [Self::First, Self::Second, Self::Both, Self::Shared];
        let found = all.into_iter().find(|learners| learners.name() == text);
        found.ok_or_else(|| Error::unknown("learner", text, all.map(Self::name)))
    }
}
