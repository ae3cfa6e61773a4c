//! A rule is data: which positions get a box, what lies in it at first, what a result does to the
//! beads drawn, and what an empty box means.
//!
//! Every published machine is one value of [`Rule`]; the presets are in `presets`. A rule is
//! written and read as TOML, which is also how a model file keeps it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::decimal::Decimal;
use super::odds::Odds;
use super::run::Learners;
use super::written;
use crate::error::{Error, Result};
use crate::graph::Merging;

/// The largest sum of beads a matchbox can hold, about 7e16; adding stops there and is counted.
pub const MOST_BEADS: u64 = 1 << 56;

/// Everything that tells one rote learner from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rule {
    /// The name: 1 to 64 lower-case letters, digits and hyphens, a hyphen not the first of them.
    pub name: String,
    /// Where the rule comes from, in one line.
    #[serde(default)]
    pub source: String,
    /// Which images of a position share one box.
    #[serde(default)]
    pub symmetry: Merging,
    /// Whether moves that mirror one another in their position keep beads of their own.
    #[serde(default)]
    pub duplicates: Duplicates,
    /// Which positions get a box.
    #[serde(default)]
    pub boxes: Boxes,
    /// Beads of each colour in a new box, by the number of moves the learner has made before; the
    /// last entry holds for all later ones.
    pub start: Vec<u64>,
    /// What a win does.
    #[serde(default)]
    pub win: Change,
    /// What a draw does.
    #[serde(default)]
    pub draw: Change,
    /// What a loss does; a resigned game is lost.
    #[serde(default)]
    pub loss: Change,
    /// What happens when a box without beads is to move.
    #[serde(default)]
    pub empty: Empty,
    /// The opponent this machine was described with, taken by a training that names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// Who this machine is meant for, taken by a command that names no learner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learner: Option<Learners>,
    /// Multiply odds instead of moving beads; `start`, `win`, `draw` and `loss` are not used then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
}

/// What becomes of moves that are mirror images of one another in their own position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duplicates {
    /// Each keeps its own beads.
    #[default]
    Keep,
    /// They share one class of beads; once it is drawn each of them is played with the same chance.
    Merge,
}

/// The positions that get a matchbox. In the others the learner plays any legal move with the same
/// chance and learns nothing from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boxes {
    /// All in which the learner is to move.
    #[default]
    Every,
    /// Those with at least two legal moves.
    Choice,
    /// Those with at least two legal moves of which not every one loses at the next reply.
    Hopeful,
}

/// What happens when a box is to move without beads, or is about to lose its last; each event is
/// counted in the history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Empty {
    /// An empty box resigns: the game is lost.
    #[default]
    Resign,
    /// An empty box resigns, but if it is the first of the game, the game does not count at all.
    Refuse,
    /// The box of the first move keeps its last bead; other empty boxes resign.
    KeepFirst,
    /// Every box keeps its last bead.
    KeepLast,
    /// Every colour keeps its last bead.
    Floor,
    /// An empty box that is to move is filled as it was when new.
    Refill,
    /// A colour that loses its last bead gets back those it had when the box was new.
    RefillMove,
    /// A box in which a colour loses its last bead is filled as it was when new.
    Reset,
}

/// What one kind of result does to the beads drawn in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Change {
    /// What happens to the beads of the colour drawn.
    pub effect: Effect,
    /// In which of the boxes used.
    pub scope: Scope,
}

/// What happens to the beads of the colour drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// The bead is put back and that is all.
    #[default]
    Nothing,
    /// So many more are put in.
    Add(u64),
    /// So many are taken out, as far as there are any.
    Subtract(u64),
    /// All are thrown away.
    Wipe,
}

/// Which of the boxes used in a game a result reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every one.
    #[default]
    All,
    /// The one of the learner's last move.
    Last,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.effect {
            Effect::Nothing => return f.write_str("nothing"),
            Effect::Add(n) => write!(f, "+{n}")?,
            Effect::Subtract(n) => write!(f, "-{n}")?,
            Effect::Wipe => f.write_str("wipe")?,
        }
        f.write_str(if self.scope == Scope::Last {
            " last"
        } else {
            " all"
        })
    }
}

impl From<Change> for String {
    fn from(change: Change) -> Self {
        change.to_string()
    }
}

