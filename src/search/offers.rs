//! What a game offers a search besides its rules, found by name.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::Game;

use super::book::Book;
use super::database::Database;
use super::evaluate::{Always, Evaluate, Extend, Free, Rank, Zero};

/// What a game offers a search by name; the defaults know of nothing but the rules.
pub trait Offers<G: Game> {
    /// The evaluation where no name is given.
    fn usual(&self) -> Arc<dyn Evaluate<G>> {
        Arc::new(Zero)
    }

    /// The evaluation of this name.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] when there is none.
    fn evaluation(&self, name: &str) -> Result<Arc<dyn Evaluate<G>>> {
        evaluation(name, &[])
    }

    /// The extension of this name.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] when there is none.
    fn extension(&self, name: &str) -> Result<Arc<dyn Extend<G>>> {
        extension(name, &[])
    }

    /// The order of moves of this name.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] when there is none.
    fn rank(&self, name: &str) -> Result<Arc<dyn Rank<G>>> {
        Err(no_rank(name, &[]))
    }

    /// The endgame database in this file.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where there are no files; whatever reading it can give.
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

    /// The moves that can be free of charge, such as passes.
    fn free(&self) -> Option<Arc<dyn Free<G>>> {
        None
    }
}

/// Offers nothing beyond the rules.
impl<G: Game> Offers<G> for () {}

/// The evaluation that every game has, the game's own being called `own`.
pub(super) fn evaluation<G: Game>(name: &str, own: &[&str]) -> Result<Arc<dyn Evaluate<G>>> {
    match name {
        "zero" => Ok(Arc::new(Zero)),
        _ => Err(Error::unknown("evaluation", name, with(own, &["zero"]))),
    }
}

/// The extension that every game has, the game's own being called `own`.
pub(super) fn extension<G: Game>(name: &str, own: &[&str]) -> Result<Arc<dyn Extend<G>>> {
    let known = ["always", "never"];
    match name {
        "always" => Ok(Arc::new(Always)),
        _ => Err(Error::unknown("extension", name, with(own, &known))),
    }
}

/// The error that there is no such order, the game's own being called `own`.
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
