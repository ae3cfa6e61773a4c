//! All games as one type: commands, sessions, files and pictures use [`AnyGame`], so they are compiled only
//! once. Searches, whose loops must be fast, extract the rules of the one game from it (`matchboxes::search::named`),
//! and so do hand-written players (`player::lifted`). Split nim and games of one's own are searched as [`AnyGame`], which
//! saves a copy of every search. A function that other crates call for an [`AnyGame`] is marked `#[inline(never)]` and
//! listed in the `compiled_once.rs` of its crate, so that it is compiled once, in that crate.

use std::fmt::Debug;

use super::connect_four::{self, ConnectFour};
use super::hexapawn::{self, Hexapawn};
use super::kayles::{self, Kayles};
use super::mnk::{self, Mnk};
use super::nim::{self, Nim};
use super::othello::{self, Othello};
use super::own::{self, OwnGame};
use super::split_nim::{self, SplitNim};
use super::tictactoe::{self, TicTacToe};
use crate::error::Result;
use crate::game::{Extent, Game, Key, Move, Nature, Outcome, Side, Sketch, Symmetry};

/// The rules of a game that is part of [`AnyGame`].
pub trait Concrete: Game {
    /// These rules, if `game` contains them.
    fn from_any(game: &AnyGame) -> Option<&Self>;

    /// The position of these rules in `at`, if `at` is one.
    fn at(at: &Position) -> Option<&Self::Position>;

    /// The same position as one of any game.
    fn any(at: Self::Position) -> Position;
}

macro_rules! any_game {
    // The dollar sign, for the macros that this one makes.
    ($d:tt $($name:ident: $module:ident),* $(,)?) => {
        /// The rules of any of the games.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "each variant is the game it is named after")]
        #[expect(clippy::large_enum_variant, reason = "nim looks its moves up in place; games are few")]
        pub enum AnyGame {
            $($name($name)),*
        }

        /// A position of any of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each variant is a position of the game it is named after")]
        pub enum Position {
            $($name($module::Position)),*
        }

        enum AnyMoves<$($name),*> {
            $($name($name)),*
        }

        impl<$($name: Iterator<Item = Move>),*> Iterator for AnyMoves<$($name),*> {
            type Item = Move;

            #[inline]
            fn next(&mut self) -> Option<Move> {
                match self {
                    $(Self::$name(moves) => moves.next()),*
                }
            }

            // Distinguishes the games once, not at every move.
            #[inline]
            fn fold<T, F: FnMut(T, Move) -> T>(self, start: T, add: F) -> T {
                match self {
                    $(Self::$name(moves) => moves.fold(start, add)),*
                }
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                match self {
                    $(Self::$name(moves) => moves.size_hint()),*
                }
            }
        }

        $(
            impl Concrete for $name {
                #[inline]
                fn from_any(game: &AnyGame) -> Option<&Self> {
                    match game {
                        AnyGame::$name(game) => Some(game),
                        _ => None,
                    }
                }

                #[inline]
                fn at(at: &Position) -> Option<&Self::Position> {
                    match at {
                        Position::$name(at) => Some(at),
                        _ => None,
                    }
                }

                #[inline]
                fn any(at: Self::Position) -> Position {
                    Position::$name(at)
                }
            }

            impl From<$name> for AnyGame {
                fn from(game: $name) -> Self {
                    Self::$name(game)
                }
            }
        )*

        /// What the rules of the game give.
        macro_rules! of_rules {
            ($d any:expr, $d game:ident => $d given:expr) => {
                match $d any {
                    $(AnyGame::$name($d game) => $d given),*
                }
            };
        }

        /// What the rules of the game give for one of its positions.
        macro_rules! of_position {
            ($d any:expr, $d at:ident, $d game:ident => AnyMoves of $d given:expr) => {
                match ($d any, $d at) {
                    $((AnyGame::$name($d game), Position::$name($d at)) => AnyMoves::$name($d given),)*
                    _ => foreign($d any, $d at),
                }
            };
            ($d any:expr, $d at:ident, $d game:ident => $d given:expr) => {
                match ($d any, $d at) {
                    $((AnyGame::$name($d game), Position::$name($d at)) => $d given,)*
                    _ => foreign($d any, $d at),
                }
            };
        }
    };
}

