//! The names of the players made for Othello, and how to make them.

use super::hand_written::HandWritten;
use crate::error::Result;
use crate::games::AnyGame;
use crate::player::{Listing, Made, Naming, lifted};

/// The players made for Othello.
pub const LISTING: Listing = Listing {
    game: "othello",
    players: &[
        naming(&["m1"], "Othello: the first legal square"),
        naming(&["m2"], "Othello: the square that turns the most discs"),
        naming(
            &["m3"],
            "Othello: corners first, squares next to a corner last; otherwise as m2",
        ),
        naming(
            &["m4"],
            "Othello: corners, safe borders, squares next to an open corner last; then the most discs \
             enclosed or on the border",
        ),
    ],
    scripts: &[],
    player,
    script: |_| Ok(None),
};

const fn naming(names: &'static [&'static str; 1], about: &'static str) -> Naming {
    Naming {
        form: names[0],
        names,
        about,
    }
}

fn player(_game: &AnyGame, name: &str) -> Result<Made> {
    if !LISTING.has(name) {
        return Ok(None);
    }
    Ok(Some(lifted(HandWritten::parse(name)?)))
}
