//! Exact results and proofs.

use std::sync::Arc;

use matchboxes::arena::{self, Fraction, Ground, Policy};
use matchboxes::game::{Game as _, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::roster;
use matchboxes_report::{Cell, Row, proved};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{Argument, given, read};
use crate::errors::raised;
use crate::game;
use crate::help::help;
use crate::player::{Given, game_of};
use crate::policy;
use crate::result::result;
use crate::work::{self, Bar, Control, Stopping};

result!(Chances {
    first_wins: f64,
    draws: f64,
    second_wins: f64,
    fractions: Option<(PyFraction, PyFraction, PyFraction)>,
});

/// A fraction that becomes one of Python's.
#[derive(Clone, Copy)]
struct PyFraction(Fraction);

impl<'py> IntoPyObject<'py> for PyFraction {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        fraction.call1((self.0.numerator(), self.0.denominator()))
    }
}

/// The exact chances of a game between two players, over all lines of play, each weighted by its chance.
///
/// A player is a name, a model, a model's file, or a function that returns the chances of the moves in a position: a
/// dictionary by their names, or a list by their numbers, with 0 for illegal moves. If all are 0, it resigns.
/// Without `game`, it is a model's game, or else tic-tac-toe.
#[doc = help!([first, second, game, missing] "Chances\n    For both sides and for a draw, 0 to 1, also as fractions if these \
are small." checked)]
///
/// Examples
/// --------
/// >>> import matchboxes
/// >>> matchboxes.exact("ai12s", "random").fractions
/// (Fraction(95, 96), Fraction(1, 96), Fraction(0, 1))
#[pyfunction]
#[pyo3(signature = (first, second, *, game=None, missing=None),
    text_signature = "(first, second, *, game=None, missing='error')")]
pub(crate) fn exact(
    py: Python<'_>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    game: Argument<'_>,
    missing: Argument<'_>,
) -> PyResult<Chances> {
    read! { game::game: game; policy::missing: missing; }
    let first = Given::read("first", first)?.missing(missing);
    let second = Given::read("second", second)?.missing(missing);
    let game = game_of(py, game, &[&first, &second])?;
    exactly(py, move |control| {
        let ground = Ground::shared(&game.rules).map_err(raised)?;
        let first = first.player(&game, Some(Side::First), &control)?;
        let second = second.player(&game, Some(Side::Second), &control)?;
        let policies = [&ground.policy(&*first), &ground.policy(&*second)];
        let [first_wins, draws, second_wins] = ground.chances(policies).seen_by(Side::First);
        let fractions = ground.fractions(policies);
        Ok(Chances {
            first_wins,
            draws,
            second_wins,
            fractions: fractions.map(|all| all.map(PyFraction).seen_by(Side::First).into()),
        })
    })
}

/// What is proved of a player on one side, from a position: the class `Proof`.
pub(crate) struct Proof(Row);

impl Proof {
    fn new(game: &AnyGame, at: &Position, proof: &arena::Proof) -> Self {
        let position = Row::default().with("position", game.write_position(at));
        Self(position.and(proved(game, proof)))
    }
}

impl<'py> IntoPyObject<'py> for Proof {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        let fields = PyDict::new(py);
        for (name, cell) in self.0.figures() {
            match cell {
                Cell::Text(Some(text)) if name.ends_with("_fraction") => {
                    fields.set_item(name, fraction.call1((text,))?)
                }
                Cell::Text(text) => fields.set_item(name, text),
                Cell::Whole(n) | Cell::Label(n) => fields.set_item(name, n),
                Cell::Real(x) => fields.set_item(name, x),
                Cell::Flag(flag) => fields.set_item(name, flag),
                Cell::Words(words) => fields.set_item(name, words),
            }?;
        }
        let class = py.import("matchboxes._results")?.getattr("Proof")?;
        class.call((), Some(&fields))
    }
}