any_game! { $
    TicTacToe: tictactoe,
    Nim: nim,
    SplitNim: split_nim,
    Kayles: kayles,
    Hexapawn: hexapawn,
    ConnectFour: connect_four,
    Mnk: mnk,
    Othello: othello,
    OwnGame: own,
}

/// A position of the rules as one of any game.
#[inline]
fn any<G: Concrete>(_: &G, at: G::Position) -> Position {
    G::any(at)
}

impl Game for AnyGame {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        of_rules!(self, game => game.name())
    }

    fn is_same(&self, other: &Self) -> bool {
        fn same<G: Concrete>(game: &G, other: &AnyGame) -> bool {
            G::from_any(other).is_some_and(|other| game.is_same(other))
        }
        of_rules!(self, game => same(game, other))
    }

    fn start(&self) -> Position {
        of_rules!(self, game => any(game, game.start()))
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        of_position!(self, at, game => game.side(at))
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        of_position!(self, at, game => game.outcome(at))
    }

    fn points(&self, at: &Position) -> Option<[u32; 2]> {
        of_position!(self, at, game => game.points(at))
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        of_position!(self, at, game => AnyMoves of game.moves(at))
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        of_position!(self, at, game => any(game, game.play(at, m)))
    }

    #[inline]
    fn move_count(&self) -> u16 {
        of_rules!(self, game => game.move_count())
    }

    #[inline]
    fn key(&self, at: &Position) -> Key {
        of_position!(self, at, game => game.key(at))
    }

    fn position(&self, key: Key) -> Option<Position> {
        of_rules!(self, game => game.position(key).map(|at| any(game, at)))
    }

    fn plies(&self, at: &Position) -> [u16; 2] {
        of_position!(self, at, game => game.plies(at))
    }

    #[inline]
    fn symmetries(&self) -> u16 {
        of_rules!(self, game => game.symmetries())
    }

    #[inline]
    fn rotations(&self) -> u16 {
        of_rules!(self, game => game.rotations())
    }

    #[inline]
    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        of_position!(self, at, game => any(game, game.turn(at, by)))
    }

    #[inline]
    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        of_rules!(self, game => game.turn_move(m, by))
    }

    #[inline]
    fn lowest(&self, at: &Position) -> Option<Symmetry> {
        of_position!(self, at, game => game.lowest(at))
    }

    fn without_side(&self, at: &Position) -> Option<Position> {
        of_position!(self, at, game => game.without_side(at).map(|at| any(game, at)))
    }

    fn nature(&self) -> Nature {
        of_rules!(self, game => game.nature())
    }

    fn always_ends(&self) -> bool {
        of_rules!(self, game => game.always_ends())
    }

    fn at_least(&self) -> Extent {
        of_rules!(self, game => game.at_least())
    }

    fn write_move(&self, m: Move) -> String {
        of_rules!(self, game => game.write_move(m))
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        of_rules!(self, game => game.read_move(text))
    }

    fn write_position(&self, at: &Position) -> String {
        of_position!(self, at, game => game.write_position(at))
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        of_rules!(self, game => game.read_position(text).map(|at| any(game, at)))
    }

    fn compose(&self, text: &str) -> Result<Position> {
        of_rules!(self, game => game.compose(text).map(|at| any(game, at)))
    }

    fn sketch(&self, at: &Position) -> Sketch {
        of_position!(self, at, game => game.sketch(at))
    }
}

/// The rules of one game got a position of another: a bug of the caller.
#[cold]
fn foreign(game: &AnyGame, at: &Position) -> ! {
    panic!("{at:?} is not a position of {}", game.name())
}
