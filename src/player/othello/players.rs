//! The collection of the players made for Othello.

use std::sync::Arc;

use super::hand_written::HandWritten;
use crate::error::Result;
use crate::games::Othello;
use crate::player::{Collection, Listing, Naming, Part, Player};

/// The names of the players made for Othello.
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
};

const fn naming(names: &'static [&'static str; 1], about: &'static str) -> Naming {
    Naming {
        form: names[0],
        names,
        about,
    }
}

/// The players made for Othello.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Collection<Othello> for Players {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }

    fn player(&self, _game: &Othello, name: &str) -> Result<Option<Arc<dyn Player<Othello>>>> {
        if !LISTING.has(name) {
            return Ok(None);
        }
        Ok(Some(Arc::new(HandWritten::parse(name)?)))
    }

    fn script(&self, _game: &Othello, _name: &str) -> Result<Option<Vec<Part<Othello>>>> {
        Ok(None)
    }
}
