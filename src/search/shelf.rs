//! Which game brings evaluations and searching players of its own: the one place that knows.
//!
//! A game's are its file, one line in [`LISTINGS`], one in [`made_for`] and one in [`offers`].

use std::any::Any;

use super::othello;
use super::parse::Offers;
use crate::game::Game;
use crate::games::Othello;
use crate::player::{Collection, Listing};

/// The names of the searching players of every game that has some of its own.
pub const LISTINGS: &[&Listing] = &[&othello::LISTING];

/// The searching players made for the game of this type, if there are any.
#[must_use]
pub fn made_for<G: Game>() -> Option<&'static dyn Collection<G>> {
    let othello: &dyn Collection<Othello> = &othello::Players;
    (&othello as &dyn Any).downcast_ref().copied()
}

/// What the game of this type offers a search by name; nothing, if it brings nothing of its own.
///
/// # Examples
///
/// ```
/// use menace::games::{Nim, Othello};
/// use menace::search::{offers, parse};
///
/// assert!(parse("alphabeta:depth=4,eval=m4,passes=free", offers::<Othello>()).is_ok());
/// assert!(parse("alphabeta:depth=4,eval=m4", offers::<Nim>()).is_err());
/// ```
#[must_use]
pub fn offers<G: Game>() -> &'static dyn Offers<G> {
    let othello: &dyn Offers<Othello> = &othello::Offered;
    (&othello as &dyn Any)
        .downcast_ref()
        .copied()
        .unwrap_or(&())
}
