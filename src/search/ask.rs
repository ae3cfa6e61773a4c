//! The trait that all searches implement.

use crate::error::Result;
use crate::game::Game;

use super::found::{Found, RootMove};
use super::limits::{Limits, tighter};
use super::order::Experience;
use super::score::Score;
use super::tables::table::{Table, TableSetting};

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

/// The memory that a search can keep from one iteration to the next: its table, its killer moves and
/// history counters, and its last value.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(super) table: Option<Table>,
    pub(super) experience: Experience,
    pub(super) guess: Option<Score>,
}

impl Memory {
    /// Makes the table that the setting requires, unless it already exists.
    pub(super) fn prepare(&mut self, setting: Option<TableSetting>) {
        let same = self.table.as_ref().map(|table| *table.setting()) == setting;
        if !same {
            self.table = setting.map(Table::new);
        }
    }
}

/// A search algorithm with its options.
pub trait Search<G: Game>: Send + Sync {
    /// The algorithm's name, as [`parse`](super::parse) reads it.
    fn name(&self) -> &'static str;

    /// Searches with the memory of earlier searches, which must be from the same game and the same
    /// search.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`](crate::Error::Parameter) if a limit makes no sense for the algorithm, or if
    /// the search needs more memory than allowed.
    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found>;

    /// Searches with empty memory: the answer depends only on the question, unless [`Limits::stop`] ends
    /// the search.
    ///
    /// # Errors
    ///
    /// As [`Search::search_on`].
    fn search(&self, question: &Question<'_, G>) -> Result<Found> {
        self.search_on(question, &mut Memory::default())
    }

    /// The search's own depth limit; the limits of a question can only lower it.
    fn depth(&self) -> Option<u16> {
        None
    }

    /// The search's own node limit; the limits of a question can only lower it.
    fn nodes(&self) -> Option<u64> {
        None
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
    fn choices(&self, question: &Question<'_, G>) -> Result<Vec<RootMove>> {
        let own = (self.depth(), self.nodes());
        choices(question, own, &mut |question, memory| {
            self.search_on(question, memory)
        })
    }
}

/// Implements [`Search::choices`]. A function of its own, so that it is compiled once for each game and
/// not once for each search.
fn choices<G: Game>(
    question: &Question<'_, G>,
    (own_depth, own_nodes): (Option<u16>, Option<u64>),
    search_on: &mut dyn FnMut(&Question<'_, G>, &mut Memory) -> Result<Found>,
) -> Result<Vec<RootMove>> {
    let Question { game, at, limits } = *question;
    let depth = tighter(limits.depth, own_depth);
    if depth == Some(0) {
        return Ok(Vec::new());
    }
    let mut left = tighter(limits.nodes, own_nodes);
    let mut memory = Memory::default();
    let mut choices = Vec::new();
    for m in game.moves(&at) {
        let limits = Limits {
            depth: depth.map(|depth| depth - 1),
            nodes: left,
            ..limits
        };
        let at = game.play(&at, m);
        let found = search_on(&Question { game, at, limits }, &mut memory)?;
        left = left.map(|left| left.saturating_sub(found.counts.nodes));
        choices.push(RootMove {
            m,
            value: -found.value,
            found,
        });
    }
    Ok(choices)
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for Box<S> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        (**self).search_on(question, memory)
    }

    fn depth(&self) -> Option<u16> {
        (**self).depth()
    }

    fn nodes(&self) -> Option<u64> {
        (**self).nodes()
    }

    fn choices(&self, question: &Question<'_, G>) -> Result<Vec<RootMove>> {
        (**self).choices(question)
    }
}
