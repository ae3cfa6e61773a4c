//! The players made for Othello after the article on making Othello players of 2015: those that look one move ahead, and
//! two with the error of its program.

mod hand_written;
mod phantom;

use super::{Listing, Made, Naming, lifted};
use crate::error::{Error, Result};
use crate::games::AnyGame;
use hand_written::OthelloPlayer;
use phantom::Phantom;

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
        Naming {
            form: "m3-d2-2015, m3-d4-2015[:e9]",
            names: &["m3-d2-2015", "m3-d4-2015", "m3-d2-2015:e9", "m3-d4-2015:e9"],
            about: "Othello 8 x 8: m3-d2 and m3-d4 with the memory error of the program of 2015; with :e9, a square fitted \
                    to its published table",
        },
    ],
    scripts: &[],
    player,
    script: |_| Ok(None),
};

fn player(game: &AnyGame, name: &str) -> Result<Made> {
    if !LISTING.has(name) {
        return Ok(None);
    }
    let mut looking_ahead = Phantom::NAMED.into_iter();
    if let Some((_, player)) = looking_ahead.find(|(own, _)| *own == name) {
        let is_whole = matches!(game, AnyGame::Othello(game) if game.size() == 8);
        return Ok(is_whole.then(|| lifted(player)));
    }
    let mut others = OthelloPlayer::NAMED.into_iter();
    let found = others.find(|(own, _)| *own == name);
    let (_, player) = found
        .ok_or_else(|| Error::unknown("player", name, OthelloPlayer::NAMED.map(|(own, _)| own)))?;
    Ok(Some(lifted(player)))
}