/// The worst case of a player against any opponent: a proof for each side that it plays.
#[doc = help!([player, game, from_position, missing] "list of Proof\n    One for each side that it plays." checked)]
///
/// Examples
/// --------
/// >>> [proof.never_loses for proof in matchboxes.prove("perfect")]
/// [True, True]
#[pyfunction]
#[pyo3(signature = (player, *, game=None, position=None, missing=None),
    text_signature = "(player, *, game=None, position=None, missing='error')")]
pub(crate) fn prove(
    py: Python<'_>,
    player: &Bound<'_, PyAny>,
    game: Argument<'_>,
    position: Argument<'_>,
    missing: Argument<'_>,
) -> PyResult<Vec<Proof>> {
    read! { game::game: game; policy::missing: missing; }
    let player = Given::read("player", player)?.missing(missing);
    let game = game_of(py, game, &[&player])?;
    let position = given("position", &position, |given| game.at_unfinished(given))?;
    exactly(py, move |control| {
        let rules = &game.rules;
        let mut ground = Ground::shared(rules).map_err(raised)?;
        if let Some(at) = &position {
            ground.begin_at(at).map_err(raised)?;
        }
        let at = position.unwrap_or_else(|| rules.start());
        let player = player.player(&game, None, &control)?;
        let policy = ground.policy(&*player);
        let sides = Side::BOTH.into_iter().filter(|&side| player.plays(side));
        let proofs = sides.map(|side| Proof::new(rules, &at, &ground.prove(&policy, side)));
        Ok(proofs.collect())
    })
}

result!(Evaluation {
    side: &'static str,
    random: (f64, f64, f64),
    perfect: (f64, f64, f64),
    proof: Proof,
});

/// Everything exact about a policy, for each side that it plays or only for `side`: its chances of a win, a
/// draw and a loss against random and perfect play, and its worst case.
///
/// The policy may be any Python function, as for `exact`; it is called once for every position of the game,
/// or with `side` for each position in which that side moves.
#[doc = help!([policy, game, side, missing] "list of Evaluation\n    One for each side that it plays, or for `side`." checked)]
///
/// Examples
/// --------
/// >>> first = matchboxes.evaluate(lambda at: {at.moves()[0]: 1}, side="first")[0]
/// >>> round(first.random[2], 4), first.proof.worst_case_loss
/// (0.1771, 1.0)
#[pyfunction]
#[pyo3(signature = (policy, *, game=None, side=None, missing=None),
    text_signature = "(policy, *, game=None, side=None, missing='error')")]
pub(crate) fn evaluate(
    py: Python<'_>,
    policy: &Bound<'_, PyAny>,
    game: Argument<'_>,
    side: Argument<'_>,
    missing: Argument<'_>,
) -> PyResult<Vec<Evaluation>> {
    read! { game::game: game; game::side: side; policy::missing: missing; }
    let policy = Given::read("policy", policy)?.missing(missing);
    let game = game_of(py, game, &[&policy])?;
    exactly(py, move |control| {
        let ground = Ground::shared(&game.rules).map_err(raised)?;
        let player = policy.player(&game, side, &control)?;
        let own = ground.policy(&*player);
        let other = |name| roster::player(&game.rules, name).map_err(raised);
        let [random, perfect] =
            [other("random")?, other("perfect")?].map(|one| ground.policy(&*one));
        let sides = Side::BOTH.into_iter();
        let sides = sides.filter(|&s| side.is_none_or(|only| only == s) && player.plays(s));
        let against = |side: Side, other: &Policy| {
            let chances = ground.chances(side.ordered([&own, other]));
            chances.seen_by(side).into()
        };
        Ok(sides
            .map(|side| Evaluation {
                side: side.name(),
                random: against(side, &random),
                perfect: against(side, &perfect),
                proof: Proof::new(&game.rules, &game.rules.start(), &ground.prove(&own, side)),
            })
            .collect())
    })
}

/// Does work whose result is only needed as a whole; an exception of a Python function ends it.
pub(crate) fn exactly<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Arc<Control>) -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    work::run(py, Stopping::AtOnce, Bar::Never, move |control| {
        let result = work(control.clone());
        control.check().and(result)
    })?
}
