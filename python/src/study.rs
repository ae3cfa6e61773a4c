//! Studies: trainings repeated many times.

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use matchboxes::arena::{
    self, Comparisons, Curve, Figure as ExactFigure, Finals, Point, RunResult, Setting,
};
use matchboxes::game::{Game as _, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::{Learners, SEED};
use matchboxes::session::{Comparison, GAME, RUNS, Request, Trainings};
use matchboxes_pictures::plot::{self, Bands, Series};
use pyo3::prelude::*;

use crate::argument::{number, one_or_more};
use crate::errors::{raised, wrong};
use crate::frame::{Figure, Frame, Rows};
use crate::game::{self, Game};
use crate::history::{counts, figures};
use crate::named::Folder;
use crate::picture::Picture;
use crate::player::Given;
use crate::result::result;
use crate::work::{self, Bar, Sets, Stopping};

result!(Study {
    curves: Frame,
    runs: Frame,
    speed: Frame,
    figures: Frame,
    comparisons: Option<Frame>,
    drawn: Picture,
});

/// The library's defaults, as the signature below has them.
const _: () = assert!(RUNS == 100 && SEED == 1961);

/// Repeats a training many times on all cores, as `menace study` does: how much luck matters, and whether one
/// rule or opponent is better than another.
///
/// `rule` and `opponent` may be lists, and then every rule meets every opponent. An opponent is the name of a
/// player, a model or its file; so is `outside`.
///
/// >>> import matchboxes
/// >>> study = matchboxes.study(rule=["rote", "michie-304"], runs=4, sets=5)
/// >>> len(study.runs)
/// 8
#[pyfunction]
#[pyo3(signature = (game=None, *, rule=None, learner=None, opponent=None, runs=100, sets=None, games=None,
    games_per_set=None, seed=1961, exact=false, outside=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn study(
    py: Python<'_>,
    game: Option<game::Named>,
    rule: Option<&Bound<'_, PyAny>>,
    learner: Option<&str>,
    opponent: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = number)] runs: Option<u64>,
    #[pyo3(from_py_with = number)] sets: Option<u64>,
    #[pyo3(from_py_with = number)] games: Option<u64>,
    #[pyo3(from_py_with = number)] games_per_set: Option<u64>,
    #[pyo3(from_py_with = number)] seed: Option<u64>,
    exact: bool,
    outside: Option<Given>,
    progress: Option<bool>,
) -> PyResult<Study> {
    let folder = Folder::new(false)?;
    let mut game = game.map(game::Named::game).transpose()?;
    let outside = folder.player(outside, "outside", &mut game)?;
    let rules = one_or_more("rule", rule)?.into_iter();
    let rules = rules.map(|rule| folder.rule(Some(rule)));
    let opponents = one_or_more("opponent", opponent)?.into_iter();
    let opponents = opponents.map(|given| folder.player(Some(given), "opponent", &mut game));
    let comparison = Comparison {
        rules: rules
            .filter_map(Result::transpose)
            .collect::<PyResult<_>>()?,
        opponents: opponents
            .filter_map(Result::transpose)
            .collect::<PyResult<_>>()?,
        runs,
    };
    let game = game.map_or_else(|| Game::parse(GAME), Ok)?;
    let request = Request {
        learner: learner
            .map(str::parse::<Learners>)
            .transpose()
            .map_err(raised)?,
        sets,
        games,
        games_per_set,
        seed,
        exact,
        outside,
        ..Request::default()
    };
    let rules = game.rules.clone();
    work::run(py, Stopping::Orderly, Bar::Asked(progress), move |course| {
        let trainings = Trainings::new(&rules, &request, &comparison);
        let trainings = trainings.map_err(|error| folder.raised(error))?;
        let size = trainings.size();
        course.begin(size.runs.saturating_mul(size.sets));
        let results = Mutex::new(Vec::new());
        let ended = |training: usize, result: RunResult| {
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.push((training, result));
            if course.stop_asked() {
                Err(wrong("stopped"))
            } else {
                Ok(())
            }
        };
        let mut studies = trainings.play(&Sets(course.clone()), &ended)?;
        for study in &mut studies {
            folder.shorten(&mut study.setting.opponent);
            folder.shorten(&mut study.setting.outside);
        }
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_by_key(|(training, result)| (*training, result.run));
        let compared = compared(&studies, &results);
        Ok(Study {
            curves: curves(&studies),
            runs: ends(&rules, &studies, &results),
            speed: speed(&studies),
            figures: ends_with_intervals(&studies, &compared),
            comparisons: (studies.len() > 1).then(|| comparisons(&studies, &compared)),
            drawn: picture(&studies),
        })
    })?
}

