//! Searching players with their own names, by game.
//!
//! The Othello players `m2-d2` to `m4-d4` are from an article on making Othello players (in Japanese,
//! 2015), whose searches are minimax to a fixed depth. Alpha-beta chooses the same move, because both keep
//! the first of equal values.

use std::sync::Arc;

use super::files::SearchFiles;
use super::player::Searching;
use crate::error::Result;
use crate::games::AnyGame;
use matchboxes_games::player::{Listing, Made, Naming};

/// The searching players of every game that has some.
pub const LISTINGS: &[&Listing] = &[&OTHELLO];

/// The searching players made for this game, if any.
pub fn made_for(game: &AnyGame) -> Option<&'static Listing> {
    matches!(game, AnyGame::Othello(game) if !game.is_reversed()).then_some(&OTHELLO)
}

const OTHELLO: Listing = Listing {
    game: "othello",
    players: &[
        Naming {
            form: "m2-d2, m2-d4",
            names: &["m2-d2", "m2-d4"],
            about: "Othello: searches two or four plies deep for the most discs",
        },
        Naming {
            form: "m3-d2, m3-d4",
            names: &["m3-d2", "m3-d4"],
            about: "Othello: the same, for corners taken and squares next to corners left to the opponent",
        },
        Naming {
            form: "m4-d2, m4-d4",
            names: &["m4-d2", "m4-d4"],
            about: "Othello: the same, for corners, safe borders and enclosed discs",
        },
    ],
    scripts: &[],
    player,
    script: |_| Ok(None),
};

fn player(game: &AnyGame, name: &str) -> Result<Made> {
    let mut names = OTHELLO.namings().flat_map(|naming| naming.names);
    let parts = name.split_once("-d");
    let parts = parts.filter(|_| names.any(|known| *known == name));
    let (AnyGame::Othello(_), Some((evaluation, depth))) = (game, parts) else {
        return Ok(None);
    };
    let text = format!("alphabeta:depth={depth},eval={evaluation},passes=free");
    let player = Searching::named(game, &text, &SearchFiles::default())?;
    Ok(Some(Arc::new(player.called(name.to_owned()))))
}
