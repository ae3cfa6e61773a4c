//! Python functions, and mappings from positions, as players.

use std::sync::Arc;

use matchboxes::game::{Game as _, Move, Side};
use matchboxes::games::{self, AnyGame};
use matchboxes::player::Player;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyMapping, PyString};

use crate::argument::{Argument, given, mistyped, of_type, whole};
use crate::errors::{named, wrong};
use crate::game::{PyGame, number_of};
use crate::work::{self, Control};

/// What a function or a mapping is called in results.
pub(crate) fn name(policy: &Py<PyAny>) -> String {
    Python::attach(|py| {
        let name = policy.bind(py).getattr("__name__").ok();
        let name = name.and_then(|name| name.extract::<String>().ok());
        name.map_or_else(|| "a policy".to_owned(), |name| name + "()")
    })
}

/// What a player does in a position for which its function or mapping has nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Missing {
    #[default]
    Error,
    Random,
    Resign,
}

impl Missing {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Random => "random",
            Self::Resign => "resign",
        }
    }
}

pub(crate) fn missing(what: &str, argument: &Argument<'_>) -> PyResult<Missing> {
    let found = given(what, argument, |given| {
        let name: String = of_type("error, random or resign", given)?;
        let mut all = [Missing::Error, Missing::Random, Missing::Resign].into_iter();
        let found = all.find(|missing| missing.name() == name);
        found.ok_or_else(|| wrong(format!("`{name}` is none of error, random, resign")))
    });
    found.map(Option::unwrap_or_default)
}

/// A Python function, or a mapping from positions, as a player. An exception ends the work; until then it plays nothing.
pub(crate) struct Policy {
    policy: Arc<Py<PyAny>>,
    /// The argument that it is.
    what: String,
    name: String,
    game: PyGame,
    /// The side that it is for, if only for one.
    side: Option<Side>,
    missing: Missing,
    control: Arc<Control>,
}

impl Policy {
    pub(crate) fn new(
        policy: Arc<Py<PyAny>>,
        what: &str,
        game: &PyGame,
        side: Option<Side>,
        missing: Missing,
        control: &Arc<Control>,
    ) -> Self {
        Self {
            name: name(&policy),
            policy,
            what: what.to_owned(),
            game: game.clone(),
            side,
            missing,
            control: control.clone(),
        }
    }

    /// Its weights for a position: a function is called, and a mapping has them at the position or its text. None or an empty
    /// mapping is nothing.
    fn ask<'py>(
        &self,
        py: Python<'py>,
        at: games::Position,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (policy, position) = (self.policy.bind(py), self.game.position(at));
        if policy.is_callable() {
            let given = policy.call1((position,))?;
            let is_empty = given
                .cast::<PyMapping>()
                .is_ok_and(|all| all.is_empty().unwrap_or(false));
            return Ok((!given.is_none() && !is_empty).then_some(given));
        }
        let text = self.game.rules.write_position(&at);
        for key in [
            text.as_str().into_bound_py_any(py)?,
            position.into_bound_py_any(py)?,
        ] {
            if policy.contains(&key)? {
                return policy.get_item(key).map(Some);
            }
        }
        Ok(None)
    }
}

impl Player<AnyGame> for Policy {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn plays(&self, side: Side) -> bool {
        self.side.is_none_or(|only| only == side)
    }

    fn weigh(&self, _: &AnyGame, at: &games::Position, moves: &[Move], weights: &mut [u64]) {
        if self.control.stop_asked() {
            return;
        }
        let weighed = work::call(|py| {
            let Some(given) = self.ask(py, *at)? else {
                weights.fill(u64::from(self.missing == Missing::Random));
                if self.missing != Missing::Error {
                    return Ok(());
                }
                let at = self.game.rules.write_position(at);
                let text = format!(
                    "the policy has nothing for {at}; missing='random' plays any move there, missing='resign' resigns"
                );
                return Err(named(py, &self.what, wrong(text)));
            };
            let read = self.game.read_weights(&given, at, moves, weights);
            read.map_err(|error| named(py, &self.what, error))
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
    /// Reads what a policy gives for the moves of a position: one move, a mapping from their names, or a list by
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
        if given.is_instance_of::<PyString>() || number_of(given).is_ok() {
            let only = self.legal(at, given);
            let only = only.map_err(|error| named(py, "a policy gave", error))?;
            let place = moves.iter().position(|m| *m == only);
            weights.fill(0);
            weights[place.expect("the move is legal")] = 1;
            return Ok(());
        }
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
            let length = given.len().map_err(|_| {
                let wanted = "one move, a mapping of moves or a list of numbers";
                named(py, "a policy", mistyped(wanted, given))
            })?;
            if length != count {
                return Err(wrong(format!(
                    "a policy gave {length} numbers; give one for each of the {count} moves, or one move"
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
                *weight = number.map_or(Ok(0), |weight| whole("a whole number", &weight))?;
            }
            let sum = weights.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
            if sum.is_none_or(|sum| sum >= 1 << 63) {
                return Err(wrong("the weights of a policy add up to 2^63 or more"));
            }
            return illegal.map_or(Ok(()), Err);
        }
        let chances = numbers
            .into_iter()
            .map(|number| number.map_or(Ok(0.0), |n| whole("chances", &n)))
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
