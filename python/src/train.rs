//! Trainings.

use std::path::PathBuf;

use matchboxes::session::{self, Already, Keeping, Request};
use pyo3::prelude::*;

use crate::argument::{each, number};
use crate::errors::{raised, wrong};
use crate::game::{self, PyGame};
use crate::model::PyModel;
use crate::named;
use crate::player::Given;
use crate::rule::{self, learners};
use crate::work::{self, Bar, StoppableSets, Stopping};

/// Learns by rote, as `menace train` does, and returns the model.
///
/// The arguments are the options of the command and mean the same. The same arguments give the same model, byte for
/// byte. Other threads of Python run meanwhile.
///
/// What is left out is as in the training that is continued. In a new one, `game` is "tic-tac-toe", `rule` is
/// "rote", `seed` is 1961, `run` is 0 and `batch` is 1; `learner` is "first", `opponent` "random", `sets` 100 and
/// `games_per_set` 100, unless the rule says otherwise. There is no limit of boxes or memory.
///
/// With `out`, the model is also kept in that file: a training that was stopped is continued by the same
/// call, `force=True` replaces another model, and `continue_=True` plays further sets.
///
/// `from_` has the models whose tables the training begins with, one for each side at most. `keep_every` keeps
/// a numbered copy next to `out` after that many sets, such as `x-000050.menace` for `x.menace`, and
/// `checkpoint_every` saves the training in `out` after that many; otherwise it is saved when it is
/// stopped, and now and then. A set that is not over soon after Ctrl-C is not kept.
///
/// `opponent` and `fallback` are names of players, files of models, or models, whose game is then played
/// unless `game` names one. The history names a player by its file. A model given as such, also in `from_`,
/// is named `model-` and the checksum of its file: save it under that name to continue the training. With
/// `out`, save it first and give its path. A function cannot be played against: no file can name it.
///
/// >>> import matchboxes
/// >>> matchboxes.train(game="nim:3,4,5", learner="both", sets=20)
/// <matchboxes.Model nim:3,4,5, both sides learning, rule rote, 2000 games, ...>
/// >>> careful = matchboxes.train(learner="second", opponent="perfect")
/// >>> matchboxes.train(opponent=careful).games
/// 10000
#[pyfunction]
#[pyo3(signature = (game=None, *, rule=None, learner=None, opponent=None, sets=None, games=None,
    games_per_set=None, seed=None, run=None, exact=false, batch=None, max_boxes=None, max_memory=None,
    fallback=None, from_=None, out=None, force=false, continue_=false, checkpoint_every=None, keep_every=None,
    progress=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn train(
    py: Python<'_>,
    game: Option<game::GameOrName>,
    rule: Option<rule::RuleOrName>,
    learner: Option<&str>,
    opponent: Option<Given>,
    #[pyo3(from_py_with = number)] sets: Option<u64>,
    #[pyo3(from_py_with = number)] games: Option<u64>,
    #[pyo3(from_py_with = number)] games_per_set: Option<u64>,
    #[pyo3(from_py_with = number)] seed: Option<u64>,
    #[pyo3(from_py_with = number)] run: Option<u64>,
    exact: bool,
    #[pyo3(from_py_with = number)] batch: Option<u64>,
    #[pyo3(from_py_with = number)] max_boxes: Option<u64>,
    #[pyo3(from_py_with = number)] max_memory: Option<u64>,
    fallback: Option<Given>,
    from_: Option<&Bound<'_, PyAny>>,
    out: Option<PathBuf>,
    force: bool,
    continue_: bool,
    #[pyo3(from_py_with = number)] checkpoint_every: Option<u64>,
    #[pyo3(from_py_with = number)] keep_every: Option<u64>,
    progress: Option<bool>,
) -> PyResult<PyModel> {
    let is_kept = out.is_some();
    let mut game = game.map(game::GameOrName::game).transpose()?;
    let every = [
        ("checkpoint_every", checkpoint_every),
        ("keep_every", keep_every),
    ];
    if let Some((what, _)) = every.iter().find(|(_, n)| n.is_some() && out.is_none()) {
        return Err(wrong(format!(
            "{what}: give the file of the model with out"
        )));
    }
    if continue_ && !is_kept {
        return Err(wrong("continue_: give the file of the model with out"));
    }
    if continue_ && from_.is_some() {
        return Err(wrong(
            "from_ begins a new training, and continue_ goes on with one; give only one of them",
        ));
    }
    let opponent = named::player(opponent, "opponent", &mut game, is_kept)?;
    let fallback = named::player(fallback, "fallback", &mut game, is_kept)?;
    let mut from = Vec::new();
    if let Some(models) = from_ {
        from = each("from_", models, |given| {
            named::source(given.extract()?, "from_", &mut game, is_kept)
        })?;
    }
    let request = Request {
        game: game.as_ref().map(|game| game.rules.clone()),
        learner: learners(learner)?,
        rules: named::rule(rule)?.into_iter().collect(),
        opponents: opponent.into_iter().map(Into::into).collect(),
        runs: None,
        sets,
        games,
        games_per_set,
        window: None,
        seed,
        run,
        exact,
        batch,
        max_boxes,
        max_memory,
        fallback,
    };
    let keeping = Keeping {
        already: match (continue_, force) {
            (true, _) => Already::Continue,
            (_, true) => Already::Replace,
            _ => Already::Keep,
        },
        nowhere: !is_kept,
        model: out,
        from,
        checkpoint_every,
        keep_every,
    };
    let stopping = if is_kept {
        Stopping::Orderly
    } else {
        Stopping::AtOnce
    };
    work::run(py, stopping, Bar::Asked(progress), move |control| {
        let mut sets = StoppableSets::new(control);
        if is_kept && keeping.checkpoint_every.is_none() {
            sets = sets.saved();
        }
        let trained = session::train(&request, &keeping, &mut sets);
        let trained = trained.map_err(raised)?;
        let game = match game {
            Some(game) => game,
            None => PyGame::parse(trained.model.game())?,
        };
        PyModel::new(trained.model, game)
    })?
}
