//! Players made for one game: their names, and how to find one by its name.

use std::sync::Arc;

use serde::Serialize;

use super::distribution::Player;
use crate::error::Result;
use crate::game::Side;
use crate::games::AnyGame;

/// The names of one player or of a family of players, as `menace list players` prints them.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Naming {
    /// The name, or the pattern of the names.
    pub form: &'static str,
    /// The fixed names of this form, for suggestions after a typing error.
    pub names: &'static [&'static str],
    /// A description in one line.
    pub about: &'static str,
}

impl Naming {
    /// The names of one player, the first of which is its full name.
    pub(super) const fn new(names: &'static [&'static str], about: &'static str) -> Self {
        Self {
            form: names[0],
            names,
            about,
        }
    }
}

/// The players made for one game.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// The first word of the game's name.
    pub game: &'static str,
    /// Players that can play in any match.
    pub players: &'static [Naming],
    /// Scripts, which change the player from game to game, each with the side that it plays.
    pub scripts: &'static [(Naming, Side)],
    /// Makes the player with this name for the game; `None` if no player has it. The error is an
    /// [`Error::Parameter`](crate::Error::Parameter) if the name is known and its parameters are not valid, or any
    /// error of solving the game.
    pub player: fn(&AnyGame, &str) -> Result<Made>,
    /// Makes the parts of the script with this name, in the order of their games; `None` if there is no such
    /// script. The error is any error of solving the game.
    pub script: fn(&str) -> Result<Option<Vec<ScriptPart>>>,
}

impl Listing {
    /// The names of the players, then of the scripts.
    pub fn namings(&self) -> impl Iterator<Item = &'static Naming> + use<> {
        let scripts = self.scripts.iter().map(|(script, _)| script);
        self.players.iter().chain(scripts)
    }

    /// Whether a name belongs to one of them; anything after a colon is ignored.
    pub fn has(&self, name: &str) -> bool {
        let mut names = self.namings().flat_map(|naming| naming.names);
        names.any(|known| base(known) == base(name))
    }

    /// The side that the script with this name plays.
    pub fn script_side(&self, name: &str) -> Option<Side> {
        let mut scripts = self.scripts.iter();
        let found = scripts.find(|(script, _)| script.names.contains(&name));
        found.map(|&(_, side)| side)
    }
}

/// The part of a name before its colon.
fn base(name: &str) -> &str {
    name.split_once(':').map_or(name, |(base, _)| base)
}

/// A player, if there is one of the name.
pub type Made = Option<Arc<dyn Player<AnyGame>>>;

/// The number of the first game, counted from 0, and the player of a script from that game on.
pub type ScriptPart = (u64, Arc<dyn Player<AnyGame>>);
