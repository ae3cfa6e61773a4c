//! The rules of a game behind a pointer: the methods of [`Game`] with keys as positions.

use super::law::{self, Law};
use crate::error::Result;
use crate::game::{Extent, Game, Key, Move, Nature, Outcome, Side, Sketch, Symmetry};

/// The methods of [`Game`] with keys as positions, which can be called through a pointer.
///
/// Every key that they return is read back, and no more moves are taken than a game can have. Rules for which
/// that fails end the work as [`law::broken`] does.
pub(super) trait Rules: Send + Sync {
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
    fn nature(&self) -> Nature;
    fn at_least(&self) -> Extent;
    fn write_move(&self, m: Move) -> String;
    fn read_move(&self, text: &str) -> Result<Move>;
    fn write_position(&self, at: Key) -> String;
    fn read_position(&self, text: &str) -> Result<Key>;
    fn sketch(&self, at: Key) -> Sketch;
}

/// The position with this key, which the same rules have given.
fn read<G: Game>(game: &G, key: Key) -> G::Position {
    game.position(key).unwrap_or_else(|| {
        let found = format!("the key {} is no longer read", key.0);
        law::broken(Law::KEYS.error(Game::name(game), found))
    })
}

/// The key of a position, which must be read as the same position.
fn keyed<G: Game>(game: &G, at: &G::Position) -> Key {
    let key = game.key(at);
    let found = game.position(key);
    if found.as_ref() == Some(at) {
        return key;
    }
    let (text, number) = (Game::write_position(game, at), key.0);
    let found = match found {
        None => format!("the key {number} of {text} is not read"),
        Some(other) if game.key(&other) == key => {
            let other = Game::write_position(game, &other);
            format!("{text} and {other} both have {number}")
        }
        Some(other) => {
            let other = Game::write_position(game, &other);
            format!("the key {number} of {text} is read as {other}, which has another")
        }
    };
    law::broken(Law::KEYS.error(Game::name(game), found))
}

impl<G: Game> Rules for G {
    fn name(&self) -> String {
        Game::name(self)
    }

    fn start(&self) -> Key {
        keyed(self, &Game::start(self))
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
        // One more than the possible number shows that there are too many.
        let most = usize::from(Game::move_count(self)) + 1;
        Game::moves(self, &read(self, at)).take(most).collect()
    }

    fn play(&self, at: Key, m: Move) -> Key {
        keyed(self, &Game::play(self, &read(self, at), m))
    }

    fn move_count(&self) -> u16 {
        Game::move_count(self)
    }

    fn has(&self, key: Key) -> bool {
        self.position(key).is_some_and(|at| self.key(&at) == key)
    }

    fn symmetries(&self) -> u16 {
        Game::symmetries(self)
    }

    fn rotations(&self) -> u16 {
        Game::rotations(self)
    }

    fn turn(&self, at: Key, by: Symmetry) -> Key {
        keyed(self, &Game::turn(self, &read(self, at), by))
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        Game::turn_move(self, m, by)
    }

    fn lowest(&self, at: Key) -> Option<Symmetry> {
        Game::lowest(self, &read(self, at))
    }

    fn without_side(&self, at: Key) -> Option<Key> {
        Some(keyed(self, &Game::without_side(self, &read(self, at))?))
    }

    fn nature(&self) -> Nature {
        Game::nature(self)
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
        Ok(keyed(self, &Game::read_position(self, text)?))
    }

    fn sketch(&self, at: Key) -> Sketch {
        Game::sketch(self, &read(self, at))
    }
}
