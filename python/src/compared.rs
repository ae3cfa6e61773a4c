//! Models added up and compared, and moves explained.

use std::path::Path;

use matchboxes::game::Game as _;
use matchboxes::games::AnyGame;
use matchboxes::player::Player;
use matchboxes::store::{self, BoxView, Merge};
use matchboxes_report::{ComparedModels, Explained, Table};
use pyo3::prelude::*;

use crate::argument::{Argument, given, read};
use crate::errors::{raised, raised_for, wrong};
use crate::exact::exactly;
use crate::frame::PyFrame;
use crate::game;
use crate::help::help;
use crate::model::PyModel;
use crate::offer::Offer;
use crate::player::{self, Given, game_of};
use crate::result::result;

/// Adds up the tables of several models of the same side, game and rule, as `menace merge` does.
///
/// The starting beads of a box count once, and what each model added or removed is added up.
#[doc = help!([models] "Model\n    The merged model." checked)]
///
/// Examples
/// --------
/// >>> models = [matchboxes.train(sets=5, seed=seed) for seed in range(3)]
/// >>> matchboxes.merge(models).games
/// 1500
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, models: Bound<'_, PyAny>) -> PyResult<PyModel> {
    let models = player::players("models", &Some(models))?;
    if models.len() < 2 {
        return Err(wrong("models: give two or more"));
    }
    let game = game_of(py, None, &[&models[0]])?;
    exactly(py, move |_| {
        let mut merge = Merge::new(&game.rules);
        for given in models {
            let (what, name) = (given.what.clone(), given.name());
            let model = given.model(&game)?;
            merge
                .add(&name, store::Model::clone(&model))
                .map_err(|error| raised_for(&what, error))?;
        }
        PyModel::new(merge.finish().map_err(raised)?, game)
    })
}

result!(Difference {
    boxes: PyFrame,
    changes: PyFrame,
});

/// Compares the boxes of two models of one game, as `menace diff` does.
#[doc = help!([one, other] "Difference\n    The numbers of boxes, and the changed ones with pictures, as frames." checked)]
///
/// Examples
/// --------
/// >>> difference = matchboxes.diff(matchboxes.train(sets=5), matchboxes.train(sets=5, seed=1))
/// >>> difference.boxes["side"]
/// ['first']
#[pyfunction]
pub(crate) fn diff(
    py: Python<'_>,
    one: &Bound<'_, PyAny>,
    other: &Bound<'_, PyAny>,
) -> PyResult<Difference> {
    let [one, other] = [Given::read("one", one)?, Given::read("other", other)?];
    let game = game_of(py, None, &[&one])?;
    exactly(py, move |_| {
        let [first, second] = [one.model(&game)?, other.model(&game)?];
        let models = [(Path::new("one"), &*first), (Path::new("other"), &*second)];
        let found = ComparedModels::new(&game.rules, models, None, usize::MAX).map_err(raised)?;
        if !found.correspond() {
            return Err(wrong(
                "other: the rules differ in symmetry, duplicates or boxes, so their boxes do not correspond",
            ));
        }
        let boxes = found.boxes();
        if boxes.rows().next().is_none() {
            return Err(wrong("other: the two models have learnt different sides"));
        }
        Ok(Difference {
            boxes: PyFrame::of_table(&boxes)?,
            changes: PyFrame::of_table(&found.changes())?.drawn(&game),
        })
    })
}

/// How a player weighs every move of a position, as `menace explain` prints it: a row for each move with its
/// chance, its result under perfect play if that is proved, and how the games end after it; for a
/// model also its beads, and how the training games ended in which the move was drawn. Without a position, it is the
/// start, or a model's first box.
#[doc = help!([player, explained, game] "Frame\n    A row for each move." checked)]
///
/// Examples
/// --------
/// >>> why = matchboxes.explain("perfect", "O../XX./...")
/// >>> dict(zip(why["move"], why["result"]))["c2"]
/// 'draw'
#[pyfunction]
#[pyo3(signature = (player, position=None, *, game=None))]
pub(crate) fn explain(
    py: Python<'_>,
    player: &Bound<'_, PyAny>,
    position: Argument<'_>,
    game: Argument<'_>,
) -> PyResult<PyFrame> {
    read! { game::game: game; }
    let player = Given::read("player", player)?;
    let game = game_of(py, game, &[&player])?;
    let at = given("position", &position, |given| game.at(given))?;
    exactly(py, move |control| {
        let rules = &game.rules;
        let model = player.is_model().then(|| player.clone().model(&game));
        let model = model.transpose()?;
        let first = model
            .as_ref()
            .and_then(|model| BoxView::first(rules, model));
        let at = at.unwrap_or_else(|| first.map_or_else(|| rules.start(), |view| view.at));
        let name = player.name();
        let player = player.player(&game, Some(rules.side(&at)), &control)?;
        let mut offer = Offer::default();
        offer.weigh(&game, &*player, &at)?;
        let moves = offer.moves.into_iter().zip(offer.weights).collect();
        let named = (&*name, &*player as &dyn Player<AnyGame>);
        let found = Explained::new(rules, &at, moves, named, model.as_deref());
        let rows = found.map_err(raised)?.rows();
        PyFrame::of_table(&Table::known("moves", rows))
    })
}
