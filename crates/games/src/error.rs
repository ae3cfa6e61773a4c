//! What can be wrong with names, texts, rules and requests that people give; the errors of files are in the crate
//! `matchboxes-store`.
//!
//! A mistake in the calling code is a documented panic instead. Messages are in lower case; they describe the
//! problem and, if possible, what to do about it.

use std::borrow::Cow;

use crate::text::thousands;

/// The result of functions that read what people give.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error; each kind has the text at fault.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An unknown name of a game, a player or a rule.
    #[error("unknown {kind} `{name}`{}", did_you_mean(.nearest))]
    Name {
        /// What was looked for: `game`, `player`, `rule`.
        kind: &'static str,
        /// The text that was given.
        name: String,
        /// Similar names, the most similar first.
        nearest: Vec<String>,
    },
    /// A known name with invalid parameters.
    #[error("`{name}`: {reason}")]
    Parameter {
        /// The text that was given.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A known player that cannot do this.
    #[error("`{name}`: {reason}")]
    Player {
        /// The player's name.
        name: String,
        /// Why it cannot.
        reason: Unfit,
    },
    /// A text that is not a move of the game.
    #[error("`{text}` is not a move of {game}: {reason}")]
    Move {
        /// The game's name.
        game: String,
        /// The text that was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A text that is not a position of the game.
    #[error("`{text}` is not a position of {game}: {reason}")]
    Position {
        /// The game's name.
        game: String,
        /// The text that was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A rule with an invalid field.
    #[error("rule `{rule}`: {reason}")]
    Rule {
        /// The rule's name or the path it was read from.
        rule: String,
        /// The field's name and what is wrong with it.
        reason: String,
    },
    /// A request that contradicts itself in every game.
    #[error("{reason}")]
    Request {
        /// What is wrong with it, with the names of fields in backquotes.
        reason: String,
        /// The fields that the reason names, in the order of their names in it; see [`Self::worded`].
        fields: Cow<'static, [&'static str]>,
    },
    /// Boxes that do not belong to the side, the rule or the game of a learner.
    #[error("{0}")]
    Boxes(String),
    /// A game with too many positions for this.
    #[error(
        "{game} has more than {} positions or {} moves, too many for {purpose}",
        thousands(*.positions as u64), thousands(*.moves as u64)
    )]
    TooLarge {
        /// The game's name.
        game: String,
        /// The most positions accepted.
        positions: usize,
        /// The most moves accepted, in all positions together.
        moves: usize,
        /// What all the positions are needed for.
        purpose: &'static str,
    },
    /// Rules of a game of one's own that break a law of games.
    #[error("{game}: {law}, but {found}")]
    Law {
        /// The game's name.
        game: String,
        /// The law.
        law: &'static str,
        /// What the rules do instead, with the positions as the game writes them.
        found: String,
    },
}

/// Why a known player cannot play; a program may treat each reason differently.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// It plays one side only.
    #[error("plays only the {plays} side and cannot play {requested}")]
    Side {
        /// The side it plays: `first` or `second`.
        plays: &'static str,
        /// The side it should play.
        requested: &'static str,
    },
    /// It plays only another game.
    #[error("plays only {0}")]
    Game(&'static str),
    /// It plays only one side of one game, as the opponent in a training of the other side.
    #[error("plays only {plays}, and only in {game}")]
    Script {
        /// The side it plays: `first` or `second`.
        plays: &'static str,
        /// The game.
        game: &'static str,
        /// The side that can learn against it.
        learner: &'static str,
    },
    /// It changes from game to game, so it cannot play in a match.
    #[error("changes from game to game, so it is only an opponent for training")]
    TrainingOnly,
}

impl Error {
    /// The message with other names for the fields of a request, such as the options of a command: `field`
    /// has the name of a field and returns the name to print.
    ///
    /// # Examples
    ///
    /// ```
    /// use matchboxes_games::Error;
    ///
    /// let error = Error::fields(&["sets"], "`sets` 0: must be at least 1");
    /// assert_eq!(error.worded(|field| format!("--{field}")), "--sets 0: must be at least 1");
    /// ```
    pub fn worded(&self, field: impl Fn(&str) -> String) -> String {
        let Self::Request { reason, fields } = self else {
            return self.to_string();
        };
        let (mut message, mut rest) = (String::new(), &**reason);
        for name in fields.iter() {
            if let Some((before, after)) = rest.split_once(&format!("`{name}`")) {
                message += before;
                message += &field(name);
                rest = after;
            }
        }
        message + rest
    }

    /// The error for a request that contradicts itself.
    pub fn request(reason: impl Into<String>) -> Self {
        Self::fields(&[][..], reason)
    }

    /// The error for a request that contradicts itself in these fields, which the reason names in backquotes and
    /// in this order.
    pub fn fields(
        fields: impl Into<Cow<'static, [&'static str]>>,
        reason: impl Into<String>,
    ) -> Self {
        let (fields, reason) = (fields.into(), reason.into());
        Self::Request { reason, fields }
    }

    /// The error for a known name with invalid parameters.
    pub fn parameter(name: impl Into<String>, reason: impl Into<String>) -> Self {
        let (name, reason) = (name.into(), reason.into());
        Self::Parameter { name, reason }
    }

    /// The error for a rule that is invalid or does not suit.
    pub fn rule(rule: impl Into<String>, reason: impl Into<String>) -> Self {
        let (rule, reason) = (rule.into(), reason.into());
        Self::Rule { rule, reason }
    }

    /// The error for an unknown name, with the known names that are similar to it.
    pub fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::Name {
            kind,
            name: name.to_owned(),
            nearest: nearest(name, &mut known.into_iter()),
        }
    }
}

/// Up to three known names that are similar to `name`, the most similar first; all names if none is and they are few.
/// Compiled once, and not for each kind of list.
fn nearest(name: &str, known: &mut dyn Iterator<Item = &str>) -> Vec<String> {
    const ALIKE: f64 = 0.72;
    let all: Vec<&str> = known.collect();
    // The measure of likeness overrates the first letters of short words.
    let is_of_a_length = |candidate: &str| candidate.len() <= 3 * name.len();
    let mut scored: Vec<(f64, &str)> = all
        .iter()
        .filter(|candidate| is_of_a_length(candidate))
        .map(|&candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    if scored.is_empty() && (4..=6).contains(&all.len()) {
        return all.into_iter().map(str::to_owned).collect();
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.dedup_by(|a, b| a.1 == b.1);
    let best = scored.into_iter().take(3);
    best.map(|(_, name)| name.to_owned()).collect()
}

fn did_you_mean(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        names if names.len() > 3 => format!("; it is one of {}", names.join(", ")),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}
