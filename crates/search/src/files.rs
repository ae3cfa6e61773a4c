//! The files in the name of a search: a folder finds them, and a search gets only their contents.

use std::sync::Arc;

use crate::games::AnyGame;

use super::{Book, Database, Evaluate};

/// What a file is to a search that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchFile {
    /// Its evaluation, unless the game has an evaluation of this name.
    Evaluation,
    /// Its endgame database.
    Database,
    /// The opening book of a player.
    Book,
}

/// What was read from the files that the name of a search names; by default nothing.
#[derive(Clone, Default)]
pub struct SearchFiles {
    /// The evaluation in its file; none if the name is not a file's. The moves of a line do not count in it.
    pub evaluation: Option<Arc<dyn Evaluate<AnyGame>>>,
    /// The endgame database in its file.
    pub database: Option<Arc<Database>>,
    /// The opening book in its file.
    pub book: Option<Arc<Book>>,
}
