//! Players: by name, as a model, or as any Python function; and what they do in a position.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use matchboxes::game::{Game as _, Side};
use matchboxes::games::AnyGame;
use matchboxes::player;
use matchboxes::roster::{self, PlayerSpec};
use matchboxes::session::GAME;
use matchboxes::store;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::argument::{Argument, again, each, is_list, mistyped, one_or_more, read, required};
use crate::errors::{named, raised, wrong};
use crate::game::{self, PyGame};
use crate::help::help;
use crate::model::PyModel;
use crate::offer::{Offer, check_plays};
use crate::policy::{self, Missing, Policy};
use crate::work::{self, Bar, Control, Stopping};

pub(crate) type AnyPlayer = Arc<dyn player::Player<AnyGame>>;

/// A player, called with a position: by its name, as a model or its file, or as a function; only of one side
/// with `side`.
#[doc = help!([player, game, side, missing] "Player\n    A function from a Position to the chances of its moves." checked)]
///
/// Examples
/// --------
/// >>> import matchboxes
/// >>> perfect = matchboxes.Player("perfect")
/// >>> perfect(matchboxes.Game().position("O../XX./..."))["c2"]
/// 1.0
#[pyclass(name = "Player", frozen, weakref, module = "matchboxes")]
pub(crate) struct PyPlayer {
    player: Py<PyAny>,
    /// What was found by the name; any other is made of `player` when it is called.
    found: Option<AnyPlayer>,
    game: PyGame,
    side: Option<Side>,
    missing: Missing,
}

#[pymethods]
impl PyPlayer {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.player)?;
        self.game.traverse(&visit)
    }

    #[new]
    #[pyo3(signature = (player, *, game=None, side=None, missing=None),
        text_signature = "(player, *, game=None, side=None, missing='error')")]
    fn new(
        player: &Bound<'_, PyAny>,
        game: Argument<'_>,
        side: Argument<'_>,
        missing: Argument<'_>,
    ) -> PyResult<Self> {
        read! { game::game: game; game::side: side; policy::missing: missing; }
        let given = Given::read("player", player)?.missing(missing);
        let game = game_of(player.py(), game, &[&given])?;
        let is_named = matches!(given.kind, GivenKind::Name(_));
        let known = game.clone();
        let found = work::run(player.py(), Stopping::AtOnce, Bar::Never, move |control| {
            given.player(&known, side, &control)
        })??;
        Ok(Self {
            player: player.clone().unbind(),
            found: is_named.then_some(found),
            game,
            side,
            missing,
        })
    }

    /// The chance of each legal move, by its name. If all are 0, the player resigns.
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let at = required("position", position, |given| self.game.at(given))?;
        let side = self.game.rules.side(&at);
        if self.side.is_some_and(|only| only != side) {
            let (this, side) = (self.__repr__(py), side.name());
            return Err(wrong(format!("{this} does not play the {side} side")));
        }
        let control = Arc::default();
        let player = if let Some(found) = &self.found {
            found.clone()
        } else {
            let given = Given::read("player", self.player.bind(py))?.missing(self.missing);
            given.player(&self.game, self.side, &control)?
        };
        let mut offer = Offer::default();
        let sum = work::here(py, || offer.weigh(&self.game, &*player, &at))??;
        control.check()?;
        offer.chances(py, &self.game, sum)
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let same = (self.side, self.missing) == (other.side, other.missing);
        Ok(same && self.game == other.game && self.player.bind(py).eq(&other.player)?)
    }

    fn __hash__(&self) -> u64 {
        game::hash(&self.game.name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, player) = (slf.py(), slf.get());
        let keywords = PyDict::new(py);
        keywords.set_item("game", player.game.clone())?;
        keywords.set_item("side", player.side.map(Side::name))?;
        keywords.set_item("missing", player.missing.name())?;
        again(slf.get_type().as_any(), (&player.player,), &keywords)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let side = self.side.map(|side| format!(", {} side", side.name()));
        let (player, game) = (self.player.bind(py), &self.game.name);
        format!(
            "<matchboxes.Player {player} of {game}{}>",
            side.unwrap_or_default()
        )
    }
}

