//! Sweeps: grids of studies.

use std::collections::BTreeMap;

use matchboxes::learn::SEED;
use matchboxes::session::{self, Grid, Half, Ranked, Request, SWEPT_RUNS, SweepFigure};
use matchboxes::store::SweptRun;
use matchboxes_pictures::plot::{self, Look};
use matchboxes_report::{self as report, Layout};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::argument::{self, Argument, each, given, mistyped, one_or_more, positive, read};
use crate::errors::wrong;
use crate::frame::PyFrame;
use crate::game;
use crate::help::help;
use crate::named::Names;
use crate::picture::{PyPicture, pictures};
use crate::player::{self, GivenKind};
use crate::result::result;
use crate::rule::{self, PyRule};
use crate::study::play;
use crate::train;
use crate::work::{self, Bar, Stopping};

result!(Sweep {
    trainings: PyFrame,
    rules: Vec<PyRule>,
    pictures: BTreeMap<String, PyPicture>,
    summary: String,
});

/// The library's defaults, as the signature below has them.
const _: () = assert!(SWEPT_RUNS == 100 && SEED == 1961);

/// Plays a study of every training in a grid on all cores, as `menace sweep` does: every rule with every value of its
/// `fields`, every opponent, learner and game.
///
/// The runs of `seed` choose the best training, and the runs of `seed + 1` are reported, so the choice does not flatter the
/// figures of the best one. `game`, `rule`, `learner` and `opponent` may each be a list, and one of them has two items, or a
/// field two values. With several games, the players are given by their names.
#[doc = help!([swept_games, rules, swept_learners, opponents, swept_fields, swept_runs, sets, games, games_per_set, window, seed_1961, exact, fallback, figure, progress] "Sweep\n    The trainings as a frame, the best first, their rules and their pictures." checked)]
///
/// Examples
/// --------
/// >>> import matchboxes
/// >>> sweep = matchboxes.sweep(rule="michie-304", fields={"win": ["+1 all", "+3 all"]}, runs=4, sets=5)
/// >>> sweep.trainings["win"], sweep.best["place"]
/// (['+3 all', '+1 all'], 1)
#[pyfunction]
#[pyo3(signature = (game=None, **keywords),
    text_signature = "(game=None, *, rule=None, learner=None, opponent=None, fields=None, runs=100, sets=None, games=None, \
    games_per_set=None, window=None, seed=1961, exact=False, fallback=None, figure='not-lost', progress=None)")]
pub(crate) fn sweep(
    py: Python<'_>,
    game: Argument<'_>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Sweep> {
    read! { keywords =>
        player::player: fallback;
        player::players: opponent;
        rule::several: rule;
        positive: runs, window;
        argument::choice: progress;
        figure_of: figure;
        fields_of: fields;
    }
    let learner = argument::taken(keywords, "learner")?;
    let asked = train::request(keywords)?;
    argument::no_more("sweep", keywords)?;
    if figure == SweepFigure::WorstCase && !asked.exact.has_end() {
        return Err(wrong(
            "figure: worst-case needs exact results; give exact=True",
        ));
    }
    let all = one_or_more("game", &game, game::one)?;
    let request = Request {
        rules: rule,
        runs,
        window,
        ..asked
    };
    let learners = one_or_more("learner", &learner, argument::learner)?;
    let mut names = Names::new(all.first().cloned());
    let players = || fallback.iter().chain(&opponent);
    let own = players().find(|given| !matches!(given.kind, GivenKind::Name(_)));
    if let (2.., Some(own)) = (all.len(), own) {
        let what = &own.what;
        return Err(wrong(format!(
            "{what}: of several games, a player has a name; give one game"
        )));
    }
    names.check(players())?;
    let rules = |game: &game::PyGame| game.rules.clone();
    let games = match &all[..] {
        [] => names.game.iter().map(rules).collect(),
        several => several.iter().map(rules).collect(),
    };
    work::run(py, Stopping::AtOnce, Bar::Asked(progress), move |control| {
        let request = names.complete(request, opponent, fallback, &control)?;
        let grid = Grid {
            games,
            learners,
            fields,
            request,
        };
        let sweep = grid.cells().map_err(|error| names.raised(error))?;
        let mut swept = Vec::new();
        play(&sweep.trainings, &control, |training, study| {
            let runs = study.results.iter();
            swept.push(runs.map(|run| sweep.swept(training, run)).collect());
        })?;
        ranked(&sweep, &swept, figure)
    })?
}

/// What came of a sweep; `swept` has the runs of each training on each of its seeds.
fn ranked(sweep: &session::Sweep, swept: &[Vec<SweptRun>], figure: SweepFigure) -> PyResult<Sweep> {
    let halves = swept.as_chunks::<2>().0.iter().zip(&sweep.courses);
    let halves = halves.map(|(both, of)| both.each_ref().map(|runs| Half::new(runs, figure, of)));
    let ranked = Ranked::new(&sweep.grid, &sweep.courses, halves.collect(), figure);
    let rules = ranked.rows.iter().map(|row| row.setting.rule.clone());
    Ok(Sweep {
        trainings: PyFrame::of_table(&report::sweep(&ranked))?,
        rules: rules.map(PyRule).collect(),
        pictures: pictures("sweep", plot::sweep(&ranked, Look::default())),
        summary: report::sweep_text(&ranked, Layout::default()),
    })
}

/// The figure by which trainings are ranked.
fn figure_of(what: &str, argument: &Argument<'_>) -> PyResult<SweepFigure> {
    let Some(name) = argument::text(what, argument)? else {
        return Ok(SweepFigure::default());
    };
    let found = SweepFigure::ALL
        .into_iter()
        .find(|figure| figure.name() == name);
    let names = SweepFigure::ALL.map(SweepFigure::name).join(", ");
    found.ok_or_else(|| {
        wrong(format!(
            "{what}: `{name}` is not a figure; there are {names}"
        ))
    })
}

/// The values of fields of the rules, which are written as in a rule's file.
fn fields_of(what: &str, argument: &Argument<'_>) -> PyResult<toml::Table> {
    let read = |given: &Bound<'_, PyAny>| {
        let fields = given.cast::<PyMapping>();
        let fields = fields.map_err(|_| mistyped("a mapping of lists", given))?;
        let fields = given.py().get_type::<PyDict>().call1((fields,))?;
        let mut text = String::new();
        for (name, values) in fields.cast::<PyDict>()? {
            let name: String = argument::of_type("the name of a field", &name)?;
            let values = each(&name, &values, |value| rule::toml_of(&value))?;
            text += &format!("{} = [{}]\n", rule::written(&name), values.join(", "));
        }
        text.parse::<toml::Table>()
            .map_err(|error| wrong(error.message()))
    };
    Ok(given(what, argument, read)?.unwrap_or_default())
}
