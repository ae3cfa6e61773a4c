//! Players: by name, as a model, or as any Python function; and what they do in a position.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use matchboxes::game::{Game as _, Move, Side};
use matchboxes::games::{self, AnyGame};
use matchboxes::player;
use matchboxes::roster::PlayerSpec;
use matchboxes::session::GAME;
use matchboxes::store;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyMapping};

use crate::argument::{self, again};
use crate::errors::{raised, wrong};
use crate::game::{self, PyGame, PyPosition, side_of};
use crate::model::PyModel;
use crate::offer::{Offer, check_plays};
use crate::work::{self, Bar, Control, Stopping};

pub(crate) type AnyPlayer = Arc<dyn player::Player<AnyGame>>;

/// A player, called with a position: by its name, as a model or its file, or as a function; only of one side
/// with `side`.
///
/// >>> import matchboxes
/// >>> perfect = matchboxes.Player("perfect")
/// >>> perfect(matchboxes.Game().position("O../XX./..."))["c2"]
/// 1.0
#[pyclass(name = "Player", frozen, module = "matchboxes")]
pub(crate) struct PyPlayer {
    player: Py<PyAny>,
    /// What was found by the name; any other is made of `player` when it is called.
    found: Option<AnyPlayer>,
    game: PyGame,
    side: Option<Side>,
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(signature = (player, *, game=None, side=None))]
    fn new(
        player: &Bound<'_, PyAny>,
        game: Option<game::GameOrName>,
        side: Option<&str>,
    ) -> PyResult<Self> {
        let given: Given = player.extract()?;
        let game = game_of(player.py(), game, &[&given])?;
        let side = side.map(side_of).transpose()?;
        let is_named = matches!(given, Given::Name(_));
        let known = game.clone();
        let found = work::run(player.py(), Stopping::AtOnce, Bar::Never, move |control| {
            given.player(&known, side, &control)
        })??;
        Ok(Self {
            player: player.clone().unbind(),
            found: is_named.then_some(found),
            game,
            side,
        })
    }

    /// The chance of each legal move, by its name. If all are 0, the player resigns.
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.game.check(position)?;
        let side = self.game.rules.side(&position.at);
        if self.side.is_some_and(|only| only != side) {
            let (this, side) = (self.__repr__(py), side.name());
            return Err(wrong(format!("{this} does not play the {side} side")));
        }
        let control = Arc::default();
        let player = if let Some(found) = &self.found {
            found.clone()
        } else {
            let given: Given = self.player.extract(py)?;
            given.player(&self.game, self.side, &control)?
        };
        let mut offer = Offer::default();
        let sum = work::here(py, || offer.weigh(&self.game, &*player, &position.at))??;
        control.failure().map_or(Ok(()), Err)?;
        offer.chances(py, &self.game, sum)
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let same = self.game.is(&other.game) && self.side == other.side;
        Ok(same && self.player.bind(py).eq(&other.player)?)
    }

    fn __hash__(&self) -> u64 {
        game::hash(&self.game.name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, player) = (slf.py(), slf.get());
        let keywords = PyDict::new(py);
        keywords.set_item("game", player.game.clone())?;
        keywords.set_item("side", player.side.map(Side::name))?;
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

/// The named game, or the game of the first player made for one, or else the usual one.
pub(crate) fn game_of(
    py: Python<'_>,
    named: Option<game::GameOrName>,
    players: &[&Given],
) -> PyResult<PyGame> {
    if let Some(named) = named {
        return named.game();
    }
    for player in players {
        if let Some(game) = player.game(py)? {
            return Ok(game);
        }
    }
    PyGame::parse(GAME)
}

/// A player as given from Python.
pub(crate) enum Given {
    /// A model.
    Model(PyModel),
    /// The name of a player, or the file of a model.
    Name(PathBuf),
    /// A function from a position to the chances of its moves.
    Function(Py<PyAny>),
}

impl FromPyObject<'_, '_> for Given {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(model) = given.extract() {
            return Ok(Self::Model(model));
        }
        if let Ok(name) = given.extract() {
            return Ok(Self::Name(name));
        }
        if given.is_callable() {
            return Ok(Self::Function(given.to_owned().unbind()));
        }
        Err(PyTypeError::new_err(format!(
            "a player is a name, a model, its file or a function, not {}",
            given.repr()?
        )))
    }
}

fn spec(name: &Path) -> matchboxes::games::Result<PlayerSpec> {
    name.display().to_string().parse()
}

impl Given {
    /// The game that the player is made for, if it says so.
    pub(crate) fn game(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        match self {
            Self::Model(model) => Ok(Some(model.game.clone())),
            Self::Name(name) => match spec(name).map_err(raised)?.model_path() {
                Some(path) => {
                    let path = path.to_owned();
                    let read = move |_| store::read(&path).map(|model| model.game().to_owned());
                    let game = work::run(py, Stopping::AtOnce, Bar::Never, read)?;
                    PyGame::parse(&game.map_err(raised)?).map(Some)
                }
                None => Ok(None),
            },
            Self::Function(_) => Ok(None),
        }
    }

