//! A search as its setting and the parts of its game.

use std::sync::Arc;

use crate::game::{Game, Move};

use super::{Algorithm, ByRules, Database, Evaluate, Extend, Insight, Rank, Setting, Zero};

/// A search: its setting, and what it uses besides the rules of its game.
#[derive(Clone)]
pub struct Searcher<G: Game> {
    /// The algorithm and its values.
    pub setting: Setting,
    /// The static value of positions.
    pub evaluation: Arc<dyn Evaluate<G>>,
    /// What `best` knows about positions.
    pub insight: Arc<dyn Insight<G>>,
    /// Which positions are searched past the depth limit, being too unsettled for a static evaluation.
    pub extension: Option<Arc<Extend<G>>>,
    /// Which moves do not count towards the depth.
    pub free: Option<fn(&G, Move) -> bool>,
    /// Positions with known values, which are not searched. The evaluation must then give a value for
    /// each [`result`](Evaluate::result).
    pub database: Option<Arc<Database>>,
    /// A fixed ranking, by which moves are ordered after killers.
    pub rank: Option<Arc<Rank<G>>>,
}

impl<G: Game> Searcher<G> {
    /// A search with this setting that values only results.
    pub fn new(setting: Setting) -> Self {
        Self {
            setting,
            evaluation: Arc::new(Zero),
            insight: Arc::new(ByRules),
            extension: None,
            free: None,
            database: None,
            rank: None,
        }
    }

    /// The same with another algorithm.
    #[must_use]
    pub fn with(&self, algorithm: Algorithm) -> Self {
        let setting = Setting {
            algorithm,
            ..self.setting
        };
        Self {
            setting,
            ..self.clone()
        }
    }

    /// The same to the end of the game, of which nothing but the node limit counts.
    pub(super) fn to_the_end(&self) -> Self {
        let setting = Setting::new(self.setting.algorithm);
        Self::new(Setting {
            nodes: self.setting.nodes,
            ..setting
        })
    }
}
