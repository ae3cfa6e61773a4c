//! What can go wrong outside our own code: words people typed, files, the system.
//!
//! A caller's bug is a documented panic instead. Messages are lower case, say what happened and,
//! where there is something to do about it, what.

mod action;
mod reason;
mod unmerged;

use std::io;
use std::path::PathBuf;

use crate::text::thousands;

pub use action::Action;
pub use reason::{Damage, Existing, Loss, Mismatch, Unfit};
pub use unmerged::Unmerged;

/// The result of everything that reads words, files or the system.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, each kind carrying the text or path that was at fault.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A name that stands for nothing: a game, a player, a rule.
    #[error("unknown {kind} `{name}`{}", did_you_mean(.nearest))]
    Name {
        /// What was looked for: `game`, `player`, `rule`.
        kind: &'static str,
        /// The text that was given.
        name: String,
        /// Names close to it, best first.
        nearest: Vec<String>,
    },
    /// A name that is known, with parameters that make no sense.
    #[error("`{name}`: {reason}")]
    Parameter {
        /// The text that was given.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A player that is known and cannot do what was asked of it.
    #[error("`{name}`: {reason}")]
    Player {
        /// The player's name.
        name: String,
        /// Why it cannot.
        reason: Unfit,
    },
    /// A text that is no move of the game.
    #[error("`{text}` is not a move of {game}: {reason}")]
    Move {
        /// The game's name.
        game: String,
        /// The text that was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A text that is no position of the game.
    #[error("`{text}` is not a position of {game}: {reason}")]
    Position {
        /// The game's name.
        game: String,
        /// The text that was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A position for which a model has no matchbox.
    #[error("no box for `{text}` in this model: {reason}")]
    NoBox {
        /// The position.
        text: String,
        /// Why there is none.
        reason: String,
    },
    /// A rule with a field that cannot be.
    #[error("rule `{rule}`: {reason}")]
    Rule {
        /// The rule's name or the path it was read from.
        rule: String,
        /// The field's name and what is wrong with it.
        reason: String,
    },
    /// Something asked for that contradicts itself, whatever the game.
    #[error("{0}")]
    Request(String),
    /// Two things that do not go together, such as a model of one game and a training of another.
    #[error("{0}")]
    Mismatch(Mismatch),
    /// A game with too many positions for what was asked.
    #[error(
        "{game} has more than {} positions or {} moves, too many for {purpose}",
        thousands(*.positions as u64), thousands(*.moves as u64)
    )]
    TooLarge {
        /// The game's name.
        game: String,
        /// How many positions would have been accepted.
        positions: usize,
        /// How many moves in all of them.
        moves: usize,
        /// What all the positions were wanted for.
        purpose: &'static str,
    },
    /// A file that is not what it should be.
    #[error("{}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with its bytes.
        reason: Damage,
    },
    /// A line of a file that cannot be what it should be.
    #[error("{} line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A file that somebody else is writing.
    #[error("{}: in use by {holder}; wait for it to finish", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
        /// Who holds it, as far as that is known.
        holder: String,
    },
    /// A model that is not replaced any more: somebody else may have written it.
    #[error(
        "{}: {reason}; what was learnt is kept in {}, and nothing more is learnt",
        path.display(), saved.display()
    )]
    Lost {
        /// The file.
        path: PathBuf,
        /// Why it may be somebody else's.
        reason: Loss,
        /// The file beside it that was written in its place.
        saved: PathBuf,
    },
    /// A model that could not be read again, had it been written: a fault of this program.
    #[error(
        "{}: not written, since it could not be read again: {reason}; what stood there stays. \
         Please report this",
        path.display()
    )]
    Unsound {
        /// The file it was to be written to.
        path: PathBuf,
        /// What a reader would find.
        reason: Damage,
    },
    /// A file that exists and would have been replaced by something else, or that should be there
    /// and is not.
    #[error("{}: {reason}", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
        /// What it holds and what can be done.
        reason: Existing,
    },
    /// A file that would have been replaced, but may belong to another training.
    #[error("{} is not replaced", path.display())]
    Stays {
        /// The file.
        path: PathBuf,
        /// Why it is not known what it holds.
        source: Box<Self>,
    },
    /// The system refused a file.
    #[error("{}: {action} failed", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: Action,
        /// What the system said.
        source: io::Error,
    },
    /// A picture that could not be drawn.
    #[error("drawing failed: {0}")]
    Drawing(String),
}

impl Error {
    /// An unknown name together with the known ones that resemble it.
    pub fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::Name {
            kind,
            name: name.to_owned(),
            nearest: nearest(name, known),
        }
    }
}

/// Up to three known names that resemble `name`, the most similar first.
fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    const ALIKE: f64 = 0.72;
    let mut scored: Vec<(f64, &str)> = known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored
        .into_iter()
        .take(3)
        .map(|(_, n)| n.to_owned())
        .collect()
}

fn did_you_mean(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}
