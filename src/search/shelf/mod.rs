//! Which game offers a search what, found by the type of its rules: the one place that knows.
//!
//! What a game is judged by is a file here, a line in [`OFFERED`] and an arm in [`offered`].

mod centre;
mod discs;
mod lines;
mod pawns;
mod squares;

use crate::game::Game;
use crate::games::{
    AnyGame, Concrete, ConnectFour, Hexapawn, Mnk, Nim, Othello, SplitNim, TicTacToe,
};

use super::offers::Offers;

/// A part that a game offers, as `menace list searches` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Offered {
    /// How it is asked for: the option and the name.
    pub form: &'static str,
    /// The words that the names of its games begin with; none for every game.
    pub games: &'static [&'static str],
    /// One line on it.
    pub about: &'static str,
}

/// Boards on which lines are made.
const IN_LINE: &[&str] = &["tic-tac-toe", "mnk", "connect-four"];

/// What there is to ask for by name.
pub const OFFERED: &[Offered] = &[
    Offered {
        form: "eval=zero",
        games: &[],
        about: "results only, 0 for what is not finished; what is meant where nothing is said",
    },
    Offered {
        form: "eval=models/x.menace",
        games: &[],
        about: "how the matchbox of a position has grown or shrunk since it was filled",
    },
    Offered {
        form: "eval=lines",
        games: IN_LINE,
        about: "lines with stones of one side alone, the more stones the more points",
    },
    Offered {
        form: "eval=pawns",
        games: &["hexapawn"],
        about: "pawns, ten points each, and the rows they have advanced",
    },
    Offered {
        form: "eval=discs",
        games: &["othello"],
        about: "the difference of discs, finished or not; also called m2",
    },
    Offered {
        form: "eval=m3",
        games: &["othello"],
        about: "corners, and then squares next to them, that both sides take along the line",
    },
    Offered {
        form: "eval=m4",
        games: &["othello"],
        about: "a weight for each disc: corners, safe borders, next to a corner, enclosed, other",
    },
    Offered {
        form: "order=centre",
        games: IN_LINE,
        about: "moves near the middle first",
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
        form: "extend=threats",
        games: IN_LINE,
        about: "goes on while one stone would finish a line",
    },
    Offered {
        form: "extend=always",
        games: &[],
        about: "goes on everywhere, as far as `cap` plies",
    },
    Offered {
        form: "database=x.endgames",
        games: &[],
        about: "an endgame database: what it holds is looked up and not searched",
    },
    Offered {
        form: "book=x.book",
        games: &[],
        about: "an opening book, for players: its moves are played and not searched",
    },
    Offered {
        form: "passes=free",
        games: &["othello"],
        about: "a forced pass costs no depth",
    },
];

/// What this game offers beyond its rules.
///
/// # Examples
///
/// ```
/// use menace::game::Game;
/// use menace::games::ConnectFour;
/// use menace::search::{self, Limits, Question};
///
/// let game = ConnectFour::new(7, 6)?;
/// let name = "pvs:depth=4,eval=lines,order=table/centre";
/// let search = search::parse(name, &*search::offered(&game))?;
/// let (at, limits) = (game.start(), Limits::default());
/// let found = search.search(&Question { game: &game, at, limits })?;
/// assert_eq!(found.best.map(|m| game.write_move(m)).as_deref(), Some("d"));
/// # Ok::<(), menace::Error>(())
/// ```
#[must_use]
pub fn offered<G: Offering>(game: &G) -> Box<dyn Offers<G>> {
    game.offers()
}

/// Rules that may offer a search more than themselves.
pub trait Offering: Game {
    /// Evaluations, move orders and extensions made for this game; only the general ones unless it has some.
    fn offers(&self) -> Box<dyn Offers<Self>> {
        Box::new(())
    }
}

impl Offering for TicTacToe {
    fn offers(&self) -> Box<dyn Offers<Self>> {
        lines::in_line(self, 3, 3)
    }
}

impl Offering for Mnk {
    fn offers(&self) -> Box<dyn Offers<Self>> {
        lines::in_line(self, self.length(), DOWN)
    }
}

impl Offering for ConnectFour {
    fn offers(&self) -> Box<dyn Offers<Self>> {
        lines::in_line(self, 4, DOWN)
    }
}

impl Offering for Hexapawn {
    fn offers(&self) -> Box<dyn Offers<Self>> {
        Box::new(pawns::Offer)
    }
}

impl Offering for Othello {
    fn offers(&self) -> Box<dyn Offers<Self>> {
        Box::new(discs::Offer)
    }
}

impl Offering for Nim {}
impl Offering for SplitNim {}

/// Something that is made for the rules of one game and what they offer a search.
pub trait SearchKernel {
    /// The result.
    type Output;

    /// Does it for this game.
    fn run<G: Concrete + Offering>(self, game: &G) -> Self::Output;
}

/// Does something for the game that this is.
pub fn with_offers<K: SearchKernel>(game: &AnyGame, kernel: K) -> K::Output {
    match game {
        AnyGame::TicTacToe(game) => kernel.run(game),
        AnyGame::Nim(game) => kernel.run(game),
        AnyGame::SplitNim(game) => kernel.run(game),
        AnyGame::Hexapawn(game) => kernel.run(game),
        AnyGame::ConnectFour(game) => kernel.run(game),
        AnyGame::Mnk(game) => kernel.run(game),
        AnyGame::Othello(game) => kernel.run(game),
    }
}

/// From a cell to the one below it on the boards that have room for eight columns.
const DOWN: u8 = 8;
