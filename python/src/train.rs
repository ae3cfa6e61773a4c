//! Trainings.

use std::path::{Path, PathBuf};

use matchboxes::learn::Learners;
use matchboxes::session::{self, Already, Keeping, Request};
use matchboxes::store;
use pyo3::prelude::*;

use crate::errors::{raised, wrong};
use crate::game::{self, Game};
use crate::model::Model;
use crate::player::Given;
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
/// `from_` has the models whose tables the training begins with, one for each side at most. `keep_every` keeps
/// a numbered copy next to `out` after that many sets, such as `x-000050.menace` for `x.menace`, and
/// `checkpoint_every` saves the training in `out` after that many; otherwise it is saved when it is stopped.
///
/// `opponent` and `outside` are names of players, files of models, or models, whose game is then played
/// unless `game` names one. The history names a player by its file. A model given as such, also in `from_`,
/// is named `model-` and the checksum of its file: save it under that name to continue the training. With
/// `out`, save it first and give its path. A function cannot be played against: no file can name it.
///
/// >>> import menace
/// >>> menace.train(game="nim:3,4,5", learner="both", sets=20)
/// <menace.Model nim:3,4,5, both sides learning, rule rote, 2000 games, ...>
/// >>> careful = menace.train(learner="second", opponent="perfect")
/// >>> menace.train(opponent=careful).games
/// 10000
#[pyfunction]
#[pyo3(signature = (game=None, *, rule=None, learner=None, opponent=None, sets=None, games=None,
    games_per_set=None, seed=None, run=None, exact=false, batch=None, max_boxes=None, max_memory=None,
    outside=None, from_=None, out=None, force=false, continue_=false, checkpoint_every=None, keep_every=None,
    progress=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn train(
    py: Python<'_>,
    game: Option<game::Named>,
    rule: Option<rule::Named>,
    learner: Option<&str>,
    opponent: Option<Given>,
    sets: Option<u64>,
    games: Option<u64>,
    games_per_set: Option<u64>,
    seed: Option<u64>,
    run: Option<u64>,
    exact: bool,
    batch: Option<u64>,
    max_boxes: Option<u64>,
    max_memory: Option<u64>,
    outside: Option<Given>,
    from_: Option<Vec<Given>>,
    out: Option<PathBuf>,
    force: bool,
    continue_: bool,
    checkpoint_every: Option<u64>,
    keep_every: Option<u64>,
    progress: Option<bool>,
) -> PyResult<Model> {
    let folder = tempfile::tempdir()?;
    let mut game = game.map(game::Named::game).transpose()?;
    let models = Models {
        folder: folder.path(),
        is_kept: out.is_some(),
    };
    let every = [
        ("checkpoint_every", checkpoint_every),
        ("keep_every", keep_every),
    ];
    if let Some((what, _)) = every.iter().find(|(_, n)| n.is_some() && out.is_none()) {
        return Err(wrong(format!(
            "{what}: give the file of the model with out"
        )));
    }
    if continue_ && from_.is_some() {
        return Err(wrong(
            "from_ begins a new training, and continue_ goes on with one; give only one of them",
        ));
    }
    let mut name = |given: Option<Given>, what| {
        given
            .map(|given| models.name(given, what, &mut game))
            .transpose()
    };
    let (opponent, outside) = (name(opponent, "opponent")?, name(outside, "outside")?);
    let from = from_.into_iter().flatten();
    let from = from.map(|given| models.name(given, "from_", &mut game).map(PathBuf::from));
    let from = from.collect::<PyResult<_>>()?;
    let request = Request {
        game: game.as_ref().map(|game| game.rules.clone()),
        learner: learner
            .map(str::parse::<Learners>)
            .transpose()
            .map_err(raised)?,
        rule: rule.map(|rule| rule.name_in(folder.path())).transpose()?,
        opponent,
        sets,
        games,
        games_per_set,
        seed,
        run,
        exact,
        batch,
        max_boxes,
        max_memory,
        outside,
    };
    let keeping = Keeping {
        already: match (continue_, force) {
            (true, _) => Already::Continue,
            (_, true) => Already::Replace,
            _ => Already::Keep,
        },
        // Without a file of its own, the training is kept in one that goes away with its folder.
        model: Some(out.unwrap_or_else(|| folder.path().join("model.menace"))),
        from,
        checkpoint_every,
        keep_every,
    };
    let bar = Bar::Asked(progress);
    let trained = work::run(py, Stopping::Orderly, bar, move |course| {
        session::train(&request, &keeping, &mut Sets(course))
    });
    let mut trained = trained?.map_err(raised)?;
    models.rename(&mut trained.model);
    let game = match game {
        Some(game) => game,
        None => Game::parse(&trained.model.game)?,
    };
    Model::of(trained.model, game)
}

/// The models that were given as such. The library finds a player by its name, so each is in a file while the
/// training lasts.
struct Models<'a> {
    folder: &'a Path,
    /// Whether the trained model is kept in a file, which cannot name those in the folder.
    is_kept: bool,
}

impl Models<'_> {
    /// The name by which the library finds the player of the argument `what`. A model must be of the game;
    /// without a game, it decides.
    fn name(&self, given: Given, what: &str, game: &mut Option<Game>) -> PyResult<String> {
        let model = match given {
            Given::Name(name) => return Ok(name.display().to_string()),
            Given::Function(_) => {
                return Err(wrong(format!(
                    "{what}: give the name of a player, a model or its file; a function has no name for the \
                     history of the training"
                )));
            }
            Given::Model(_) if self.is_kept => {
                return Err(wrong(format!(
                    "{what}: the file of out names it by its file; save the model and give its path"
                )));
            }
            Given::Model(model) => model,
        };
        model
            .game
            .check_is(game.get_or_insert_with(|| model.game.clone()), "a model")?;
        let bytes = store::encode(&model.model);
        let checksum = u32::from_le_bytes(bytes[20..24].try_into().expect("four bytes"));
        let path = self.folder.join(format!("model-{checksum:08x}.menace"));
        std::fs::write(&path, bytes)?;
        Ok(path.display().to_string())
    }

    /// Names the files of the folder by their names alone, which are the same in every training.
    fn rename(&self, model: &mut store::Model) {
        let folder = format!("{}{}", self.folder.display(), std::path::MAIN_SEPARATOR);
        for chapter in &mut model.chapters {
            let names = [&mut chapter.opponent, &mut chapter.outside];
            for name in names.into_iter().chain(&mut chapter.from) {
                if let Some(file) = name.strip_prefix(&folder) {
                    *name = file.to_owned();
                }
            }
        }
    }
}