impl TryFrom<String> for Change {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is no change of beads; write `nothing`, or `+3`, `-1` or `wipe` followed \
                 by `all` or `last`, such as `wipe last`"
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let (effect, scope) = match words[..] {
            ["nothing"] => return Ok(Self::default()),
            [effect, "all"] => (effect, Scope::All),
            [effect, "last"] => (effect, Scope::Last),
            _ => return Err(wrong()),
        };
        let count = |digits: &str| {
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            digits
                .parse()
                .ok()
                .filter(|n| plain && (1..=MOST_BEADS).contains(n))
                .ok_or_else(wrong)
        };
        let effect = match effect.split_at_checked(1) {
            Some(("+", digits)) => Effect::Add(count(digits)?),
            Some(("-", digits)) => Effect::Subtract(count(digits)?),
            _ if effect == "wipe" => Effect::Wipe,
            _ => return Err(wrong()),
        };
        Ok(Self { effect, scope })
    }
}

impl Rule {
    /// Reads a rule from TOML; `origin` is what an error calls it, a path for instance.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] on one line, with the line and the field at fault and what belongs there.
    ///
    /// # Examples
    ///
    /// ```
    /// use menace::learn::Rule;
    ///
    /// let text = "name = \"mine\"\nstart = [4, 2]\nloss = \"wipe last\"\n";
    /// assert_eq!(Rule::from_toml(text, "mine.toml")?.start, [4, 2]);
    ///
    /// let error = Rule::from_toml(&text.replace("wipe last", "wipe"), "mine.toml").unwrap_err();
    /// let error = error.to_string();
    /// assert!(error.starts_with("rule `mine.toml`: line 3: `loss` cannot be `\"wipe\"`: write"));
    /// # Ok::<(), menace::Error>(())
    /// ```
    pub fn from_toml(text: &str, origin: &str) -> Result<Self> {
        Self::from_stored(text).map_err(|reason| Error::Rule {
            rule: origin.to_owned(),
            reason,
        })
    }

    /// Reads a rule from the TOML of a model file, or says what is wrong with it.
    pub(crate) fn from_stored(text: &str) -> Result<Self, String> {
        written::read(text, Self::flaw)
    }

    /// The rule if it can be, or what is wrong with it.
    pub(crate) fn checked(self) -> Result<Self, String> {
        match self.flaw() {
            Some(field) => Err(format!("`{field}`: write {}", written::what(field))),
            None => Ok(self),
        }
    }

    /// Whether the other does the same in play, whomever either is meant for.
    pub(crate) fn plays_like(&self, other: &Self) -> bool {
        let meant = Self {
            learner: other.learner,
            ..self.clone()
        };
        meant == *other
    }

    /// The rule as TOML; [`Rule::from_toml`] reads it back.
    ///
    /// # Panics
    ///
    /// Never: every rule can be written.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a rule is plain data")
    }

    /// Beads of each colour in a box that is new before the learner's move number `stage`, counted
    /// from 0.
    #[must_use]
    pub fn start_beads(&self, stage: usize) -> u64 {
        self.start
            .get(stage)
            .or(self.start.last())
            .copied()
            .unwrap_or(1)
            .max(1)
    }

    /// The first field that cannot be as it is.
    fn flaw(&self) -> Option<&'static str> {
        let range = |x: Decimal, low: u64, high: u64| {
            (low * 1_000_000_000..=high * 1_000_000_000).contains(&x.billionths())
        };
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let name = &self.name;
        if !(1..=64).contains(&name.len()) || name.starts_with('-') || !name.bytes().all(plain) {
            return Some("name");
        }
        if self.start.is_empty() || !self.start.iter().all(|n| (1..=1 << 32).contains(n)) {
            return Some("start");
        }
        let odds = self.odds.as_ref()?;
        if !range(odds.a, 1, 16) || odds.a.billionths() == 1_000_000_000 {
            return Some("odds.a");
        }
        if !range(odds.b, 1, 4) {
            return Some("odds.b");
        }
        if odds.decay.billionths() >= 1_000_000_000 {
            return Some("odds.decay");
        }
        // TOML has no larger numbers.
        let every = 1..=i64::MAX.cast_unsigned();
        (!every.contains(&odds.every)).then_some("odds.every")
    }
}