/// All players and training opponents, each as the form of its name and a line about it.
#[doc = help!([] "list of (str, str)\n    Forms, and what they are.")]
///
/// Examples
/// --------
/// >>> [form for form, about in matchboxes.players()][:2]
/// ['random', 'perfect']
#[pyfunction]
#[pyo3(name = "players")]
pub(crate) fn list() -> Vec<(&'static str, &'static str)> {
    roster::namings()
        .map(|naming| (naming.form, naming.about))
        .collect()
}

/// The named game, or the game of the first player made for one, or else the usual one.
pub(crate) fn game_of(
    py: Python<'_>,
    named: Option<PyGame>,
    players: &[&Given],
) -> PyResult<PyGame> {
    if let Some(named) = named {
        return Ok(named);
    }
    for player in players {
        if let Some(game) = player.game(py)? {
            return Ok(game);
        }
    }
    PyGame::parse(GAME)
}

/// A player as given from Python, and the argument that it is.
#[derive(Clone)]
pub(crate) struct Given {
    pub(crate) what: String,
    pub(crate) kind: GivenKind,
    /// Its name in results, if it was given one.
    name: Option<String>,
    pub(crate) missing: Missing,
}

#[derive(Clone)]
pub(crate) enum GivenKind {
    Model(PyModel),
    /// The name of a player, or the file of a model.
    Name(PathBuf),
    /// A function from a position to the chances of its moves, or a mapping.
    Policy(Arc<Py<PyAny>>),
}

pub(crate) fn player(what: &str, argument: &Argument<'_>) -> PyResult<Option<Given>> {
    let given = argument.as_ref();
    given.map(|given| Given::read(what, given)).transpose()
}

/// The players that are an argument: one, or a list of several.
pub(crate) fn players(what: &str, argument: &Argument<'_>) -> PyResult<Vec<Given>> {
    let several = argument.as_ref().is_some_and(is_list);
    let kinds = one_or_more(what, argument, GivenKind::read)?;
    let given = kinds.into_iter().enumerate().map(|(place, kind)| {
        let place = several.then(|| format!("[{place}]"));
        let what = what.to_owned() + &place.unwrap_or_default();
        Given::new(what, kind)
    });
    Ok(given.collect())
}

