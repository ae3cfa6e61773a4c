//! Players made for one game alone: how they are named, and how one is found by its name.

use std::sync::Arc;

use super::distribution::Player;
use crate::error::Result;
use crate::game::{Game, Side};

/// A way of naming players, as `menace list players` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Naming {
    /// The name, or the form of the names.
    pub form: &'static str,
    /// The plain names of that form, to suggest for one that was mistyped.
    pub names: &'static [&'static str],
    /// One line on who that is.
    pub about: &'static str,
}

/// The names of the players made for one game.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// The word the game's name begins with.
    pub game: &'static str,
    /// Players for any match.
    pub players: &'static [Naming],
    /// Scripts, which change from game to game, each with the side that it plays.
    pub scripts: &'static [(Naming, Side)],
}

impl Listing {
    /// How the players and then the scripts are named.
    pub fn namings(&self) -> impl Iterator<Item = &'static Naming> + use<> {
        let scripts = self.scripts.iter().map(|(script, _)| script);
        self.players.iter().chain(scripts)
    }

    /// Whether a name is one of them, up to what follows its colon.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let mut names = self.namings().flat_map(|naming| naming.names);
        names.any(|known| base(known) == base(name))
    }

    /// The side that the script of this name plays.
    #[must_use]
    pub fn script(&self, name: &str) -> Option<Side> {
        let mut scripts = self.scripts.iter();
        let found = scripts.find(|(script, _)| script.names.contains(&name));
        found.map(|&(_, side)| side)
    }
}

/// A name without what follows its colon.
fn base(name: &str) -> &str {
    name.split_once(':').map_or(name, |(base, _)| base)
}

/// A player of a script with the game, counted from 0, from which on it plays.
pub type Part<G> = (u64, Arc<dyn Player<G>>);

/// The players made for one game.
pub trait Collection<G: Game>: Sync {
    /// How they are named.
    fn listing(&self) -> &'static Listing;

    /// The player of this name, or `None` when it is none of theirs.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`](crate::Error::Parameter) when the name begins as one of theirs and
    /// what follows makes no sense; whatever solving the game can give.
    fn player(&self, game: &G, name: &str) -> Result<Option<Arc<dyn Player<G>>>>;

    /// The parts of the script of this name in the order of their games, or `None` when there is
    /// no such script.
    ///
    /// # Errors
    ///
    /// Whatever solving the game can give.
    fn script(&self, game: &G, name: &str) -> Result<Option<Vec<Part<G>>>>;
}
