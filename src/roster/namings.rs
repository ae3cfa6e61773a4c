//! How players and opponents are named.

use std::slice;
use std::sync::LazyLock;

use crate::player::{LISTINGS, Listing, Naming};
use crate::search::{self, KINDS, Kind};

/// The players of every game.
pub const GENERAL: &[Naming] = &[
    Naming {
        form: "random",
        names: &["random"],
        about: "any legal move, each with the same chance",
    },
    Naming {
        form: "perfect",
        names: &["perfect"],
        about: "any move that keeps the game's value",
    },
    Naming {
        form: "perfect:quickest",
        names: &[],
        about: "perfect play that wins as soon and loses as late as it can",
    },
    Naming {
        form: "perfect:prolong",
        names: &[],
        about: "perfect play that makes its wins last as long as it can against an opponent who hurries to lose, and loses late",
    },
    Naming {
        form: "first",
        names: &["first"],
        about: "always the lowest legal move",
    },
    Naming {
        form: "models/x.menace",
        names: &[],
        about: "what a model has learnt; add :greedy or :sharpness=5 to read its beads otherwise, \
                :outside=m3 to ask a player where it has no box",
    },
    Naming {
        form: "mix:0.9*perfect+0.1*random",
        names: &[],
        about: "one of several players, drawn anew at every move",
    },
];

/// The searches, players of every game too; `menace list searches` tells their options.
pub static SEARCHES: LazyLock<Vec<Naming>> = LazyLock::new(|| {
    let naming = |kind: &'static Kind| Naming {
        form: kind.player,
        // A word that says nothing without another is no name to suggest.
        names: match kind.name {
            "id" => &[],
            _ => slice::from_ref(&kind.name),
        },
        about: kind.about,
    };
    KINDS.iter().map(naming).collect()
});

/// The opponents of a training besides all players, whatever the game.
pub const TRAINING: &[Naming] = &[Naming {
    form: "fading:random-to-perfect:5000",
    names: &[],
    about: "training only: at first one player, at each move ever more often another, and only \
            that once the model has 5000 games, those of earlier trainings counted",
}];

/// Every way of naming a player or an opponent: those of every game, those made for one, and those
/// for training only.
pub fn namings() -> impl Iterator<Item = &'static Naming> {
    let scripts = LISTINGS.iter().flat_map(|listing| listing.scripts);
    let scripts = scripts.map(|(naming, _)| naming);
    let own = listings().flat_map(|listing| listing.players);
    let general = GENERAL.iter().chain(&*SEARCHES);
    general.chain(own).chain(TRAINING).chain(scripts)
}

/// The names of the players made for one game, those that search last.
pub(super) fn listings() -> impl Iterator<Item = &'static Listing> {
    LISTINGS.iter().chain(search::LISTINGS).copied()
}

/// Whether only a training can play somebody of this name.
pub(super) fn is_training_only(name: &str) -> bool {
    let mut listings = LISTINGS.iter();
    is_fading(name) || listings.any(|listing| listing.script(name).is_some())
}

/// Whether a name begins as one of [`TRAINING`].
pub(super) fn is_fading(name: &str) -> bool {
    name == "fading" || name.starts_with("fading:")
}
