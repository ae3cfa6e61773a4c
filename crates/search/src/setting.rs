//! The options that algorithms share; each algorithm documents which of them it uses.

use std::sync::Arc;

use crate::game::Game;

use super::{Database, Evaluate, Extend, Free, Order, Profile, TableSetting, Window, Zero};

/// Searching past the depth limit where the position is too unsettled for a static evaluation.
#[derive(Clone)]
pub struct Extension<G: Game> {
    /// Selects the positions to extend.
    pub when: Arc<dyn Extend<G>>,
    /// The maximum number of plies past the limit.
    pub most: u16,
}

/// The options of a search.
#[derive(Clone)]
pub struct Setting<G: Game> {
    /// The depth limit, unless [`Limits`](super::Limits) give a smaller one.
    pub depth: Option<u16>,
    /// The node limit, unless [`Limits`](super::Limits) give a smaller one.
    pub nodes: Option<u64>,
    /// The window at the root.
    pub window: Window,
    /// The static value of positions.
    pub evaluation: Arc<dyn Evaluate<G>>,
    /// Which positions are searched past the depth limit.
    pub extension: Option<Extension<G>>,
    /// Which moves do not count towards the depth.
    pub free: Option<Arc<dyn Free<G>>>,
    /// Positions with known values, which are not searched. The evaluation must then give a value for
    /// each [`result`](Evaluate::result).
    pub database: Option<Arc<Database>>,
    /// The transposition table; none to search without one.
    pub table: Option<TableSetting>,
    /// The order of moves.
    pub order: Order<G>,
}

impl<G: Game> Setting<G> {
    /// The setting of a search to the end of the game, which has no option but its node limit.
    pub(super) fn of_nodes(nodes: Option<u64>) -> Self {
        Self {
            nodes,
            ..Self::default()
        }
    }

    /// What a search with this name and setting reports of itself.
    pub(super) const fn profile(&self, name: &'static str) -> Profile {
        let (depth, nodes) = (self.depth, self.nodes);
        Profile { name, depth, nodes }
    }
}

impl<G: Game> Default for Setting<G> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            window: Window::OPEN,
            evaluation: Arc::new(Zero),
            extension: None,
            free: None,
            database: None,
            table: None,
            order: Order::default(),
        }
    }
}
