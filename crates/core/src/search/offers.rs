//! The parts that a game provides for searches in addition to its rules, by name.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::Game;

use super::limits::refused;
use super::{Always, Book, Database, Evaluate, Extend, Free, Insight, Rank, Zero};

pub(super) const NO_FILES: &str = "a file cannot be named here";

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
        Shelf::default().evaluation(name)
    }

    /// The extension with this name.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] if there is none.
    fn extension(&self, name: &str) -> Result<Arc<dyn Extend<G>>> {
        Shelf::default().extension(name)
    }

    /// The move ranking with this name.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] if there is none.
    fn rank(&self, name: &str) -> Result<Arc<dyn Rank<G>>> {
        Shelf::default().rank(name)
    }

    /// The endgame database in this file.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where files are not available; any error of reading the file.
    fn database(&self, file: &str) -> Result<Arc<Database>> {
        Err(refused(file, NO_FILES))
    }

    /// The opening book in this file.
    ///
    /// # Errors
    ///
    /// As [`Offers::database`].
    fn book(&self, file: &str) -> Result<Arc<Book>> {
        Err(refused(file, NO_FILES))
    }

    /// What the game knows about its positions, for the points of the evaluation with this name, else for results.
    fn insight(&self, _points: Option<&str>) -> Option<Arc<dyn Insight<G>>> {
        None
    }

    /// The moves that can be free, such as passes.
    fn free(&self) -> Option<Arc<dyn Free<G>>> {
        None
    }
}

/// Provides nothing beyond the rules.
impl<G: Game> Offers<G> for () {}

/// The parts of one game, each with its name.
pub(super) struct Shelf<G: Game> {
    pub(super) evaluations: Parts<dyn Evaluate<G>>,
    pub(super) extensions: Parts<dyn Extend<G>>,
    pub(super) ranks: Parts<dyn Rank<G>>,
    pub(super) free: Option<Arc<dyn Free<G>>>,
    pub(super) insights: Insights<G>,
}

/// What a game knows about its positions, by the name of an evaluation that counts points, or without a name for results.
type Insights<G> = Vec<(Option<&'static str>, Arc<dyn Insight<G>>)>;

type Parts<T> = Vec<(&'static str, Arc<T>)>;

impl<G: Game> Default for Shelf<G> {
    fn default() -> Self {
        Self {
            evaluations: Vec::new(),
            extensions: Vec::new(),
            ranks: Vec::new(),
            free: None,
            insights: Vec::new(),
        }
    }
}

impl<G: Game> Offers<G> for Shelf<G> {
    fn evaluation(&self, name: &str) -> Result<Arc<dyn Evaluate<G>>> {
        match name {
            "zero" => Ok(Arc::new(Zero)),
            _ => find("evaluation", name, &self.evaluations, &["zero"]),
        }
    }

    fn extension(&self, name: &str) -> Result<Arc<dyn Extend<G>>> {
        match name {
            "always" => Ok(Arc::new(Always)),
            _ => find("extension", name, &self.extensions, &["always", "never"]),
        }
    }

    fn rank(&self, name: &str) -> Result<Arc<dyn Rank<G>>> {
        let general = ["natural", "table", "killer", "history", "static"];
        find("order", name, &self.ranks, &general)
    }

    fn insight(&self, points: Option<&str>) -> Option<Arc<dyn Insight<G>>> {
        let mut all = self.insights.iter();
        let own = all.find(|(name, _)| *name == points);
        own.map(|(_, insight)| insight.clone())
    }

    fn free(&self) -> Option<Arc<dyn Free<G>>> {
        self.free.clone()
    }
}

/// The part with this name; `general` are the names of those that every game has, for the error.
fn find<T: ?Sized>(
    kind: &'static str,
    name: &str,
    own: &[(&'static str, Arc<T>)],
    general: &[&'static str],
) -> Result<Arc<T>> {
    if let Some((_, part)) = own.iter().find(|(known, _)| *known == name) {
        return Ok(part.clone());
    }
    let names = own.iter().map(|(known, _)| *known);
    Err(Error::unknown(
        kind,
        name,
        names.chain(general.iter().copied()),
    ))
}