    /// The player, for one side if only that is asked for.
    pub(crate) fn player(
        self,
        game: &PyGame,
        side: Option<Side>,
        control: &Arc<Control>,
    ) -> PyResult<AnyPlayer> {
        let found: AnyPlayer = match self {
            Self::Model(model) => {
                model.game.check_is(game, "a model")?;
                Arc::new(model.reader)
            }
            Self::Name(name) => {
                let spec = spec(&name).map_err(raised)?;
                let found = match side {
                    Some(side) => spec.player_for(&game.rules, side),
                    None => spec.player(&game.rules),
                };
                found.map_err(raised)?
            }
            Self::Function(function) => Arc::new(Function {
                function,
                game: game.clone(),
                side,
                control: control.clone(),
            }),
        };
        if let Some(side) = side {
            check_plays(&*found, side)?;
        }
        Ok(found)
    }
}

/// A Python function as a player. An exception of the function ends the work; until then it plays nothing.
struct Function {
    function: Py<PyAny>,
    game: PyGame,
    /// The side that it is asked for, if only for one.
    side: Option<Side>,
    control: Arc<Control>,
}

impl player::Player<AnyGame> for Function {
    fn name(&self) -> String {
        "a function".to_owned()
    }

    fn plays(&self, side: Side) -> bool {
        self.side.is_none_or(|only| only == side)
    }

    fn weigh(&self, _: &AnyGame, at: &games::Position, moves: &[Move], weights: &mut [u64]) {
        if self.control.stop_asked() {
            return;
        }
        let weighed = work::call(|py| {
            let given = self.function.bind(py).call1((self.game.position(*at),))?;
            self.game.read_weights(&given, at, moves, weights)
        });
        if let Err(error) = weighed {
            weights.fill(0);
            self.control.fail(error);
        }
    }
}

/// The weight of the largest chance: a chance is rounded to this part of it.
const WHOLE: f64 = 1_125_899_906_842_624.0; // 2^50

impl PyGame {
    /// Reads what a function gives for the moves of a position: a mapping from their names, or a list by
    /// their numbers. Whole numbers are weights as they are, others are chances.
    fn read_weights(
        &self,
        given: &Bound<'_, PyAny>,
        at: &games::Position,
        moves: &[Move],
        weights: &mut [u64],
    ) -> PyResult<()> {
        let py = given.py();
        let mut numbers = Vec::with_capacity(moves.len());
        let mut illegal = None;
        if let Ok(chances) = given.cast::<PyMapping>() {
            for &m in moves {
                let name = self.move_name(py, m);
                let has = chances.contains(name)?;
                numbers.push(has.then(|| chances.get_item(name)).transpose()?);
            }
            if chances.len()? > numbers.iter().flatten().count() {
                let legal: Vec<String> = moves.iter().map(|&m| self.rules.write_move(m)).collect();
                let legal = legal.join(", ");
                return Err(wrong(format!(
                    "a policy gave {chances}, where the legal moves are {legal}"
                )));
            }
        } else {
            let count = usize::from(self.rules.move_count());
            let length = given.len()?;
            if length != count {
                return Err(wrong(format!(
                    "a policy gave {length} numbers; give one for each of the {count} moves"
                )));
            }
            for number in (0..self.rules.move_count()).map(Move) {
                let chance = given.get_item(number.0)?;
                if moves.contains(&number) {
                    numbers.push(Some(chance));
                } else if illegal.is_none() && !chance.is_none() && !chance.eq(0)? {
                    illegal = Some(wrong(format!(
                        "a policy gave {chance} at index {} for {}, which is not legal in {}; give 0 there",
                        number.0,
                        self.rules.write_move(number),
                        self.rules.write_position(at)
                    )));
                }
            }
        }
        let is_whole = |number: &Bound<'_, PyAny>| number.is_instance_of::<PyInt>();
        if numbers.iter().flatten().all(is_whole) {
            for (weight, number) in weights.iter_mut().zip(numbers) {
                *weight = number.map_or(Ok(0), |weight| argument::number(&weight))?;
            }
            let sum = weights.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
            if sum.is_none_or(|sum| sum >= 1 << 63) {
                return Err(wrong("the weights of a policy add up to 2^63 or more"));
            }
            return illegal.map_or(Ok(()), Err);
        }
        let real =
            |number: Option<Bound<'_, PyAny>>| number.map_or(Ok(0.0), |n| n.extract::<f64>());
        let chances = numbers
            .into_iter()
            .map(real)
            .collect::<PyResult<Vec<f64>>>()?;
        let most = chances.iter().copied().fold(0.0, f64::max);
        if let Some(wrong_one) = chances.iter().find(|x| !(**x >= 0.0 && x.is_finite())) {
            return Err(wrong(format!("a policy gave the chance {wrong_one}")));
        }
        for (weight, chance) in weights.iter_mut().zip(chances) {
            *weight = rounded(if most > 0.0 {
                chance / most * WHOLE
            } else {
                0.0
            });
        }
        illegal.map_or(Ok(()), Err)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 to 2^50"
)]
fn rounded(x: f64) -> u64 {
    x.round() as u64
}
