//! The parts that a game provides for searches in addition to its rules, by name.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{Game, Move};

use super::{Evaluate, Extend, Insight, Rank, Zero};

/// The parts that a game provides for searches besides its rules, each with its name. By default there is nothing but
/// what every game has: the evaluation `zero` and the extension `always`.
pub struct Offers<G: Game> {
    /// The evaluation when none is named.
    pub usual: Arc<dyn Evaluate<G>>,
    /// The evaluations.
    pub evaluations: Parts<&'static str, dyn Evaluate<G>>,
    /// The extensions.
    pub extensions: Parts<&'static str, Extend<G>>,
    /// The rankings of moves.
    pub ranks: Parts<&'static str, Rank<G>>,
    /// Whether a move, such as a pass, may be free: it does not reduce the remaining depth.
    pub free: Option<fn(&G, Move) -> bool>,
    /// What the game knows about its positions, for the points of the evaluation with this name, else for results.
    pub insights: Parts<Option<&'static str>, dyn Insight<G>>,
}

type Parts<Name, Part> = Vec<(Name, Arc<Part>)>;

impl<G: Game> Default for Offers<G> {
    fn default() -> Self {
        Self {
            usual: Arc::new(Zero),
            evaluations: Vec::new(),
            extensions: Vec::new(),
            ranks: Vec::new(),
            free: None,
            insights: Vec::new(),
        }
    }
}

impl<G: Game> Offers<G> {
    pub(super) fn evaluation(&self, name: &str) -> Result<Arc<dyn Evaluate<G>>> {
        match name {
            "zero" => Ok(Arc::new(Zero)),
            _ => find("evaluation", name, &self.evaluations, &["zero"]),
        }
    }

    pub(super) fn extension(&self, name: &str) -> Result<Arc<Extend<G>>> {
        match name {
            "always" => Ok(Arc::new(|_: &G, _: &G::Position| true)),
            _ => find("extension", name, &self.extensions, &["always", "never"]),
        }
    }

    pub(super) fn rank(&self, name: &str) -> Result<Arc<Rank<G>>> {
        let general = ["natural", "table", "killer", "history", "static"];
        find("order", name, &self.ranks, &general)
    }

    pub(super) fn insight(&self, points: Option<&str>) -> Option<Arc<dyn Insight<G>>> {
        let mut all = self.insights.iter();
        let own = all.find(|(name, _)| *name == points);
        own.map(|(_, insight)| insight.clone())
    }
}

/// The part with this name; `general` has the names that every game offers, for the error.
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
    let names = names.chain(general.iter().copied());
    Err(Error::unknown(kind, name, names))
}
