//! A game of one's own behind a pointer, so that it can be an [`AnyGame`](super::AnyGame).

use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::checks;
use super::law;
use super::rules::Rules;
use crate::error::Result;
use crate::game::{Extent, Game, Key, LONGEST, Move, Nature, Outcome, Side, Sketch, Symmetry};

/// The rules of a game that is not one of this library's, which obey the laws of [`Game`]: a small game has been
/// checked whole, and a larger one is checked as it is played.
///
/// Every position is read from its key, and all methods are called through a pointer, so games are slower than
/// with the rules themselves.
#[derive(Clone)]
pub struct OwnGame {
    rules: Arc<dyn Rules>,
    /// All positions of a game that has been checked whole, and none of a larger one.
    checked: Arc<HashSet<Key>>,
}

/// A position of a game of one's own: its key, and how many moves have led to it since it was last read. Positions
/// are equal if their keys are.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    // The bytes of the key: so a position of any game takes no more memory.
    key: [u8; 16],
    plies: u16,
}

impl Position {
    const fn new(key: Key, plies: u16) -> Self {
        let key = key.0.to_le_bytes();
        Self { key, plies }
    }

    const fn key(self) -> Key {
        Key(u128::from_le_bytes(self.key))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl OwnGame {
    /// Wraps the rules of a game, and checks them from the start on: all of a small game, and as much of a larger one.
    pub(super) fn new(game: impl Game) -> Result<Self> {
        law::guarded(|| {
            let checked = Arc::new(checks::check(&game));
            let rules = Arc::new(game);
            Self { rules, checked }
        })
    }

    fn has_checked(&self, at: Key) -> bool {
        self.checked.contains(&at)
    }
}

impl fmt::Debug for OwnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnGame").field(&self.rules.name()).finish()
    }
}

impl Game for OwnGame {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        self.rules.name()
    }

    /// Only clones are the same: another game may have the same name.
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
    }

    fn start(&self) -> Position {
        Position::new(self.rules.start(), 0)
    }

    fn side(&self, at: &Position) -> Side {
        self.rules.side(at.key())
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        self.rules.outcome(at.key())
    }

    fn points(&self, at: &Position) -> Option<[u32; 2]> {
        self.rules.points(at.key())
    }

    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        self.rules.moves(at.key()).into_iter()
    }

    fn play(&self, at: &Position, m: Move) -> Position {
        let after = self.rules.play(at.key(), m);
        if !self.has_checked(at.key()) || !self.has_checked(after) {
            checks::check_after(&*self.rules, at.key(), after);
        }
        if at.plies == LONGEST {
            law::broken(checks::endless(self, at));
        }
        Position::new(after, at.plies + 1)
    }

    fn move_count(&self) -> u16 {
        self.rules.move_count()
    }

    fn key(&self, at: &Position) -> Key {
        at.key()
    }

    fn position(&self, key: Key) -> Option<Position> {
        if !self.has_checked(key) {
            if !self.rules.has(key) {
                return None;
            }
            checks::check_position(&*self.rules, key);
        }
        Some(Position::new(key, 0))
    }

    fn symmetries(&self) -> u16 {
        self.rules.symmetries()
    }

    fn rotations(&self) -> u16 {
        self.rules.rotations()
    }

    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        let image = self.rules.turn(at.key(), by);
        if !self.has_checked(at.key()) {
            checks::check_image(&*self.rules, at.key(), image, by);
        }
        Position::new(image, at.plies)
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        self.rules.turn_move(m, by)
    }

    fn lowest(&self, at: &Position) -> Option<Symmetry> {
        self.rules.lowest(at.key())
    }

    fn without_side(&self, at: &Position) -> Option<Position> {
        let alone = self.rules.without_side(at.key())?;
        Some(Position::new(alone, at.plies))
    }

    fn nature(&self) -> Nature {
        self.rules.nature()
    }

    /// Only a game that has been checked whole does.
    fn always_ends(&self) -> bool {
        !self.checked.is_empty()
    }

    fn at_least(&self) -> Extent {
        self.rules.at_least()
    }

    fn write_move(&self, m: Move) -> String {
        self.rules.write_move(m)
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        self.rules.read_move(text)
    }

    fn write_position(&self, at: &Position) -> String {
        self.rules.write_position(at.key())
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let key = self.rules.read_position(text)?;
        if !self.has_checked(key) {
            checks::check_position(&*self.rules, key);
        }
        Ok(Position::new(key, 0))
    }

    fn sketch(&self, at: &Position) -> Sketch {
        let sketch = self.rules.sketch(at.key());
        checks::check_sketch(&*self.rules, at.key(), &sketch);
        sketch
    }
}
