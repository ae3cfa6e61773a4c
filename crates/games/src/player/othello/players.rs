//! The names of the players made for Othello, and how to make them.

use super::hand_written::OthelloPlayer;
use crate::error::Result;
use crate::games::AnyGame;
use crate::player::{Listing, Made, Naming, lifted};

/// The players made for Othello.
pub const LISTING: Listing = Listing {
    game: "othello",
    players: &[
        Naming::new(&["m1"], "Othello: the first legal square"),
        Naming::new(&["m2"], "Othello: the square that turns the most discs"),
        Naming::new(
            &["m3"],
            "Othello: corners first, squares next to a corner last; otherwise as m2",
        ),
        Naming::new(
            &["m4"],
            "Othello: corners, safe borders, squares next to an open corner last; then the most discs \
             enclosed or on the border",
        ),
    ],
    scripts: &[],
    player,
    script: |_| Ok(None),
};

fn player(_game: &AnyGame, name: &str) -> Result<Made> {
    if !LISTING.has(name) {
        return Ok(None);
    }
    Ok(Some(lifted(OthelloPlayer::parse(name)?)))
}
