//! What a machine has learnt, as of one moment: its games, its boxes, its learning curve and its first box. The page
//! gets them in one answer, so it never shows numbers of two moments side by side.

use matchboxes::game::Side;
use matchboxes::games::AnyGame;
use matchboxes::store::{BoxView, Model};
use serde::Serialize;

use super::curve::{CurvePoint, curve};
use super::kits::Kits;
use super::past::PastContent;
use super::scene::BoxScene;

/// A machine after a number of games.
#[derive(Debug, Serialize)]
pub(crate) struct Learnt {
    /// The games it has learnt from.
    #[serde(rename = "learnt")]
    games: u64,
    boxes: u64,
    /// It plays both sides; a win in `points` is then one of the first side.
    is_shared: bool,
    points: Vec<CurvePoint>,
    /// Its first box, and what was in it after earlier games.
    #[serde(rename = "box")]
    matchbox: Option<BoxScene>,
    pub(super) seen: Vec<PastContent>,
}

impl Learnt {
    /// `side` is the side of the table, `seen` what lay in its first box.
    pub(crate) fn new(
        game: &AnyGame,
        model: &Model,
        side: Side,
        seen: Vec<PastContent>,
        kits: &Kits,
    ) -> Self {
        let landmark = BoxView::landmark(game, model, side);
        Self {
            games: model.games(),
            boxes: model.table(side).map_or(0, |table| table.len() as u64),
            is_shared: model.layout().shared,
            points: curve(model, side),
            matchbox: landmark.map(|view| BoxScene::new(game, &view, kits)),
            seen,
        }
    }
}
