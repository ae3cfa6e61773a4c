//! The games, one file each, and the function that finds a game by its name.
//!
//! [`parse`] reads a name such as `nim:3,4,5:misere` and returns the rules as an [`AnyGame`]. A program that uses
//! the library makes a game of its own rules with [`AnyGame::own`], without any of these steps.
//!
//! # How to add one
//!
//! 1. `NAME.rs` here: copy the most similar game. It needs a position that is `Copy`, moves in ascending order, a unique
//!    key for each position that never changes, and the way back from key to position. `nature` tells whether a game can
//!    be drawn, what the sides play with, and whether pieces fall; `without_side` lets one machine take both sides, if the
//!    moves do not depend on the side; `sketch` describes a position as squares, piles, or moves alone. Mirror images
//!    are `symmetries`, `turn` and `turn_move`. Small and fast games need neither `lowest` nor `at_least`.
//! 2. This file: `mod` and `pub use`, an arm in [`parse`], and an entry in [`KINDS`].
//! 3. `any.rs`: a `use`, and a line in `any_game!`.
//! 4. `numbering.md` of this crate: what its numbers are, which files hold for ever; `examples/check_numbering.py` computes the same
//!    from that page. `tests/numbering.rs`: its names, then `MENACE_BLESS=1 cargo test --test playing numbering` writes ten
//!    positions of each and `cargo test --test keeping second_reader` compares them with the page. `tests/contract.rs`: its names
//!    in `SMALL`, `WHOLE` or `LARGE`, for the laws of [`Game`]. Published numbers of positions go to `tests/perft.rs`.
//! 5. Sheets: `game.NAME` and `rules.NAME` in `crates/pictures/src/print/words/en.toml` and `ja.toml`; rules that depend on the parameters
//!    need an arm in `crates/pictures/src/print/rules.rs`. `cargo test -p matchboxes-pictures --lib rules`.
//! 6. Page: the whole name, such as `kayles:10`, in `GAMES` in `crates/page/src/machines/offered.rs`, and `game.kayles:10` and
//!    `rules.kayles` in `en.json` and `ja.json` in `crates/page/src/client/`. `cargo test -p matchboxes-page --lib offered`.
//! 7. A fast search: an arm in `crates/search/src/named.rs` and an `impl Offering` in `crates/search/src/parts/`. Without
//!    them, it is searched as an [`AnyGame`]. Other texts of its positions are read in `notation.rs`.
//!
#![doc = include_str!("../../numbering.md")]

mod any;
mod board;
pub(crate) mod checks;
pub mod connect_four;
pub mod hexapawn;
pub mod kayles;
pub(crate) mod law;
pub mod mnk;
pub mod nim;
mod notation;
pub mod othello;
pub mod own;
mod piles;
mod rules;
pub mod split_nim;
pub mod tictactoe;
mod words;
mod written;

pub use any::{AnyGame, Concrete, Position};
pub use board::BoardSize;
pub use checks::{endless, lawful};
pub use connect_four::ConnectFour;
pub use hexapawn::Hexapawn;
pub use kayles::Kayles;
pub use law::{broken, guarded};
pub use mnk::{LineVariant, Mnk};
pub use nim::{End, Nim};
pub use notation::{composed, position};
pub use othello::Othello;
pub use own::OwnGame;
pub use split_nim::{Parts, SplitNim};
pub use tictactoe::TicTacToe;
pub use words::{no_move, no_position};
pub use written::{is_made_of_moves, is_scored, over, read_move, read_moves};

use std::collections::{HashSet, VecDeque};

use serde::Serialize;

pub use crate::error::{Error, Result, Unfit};
use crate::game::{Game, Move};
use law::Law;

/// A kind of game, as `menace list games` prints it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Kind {
    /// The word that names of this kind begin with.
    pub name: &'static str,
    /// The form of a whole name, parameters included.
    pub form: &'static str,
    /// One line about the game.
    pub about: &'static str,
    /// An example of how a move is written.
    pub moves: &'static str,
}

impl Kind {
    /// The name of a game of this kind: the first one in its form.
    pub fn example(&self) -> &'static str {
        let form = self.form;
        form.split_once(" or ").map_or(form, |(name, _)| name)
    }
}

/// The kind of the game with this name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    let word = name.split_once(':').map_or(name, |(word, _)| word);
    KINDS.iter().find(|kind| kind.name == word)
}

