//! The parts that each game provides for searches: evaluations, move rankings and extensions.
//!
//! The parts of a game are a file here that implements [`Offering`], and an entry in [`OFFERED`] for each.

mod endings;
mod lines;
mod othello;
mod pawns;
mod threats;

use crate::Offers;
use crate::game::Game;
use crate::games::{Nim, OwnGame, SplitNim};

/// A part that a game provides, as `menace list searches` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Offered {
    /// The option and name that select it.
    pub form: &'static str,
    /// The first words of the names of its games; empty for all games.
    pub games: &'static [&'static str],
    /// A description in one line.
    pub about: &'static str,
}

/// Games of making lines.
const IN_LINE: &[&str] = &["tic-tac-toe", "mnk", "connect-four"];

/// All parts that can be selected by name.
pub const OFFERED: &[Offered] = &[
    Offered {
        form: "eval=zero",
        games: &[],
        about: "results only, 0 for unfinished positions; the default",
    },
    Offered {
        form: "eval=models/x.menace",
        games: &[],
        about: "how much the matchbox of the position has grown or shrunk since it was filled",
    },
    Offered {
        form: "eval=lines",
        games: IN_LINE,
        about: "lines with stones of one side only; the more stones, the more points",
    },
    Offered {
        form: "eval=pawns",
        games: &["hexapawn"],
        about: "ten points for each pawn and one for each row it has advanced",
    },
    Offered {
        form: "eval=discs",
        games: &["othello"],
        about: "disc difference, also in finished positions; also called m2",
    },
    Offered {
        form: "eval=discs:winner",
        games: &["othello"],
        about: "the same, but at the end the winner also gets the empty squares, as the World Othello Federation counts",
    },
    Offered {
        form: "eval=m3",
        games: &["othello"],
        about: "corners that either side takes along the line, then squares next to corners",
    },
    Offered {
        form: "eval=m4",
        games: &["othello"],
        about: "a weight for each disc: on a corner, safe on the border, next to a corner, enclosed, other",
    },
    Offered {
        form: "order=centre",
        games: IN_LINE,
        about: "moves near the centre first",
    },
    Offered {
        form: "order=captures",
        games: &["hexapawn"],
        about: "captures first",
    },
    Offered {
        form: "order=corners",
        games: &["othello"],
        about: "corners first",
    },
    Offered {
        form: "order=mobility",
        games: &["othello"],
        about: "moves first that leave the other side few",
    },
    Offered {
        form: "extend=threats",
        games: IN_LINE,
        about: "searches further while one stone would complete a line",
    },
    Offered {
        form: "extend=always",
        games: &[],
        about: "searches further everywhere, up to `cap` plies",
    },
    Offered {
        form: "database=x.endgames",
        games: &[],
        about: "an endgame database: its positions are looked up, not searched",
    },
    Offered {
        form: "book=x.book",
        games: &[],
        about: "an opening book, for players: its moves are played without a search",
    },
    Offered {
        form: "passes=free",
        games: &["othello"],
        about: "a forced pass does not count towards the depth",
    },
];

/// A game that can provide parts for searches.
pub trait Offering: Game {
    /// The parts that this game provides for searches; by default only the general ones.
    fn offers(&self) -> Offers<Self> {
        Offers::default()
    }
}

impl Offering for Nim {}
impl Offering for SplitNim {}
impl Offering for OwnGame {}