/// The first columns of every row of a training.
fn heads(setting: &Setting) -> [(&'static str, Figure<'_>); 2] {
    [
        ("rule", Figure::Text(&setting.rule)),
        ("opponent", Figure::Text(&setting.opponent)),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "statistics of games")]
fn curves(studies: &[arena::Study]) -> Frame {
    let mut rows = Rows::default();
    for study in studies {
        for point in &study.points {
            for (&curve, spread) in &point.curves {
                let one = match curve {
                    Curve::Exact(..) => ExactFigure::ONE as f64,
                    _ => 1.0,
                };
                let real = |x: f64| Figure::Real(Some(x / one));
                let name = curve.name();
                rows.add(heads(&study.setting).into_iter().chain([
                    ("set", Figure::Whole(point.after)),
                    ("sets", Figure::Whole(point.sets)),
                    ("curve", Figure::Text(&name)),
                    ("mean", real(spread.mean())),
                    ("error", real(spread.error())),
                    ("deviation", real(spread.deviation())),
                    ("q10", real(spread.quantile(10) as f64)),
                    ("q50", real(spread.quantile(50) as f64)),
                    ("q90", real(spread.quantile(90) as f64)),
                ]));
            }
            if let Some(score) = &point.score {
                let real = |x: f64| Figure::Real(Some(x));
                rows.add(heads(&study.setting).into_iter().chain([
                    ("set", Figure::Whole(point.after)),
                    ("sets", Figure::Whole(point.sets)),
                    ("curve", Figure::Text("score")),
                    ("mean", real(score.mean())),
                    ("error", real(score.error())),
                    ("deviation", real(score.deviation())),
                    ("q10", real(score.quantile(10) as f64)),
                    ("q50", real(score.quantile(50) as f64)),
                    ("q90", real(score.quantile(90) as f64)),
                ]));
            }
        }
    }
    rows.frame()
}

