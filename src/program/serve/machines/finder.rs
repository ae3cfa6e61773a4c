//! Finds a box by its position, in any orientation, or by the moves that lead to it.

use menace::error::{Error, Result};
use menace::game::{Game, Key, Side};
use menace::games::AnyGame;
use menace::store::{BoxView, Model};
use serde::{Deserialize, Serialize};

use super::scene::{Board, Matchbox};

/// The position to find.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Where {
    /// The position; by default the start of the game.
    position: Option<String>,
    /// A move to make from there first.
    #[serde(rename = "move")]
    m: Option<String>,
}

/// The position found, with its box.
#[derive(Debug, Serialize)]
pub(crate) struct Found {
    board: Board,
    side: Side,
    #[serde(rename = "box")]
    matchbox: Option<Matchbox>,
    /// Why there is no box: the game is `over`, the machine has not learnt the `other-side`, its rule
    /// has `no-box` for the position, or the player has `no-boxes` at all.
    none: Option<&'static str>,
}

/// Finds the box of a position, and its key.
pub(crate) fn find(
    game: &AnyGame,
    model: Option<&Model>,
    request: &Where,
) -> Result<(Option<Key>, Found)> {
    let mut at = match &request.position {
        Some(text) => game.read_position(text)?,
        None => game.start(),
    };
    if let Some(text) = &request.m {
        let m = game.read_move(text)?;
        if !game.moves(&at).any(|legal| legal == m) {
            return Err(Error::Move {
                game: game.name(),
                text: text.clone(),
                reason: "it is not legal in this position".to_owned(),
            });
        }
        at = game.play(&at, m);
    }
    let side = game.side(&at);
    let found = |matchbox, none| Found {
        board: Board::new(game, &at),
        side,
        matchbox,
        none,
    };
    let Some(model) = model else {
        return Ok((None, found(None, Some("no-boxes"))));
    };
    if game.outcome(&at).is_some() {
        return Ok((None, found(None, Some("over"))));
    }
    if model.tables[side.index()].is_none() {
        return Ok((None, found(None, Some("other-side"))));
    }
    if !model.layout().has_box(game, &at) {
        return Ok((None, found(None, Some("no-box"))));
    }
    let view = BoxView::at(game, model, &at)?;
    let key = model.layout().place(game, &at).key;
    Ok((Some(key), found(Some(Matchbox::new(game, &view)), None)))
}
