//! The options that algorithms share; each algorithm says which of them it minds.

use std::sync::Arc;

use crate::game::Game;

use super::database::Database;
use super::evaluate::{Evaluate, Extend, Free, Zero};
use super::order::Order;
use super::score::Window;
use super::table::TableSetting;

/// Looking further where a position at the depth limit is too lively to be judged.
#[derive(Clone)]
pub struct Extension<G: Game> {
    /// Which positions those are.
    pub when: Arc<dyn Extend<G>>,
    /// How many plies past the limit at most.
    pub most: u16,
}

/// How a search goes about its work.
#[derive(Clone)]
pub struct Setting<G: Game> {
    /// The depth limit, when [`Limits`](super::Limits) name no smaller one.
    pub depth: Option<u16>,
    /// The limit of nodes, when [`Limits`](super::Limits) name no smaller one.
    pub nodes: Option<u64>,
    /// The window at the root.
    pub window: Window,
    /// The static value of positions.
    pub evaluation: Arc<dyn Evaluate<G>>,
    /// Which positions are looked into past the depth limit.
    pub extension: Option<Extension<G>>,
    /// Which moves cost none of the depth.
    pub free: Option<Arc<dyn Free<G>>>,
    /// Positions that are not searched, since it is known what they are worth; the evaluation must
    /// then say what a [`result`](Evaluate::result) is worth.
    pub database: Option<Arc<Database>>,
    /// The table.
    pub table: Option<TableSetting>,
    /// The order of moves.
    pub order: Order<G>,
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
