//! Wraps searches of one game as searches of [`AnyGame`], without loss of speed.

use super::ask::{Memory, Question, Search};
use super::found::{Found, RootMove};
use crate::error::Result;
use crate::games::{AnyGame, Concrete};

/// A search of one game that is called with the common type of all games.
pub(super) struct Lifted<G: Concrete>(pub(super) Box<dyn Search<G>>);

/// Converts a question to the type of one game.
fn concrete<'a, G: Concrete>(asked: &Question<'a, AnyGame>) -> Question<'a, G> {
    let (game, at) = (G::of(asked.game), G::at(&asked.at));
    Question {
        game: game.expect("the game it was made for"),
        at: *at.expect("a position of that game"),
        limits: asked.limits,
    }
}

impl<G: Concrete> Search<AnyGame> for Lifted<G> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn search_on(&self, question: &Question<'_, AnyGame>, memory: &mut Memory) -> Result<Found> {
        self.0.search_on(&concrete(question), memory)
    }

    fn depth(&self) -> Option<u16> {
        self.0.depth()
    }

    fn nodes(&self) -> Option<u64> {
        self.0.nodes()
    }

    fn choices(&self, question: &Question<'_, AnyGame>) -> Result<Vec<RootMove>> {
        self.0.choices(&concrete(question))
    }
}

/// Wraps the search of one game as a search of [`AnyGame`].
#[must_use]
pub fn lifted<G: Concrete>(search: Box<dyn Search<G>>) -> Box<dyn Search<AnyGame>> {
    Box::new(Lifted(search))
}
