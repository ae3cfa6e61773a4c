//! Trainings.

use std::path::PathBuf;

use menace::learn::Learners;
use menace::session::{self, Already, Keeping, Request};
use pyo3::prelude::*;

use crate::errors::raised;
use crate::game::{self, Game};
use crate::model::Model;
use crate::rule;
use crate::work::{self, Bar, Sets, Stopping};

/// Learns by rote, as `menace train` does, and returns the model.
///
/// The arguments are those of the command and mean the same; what is left out has the same default. The same
/// arguments give the same model, byte for byte. Other threads of Python run meanwhile.
///
/// With `out`, the model is also kept in that file: a training that was stopped is continued by the same
/// call, `force=True` replaces another model, and `continue_=True` plays further sets.
///
/// >>> import menace
/// >>> menace.train(game="nim:3,4,5", learner="both", sets=20)
/// <menace.Model nim:3,4,5, both sides learning, rule rote, 2000 games, ...>
#[pyfunction]
#[pyo3(signature = (game=None, *, rule=None, learner=None, opponent=None, sets=None, games=None,
    games_per_set=None, seed=None, run=None, exact=false, batch=None, max_boxes=None, max_memory=None,
    outside=None, out=None, force=false, continue_=false, progress=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn train(
    py: Python<'_>,
    game: Option<game::Named>,
    rule: Option<rule::Named>,
    learner: Option<&str>,
    opponent: Option<PathBuf>,
    sets: Option<u64>,
    games: Option<u64>,
    games_per_set: Option<u64>,
    seed: Option<u64>,
    run: Option<u64>,
    exact: bool,
    batch: Option<u64>,
    max_boxes: Option<u64>,
    max_memory: Option<u64>,
    outside: Option<PathBuf>,
    out: Option<PathBuf>,
    force: bool,
    continue_: bool,
    progress: Option<bool>,
) -> PyResult<Model> {
    let folder = tempfile::tempdir()?;
    let game = game.map(game::Named::game).transpose()?;
    let request = Request {
        game: game.as_ref().map(|game| game.rules.clone()),
        learners: learner
            .map(str::parse::<Learners>)
            .transpose()
            .map_err(raised)?,
        rule: rule.map(|rule| rule.name_in(folder.path())).transpose()?,
        opponent: opponent.map(|path| path.display().to_string()),
        sets,
        games,
        games_per_set,
        seed,
        run,
        exact,
        batch,
        most_boxes: max_boxes,
        most_bytes: max_memory,
        outside: outside.map(|path| path.display().to_string()),
    };
    let keeping = Keeping {
        already: match (continue_, force) {
            (true, _) => Already::Continue,
            (_, true) => Already::Replace,
            _ => Already::Keep,
        },
        // Without a file of its own, the training is kept in one that goes away with its folder.
        model: Some(out.unwrap_or_else(|| folder.path().join("model.menace"))),
        ..Keeping::default()
    };
    let bar = Bar::Asked(progress);
    let trained = work::run(py, Stopping::Orderly, bar, move |course| {
        session::train(&request, &keeping, &mut Sets(course))
    });
    let trained = trained?.map_err(raised)?;
    let game = match game {
        Some(game) => game,
        None => Game::parse(&trained.model.game)?,
    };
    Model::of(trained.model, game)
}
