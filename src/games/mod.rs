//! The games, one file each, and the one door from a name to a game.
//!
//! [`parse`] reads a name such as `nim:3,4,5:misere` and gives the rules it stands for as an [`AnyGame`]. A new
//! game is its file, one arm there and one line in `any.rs`.

mod any;
mod board;
pub mod connect_four;
pub mod hexapawn;
pub mod mnk;
pub mod nim;
pub mod othello;
pub mod split_nim;
pub mod tictactoe;
mod words;

pub use any::{AnyGame, Concrete, Position};
pub use connect_four::ConnectFour;
pub use hexapawn::Hexapawn;
pub use mnk::Mnk;
pub use nim::{End, Nim};
pub use othello::Othello;
pub use split_nim::{Parts, SplitNim};
pub use tictactoe::TicTacToe;

use crate::error::{Error, Result};

/// A kind of game, as `menace list games` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The word a name begins with.
    pub name: &'static str,
    /// The form of a whole name, parameters included.
    pub form: &'static str,
    /// One line on the game.
    pub about: &'static str,
    /// How a move is written, by an example.
    pub moves: &'static str,
}

/// The kind that the game of this name is one of.
#[must_use]
pub fn kind(name: &str) -> Option<&'static Kind> {
    let word = name.split_once(':').map_or(name, |(word, _)| word);
    KINDS.iter().find(|kind| kind.name == word)
}

/// Every game there is.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "tic-tac-toe",
        form: "tic-tac-toe",
        about: "three in a row on a board of 3 x 3, as Michie's matchboxes played it",
        moves: "b2 is the centre: column b, row 2",
    },
    Kind {
        name: "nim",
        form: "nim:3,4,5 or nim:3,4,5:misere",
        about: "take any number from one pile; who takes the last wins (misere: loses)",
        moves: "b2 takes two from the second pile",
    },
    Kind {
        name: "split-nim",
        form: "split-nim:7 or split-nim:7:equal:misere",
        about: "part a pile into two, not equal unless it says so; who cannot loses (misere: wins)",
        moves: "7=4+3 parts a pile of seven into four and three",
    },
    Kind {
        name: "hexapawn",
        form: "hexapawn or hexapawn:4x4",
        about: "pawns step forward and take diagonally; who gets one across wins, who is stuck loses",
        moves: "b3-b2 moves the pawn on b3 to b2",
    },
    Kind {
        name: "connect-four",
        form: "connect-four or connect-four:5x4",
        about: "stones fall down a column, four in a line win; 7 x 6 unless another size is given",
        moves: "d drops a stone into the fourth column",
    },
    Kind {
        name: "mnk",
        form: "mnk:4,4,3",
        about: "three (the last number) in a line on a board of so many columns and rows",
        moves: "b2 is column b, row 2",
    },
    Kind {
        name: "othello",
        form: "othello or othello:6 or othello:4",
        about: "enclosed discs are turned, a forced pass is a move, the majority wins; 8 x 8 or smaller",
        moves: "c4 is column c, row 4; pass where nothing else is legal",
    },
];

/// The game of this name.
///
/// # Errors
///
/// [`Error::Name`] when no game begins with that word, [`Error::Parameter`] when its parameters
/// make no sense.
///
/// # Examples
///
/// ```
/// use menace::game::Game;
/// use menace::games::parse;
///
/// let opening_moves = |name| parse(name).map(|game| game.moves(&game.start()).count());
/// assert_eq!(opening_moves("tic-tac-toe")?, 9);
/// assert_eq!(opening_moves("nim:3,4,5")?, 12);
/// # Ok::<(), menace::Error>(())
/// ```
pub fn parse(name: &str) -> Result<AnyGame> {
    let (kind, parameters) = match name.split_once(':') {
        Some((kind, parameters)) => (kind, Some(parameters)),
        None => (name, None),
    };
    Ok(match kind {
        "tic-tac-toe" => match parameters {
            None => TicTacToe.into(),
            Some(_) => {
                return Err(Error::Parameter {
                    name: name.to_owned(),
                    reason: "tic-tac-toe takes no parameters".to_owned(),
                });
            }
        },
        "nim" => Nim::parse(name, parameters)?.into(),
        "split-nim" => SplitNim::parse(name, parameters)?.into(),
        "hexapawn" => Hexapawn::parse(name, parameters)?.into(),
        "connect-four" => ConnectFour::parse(name, parameters)?.into(),
        "mnk" => Mnk::parse(name, parameters)?.into(),
        "othello" => Othello::parse(name, parameters)?.into(),
        _ => return Err(Error::unknown("game", kind, KINDS.iter().map(|k| k.name))),
    })
}
