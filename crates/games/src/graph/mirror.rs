//! Mirror images: which positions count as one, and which of their moves count as one.

use serde::{Deserialize, Serialize};

use crate::game::{Game, Key, Move, Symmetry};

/// Which images of a position count as the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Merging {
    /// Only the position itself: nothing is merged.
    #[default]
    None,
    /// Its rotations.
    Rotations,
    /// Its rotations and mirror images: all symmetries of the game.
    Full,
}

impl Merging {
    /// The number of the game's symmetries that are merged, including the identity.
    pub fn symmetries<G: Game>(self, game: &G) -> u16 {
        match self {
            Self::None => 1,
            Self::Rotations => game.rotations(),
            Self::Full => game.symmetries(),
        }
    }

    fn all<G: Game>(self, game: &G) -> impl Iterator<Item = Symmetry> + use<G> {
        (0..self.symmetries(game)).map(Symmetry)
    }
}

/// The image of a position with the lowest key, which represents all its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical<P> {
    /// The position.
    pub position: P,
    /// Its key.
    pub key: Key,
    /// The first symmetry that gives this image.
    pub by: Symmetry,
}

/// The canonical form of a position.
pub fn canonical<G: Game>(game: &G, at: &G::Position, merging: Merging) -> Canonical<G::Position> {
    if merging == Merging::Full
        && let Some(by) = game.lowest(at)
    {
        let position = game.turn(at, by);
        let key = game.key(&position);
        return Canonical { position, key, by };
    }
    let (position, key, by) = (*at, game.key(at), Symmetry::IDENTITY);
    let mut best = Canonical { position, key, by };
    for by in merging.all(game).skip(1) {
        let position = game.turn(at, by);
        let key = game.key(&position);
        if key < best.key {
            best = Canonical { position, key, by };
        }
    }
    best
}

/// The legal moves of a position in classes: moves are in one class if a symmetry that leaves the position
/// unchanged maps one to the other. Classes are ordered by their lowest move; moves ascend within a class.
pub fn classes<G: Game>(game: &G, at: &G::Position, merging: Merging) -> Vec<Vec<Move>> {
    let unchanged = |by: &Symmetry| game.turn(at, *by) == *at;
    let stabiliser: Vec<_> = merging.all(game).filter(unchanged).collect();
    if stabiliser.len() == 1 {
        return game.moves(at).map(|m| vec![m]).collect();
    }
    let mut classes: Vec<Vec<Move>> = Vec::new();
    for m in game.moves(at) {
        if classes.iter().any(|class| class.contains(&m)) {
            continue;
        }
        let mut class: Vec<Move> = stabiliser.iter().map(|&by| game.turn_move(m, by)).collect();
        class.sort_unstable();
        class.dedup();
        classes.push(class);
    }
    classes
}
