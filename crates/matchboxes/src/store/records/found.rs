//! What the readers of all forms give.

use crate::arena::RawGame;

/// The games of a text before their moves are read.
#[derive(Default)]
pub(super) struct Found {
    pub(super) games: Vec<RawGame>,
    /// The name of the game that the file gives.
    pub(super) game: Option<String>,
}
