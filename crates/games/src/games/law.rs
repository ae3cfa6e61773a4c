//! The laws of [`Game`](crate::game::Game), and how work ends on a game whose rules break one.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::error::{Error, Result};
use crate::game::LONGEST;

/// A law that the rules of every game obey.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Law {
    Ends,
    Start,
    Turns,
    Over,
    Moves,
    Keys,
    Symmetries,
    Names,
    Extent,
    Sketch,
    Known,
    Name,
    Texts,
}

// The text of a law has this number.
const _: () = assert!(LONGEST == 1000);

impl Law {
    const fn text(self) -> &'static str {
        match self {
            Self::Ends => "every game ends, after 1,000 moves at most",
            Self::Start => "the first side moves in the starting position",
            Self::Turns => "the sides move in turn",
            Self::Over => "a game has moves until it has an outcome, and then none",
            Self::Moves => "moves are ascending numbers below the move count",
            Self::Keys => "each position has a key of its own, which is read as that position",
            Self::Symmetries => "a symmetry keeps the side to move, the outcome and the moves",
            Self::Names => "a move is read from what is written for it",
            Self::Extent => "a game has at least as many positions and moves as it says",
            Self::Sketch => {
                "a sketch has at most one place for each move, and none for numbers from the move count on"
            }
            Self::Name => "a game has a name of 1 to 100 characters on one line",
            Self::Texts => "each position has a text of its own, which also tells the side to move",
            Self::Known => "a game of this library has this name, so give yours another one",
        }
    }

    /// The error for rules that break this law, with what was found instead.
    pub(crate) fn error(self, game: String, found: impl Into<String>) -> Error {
        Error::Law {
            game,
            law: self.text(),
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
