//! The names of players and opponents.

use std::slice;
use std::sync::LazyLock;

use crate::player::{LISTINGS, Listing, Naming};
use crate::search::{self, KINDS, SearchKind};

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
        about: "perfect play that wins as soon and loses as late as possible",
    },
    Naming {
        form: "perfect:prolong",
        names: &[],
        about: "perfect play that delays its wins as long as possible against an opponent who hurries to lose, and loses late",
    },
    Naming {
        form: "first",
        names: &["first"],
        about: "always the lowest legal move",
    },
    Naming {
        form: "models/x.menace",
        names: &[],
        about: "what a model has learnt; add :greedy or :sharpness=5 to read its beads differently, \
                :fallback=m3 to ask a player where it has no box",
    },
    Naming {
        form: "mix:0.9*perfect+0.1*random",
        names: &[],
        about: "one of several players, drawn anew at every move; where one of them resigns, only the others are drawn",
    },
];

/// The searches, which are also players of every game; `menace list searches` shows their options.
pub static SEARCHES: LazyLock<Vec<Naming>> = LazyLock::new(|| {
    let naming = |kind: &'static SearchKind| Naming {
        form: kind.player,
        // `id` needs a search after it, so it is not suggested as a name.
        names: match kind.algorithm {
            None => &[],
            Some(_) => slice::from_ref(&kind.name),
        },
        about: kind.about,
    };
    KINDS.iter().map(naming).collect()
});

/// Further opponents of a training in every game, in addition to all players.
pub const TRAINING: &[Naming] = &[
    Naming {
        form: "fading:random-to-perfect:5000",
        names: &[],
        about: "training only: one player at first, then at each move more and more often another, \
            and only the other after 5000 games of the model, counting earlier trainings",
    },
    Naming {
        form: "curriculum:random:1000-then-perfect",
        names: &[],
        about: "training only: one player after another, each for so many games of the model, the last one for \
            all further games",
    },
];

/// All names of players and opponents: for every game, made for one game, and for training only.
pub fn namings() -> impl Iterator<Item = &'static Naming> {
    let scripts = LISTINGS.iter().flat_map(|listing| listing.scripts);
    let scripts = scripts.map(|(naming, _)| naming);
    let own = listings().flat_map(|listing| listing.players);
    let general = GENERAL.iter().chain(&*SEARCHES);
    general.chain(own).chain(TRAINING).chain(scripts)
}

/// The listings of the players made for one game; those that search come last.
pub(super) fn listings() -> impl Iterator<Item = &'static Listing> {
    LISTINGS.iter().chain(search::LISTINGS).copied()
}

/// Whether a name means an opponent for training only.
pub(super) fn is_training_only(name: &str) -> bool {
    is_in_turn(name) || is_script(name)
}

/// Whether a name means a script.
pub(super) fn is_script(name: &str) -> bool {
    let mut listings = LISTINGS.iter();
    listings.any(|listing| listing.script_side(name).is_some())
}

/// Whether a name has a form of [`TRAINING`].
pub(super) fn is_in_turn(name: &str) -> bool {
    let word = name.split_once(':').map_or(name, |(word, _)| word);
    matches!(word, "fading" | "curriculum")
}
