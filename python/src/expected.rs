//! Expected curves.

use menace::arena::ExpectedCurve;
use menace::learn::Learners;
use menace::session::{Comparison, Request, Trainings};
use pyo3::prelude::*;

use crate::errors::raised;
use crate::exact::exactly;
use crate::frame::{Figure, Frame, Rows};
use crate::game;
use crate::player::game_of;
use crate::rule;

/// What is expected of the first games of a small machine, without a sample: the chances of each game over
/// all runs, and of each state that the machine can be in.
///
/// A row has a game: the chances that it is `won`, `drawn`, `lost`, `resigned` or `refused`, the expected
/// number of games `lost_so_far`, the chance that the machine is `unbeatable` after it, and the number of its
/// `states`. The curve ends early where there are more than `states`.
///
/// >>> curve = menace.expected("hexapawn", rule="her", games=20)
/// >>> len(curve), round(float(curve["won"][19]), 4)
/// (20, 0.8534)
#[pyfunction]
#[pyo3(signature = (game=None, *, rule=None, learner=None, opponent=None, games=300, states=None))]
pub(crate) fn expected(
    py: Python<'_>,
    game: Option<game::Named>,
    rule: Option<rule::Named>,
    learner: Option<&str>,
    opponent: Option<String>,
    games: u64,
    states: Option<usize>,
) -> PyResult<Frame> {
    let folder = tempfile::tempdir()?;
    let game = game_of(game, &[])?;
    let request = Request {
        learners: learner
            .map(str::parse::<Learners>)
            .transpose()
            .map_err(raised)?,
        rule: rule.map(|rule| rule.name_in(folder.path())).transpose()?,
        opponent,
        games: Some(games),
        games_per_set: Some(1),
        ..Request::default()
    };
    let states = states.unwrap_or(ExpectedCurve::STATES);
    let curves = exactly(py, move |_| {
        let trainings = Trainings::new(&game.rules, &request, &Comparison::default());
        let curves = trainings.and_then(|trainings| trainings.expected(states));
        curves.map_err(raised)
    })?;
    let mut rows = Rows::default();
    for game in curves.iter().flat_map(|curve| &curve.games) {
        rows.add([
            ("game", Figure::Whole(game.game)),
            ("won", Figure::Real(Some(game.won))),
            ("drawn", Figure::Real(Some(game.drawn))),
            ("lost", Figure::Real(Some(game.lost))),
            ("resigned", Figure::Real(Some(game.resigned))),
            ("refused", Figure::Real(Some(game.refused))),
            ("lost_so_far", Figure::Real(Some(game.defeats))),
            ("unbeatable", Figure::Real(Some(game.unbeatable))),
            ("states", Figure::Whole(game.states as u64)),
        ]);
    }
    Ok(rows.frame())
}
