//! The trait that all searches implement.

use crate::error::Result;
use crate::game::{Game, Move};
use crate::games::{AnyGame, Concrete};

use super::order::Experience;
use super::tables::bounds::BoundsTable;
use super::tables::table::TranspositionTable;
use super::{Limits, RootMove, Score, SearchKind, SearchResult};

/// A position to search, with its rules and limits.
#[derive(Clone)]
pub struct Question<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub at: G::Position,
    /// The limits of the search.
    pub limits: Limits<'a>,
}

/// The memory that a search can keep from one iteration to the next: its tables, its killer moves and
/// history counters, and its last value.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(super) table: Option<TranspositionTable>,
    pub(super) experience: Experience,
    pub(super) guess: Option<Score>,
    pub(super) bounds: Option<BoundsTable>,
}

/// The kind of a search, and its own limits, which the limits of a question can only lower.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// What kind of search it is.
    pub kind: &'static SearchKind,
    /// The depth limit.
    pub depth: Option<u16>,
    /// The node limit.
    pub nodes: Option<u64>,
}

/// [`Search::search_on`], as a function.
pub(super) type SearchOn<'a, G> =
    dyn FnMut(&Question<'_, G>, &mut Memory) -> Result<SearchResult> + 'a;

/// A search algorithm with its options.
pub trait Search<G: Game>: Send + Sync {
    /// Its name and its own limits.
    fn profile(&self) -> Profile;

    /// The algorithm's name.
    fn name(&self) -> &'static str {
        self.profile().kind.name
    }

    /// Searches with the memory of earlier searches, which must be from the same game and the same
    /// search.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`](crate::error::Error::Parameter) if a limit makes no sense for the algorithm, or if
    /// the search needs more memory than allowed.
    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<SearchResult>;

    /// Searches with empty memory: the answer depends only on the question, unless [`Limits::stop`] ends it.
    ///
    /// # Errors
    ///
    /// As [`Search::search_on`].
    fn search(&self, question: &Question<'_, G>) -> Result<SearchResult> {
        self.search_on(question, &mut Memory::default())
    }

    /// Searches every move of the root with its own window, so that moves with equal values can be
    /// found: in a single search, a later move that "equals" the best is only known not to be better.
    ///
    /// The node limit applies to all moves together. The result is empty for a finished position or a
    /// depth limit of 0.
    ///
    /// # Errors
    ///
    /// As [`Search::search_on`].
    fn choices(&self, question: &Question<'_, G>) -> Result<Vec<RootMove>>;

    /// All moves that are as good as the best one, after a search of this position `found` it with this memory;
    /// `None` if a limit, of memory included, ended the comparison.
    ///
    /// # Errors
    ///
    /// As [`Search::search_on`].
    fn ties(
        &self,
        question: &Question<'_, G>,
        found: &SearchResult,
        memory: &mut Memory,
    ) -> Result<Option<Vec<Move>>>;
}

/// A search of one game that is called with the common type of all games.
pub(super) struct LiftedSearch<G: Concrete>(pub(super) Box<dyn Search<G>>);

impl<G: Concrete> Search<AnyGame> for LiftedSearch<G> {
    fn profile(&self) -> Profile {
        self.0.profile()
    }

    fn search_on(
        &self,
        asked: &Question<'_, AnyGame>,
        memory: &mut Memory,
    ) -> Result<SearchResult> {
        self.0.search_on(&lowered(asked), memory)
    }

    fn choices(&self, asked: &Question<'_, AnyGame>) -> Result<Vec<RootMove>> {
        self.0.choices(&lowered(asked))
    }

    fn ties(
        &self,
        asked: &Question<'_, AnyGame>,
        found: &SearchResult,
        memory: &mut Memory,
    ) -> Result<Option<Vec<Move>>> {
        self.0.ties(&lowered(asked), found, memory)
    }
}

/// A question about any game as one about the game that it is.
fn lowered<'a, G: Concrete>(asked: &Question<'a, AnyGame>) -> Question<'a, G> {
    let game = G::from_any(asked.game).expect("the game it was made for");
    let at = *G::at(&asked.at).expect("a position of that game");
    let limits = asked.limits;
    Question { game, at, limits }
}
