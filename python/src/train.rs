//! Trainings.

use matchboxes::session::{self, Already, Keeping, Request};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{self, Argument, read};
use crate::errors::wrong;
use crate::game::{self, PyGame};
use crate::help::help;
use crate::model::PyModel;
use crate::named::{self, Names};
use crate::player;
use crate::rule;
use crate::work::{self, Bar, StoppableSets, Stopping};

/// Learns by rote, as `menace train` does, and returns the model.
///
/// The arguments are the options of the command and mean the same. The same arguments give the same model, byte for
/// byte. Other threads of Python run meanwhile.
///
/// When a training is continued, arguments that you leave out keep its values. In a new one, `game` is "tic-tac-toe", `rule` is
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
/// unless `game` names one. The history names a player by its file. A `Model` object, also in `from_`,
/// is recorded as `model-` and the checksum of its file: to continue the training, save the model under that name.
/// With `out`, save it first and give its path. A function or a mapping may be played against, as in
/// `exact`, but not with `out`: no file can name it.
#[doc = help!([game, rule, learner, opponent, sets, games, games_per_set, seed, run, exact, batch, max_boxes, max_memory, fallback, from_, out, force, continue_, checkpoint_every, keep_every, progress] "Model\n    What was learnt." checked)]
///
/// Examples
/// --------
/// >>> import matchboxes
/// >>> matchboxes.train(game="nim:3,4,5", learner="both", sets=20)
/// <matchboxes.Model nim:3,4,5, both sides learning, rule rote, 2000 games, ...>
/// >>> careful = matchboxes.train(learner="second", opponent="perfect")
/// >>> matchboxes.train(opponent=careful).games
/// 10000
#[pyfunction]
#[pyo3(signature = (game=None, **keywords),
    text_signature = "(game=None, *, rule=None, learner=None, opponent=None, sets=None, games=None, games_per_set=None, \
    seed=None, run=None, exact=False, batch=None, max_boxes=None, max_memory=None, fallback=None, \
    from_=None, out=None, force=False, continue_=False, checkpoint_every=None, keep_every=None, \
    progress=None)")]
pub(crate) fn train(
    py: Python<'_>,
    game: Argument<'_>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyModel> {
    read! { game::game: game; }
    read! { keywords =>
        rule::rule: rule;
        argument::learners: learner;
        player::player: opponent, fallback;
        player::players: from_;
        argument::number: run;
        argument::positive: batch, max_boxes, max_memory, checkpoint_every, keep_every;
        argument::flag: force, continue_;
        argument::choice: progress;
        argument::path: out;
    }
    let asked = request(keywords)?;
    argument::no_more("train", keywords)?;
    out.as_deref().map_or(Ok(()), argument::check_folder)?;
    let is_kept = out.is_some();
    let of_a_file = [
        ("checkpoint_every", checkpoint_every.is_some()),
        ("keep_every", keep_every.is_some()),
        ("continue_", continue_),
        ("force", force),
    ];
    if let Some((what, _)) = of_a_file.iter().find(|(_, is_given)| *is_given && !is_kept) {
        return Err(wrong(format!(
            "{what}: give the file of the model with out"
        )));
    }
    if continue_ && !from_.is_empty() {
        return Err(wrong(
            "from_ begins a new training, and continue_ goes on with one; give only one of them",
        ));
    }
    let file = out
        .iter()
        .map(|out| ("out".to_owned(), out.display().to_string()));
    let given = file.collect();
    let mut names = Names {
        game,
        is_kept,
        given,
    };
    names.check(opponent.iter().chain(&fallback).chain(&from_))?;
    let from = from_.into_iter().map(named::source);
    let from = from.collect::<PyResult<_>>()?;
    let request = Request {
        game: names.game.as_ref().map(|game| game.rules.clone()),
        learner,
        rules: rule.into_iter().collect(),
        run,
        batch,
        max_boxes,
        max_memory,
        ..asked
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
        let is_saved = is_kept && keeping.checkpoint_every.is_none();
        let mut sets = StoppableSets::new(control.clone(), is_saved);
        let request = names.complete(request, opponent, fallback, &control)?;
        let trained = session::train(&request, &keeping, &mut sets);
        control.check()?;
        let trained = trained.map_err(|error| names.raised(error))?;
        let game = match names.game {
            Some(game) => game,
            None => PyGame::parse(trained.model.game())?,
        };
        PyModel::new(trained.model, game)
    })?
}

/// How long the trainings of these keywords are, their seed and what is computed of them.
pub(crate) fn request(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Request> {
    read! { keywords =>
        argument::positive: sets, games, games_per_set;
        argument::number: seed;
        argument::exact: exact;
    }
    Ok(Request {
        sets,
        games,
        games_per_set,
        seed,
        exact,
        ..Request::default()
    })
}