/// The players of a tournament: a list, in which a pair of a name and a player has this name, or a mapping from names.
pub(crate) fn named_players(what: &str, argument: &Bound<'_, PyAny>) -> PyResult<Vec<Given>> {
    let py = argument.py();
    let items = match argument.cast::<PyMapping>() {
        Ok(all) => all.items()?.into_any(),
        Err(_) => argument.clone(),
    };
    let mut place = 0..;
    each(what, &items, |item| {
        let what = format!("{what}[{}]", place.next().unwrap_or_default());
        let pair = item.cast::<PyTuple>().is_ok().then(|| item.extract());
        let (name, player): (Option<String>, _) = match pair {
            Some(pair) => {
                let pair: PyResult<(String, Bound<'_, PyAny>)> = pair;
                let wanted = "a pair of a name and a player";
                let (name, player) = pair.map_err(|_| named(py, &what, mistyped(wanted, &item)))?;
                (Some(name), player)
            }
            None => (None, item),
        };
        Ok(Given {
            name,
            ..Given::read(&what, &player)?
        })
    })
}

fn spec(name: &Path) -> matchboxes::games::Result<PlayerSpec> {
    name.display().to_string().parse()
}

impl Given {
    /// The player that is the argument `what`.
    pub(crate) fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let kind = required(what, given, GivenKind::read)?;
        Ok(Self::new(what.to_owned(), kind))
    }

    fn new(what: String, kind: GivenKind) -> Self {
        Self {
            what,
            kind,
            name: None,
            missing: Missing::default(),
        }
    }

    /// With what it does where its function or mapping has nothing.
    pub(crate) fn missing(self, missing: Missing) -> Self {
        Self { missing, ..self }
    }

    /// The game that the player is made for, if it has one.
    pub(crate) fn game(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        let found = self.kind.game(py);
        found.map_err(|error| named(py, &self.what, error))
    }

    /// Its name in results.
    pub(crate) fn name(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        match &self.kind {
            GivenKind::Model(model) => model.file_name(),
            GivenKind::Name(name) => name.display().to_string(),
            GivenKind::Policy(policy) => policy::name(policy),
        }
    }

    /// Whether it is a model or the file of one, whose beads are drawn as they are.
    pub(crate) fn is_model(&self) -> bool {
        match &self.kind {
            GivenKind::Model(_) => true,
            GivenKind::Name(name) => spec(name).is_ok_and(|spec| spec.model_file().is_some()),
            GivenKind::Policy(_) => false,
        }
    }

    pub(crate) fn model(self, game: &PyGame) -> PyResult<Arc<store::Model>> {
        let what = self.what;
        let found = match self.kind {
            GivenKind::Model(model) => model.game.check_is(game, "a model").map(|()| model.model),
            GivenKind::Name(path) => store::read_for(&game.rules, &path)
                .map(Arc::new)
                .map_err(raised),
            GivenKind::Policy(_) => Err(wrong(
                "give a model or its file; a function or a mapping has no boxes",
            )),
        };
        found.map_err(|error| Python::attach(|py| named(py, &what, error)))
    }

    /// The player, for one side only if a side is given.
    pub(crate) fn player(
        self,
        game: &PyGame,
        side: Option<Side>,
        control: &Arc<Control>,
    ) -> PyResult<AnyPlayer> {
        let (what, missing) = (self.what, self.missing);
        let made = || -> PyResult<AnyPlayer> {
            let found: AnyPlayer = match self.kind {
                GivenKind::Model(model) => {
                    model.game.check_is(game, "a model")?;
                    Arc::new(model.reader)
                }
                GivenKind::Name(name) => {
                    let spec = spec(&name).map_err(raised)?;
                    let made = match side {
                        Some(side) => spec.player_for(&game.rules, side),
                        None => spec.player(&game.rules),
                    };
                    made.map_err(raised)?
                }
                GivenKind::Policy(policy) => {
                    let policy = Policy::new(policy, &what, game, side, missing, control);
                    Arc::new(policy)
                }
            };
            side.map_or(Ok(()), |side| check_plays(&*found, side))?;
            Ok(found)
        };
        made().map_err(|error| Python::attach(|py| named(py, &what, error)))
    }
}

impl GivenKind {
    pub(crate) fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(model) = given.cast::<PyModel>() {
            return Ok(Self::Model(model.get().clone()));
        }
        if let Ok(name) = given.extract() {
            return Ok(Self::Name(name));
        }
        if given.is_callable() || given.is_instance_of::<PyMapping>() {
            return Ok(Self::Policy(Arc::new(given.clone().unbind())));
        }
        Err(mistyped(
            "the name of a player, a Model, its file, a function or a mapping",
            given,
        ))
    }

    fn game(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        match self {
            Self::Model(model) => Ok(Some(model.game.clone())),
            Self::Name(name) => match spec(name).map_err(raised)?.model_path() {
                Some(path) => {
                    let path = path.to_owned();
                    let read = move |_| store::read(&path).map(|model| model.game().to_owned());
                    let game = work::run(py, Stopping::AtOnce, Bar::Never, read)?;
                    PyGame::of_file(&game.map_err(raised)?).map(Some)
                }
                None => Ok(None),
            },
            Self::Policy(_) => Ok(None),
        }
    }
}
