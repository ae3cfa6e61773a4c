//! A game of one's own behind a pointer, so that it can be an [`AnyGame`](super::AnyGame).

use std::fmt;
use std::sync::Arc;

use crate::error::Result;
use crate::game::{Extent, Game, Key, Move, Outcome, Side, Sketch, Symmetry};

/// The rules of a game that is not one of this library's.
///
/// Every position is read from its key, and all methods are called through a pointer, so games are slower than
/// with the rules themselves.
#[derive(Clone)]
pub struct OwnGame(Arc<dyn Rules>);

/// A position of a game of one's own: its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position(Key);

impl OwnGame {
    /// Wraps the rules of a game.
    pub fn new(game: impl Game) -> Self {
        Self(Arc::new(game))
    }
}

impl fmt::Debug for OwnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnGame").field(&self.0.name()).finish()
    }
}

/// The methods of [`Game`] with keys as positions, which can be called through a pointer.
trait Rules: Send + Sync {
    fn name(&self) -> String;
    fn start(&self) -> Key;
    fn side(&self, at: Key) -> Side;
    fn outcome(&self, at: Key) -> Option<Outcome>;
    fn points(&self, at: Key) -> Option<[u32; 2]>;
    fn moves(&self, at: Key) -> Vec<Move>;
    fn play(&self, at: Key, m: Move) -> Key;
    fn move_count(&self) -> u16;
    fn has(&self, key: Key) -> bool;
    fn symmetries(&self) -> u16;
    fn rotations(&self) -> u16;
    fn turn(&self, at: Key, by: Symmetry) -> Key;
    fn turn_move(&self, m: Move, by: Symmetry) -> Move;
    fn lowest(&self, at: Key) -> Option<Symmetry>;
    fn without_side(&self, at: Key) -> Option<Key>;
    fn at_least(&self) -> Extent;
    fn write_move(&self, m: Move) -> String;
    fn read_move(&self, text: &str) -> Result<Move>;
    fn write_position(&self, at: Key) -> String;
    fn read_position(&self, text: &str) -> Result<Key>;
    fn sketch(&self, at: Key) -> Sketch;
}

/// The position with this key, which the same rules have given.
fn read<G: Game>(game: &G, key: Key) -> G::Position {
    let found = game.position(key);
    found.unwrap_or_else(|| panic!("{} does not read its key {}", game.name(), key.0))
}

impl<G: Game> Rules for G {
    fn name(&self) -> String {
        Game::name(self)
    }

    fn start(&self) -> Key {
        self.key(&Game::start(self))
    }

    fn side(&self, at: Key) -> Side {
        Game::side(self, &read(self, at))
    }

    fn outcome(&self, at: Key) -> Option<Outcome> {
        Game::outcome(self, &read(self, at))
    }

    fn points(&self, at: Key) -> Option<[u32; 2]> {
        Game::points(self, &read(self, at))
    }

    fn moves(&self, at: Key) -> Vec<Move> {
        Game::moves(self, &read(self, at)).collect()
    }

    fn play(&self, at: Key, m: Move) -> Key {
        self.key(&Game::play(self, &read(self, at), m))
    }

    fn move_count(&self) -> u16 {
        Game::move_count(self)
    }

    fn has(&self, key: Key) -> bool {
        self.position(key).is_some()
    }

    fn symmetries(&self) -> u16 {
        Game::symmetries(self)
    }

    fn rotations(&self) -> u16 {
        Game::rotations(self)
    }

    fn turn(&self, at: Key, by: Symmetry) -> Key {
        self.key(&Game::turn(self, &read(self, at), by))
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        Game::turn_move(self, m, by)
    }

    fn lowest(&self, at: Key) -> Option<Symmetry> {
        Game::lowest(self, &read(self, at))
    }

    fn without_side(&self, at: Key) -> Option<Key> {
        Some(self.key(&Game::without_side(self, &read(self, at))?))
    }

    fn at_least(&self) -> Extent {
        Game::at_least(self)
    }

    fn write_move(&self, m: Move) -> String {
        Game::write_move(self, m)
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        Game::read_move(self, text)
    }

    fn write_position(&self, at: Key) -> String {
        Game::write_position(self, &read(self, at))
    }

    fn read_position(&self, text: &str) -> Result<Key> {
        Ok(self.key(&Game::read_position(self, text)?))
    }

    fn sketch(&self, at: Key) -> Sketch {
        Game::sketch(self, &read(self, at))
    }
}

impl Game for OwnGame {
    type Position = Position;

    fn name(&self) -> String {
        self.0.name()
    }

    /// Only clones are the same: another game may have the same name.
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn start(&self) -> Position {
        Position(self.0.start())
    }

    fn side(&self, at: &Position) -> Side {
        self.0.side(at.0)
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        self.0.outcome(at.0)
    }

    fn points(&self, at: &Position) -> Option<[u32; 2]> {
        self.0.points(at.0)
    }

    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        self.0.moves(at.0).into_iter()
    }

    fn play(&self, at: &Position, m: Move) -> Position {
        Position(self.0.play(at.0, m))
    }

    fn move_count(&self) -> u16 {
        self.0.move_count()
    }

    fn key(&self, at: &Position) -> Key {
        at.0
    }

    fn position(&self, key: Key) -> Option<Position> {
        self.0.has(key).then_some(Position(key))
    }

    fn symmetries(&self) -> u16 {
        self.0.symmetries()
    }

    fn rotations(&self) -> u16 {
        self.0.rotations()
    }

    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        Position(self.0.turn(at.0, by))
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        self.0.turn_move(m, by)
    }

    fn lowest(&self, at: &Position) -> Option<Symmetry> {
        self.0.lowest(at.0)
    }

    fn without_side(&self, at: &Position) -> Option<Position> {
        self.0.without_side(at.0).map(Position)
    }

    fn at_least(&self) -> Extent {
        self.0.at_least()
    }

    fn write_move(&self, m: Move) -> String {
        self.0.write_move(m)
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        self.0.read_move(text)
    }

    fn write_position(&self, at: &Position) -> String {
        self.0.write_position(at.0)
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        self.0.read_position(text).map(Position)
    }

    fn sketch(&self, at: &Position) -> Sketch {
        self.0.sketch(at.0)
    }
}
