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
}

impl Learners {
    /// Whether this side learns.
    #[must_use]
    pub fn learns(self, side: Side) -> bool {
        self.against() != Some(side)
    }

    /// The sides that learn.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        let both = Side::BOTH.into_iter();
        both.filter(move |&side| self.learns(side))
    }

    /// The side that a single learner plays against.
    #[must_use]
    pub const fn against(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::Second),
            Self::Second => Some(Side::First),
            Self::Both => None,
        }
    }

    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Both => "both",
        }
    }

    /// The phrase before `learning` in a sentence.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::First => "first side",
            Self::Second => "second side",
            Self::Both => "both sides",
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
        let all = [Self::First, Self::Second, Self::Both];
        let found = all.into_iter().find(|learners| learners.name() == text);
        found.ok_or_else(|| Error::unknown("learner", text, all.map(Self::name)))
    }
}
