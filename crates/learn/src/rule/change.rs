//! How one kind of result changes the beads drawn, and how such a change is written: `+3 all`, `wipe last`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The largest number of beads in a matchbox, about 7e16. Adding beads stops there, which is counted.
pub const MOST_BEADS: u64 = 1 << 56;

/// How one kind of result changes the beads drawn in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Change {
    /// The effect on the beads of the colour drawn.
    pub effect: Effect,
    /// The boxes that are changed.
    pub scope: Scope,
}

/// The effect of a result on the beads of the colour drawn, or of a random one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// The bead is put back; nothing changes.
    #[default]
    Nothing,
    /// This number of beads is added.
    Add(u64),
    /// This number of beads is added, all of one colour of the box: each has the same chance.
    AddRandom(u64),
    /// This number of beads is removed, or all of them if there are fewer.
    Subtract(u64),
    /// All beads of the colour are removed.
    Wipe,
}

/// Which of the boxes used in a game a result changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    #[default]
    All,
    /// The box of the learner's last move.
    Last,
}

impl Effect {
    /// The effect `weight` times: a number of beads is multiplied, up to [`MOST_BEADS`]. With weight 0
    /// every effect is [`Effect::Nothing`].
    #[must_use]
    pub fn times(self, weight: u64) -> Self {
        let product = |n: u64| n.saturating_mul(weight).min(MOST_BEADS);
        match self {
            _ if weight == 0 => Self::Nothing,
            Self::Add(n) => Self::Add(product(n)),
            Self::AddRandom(n) => Self::AddRandom(product(n)),
            Self::Subtract(n) => Self::Subtract(product(n)),
            Self::Nothing | Self::Wipe => self,
        }
    }
}

/// The number that these digits are; `None` with a sign or if it is too large.
pub(super) fn whole_number(digits: &str) -> Option<u64> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.effect {
            Effect::Nothing => return f.write_str("nothing"),
            Effect::Add(n) => write!(f, "+{n}")?,
            Effect::AddRandom(n) => write!(f, "+{n} random")?,
            Effect::Subtract(n) => write!(f, "-{n}")?,
            Effect::Wipe => f.write_str("wipe")?,
        }
        f.write_str(match self.scope {
            Scope::All => " all",
            Scope::Last => " last",
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
        Self::read(&text).ok_or_else(|| {
            format!(
                "`{text}` is not a change of beads; write `nothing`, or `+3`, `+1 random`, `-1` or `wipe` \
                 followed by `all` or `last`, such as `wipe last`"
            )
        })
    }
}

impl Change {
    /// Reads what is written such as `+3 all`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (effect, is_random, scope) = match words[..] {
            ["nothing"] => return Some(Self::default()),
            [effect, scope] => (effect, false, scope),
            [effect, "random", scope] => (effect, true, scope),
            _ => return None,
        };
        let scope = match scope {
            "all" => Scope::All,
            "last" => Scope::Last,
            _ => return None,
        };
        let count = |digits| whole_number(digits).filter(|n| (1..=MOST_BEADS).contains(n));
        let effect = match effect.split_at_checked(1)? {
            ("+", digits) if is_random => Effect::AddRandom(count(digits)?),
            _ if is_random => return None,
            ("+", digits) => Effect::Add(count(digits)?),
            ("-", digits) => Effect::Subtract(count(digits)?),
            _ if effect == "wipe" => Effect::Wipe,
            _ => return None,
        };
        Some(Self { effect, scope })
    }
}
