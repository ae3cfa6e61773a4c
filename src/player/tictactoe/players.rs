//! The collection of the players made for tic-tac-toe.

use std::sync::Arc;

use super::hand_written::HandWritten;
use super::roll::ROLL;
use super::script::{self, Reply};
use crate::error::{Error, Result};
use crate::game::Side;
use crate::games::TicTacToe;
use crate::player::{Collection, Listing, Naming, Part, Player};

/// The names of the players made for tic-tac-toe.
pub const LISTING: Listing = Listing {
    game: "tic-tac-toe",
    players: &ROLL,
    scripts: &[(
        Naming {
            form: script::NAME,
            names: &[script::NAME],
            about: "training only: Michie's replies in the tournament of 1961, against a first \
                    player in tic-tac-toe; with :0 to :4, a single one of them for any match",
        },
        Side::Second,
    )],
};

/// The players made for tic-tac-toe.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Collection<TicTacToe> for Players {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }

    fn player(&self, _game: &TicTacToe, name: &str) -> Result<Option<Arc<dyn Player<TicTacToe>>>> {
        match name.split_once(':') {
            Some((script::NAME, number)) => Ok(Some(Arc::new(reply(name, number)?))),
            _ if LISTING.script(name).is_none() && LISTING.has(name) => {
                Ok(Some(Arc::new(HandWritten::parse(name)?)))
            }
            _ => Ok(None),
        }
    }

    fn script(&self, _game: &TicTacToe, name: &str) -> Result<Option<Vec<Part<TicTacToe>>>> {
        if name != script::NAME {
            return Ok(None);
        }
        let parts = script::script()?.into_iter();
        let player = |part| -> Arc<dyn Player<TicTacToe>> { Arc::new(part) };
        Ok(Some(
            parts.map(|(from, part)| (from, player(part))).collect(),
        ))
    }
}

/// Finds one reply of the script by its name.
fn reply(name: &str, number: &str) -> Result<Reply> {
    let mut variants = Reply::variants()?.into_iter();
    variants
        .find(|variant| variant.name() == name)
        .ok_or_else(|| Error::Parameter {
            name: name.to_owned(),
            reason: format!("there is no variant `{number}`; the variants are 0 to 4"),
        })
}