fn ends(game: &AnyGame, studies: &[arena::Study], results: &[(usize, RunResult)]) -> Frame {
    let mut rows = Rows::default();
    for (training, result) in results {
        let (setting, last) = (&studies[*training].setting, &result.last);
        let favourites = result.favourites.iter().map(|&m| game.write_move(m));
        let favourites = favourites.collect::<Vec<_>>().join(" ");
        let heads = heads(setting).into_iter();
        let mut row: Vec<(String, Figure<'_>)> =
            heads.map(|(name, head)| (name.to_owned(), head)).collect();
        let whole = |name: &str, n| (name.to_owned(), Figure::Whole(n));
        row.extend([
            whole("run", result.run),
            whole("games", last.results.games()),
            whole("first_wins", last.results.first_wins),
            whole("draws", last.results.draws),
            whole("second_wins", last.results.second_wins),
        ]);
        for side in Side::BOTH {
            let snapshot = last.snapshots[side.index()].as_ref();
            row.extend(counts(side, last.resigned[side.index()], snapshot));
        }
        for side in setting.learners.sides().filter(|_| setting.exact) {
            let snapshot = last.snapshots[side.index()].as_ref();
            row.extend(figures(
                side,
                snapshot.and_then(|snapshot| snapshot.exact.as_ref()),
            ));
        }
        row.push(("favourites".to_owned(), Figure::Text(&favourites)));
        rows.add(row);
    }
    rows.frame()
}

fn speed(studies: &[arena::Study]) -> Frame {
    let mut rows = Rows::default();
    for study in studies {
        for speed in &study.speeds {
            let finals = Finals::of_speed(speed, &study.setting);
            let real = |x: f64| Figure::Real((!speed.games.is_empty()).then_some(x));
            rows.add(heads(&study.setting).into_iter().chain([
                ("side", Figure::Text(speed.side.name())),
                ("percent", Figure::Whole(speed.percent)),
                ("reached", Figure::Whole(speed.games.len())),
                ("not_reached", Figure::Whole(speed.not_reached)),
                ("mean", real(finals.mean())),
                ("error", real(finals.error())),
                ("deviation", real(finals.deviation())),
                ("q10", Figure::Real(finals.quantile(10))),
                ("q50", Figure::Real(finals.quantile(50))),
                ("q90", Figure::Real(finals.quantile(90))),
            ]));
        }
    }
    rows.frame()
}

/// The trainings compared; `results` has their runs in order.
fn compared(studies: &[arena::Study], results: &[(usize, RunResult)]) -> Comparisons {
    let of = |training: usize| {
        let own = results
            .iter()
            .filter(move |(number, _)| *number == training);
        own.map(|(_, result)| Ok::<_, Infallible>(result))
    };
    let Ok(compared) = Comparisons::of(studies, (0..studies.len()).map(of).collect());
    compared
}

/// The final figures with their intervals.
fn ends_with_intervals(studies: &[arena::Study], compared: &Comparisons) -> Frame {
    const LEVEL: f64 = Comparisons::TOGETHER;
    let mut rows = Rows::default();
    for (study, finals) in studies.iter().zip(&compared.finals) {
        for finals in finals {
            let interval = finals.interval(LEVEL);
            let quantiles = [
                (10, ["q10", "q10_low", "q10_high"]),
                (50, ["q50", "q50_low", "q50_high"]),
                (90, ["q90", "q90_low", "q90_high"]),
            ];
            let quantiles = quantiles.into_iter().flat_map(|(part, names)| {
                let [low, high] = finals.quantile_interval(part, LEVEL);
                let ends = [finals.quantile(part), low, high].map(Figure::Real);
                names.into_iter().zip(ends)
            });
            let row = [
                ("figure", Figure::Text(&finals.figure)),
                ("runs", Figure::Whole(finals.runs())),
                ("not_reached", Figure::Whole(finals.not_reached)),
                ("mean", Figure::Real(Some(finals.mean()))),
                ("error", Figure::Real(Some(finals.error()))),
                ("mean_low", Figure::Real(interval.map(|found| found.low))),
                ("mean_high", Figure::Real(interval.map(|found| found.high))),
                (
                    "interquartile_mean",
                    Figure::Real(finals.interquartile_mean()),
                ),
            ];
            rows.add(
                heads(&study.setting)
                    .into_iter()
                    .chain(row)
                    .chain(quantiles),
            );
        }
    }
    rows.frame()
}

/// Every pair of trainings in every figure.
fn comparisons(studies: &[arena::Study], compared: &Comparisons) -> Frame {
    let mut rows = Rows::default();
    for row in &compared.rows {
        let [one, other] = [row.one, row.other].map(|i| &studies[i].setting);
        let figure = &compared.finals[row.one][row.figure].figure;
        rows.add(heads(one).into_iter().chain([
            ("less_rule", Figure::Text(&other.rule)),
            ("less_opponent", Figure::Text(&other.opponent)),
            ("figure", Figure::Text(figure)),
            ("mean", Figure::Real(Some(row.difference.mean))),
            ("error", Figure::Real(Some(row.difference.error))),
            ("low", Figure::Real(row.interval.map(|found| found.low))),
            ("high", Figure::Real(row.interval.map(|found| found.high))),
            ("chance_of_more", Figure::Real(Some(row.chance_of_more))),
            ("effect", Figure::Text(row.effect().name())),
            ("comparisons", Figure::Whole(compared.rows.len() as u64)),
            ("level", Figure::Real(Some(compared.level()))),
        ]));
    }
    rows.frame()
}

/// The share of games that the learner did not lose, or that were drawn where both sides learn.
#[expect(clippy::cast_precision_loss, reason = "a picture")]
fn picture(studies: &[arena::Study]) -> Picture {
    const PERCENT: f64 = Point::ONE as f64 / 100.0;
    let series = studies.iter().map(|study| {
        let setting = &study.setting;
        let curve = match setting.learners {
            Learners::Both => Curve::Draws,
            learners => Curve::NotLost(learners.sides().next().unwrap_or(Side::First)),
        };
        let points = study.points.iter().map(|point| {
            let shares = point.shares(curve);
            plot::Point {
                x: (point.after * setting.games_per_set) as f64,
                low: shares.quantile(10) as f64 / PERCENT,
                mid: shares.mean() / PERCENT,
                high: shares.quantile(90) as f64 / PERCENT,
            }
        });
        Series {
            name: setting.heading(),
            points: points.collect(),
            ..Series::default()
        }
    });
    let setting = studies.first().map(|study| study.setting.clone());
    let setting = setting.unwrap_or_default();
    let (what, label) = match setting.learners {
        Learners::Both => ("both sides", "games drawn (%)"),
        learners => (learners.in_words(), "games not lost (%)"),
    };
    let title = format!("{}: {what} learning", setting.game);
    let about = format!("study, {title}");
    let drawing = plot::bands(&Bands {
        title,
        subtitle: format!("{} runs, {}", setting.runs, setting.provenance()),
        x_label: "games played".to_owned(),
        y_label: label.to_owned(),
        series: series.collect(),
        band_note: "bands: eight runs in ten".to_owned(),
        ..Bands::default()
    });
    Picture::of(about, drawing)
}
