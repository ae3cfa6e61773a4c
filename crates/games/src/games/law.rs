//! The laws of [`Game`](crate::game::Game), and how work ends on a game whose rules break one.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::error::{Error, Result};
use crate::game::LONGEST;

/// A law that the rules of every game obey, as a sentence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Law(&'static str);

// The text of a law has this number.
const _: () = assert!(LONGEST == 1000);

impl Law {
    pub(crate) const ENDS: Self = Self("every game ends, after 1,000 moves at most");
    pub(crate) const START: Self = Self("the first side moves in the starting position");
    pub(crate) const TURNS: Self = Self("the sides move in turn");
    pub(crate) const OVER: Self = Self("a game has moves until it has an outcome, and then none");
    pub(crate) const MOVES: Self = Self("moves are ascending numbers below the move count");
    pub(crate) const KEYS: Self =
        Self("each position has a key of its own, which is read as that position");
    pub(crate) const SYMMETRIES: Self =
        Self("a symmetry keeps the side to move, the outcome and the moves");
    pub(crate) const NAMES: Self = Self("a move is read from what is written for it");
    pub(crate) const EXTENT: Self =
        Self("a game has at least as many positions and moves as it says");
    pub(crate) const SKETCH: Self = Self(
        "a sketch has at most one place for each move, and none for numbers from the move count on",
    );
    pub(crate) const NAME: Self = Self("a game has a name of 1 to 100 characters on one line");
    pub(crate) const TEXTS: Self =
        Self("each position has a text of its own, which also tells the side to move");
    pub(crate) const KNOWN: Self =
        Self("a game of this library has this name, so give yours another one");

    /// The error for rules that break this law, with what was found instead.
    pub(crate) fn error(self, game: String, found: impl Into<String>) -> Error {
        Error::Law {
            game,
            law: self.0,
            found: found.into(),
        }
    }
}

/// Ends the work on a game whose rules broke a law, up to [`guarded`]. Rules cannot return an error, and there is
/// nothing right that they could return instead.
pub fn broken(error: Error) -> ! {
    resume_unwind(Box::new(error))
}

/// Does work on a game of one's own, and returns the error if the rules broke a law meanwhile.
///
/// A game that is too large to be checked whole by [`AnyGame::own`](super::AnyGame::own) is checked as it is played,
/// in functions that return no error. Rules that break a law there end the work by unwinding without a message,
/// on every thread that takes part in it; other panics go on.
///
/// # Errors
///
/// [`Error::Law`] with the law and the positions.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| match panic.downcast::<Error>() {
        Ok(error) => *error,
        Err(panic) => resume_unwind(panic),
    })
}