/// All kinds of games.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "tic-tac-toe",
        form: "tic-tac-toe or tic-tac-toe:misere or tic-tac-toe:wild or tic-tac-toe:notakto",
        about: "three in a row on a board of 3 x 3, as Michie's matchboxes played it (misere: three lose; wild: either mark \
                may be put down; notakto: all put down X, and three lose)",
        moves: "b2 is the centre: column b, row 2; wild: Xb2 or Ob2",
    },
    Kind {
        name: "nim",
        form: "nim:3,4,5 or nim:8:take=3 or nim:20:take=1,3,4 or nim:3,4,5:misere",
        about: "take any number (take=3: up to three, take=1,3,4: one of these, take=3,: only three) from one pile; the last \
                move wins (misere: loses)",
        moves: "b2 takes two from the second pile",
    },
    Kind {
        name: "split-nim",
        form: "split-nim:7 or split-nim:7:equal:misere",
        about: "split a pile into two unequal ones (equal: any two); a side that cannot loses (misere: wins)",
        moves: "7=4+3 splits a pile of seven into four and three",
    },
    Kind {
        name: "kayles",
        form: "kayles:10 or kayles:10:misere",
        about: "knock down one pin, or two side by side, of a row; knocking down the last one wins (misere: loses)",
        moves: "7=4+2 knocks one pin out of a row of seven, and leaves rows of four and two",
    },
    Kind {
        name: "hexapawn",
        form: "hexapawn or hexapawn:4x4",
        about: "pawns step forward and capture diagonally; reaching the far row wins, having no move loses",
        moves: "b3-b2 moves the pawn on b3 to b2",
    },
    Kind {
        name: "connect-four",
        form: "connect-four or connect-four:5x4",
        about: "discs fall down a column, four in a line win; 7 x 6 by default, any board of up to 64 cells",
        moves: "d drops a disc into the fourth column",
    },
    Kind {
        name: "mnk",
        form: "mnk:4,4,3 or mnk:4,4,3:misere or mnk:4,4,3:wild or mnk:4,4,3:notakto",
        about: "three (the last number) in a line win, on a board of 4 columns and 4 rows; any board of up to 64 cells \
                (variants: as in tic-tac-toe)",
        moves: "b2 is column b, row 2",
    },
    Kind {
        name: "othello",
        form: "othello or othello:6 or othello:4 or othello:6:reversed",
        about: "enclosed discs are flipped, a forced pass is a move, the majority (reversed: the minority) wins; 8 x 8 or \
                smaller",
        moves: "c4 is column c, row 4; pass if nothing else is legal",
    },
];

/// The game with this name.
///
/// # Errors
///
/// [`Error::Name`] when the name does not begin with the word of a kind, [`Error::Parameter`] when its
/// parameters are invalid.
///
/// # Examples
///
/// ```
/// use matchboxes_games::game::Game;
/// use matchboxes_games::games::parse;
///
/// let opening_moves = |name| parse(name).map(|game| game.moves(&game.start()).count());
/// assert_eq!(opening_moves("tic-tac-toe")?, 9);
/// assert_eq!(opening_moves("nim:3,4,5")?, 12);
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
pub fn parse(name: &str) -> Result<AnyGame> {
    let (kind, parameters) = match name.split_once(':') {
        Some((kind, parameters)) => (kind, Some(parameters)),
        None => (name, None),
    };
    Ok(match kind {
        "tic-tac-toe" => match parameters {
            None => TicTacToe.into(),
            Some(variant) => Mnk::parse_three_by_three(name, variant)?.into(),
        },
        "nim" => Nim::parse(name, parameters)?.into(),
        "split-nim" => SplitNim::parse(name, parameters)?.into(),
        "kayles" => Kayles::parse(name, parameters)?.into(),
        "hexapawn" => Hexapawn::parse(name, parameters)?.into(),
        "connect-four" => ConnectFour::parse(name, parameters)?.into(),
        "mnk" => Mnk::parse(name, parameters)?.into(),
        "othello" => Othello::parse(name, parameters)?.into(),
        _ => return Err(Error::unknown("game", kind, KINDS.iter().map(|k| k.name))),
    })
}

impl AnyGame {
    /// A game of one's own, to be trained, kept, drawn and played like the games of this library, only slower: see
    /// [`OwnGame`]. Its rules are checked against the laws of [`Game`], all of a game of at most 10,000 positions and 20,000
    /// moves, and as much of a larger one. The
    /// name of a game of this library may only have that game: files would be read by its rules.
    ///
    /// # Errors
    ///
    /// [`Error::Law`](crate::Error::Law) with the law that the rules break, and where.
    ///
    /// # Panics
    ///
    /// Methods of the result check positions that were not reached before. Where the rules break a law there, they
    /// unwind without a message up to [`guarded`], which returns the error. A game that was small
    /// enough to be checked whole needs that only for positions that play cannot reach.
    pub fn own(game: impl Game) -> Result<Self> {
        let own = OwnGame::new(game)?;
        if let Ok(known) = parse(&own.name()) {
            guarded(|| imitates(&own, &known))??;
        }
        Ok(own.into())
    }
}

/// Checks that a game of one's own is the one that has its name, on as many positions as are looked at.
fn imitates(own: &OwnGame, known: &AnyGame) -> Result<()> {
    const POSITIONS: usize = 5_000;
    let mut next = VecDeque::from([(own.start(), known.start())]);
    let mut seen = HashSet::new();
    while let Some((at, other)) = next.pop_front() {
        let moves: Vec<Move> = own.moves(&at).collect();
        let is_same = own.key(&at) == known.key(&other)
            && own.side(&at) == known.side(&other)
            && own.outcome(&at) == known.outcome(&other)
            && known.moves(&other).eq(moves.iter().copied());
        if !is_same {
            let found = format!("its rules are others at {}", own.write_position(&at));
            return Err(Law::KNOWN.error(own.name(), found));
        }
        if seen.len() < POSITIONS && seen.insert(own.key(&at)) {
            let after = |m| (own.play(&at, m), known.play(&other, m));
            next.extend(moves.into_iter().map(after));
        }
    }
    Ok(())
}
