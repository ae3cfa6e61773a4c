//! The one trait of all searches.

use crate::error::Result;
use crate::game::Game;

use super::found::{Choice, Found};
use super::limits::{Limits, tighter};
use super::order::Experience;
use super::score::Score;
use super::table::{Table, TableSetting};

/// A position to search, with its rules and limits.
#[derive(Clone)]
pub struct Question<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub at: G::Position,
    /// How far to go.
    pub limits: Limits<'a>,
}

/// What a search may remember from one iteration to the next: its table, what cut-offs taught it,
/// and the value it found last.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(super) table: Option<Table>,
    pub(super) experience: Experience,
    pub(super) guess: Option<Score>,
}

impl Memory {
    /// Makes the table that the setting asks for, unless it is there already.
    pub(super) fn prepare(&mut self, setting: Option<TableSetting>) {
        let same = self.table.as_ref().map(|table| *table.setting()) == setting;
        if !same {
            self.table = setting.map(Table::new);
        }
    }
}

/// A way of looking ahead.
pub trait Search<G: Game>: Send + Sync {
    /// The algorithm's name, the word that [`parse`](super::parse) knows it by.
    fn name(&self) -> &'static str;

    /// Searches with what earlier searches left in `memory`, which must be of the same game and the
    /// same search.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`](crate::Error::Parameter) when a limit makes no sense for the algorithm or
    /// the memory it may use is not enough.
    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found>;

    /// Searches afresh: the answer depends on the question alone, as long as no clock ends it.
    ///
    /// # Errors
    ///
    /// As [`Search::search_on`].
    fn search(&self, question: &Question<'_, G>) -> Result<Found> {
        self.search_on(question, &mut Memory::default())
    }

    /// The depth limit of the search's own, which those of a question can only make smaller.
    fn depth(&self) -> Option<u16> {
        None
    }

    /// The limit of nodes of the search's own.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// Searches every move of the root with a window of its own, so that equal values are equal:
    /// within one search a later move that "equals" the best is only known not to be better.
    ///
    /// The limit of nodes holds for all of them together. None for a finished position, or with a
    /// depth limit of 0.
    ///
    /// # Errors
    ///
    /// As [`Search::search_on`].
    fn choices(&self, question: &Question<'_, G>) -> Result<Vec<Choice>> {
        let own = (self.depth(), self.nodes());
        choices(question, own, &mut |question, memory| {
            self.search_on(question, memory)
        })
    }
}

/// What [`Search::choices`] does, compiled once for a game and not for each of its searches.
fn choices<G: Game>(
    question: &Question<'_, G>,
    (own_depth, own_nodes): (Option<u16>, Option<u64>),
    search_on: &mut dyn FnMut(&Question<'_, G>, &mut Memory) -> Result<Found>,
) -> Result<Vec<Choice>> {
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
        choices.push(Choice {
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

    fn choices(&self, question: &Question<'_, G>) -> Result<Vec<Choice>> {
        (**self).choices(question)
    }
}
