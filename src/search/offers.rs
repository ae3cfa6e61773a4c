//! The parts that a game provides for searches in addition to its rules, by name.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::Game;

use super::evaluate::{Always, Evaluate, Extend, Free, Rank, Zero};
use super::tables::book::Book;
use super::tables::database::Database;

/// The parts that a game provides for searches, by name; the defaults provide only what every game has.
pub trait Offers<G: Game> {
    /// The evaluation when none is named.
    fn usual(&self) -> Arc<dyn Evaluate<G>> {
        Arc::new(Zero)
    }

    /// The evaluation with this name.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] if there is none.
    fn evaluation(&self, name: &str) -> Result<Arc<dyn Evaluate<G>>> {
        evaluation(name, &[])
    }

    /// The extension with this name.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] if there is none.
    fn extension(&self, name: &str) -> Result<Arc<dyn Extend<G>>> {
        extension(name, &[])
    }

    /// The move ranking with this name.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] if there is none.
    fn rank(&self, name: &str) -> Result<Arc<dyn Rank<G>>> {
        Err(no_rank(name, &[]))
    }

    /// The endgame database in this file.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where files are not available; any error of reading the file.
    fn database(&self, file: &str) -> Result<Arc<Database>> {
        Err(no_files(file))
    }

    /// The opening book in this file.
    ///
    /// # Errors
    ///
    /// As [`Offers::database`].
    fn book(&self, file: &str) -> Result<Arc<Book>> {
        Err(no_files(file))
    }

    /// The moves that can be free, such as passes.
    fn free(&self) -> Option<Arc<dyn Free<G>>> {
        None
    }
}

/// Provides nothing beyond the rules.
impl<G: Game> Offers<G> for () {}

/// The evaluation with this name that every game has. `own` are the game's own names, for the error.
pub(super) fn evaluation<G: Game>(name: &str, own: &[&str]) -> Result<Arc<dyn Evaluate<G>>> {
    match name {
        "zero" => Ok(Arc::new(Zero)),
        _ => Err(Error::unknown("evaluation", name, with(own, &["zero"]))),
    }
}

/// The extension with this name that every game has. `own` are the game's own names, for the error.
pub(super) fn extension<G: Game>(name: &str, own: &[&str]) -> Result<Arc<dyn Extend<G>>> {
    let known = ["always", "never"];
    match name {
        "always" => Ok(Arc::new(Always)),
        _ => Err(Error::unknown("extension", name, with(own, &known))),
    }
}

/// The error for an unknown move ranking. `own` are the names of the game's own rankings.
pub(super) fn no_rank(name: &str, own: &[&str]) -> Error {
    let known = ["natural", "table", "killer", "history", "static"];
    Error::unknown("order", name, with(own, &known))
}

fn no_files(file: &str) -> Error {
    Error::Parameter {
        name: file.to_owned(),
        reason: "a file cannot be named here".to_owned(),
    }
}

fn with<'a>(own: &[&'a str], known: &[&'a str]) -> Vec<&'a str> {
    own.iter().chain(known).copied().collect()
}
