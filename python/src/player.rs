//! Players: by name, as a model, or as any Python function.

use std::path::PathBuf;
use std::sync::Arc;

use menace::game::{Game as _, Move, Side};
use menace::games::{self, AnyGame};
use menace::player;
use menace::{roster, store};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};

use crate::errors::{raised, wrong};
use crate::game::Game;
use crate::model::Model;
use crate::work::Course;

pub(crate) type AnyPlayer = Arc<dyn player::Player<AnyGame>>;

/// A player as given from Python.
#[derive(FromPyObject)]
pub(crate) enum Given {
    /// A model.
    Model(Model),
    /// The name of a player, or the file of a model.
    Name(PathBuf),
    /// A function from a position to the chances of its moves.
    Function(Py<PyAny>),
}

impl Given {
    /// The game that the player is made for, if it says so.
    pub(crate) fn game(&self) -> PyResult<Option<Game>> {
        match self {
            Self::Model(model) => Ok(Some(model.game.clone())),
            Self::Name(name) => match roster::model_path(&name.display().to_string()) {
                Some(path) => {
                    let model = store::read(path).map_err(raised)?;
                    Game::parse(&model.game).map(Some)
                }
                None => Ok(None),
            },
            Self::Function(_) => Ok(None),
        }
    }

    /// The player, for one side if only that is asked for.
    pub(crate) fn player(
        self,
        game: &Game,
        side: Option<Side>,
        course: &Arc<Course>,
    ) -> PyResult<AnyPlayer> {
        let found: AnyPlayer = match self {
            Self::Model(model) if model.game.is(game) => Arc::new(model.reader),
            Self::Model(model) => {
                let (own, other) = (&model.game.name, &game.name);
                return Err(wrong(format!("this is a model of {own}, not of {other}")));
            }
            Self::Name(name) => {
                let name = name.display().to_string();
                let found = match side {
                    Some(side) => roster::player_for(&game.rules, &name, side),
                    None => roster::player(&game.rules, &name),
                };
                found.map_err(raised)?
            }
            Self::Function(function) => Arc::new(Function {
                function,
                game: game.clone(),
                course: course.clone(),
            }),
        };
        match side {
            Some(side) if !found.plays(side) => Err(wrong(format!(
                "{} does not play the {} side",
                found.name(),
                side.name()
            ))),
            _ => Ok(found),
        }
    }
}

/// A Python function as a player. An exception of the function ends the work; until then it plays nothing.
struct Function {
    function: Py<PyAny>,
    game: Game,
    course: Arc<Course>,
}

impl player::Player<AnyGame> for Function {
    fn name(&self) -> String {
        "a function".to_owned()
    }

    fn weigh(&self, _: &AnyGame, at: &games::Position, moves: &[Move], weights: &mut [u64]) {
        if self.course.stop_asked() {
            return;
        }
        let weighed = Python::attach(|py| {
            let given = self.function.bind(py).call1((self.game.position(*at),))?;
            self.game.read_weights(&given, moves, weights)
        });
        if let Err(error) = weighed {
            weights.fill(0);
            self.course.fail(error);
        }
    }
}

/// The weight of the largest chance: a chance is rounded to this part of it.
const WHOLE: f64 = 1_125_899_906_842_624.0; // 2^50

impl Game {
    /// Reads what a function gives for the moves of a position: a mapping from their names, or a list by
    /// their numbers. Whole numbers are weights as they are, others are chances.
    fn read_weights(
        &self,
        given: &Bound<'_, PyAny>,
        moves: &[Move],
        weights: &mut [u64],
    ) -> PyResult<()> {
        let py = given.py();
        let mut numbers = Vec::with_capacity(moves.len());
        if let Ok(chances) = given.cast::<PyDict>() {
            for &m in moves {
                numbers.push(chances.get_item(self.move_name(py, m))?);
            }
            if chances.len() > numbers.iter().flatten().count() {
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
            for m in moves {
                numbers.push(Some(given.get_item(m.0)?));
            }
        }
        let is_whole = |number: &Bound<'_, PyAny>| number.is_instance_of::<PyInt>();
        if numbers.iter().flatten().all(is_whole) {
            for (weight, number) in weights.iter_mut().zip(numbers) {
                *weight = number.map_or(Ok(0), |number| number.extract())?;
            }
            let sum = weights.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
            if sum.is_none_or(|sum| sum >= 1 << 63) {
                return Err(wrong("the weights of a policy add up to 2^63 or more"));
            }
            return Ok(());
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
        Ok(())
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
