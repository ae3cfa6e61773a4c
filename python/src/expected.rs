//! Expected curves.

use matchboxes::arena::{ExpectedCurve, ExpectedExact};
use matchboxes::learn::Learners;
use matchboxes::session::{Comparison, Request, Trainings};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors::raised;
use crate::exact::exactly;
use crate::frame::{Figure, Frame, Rows};
use crate::game;
use crate::player::game_of;
use crate::rule;

/// What is expected of a small machine.
///
/// As Arrow data it is its `games`.
#[pyclass(frozen, get_all, name = "Expected", module = "menace")]
pub(crate) struct PyExpected {
    /// A row for each game: the chances that it is `won`, `drawn`, `lost`, `resigned` or `refused`, the
    /// expected number of games `lost_so_far`, the chance that the machine is `unbeatable` after it, and the
    /// number of its `states`. With `exact=True`, also the expected exact chances after it, against random
    /// and perfect play, and that of the opponent that beats the machine most often: `exact_random_won` to
    /// `exact_worst_loss`.
    games: Py<Frame>,
    /// Why there are fewer games than asked for, if so.
    ended: Option<String>,
    /// The number of states that the machine can reach. This and what follows is None where the states are
    /// not followed to the end, as under a rule that adds beads.
    states: Option<usize>,
    /// The number of states that it never leaves.
    last_states: Option<usize>,
    /// The chance that no opponent can beat it at some time.
    chance_unbeatable: Option<f64>,
    /// The expected number of games until then, if that is certain.
    games_until_unbeatable: Option<f64>,
}

#[pymethods]
impl PyExpected {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        self.games.get().__arrow_c_stream__(py, requested_schema)
    }

    fn __repr__(&self) -> String {
        let games = self.games.get().__len__();
        let until = self.games_until_unbeatable;
        let until = until.map_or_else(String::new, |n| {
            format!(", unbeatable after {n:.5} games on average")
        });
        format!("<menace.Expected of {games} games{until}>")
    }
}

/// The exact figures after a game, with their names in the files of a study.
fn figures(exact: &ExpectedExact) -> [(&'static str, Figure<'static>); 7] {
    let [random, perfect] = [exact.random, exact.perfect];
    [
        ("exact_random_won", random[0]),
        ("exact_random_drawn", random[1]),
        ("exact_random_lost", random[2]),
        ("exact_perfect_won", perfect[0]),
        ("exact_perfect_drawn", perfect[1]),
        ("exact_perfect_lost", perfect[2]),
        ("exact_worst_loss", exact.worst_loss),
    ]
    .map(|(name, chance)| (name, Figure::Real(Some(chance))))
}

/// What is expected of the first games of a small machine, without a sample: the chances of each game over
/// all runs, and of each state that the machine can be in; and how many games it takes until no opponent can
/// beat it.
///
/// The games end early where there are more than `states`, 200,000 without that argument.
///
/// >>> her = menace.expected("hexapawn", rule="her", games=20)
/// >>> len(her.games), round(float(her.games["won"][19]), 4), round(her.games_until_unbeatable, 4)
/// (20, 0.8534, 129.2534)
#[pyfunction]
#[pyo3(signature = (game=None, *, rule=None, learner=None, opponent=None, games=300, states=None, exact=false))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn expected(
    py: Python<'_>,
    game: Option<game::Named>,
    rule: Option<rule::Named>,
    learner: Option<&str>,
    opponent: Option<String>,
    games: u64,
    states: Option<usize>,
    exact: bool,
) -> PyResult<PyExpected> {
    let folder = tempfile::tempdir()?;
    let game = game_of(game, &[])?;
    let request = Request {
        learner: learner
            .map(str::parse::<Learners>)
            .transpose()
            .map_err(raised)?,
        rule: rule.map(|rule| rule.name_in(folder.path())).transpose()?,
        opponent,
        games: Some(games),
        games_per_set: Some(1),
        exact,
        ..Request::default()
    };
    let states = states.unwrap_or(ExpectedCurve::STATES);
    let found = exactly(py, move |_| {
        let trainings = Trainings::new(&game.rules, &request, &Comparison::default());
        let found = trainings.and_then(|trainings| trainings.expected(states));
        Ok(found.map_err(raised)?.remove(0))
    })?;
    let mut rows = Rows::default();
    for game in &found.games {
        let chances = [
            ("game", Figure::Whole(game.game)),
            ("won", Figure::Real(Some(game.won))),
            ("drawn", Figure::Real(Some(game.drawn))),
            ("lost", Figure::Real(Some(game.lost))),
            ("resigned", Figure::Real(Some(game.resigned))),
            ("refused", Figure::Real(Some(game.refused))),
            ("lost_so_far", Figure::Real(Some(game.defeats))),
            ("unbeatable", Figure::Real(Some(game.unbeatable))),
            ("states", Figure::Whole(game.states as u64)),
        ];
        let exact = game.exact.iter().flat_map(figures);
        rows.add(chances.into_iter().chain(exact));
    }
    let until = found.until.ok();
    Ok(PyExpected {
        games: Py::new(py, rows.frame())?,
        ended: found.ended,
        states: until.map(|until| until.states),
        last_states: until.map(|until| until.last_states),
        chance_unbeatable: until.map(|until| until.chance),
        games_until_unbeatable: until.and_then(|until| until.games),
    })
}
