//! Wraps searches of one game as searches of [`AnyGame`], without loss of speed.

use super::ask::{Memory, Profile, Question, Search};
use super::found::Found;
use crate::error::Result;
use crate::games::{AnyGame, Concrete};

/// A search of one game that is called with the common type of all games.
struct Lifted<G: Concrete>(Box<dyn Search<G>>);

impl<G: Concrete> Search<AnyGame> for Lifted<G> {
    fn profile(&self) -> Profile {
        self.0.profile()
    }

    fn search_on(&self, asked: &Question<'_, AnyGame>, memory: &mut Memory) -> Result<Found> {
        let (game, at) = (G::of(asked.game), G::at(&asked.at));
        let question = Question {
            game: game.expect("the game it was made for"),
            at: *at.expect("a position of that game"),
            limits: asked.limits,
        };
        self.0.search_on(&question, memory)
    }
}

/// Wraps the search of one game as a search of [`AnyGame`].
#[must_use]
pub fn lifted<G: Concrete>(search: Box<dyn Search<G>>) -> Box<dyn Search<AnyGame>> {
    Box::new(Lifted(search))
}
