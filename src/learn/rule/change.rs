//! What one kind of result does to the beads drawn, and how that is written: `+3 all`, `wipe last`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The largest sum of beads a matchbox can hold, about 7e16; adding stops there and is counted.
pub const MOST_BEADS: u64 = 1 << 56;

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
    /// This number more are put in.
    Add(u64),
    /// This number are taken out, as far as there are any.
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

impl Effect {
    /// The same so many times over: a number of beads is multiplied, up to [`MOST_BEADS`]; whatever it
    /// is, no time is nothing.
    #[must_use]
    pub fn times(self, weight: u64) -> Self {
        let product = |n: u64| n.saturating_mul(weight).min(MOST_BEADS);
        match self {
            _ if weight == 0 => Self::Nothing,
            Self::Add(n) => Self::Add(product(n)),
            Self::Subtract(n) => Self::Subtract(product(n)),
            Self::Nothing | Self::Wipe => self,
        }
    }
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
