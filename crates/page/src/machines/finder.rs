//! Finds a box by its position, in any orientation, or by the moves that lead to it.

use matchboxes::error::Result;
use matchboxes::game::Game;
use matchboxes::games;
use matchboxes::store::BoxView;
use serde::Deserialize;
use serde_json::{Value, json};

use super::open_board::OpenBoard;
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

impl OpenBoard {
    /// The position found, with its box and what changed it.
    pub(crate) fn find(&self, request: &BoxQuery) -> Result<Value> {
        let (game, model) = (self.opened.play.game(), self.present_model().ok());
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
        // Why there is no box: the game is over, the machine has not learnt the other side, its rule has none for the
        // position, or the player has none at all.
        let none = match &model {
            None => Some("no-boxes"),
            Some(_) if game.outcome(&at).is_some() => Some("over"),
            Some(model) if model.table(side).is_none() => Some("other-side"),
            Some(model) if !model.layout().has_box(game, &at) => Some("no-box"),
            Some(_) => None,
        };
        let model = model.as_ref().filter(|_| none.is_none());
        let view = model.map(|model| BoxView::at(game, model, &at));
        let key = model.map(|model| model.layout().place(game, &at).key);
        let view = view.transpose()?;
        Ok(json!({
            "board": BoardScene::new(game, &at),
            "side": side,
            "box": view.map(|view| BoxScene::new(game, &view, &self.kits)),
            "none": none,
            "changes": key.map_or_else(Vec::new, |key| self.changes(key)),
        }))
    }
}
