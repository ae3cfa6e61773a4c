//! Expected curves.

use matchboxes::arena::{ExpectedCurve, ExpectedExact};
use matchboxes::learn::Learners;
use matchboxes::session::{Comparison, GAME, Request, Trainings};
use pyo3::prelude::*;

use crate::argument::number;
use crate::errors::raised;
use crate::exact::exactly;
use crate::frame::{Figure, Frame, Rows};
use crate::game::{self, Game};
use crate::named::Folder;
use crate::player::Given;
use crate::result::result;
use crate::rule;

result!(Expected {
    games: Frame,
    ended: Option<String>,
    states: Option<usize>,
    last_states: Option<usize>,
    chance_unbeatable: Option<f64>,
    games_until_unbeatable: Option<f64>,
});

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

/// The library's default, as the signature below has it.
const _: () = assert!(ExpectedCurve::STATES == 200_000);

/// What is expected of the first games of a small machine, without a sample: the chances of each game over
/// all runs, and of each state that the machine can be in; and how many games it takes until no opponent can
/// beat it.
///
/// `opponent` is the name of a player, a model or its file. The games end early where there are more than
/// `states`.
///
/// >>> her = matchboxes.expected("hexapawn", rule="her", games=20)
/// >>> len(her.games), round(float(her.games["won"][19]), 4), round(her.games_until_unbeatable, 4)
/// (20, 0.8534, 129.2534)
#[pyfunction]
#[pyo3(signature = (game=None, *, rule=None, learner=None, opponent=None, games=300, states=200_000, exact=false))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn expected(
    py: Python<'_>,
    game: Option<game::Named>,
    rule: Option<rule::Named>,
    learner: Option<&str>,
    opponent: Option<Given>,
    #[pyo3(from_py_with = number)] games: u64,
    #[pyo3(from_py_with = number)] states: usize,
    exact: bool,
) -> PyResult<Expected> {
    let folder = Folder::new(false)?;
    let mut game = game.map(game::Named::game).transpose()?;
    let opponent = folder.player(opponent, "opponent", &mut game)?;
    let game = game.map_or_else(|| Game::parse(GAME), Ok)?;
    let request = Request {
        learner: learner
            .map(str::parse::<Learners>)
            .transpose()
            .map_err(raised)?,
        rule: folder.rule(rule)?,
        opponent,
        games: Some(games),
        games_per_set: Some(1),
        exact,
        ..Request::default()
    };
    let found = exactly(py, move |_| {
        let trainings = Trainings::new(&game.rules, &request, &Comparison::default());
        Ok(trainings.and_then(|trainings| trainings.expected(states)))
    })?;
    let mut found = found.map_err(|error| folder.raised(error))?;
    let found = found.remove(0);
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
    Ok(Expected {
        games: rows.frame(),
        ended: found.ended,
        states: until.map(|until| until.states),
        last_states: until.map(|until| until.last_states),
        chance_unbeatable: until.map(|until| until.chance),
        games_until_unbeatable: until.and_then(|until| until.games),
    })
}
