//! Finds a box by its position, in any orientation, or by the moves that lead to it.

use matchboxes::error::Result;
use matchboxes::game::{Game, Key, Side};
use matchboxes::games::{self, AnyGame};
use matchboxes::store::{BoxView, Model};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::kits::Kits;
use super::scene::{BoardScene, BoxScene};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoxQuery {
    /// The position; by default the start of the game.
    position: Option<String>,
    /// A move to make from there first.
    #[serde(rename = "move")]
    m: Option<String>,
}

/// The position found, with its box.
#[derive(Debug, Serialize)]
pub(crate) struct FoundBox {
    board: BoardScene,
    side: Side,
    #[serde(rename = "box")]
    matchbox: Option<BoxScene>,
    /// Why there is no box: the game is `over`, the machine has not learnt the `other-side`, its rule
    /// has `no-box` for the position, or the player has `no-boxes` at all.
    none: Option<&'static str>,
    changes: Vec<Value>,
}

pub(crate) fn find(
    game: &AnyGame,
    model: Option<&Model>,
    kits: &Kits,
    changes: impl FnOnce(Key) -> Vec<Value>,
    request: &BoxQuery,
) -> Result<FoundBox> {
    let mut at = match &request.position {
        Some(text) => games::position(game, text)?,
        None => game.start(),
    };
    if let Some(text) = &request.m {
        let m = games::read_move(game, &at, text)?;
        if !game.moves(&at).any(|legal| legal == m) {
            return Err(games::no_move(game, text, "it is not legal in this position").into());
        }
        at = game.play(&at, m);
    }
    let side = game.side(&at);
    let none = match model {
        None => Some("no-boxes"),
        Some(_) if game.outcome(&at).is_some() => Some("over"),
        Some(model) if model.table(side).is_none() => Some("other-side"),
        Some(model) if !model.layout().has_box(game, &at) => Some("no-box"),
        Some(_) => None,
    };
    let model = model.filter(|_| none.is_none());
    let view = model.map(|model| BoxView::at(game, model, &at));
    let key = model.map(|model| model.layout().place(game, &at).key);
    Ok(FoundBox {
        board: BoardScene::new(game, &at),
        side,
        matchbox: view
            .transpose()?
            .map(|view| BoxScene::new(game, &view, kits)),
        none,
        changes: key.map_or_else(Vec::new, changes),
    })
}
