//! Studies: trainings repeated many times.

use std::collections::BTreeMap;
use std::sync::Arc;

use matchboxes::arena::{self, Finals};
use matchboxes::learn::SEED;
use matchboxes::session::{GAME, RUNS, Request, Trainings};
use matchboxes_pictures::plot::{self, StudyView};
use matchboxes_report::{self as report, Layout, Results, Studied};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{self, Argument, of_type, one_or_more, positive, read};
use crate::errors::{raised, wrong};
use crate::frame::PyFrame;
use crate::game::{self, PyGame};
use crate::help::help;
use crate::named::Names;
use crate::picture::{PyPicture, pictures};
use crate::player;
use crate::result::result;
use crate::rule;
use crate::train;
use crate::work::{self, Bar, Control, StoppableSets, Stopping};

result!(Study {
    curves: PyFrame,
    runs: PyFrame,
    speed: PyFrame,
    figures: PyFrame,
    comparisons: Option<PyFrame>,
    pictures: BTreeMap<String, PyPicture>,
    summary: String,
});

/// The library's defaults, as the signature below has them.
const _: () = assert!(RUNS == 300 && SEED == 1961);

/// Repeats a training many times on all cores, as `menace study` does: how much luck matters, and whether one
/// rule or opponent is better than another.
///
/// `rule` and `opponent` may be lists, and then every rule meets every opponent. An opponent is the name of a
/// player, a model, its file, a function or a mapping, or `self`, which lets both sides learn; `fallback` may be any
/// of these except `self`. `window` is the number of last games over which the share of games not lost is measured
/// for `speed`: 500, or a tenth of a run that is shorter than 5,000 games.
#[doc = help!([game, rules, learner, opponents, runs, sets, games, games_per_set, window, curve_step, batch, seed_1961, exact, compare_by, fallback, progress] "Study\n    Its curves, runs, speed, figures and comparisons as frames." checked)]
///
/// Examples
/// --------
/// >>> import matchboxes
/// >>> study = matchboxes.study(rule=["rote", "michie-304"], runs=4, sets=5)
/// >>> len(study.runs)
/// 8
#[pyfunction]
#[pyo3(signature = (game=None, **keywords),
    text_signature = "(game=None, *, rule=None, learner=None, opponent=None, runs=300, sets=None, games=None, \
    games_per_set=None, window=None, curve_step=None, batch=None, seed=1961, exact=False, compare_by=None, \
    fallback=None, progress=None)")]
pub(crate) fn study(
    py: Python<'_>,
    game: Argument<'_>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Study> {
    read! { game::game: game; }
    read! { keywords =>
        argument::learners: learner;
        player::player: fallback;
        player::players: opponent;
        rule::several: rule;
        positive: runs, window, curve_step, batch;
        argument::choice: progress;
    }
    let compare_by = argument::taken(keywords, "compare_by")?;
    let asked = train::request(keywords)?;
    argument::no_more("study", keywords)?;
    let compare_by = one_or_more("compare_by", &compare_by, |name| {
        of_type("the name of a figure", name)
    })?;
    let mut names = Names::new(game);
    names.check(fallback.iter().chain(&opponent))?;
    let game = names.game.clone().map_or_else(|| PyGame::parse(GAME), Ok)?;
    let request = Request {
        game: Some(game.rules.clone()),
        learner,
        rules: rule,
        runs,
        window,
        curve_step,
        batch,
        ..asked
    };
    let any_game = game.rules.clone();
    work::run(py, Stopping::AtOnce, Bar::Asked(progress), move |control| {
        let request = names.complete(request, opponent, fallback, &control)?;
        let trainings = Trainings::new(&request).map_err(|error| names.raised(error))?;
        let courses = trainings.courses().map_err(raised)?;
        if let Some(what) = Finals::misnamed(&courses[0].setting, &compare_by) {
            return Err(wrong(format!("compare_by: {what}")));
        }
        let mut studies = Vec::new();
        play(&trainings, &control, |_, study| studies.push(study))?;
        let of = |training: usize| -> Results<'_> {
            let own: &arena::Study = &studies[training];
            Box::new(own.results.iter().map(|result| Ok(result.clone())))
        };
        let all = (0..studies.len()).map(of);
        let compared = report::compared(&any_game, &studies, &compare_by, all);
        let compared = compared.expect("results in memory are read");
        let studied = Studied {
            game: &any_game,
            studies: &studies,
            results: Some(&of),
            compared: Some(&compared),
            expected: &[],
            growth: &[],
        };
        let tables = report::study(&studied);
        let frame = |name: &str| -> PyResult<Option<PyFrame>> {
            let table = tables.iter().find(|table| table.name == name);
            table.map(PyFrame::of_table).transpose()
        };
        let known = |name| Ok::<_, PyErr>(frame(name)?.expect("a study has this table"));
        Ok(Study {
            curves: known("curves")?,
            runs: known("runs")?,
            speed: known("speed")?,
            figures: known("figures")?,
            comparisons: frame("comparisons")?,
            pictures: pictures("study", plot::study(&studied, &StudyView::default())),
            summary: studied.text(false, "window", Layout::default()),
        })
    })?
}

/// Plays all runs of trainings; `keep` takes the number of each training and its study.
pub(crate) fn play(
    trainings: &Trainings,
    control: &Arc<Control>,
    mut keep: impl FnMut(usize, arena::Study),
) -> PyResult<()> {
    let size = trainings.size();
    control.begin(size.runs.saturating_mul(size.sets));
    for training in 0..trainings.count() {
        let study = trainings.play(training, &StoppableSets::new(control.clone()));
        control.check()?;
        keep(training, study.map_err(raised)?);
    }
    Ok(())
}
