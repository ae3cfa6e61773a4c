//! Expected curves.

use matchboxes::arena::ExpectedCurve;
use matchboxes::session::{GAME, Request, Trainings};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{self, Argument, read};
use crate::exact::exactly;
use crate::frame::PyFrame;
use crate::game::{self, PyGame};
use crate::help::help;
use crate::named::Names;
use crate::player;
use crate::result::result;
use crate::rule;

result!(Expected {
    games: PyFrame,
    ended: Option<String>,
    states: Option<usize>,
    last_states: Option<usize>,
    chance_never_loses: Option<f64>,
    games_until_never_loses: Option<f64>,
});

/// The library's default, as the signature below has it.
const _: () = assert!(ExpectedCurve::STATES == 200_000);

/// What is expected of the first games of a small machine, without a sample: the chances of each game over
/// all runs, and of each state that the machine can be in; and how many games it takes until no opponent can
/// beat it.
///
/// `opponent` is the name of a player, a model, its file, a function or a mapping. The games end early where there are more than
/// `states`.
#[doc = help!([game, rule, learner, opponent, games_300, states, exact] "Expected\n    The games as a frame, and how long it takes until the machine never loses." checked)]
///
/// Examples
/// --------
/// >>> her = matchboxes.expected("hexapawn", rule="her", games=20)
/// >>> len(her.games), round(float(her.games["second_wins"][19]), 4), round(her.games_until_never_loses, 4)
/// (20, 0.8534, 129.2534)
#[pyfunction]
#[pyo3(signature = (game=None, **keywords), text_signature = "(game=None, *, rule=None, learner=None, opponent=None, games=300, states=200000, \
    exact=False)")]
pub(crate) fn expected(
    py: Python<'_>,
    game: Argument<'_>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Expected> {
    read! { game::game: game; }
    read! { keywords =>
        rule::rule: rule;
        argument::learners: learner;
        player::player: opponent;
        argument::positive: games;
        argument::number: states;
        argument::exact: exact;
    }
    argument::no_more("expected", keywords)?;
    let mut names = Names::new(game);
    names.check(&opponent)?;
    let game = names.game.clone().map_or_else(|| PyGame::parse(GAME), Ok)?;
    let request = Request {
        game: Some(game.rules.clone()),
        learner,
        rules: rule.into_iter().collect(),
        games: games.or(Some(300)),
        games_per_set: Some(1),
        exact,
        ..Request::default()
    };
    let states = states.unwrap_or(ExpectedCurve::STATES);
    exactly(py, move |control| {
        let request = names.complete(request, opponent, None, &control)?;
        let trainings = Trainings::new(&request);
        let found = trainings.and_then(|trainings| {
            let courses = trainings.courses()?;
            Ok((courses, trainings.expected(states)?))
        });
        let (mut courses, mut found) = found.map_err(|error| names.raised(error))?;
        let (setting, found) = (courses.remove(0).setting, found.remove(0));
        let games = PyFrame::of_table(&matchboxes_report::expected(&setting, &found.games))?;
        let until = found.until.ok();
        Ok(Expected {
            games,
            ended: found.ended,
            states: until.map(|until| until.states),
            last_states: until.map(|until| until.last_states),
            chance_never_loses: until.map(|until| until.chance),
            games_until_never_loses: until.and_then(|until| until.games),
        })
    })
}
