//! The tables of a study: its trainings, their curves, runs, speeds and figures, the comparisons, and the expected
//! games.

use std::io;

use matchboxes_games::game::{Game as _, Side};
use matchboxes_games::games::AnyGame;
use matchboxes_learn::{Exact, Examined, Learners, Record};
use matchboxes_measure::{
    Compared, Comparisons, Curve, Dominance, ExpectedGame, Figure, FinalFigure, Finals, Growth,
    Interval, Play, Point, RunPairs, RunResult, Speed, Study, StudySetting, unseen,
};
use matchboxes_session::session::{Expected, certain};

use crate::history::{counts, exact, sampled};
use crate::row::{Cell, Row, Table};
use crate::training::{opponent, training};

/// The results of the runs of a training in their order.
pub type Results<'a> = Box<dyn Iterator<Item = io::Result<RunResult>> + 'a>;

fn length(study: &Study) -> Row {
    let setting = &study.setting;
    head(study)
        .with("runs", setting.runs)
        .with("sets", setting.sets)
        .with("games_per_set", setting.games_per_set)
        .with("batch", setting.terms.batch)
        .with("exact", setting.exact.is_exact())
        .with("unseen", unseen(setting.runs, LEVEL))
}

/// The level of the intervals of a single training.
const LEVEL: f64 = Comparisons::TOGETHER;

/// The way of play in the games of a training.
fn played(setting: &StudySetting) -> &'static str {
    Curve::Draws.play(setting.explores()).name()
}

fn head(study: &Study) -> Row {
    let setting = &study.setting;
    training(setting, setting.size().games_per_run())
}

/// A study and what is known besides.
pub struct Studied<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// Its trainings.
    pub studies: &'a [Study],
    /// Gives the results of the runs of a training by its number, if they were kept.
    pub results: Option<&'a dyn Fn(usize) -> Results<'a>>,
    /// The trainings compared.
    pub compared: Option<&'a Comparisons>,
    /// The expected games of each training, or nothing.
    pub expected: &'a [Expected],
    /// The growth of the tables of each training, or nothing.
    pub growth: &'a [Vec<Growth>],
}

/// The trainings compared run by run, in the figures `named` or else the usual ones; `results` has the runs of each.
///
/// # Errors
///
/// The first error among the results.
pub fn compared<E>(
    game: &AnyGame,
    studies: &[Study],
    named: &[String],
    results: impl Iterator<Item = impl Iterator<Item = Result<RunResult, E>>>,
) -> Result<Comparisons, E> {
    let certain = studies.iter().map(|study| certain(game, &study.setting));
    let certain: Vec<_> = certain.collect();
    Comparisons::between(studies, &certain, named, results.collect())
}

/// The tables of a study, its curves first.
pub fn study<'a>(of: &Studied<'a>) -> Vec<Table<'a>> {
    let Studied {
        game,
        studies,
        results,
        compared,
        expected,
        growth,
    } = *of;
    // Its columns are there also where no window can tell anything.
    let speed = studies
        .first()
        .and_then(|study| Some(speed_of(study, study.speeds.first()?)));
    let speeds = studies.iter().flat_map(|study| {
        let windows = study.speeds_in_windows();
        windows.map(|speed| speed_of(study, speed))
    });
    let mut tables = vec![
        Table::new("curves", move || studies.iter().flat_map(curves).map(Ok)),
        Table::known("trainings", studies.iter().map(length).collect()),
        Table::known("speed", speeds.collect()).with_columns(speed.unwrap_or_default()),
    ];
    if let Some(results) = results {
        // One in which both sides learn has the columns of all.
        let learners = |study: &&Study| study.setting.learners;
        let widest = studies
            .iter()
            .find(|study| learners(study) == Learners::Both);
        let widest = widest
            .or(studies.first())
            .map_or(&[][..], |study| &study.speeds);
        tables.push(Table::new("runs", move || {
            let all = studies.iter().enumerate();
            all.flat_map(move |(i, study)| {
                results(i).flat_map(move |result| match result {
                    Ok(result) => run(game, study, widest, &result)
                        .into_iter()
                        .map(Ok)
                        .collect(),
                    Err(error) => vec![Err(error)],
                })
            })
        }));
    }
    if let Some(compared) = compared {
        let finals = studies.iter().zip(&compared.finals);
        let finals = finals
            .flat_map(|(study, finals)| finals.iter().map(move |one| final_figure(study, one)));
        tables.push(Table::known("figures", finals.collect()));
        if !compared.rows.is_empty() {
            tables.push(Table::new("comparisons", move || {
                let rows = compared.rows.iter();
                rows.map(move |row| Ok(comparison(studies, compared, row)))
            }));
        }
    }
    if !expected.is_empty() {
        let all = studies.iter().zip(expected);
        let games = all.clone().flat_map(|(study, expected)| {
            let games = expected.games.iter();
            games.map(move |game| expected_game(&study.setting, game))
        });
        tables.push(Table::known("expected", games.collect()));
        let ends = all.map(|(study, expected)| never_loses(study, expected));
        tables.push(Table::known("never-loses", ends.collect()));
    }
    if !growth.is_empty() {
        let marks = studies.iter().zip(growth);
        let rows =
            marks.flat_map(|(study, marks)| marks.iter().flat_map(move |mark| grown(study, mark)));
        tables.push(Table::known("growth", rows.collect()));
    }
    tables
}

/// The expected games of a training.
pub fn expected(setting: &StudySetting, games: &[ExpectedGame]) -> Table<'static> {
    let rows = games.iter().map(|game| expected_game(setting, game));
    Table::known("expected", rows.collect())
}

/// The mean of a number over the runs, its standard error and deviation, and three quantiles.
fn spread<Q: Into<Cell>>(
    [mean, error, deviation]: [Option<f64>; 3],
    quantile: impl Fn(u64) -> Q,
) -> Row {
    let row = Row::default()
        .with("mean", mean)
        .with("error", error)
        .with("deviation", deviation);
    row.with("q10", quantile(10))
        .with("q50", quantile(50))
        .with("q90", quantile(90))
}

/// A row for each curve at each point.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of games and hundredths of a percent"
)]
fn curves(study: &Study) -> impl Iterator<Item = Row> {
    let setting = &study.setting;
    let row = |point: &Point, name: String, play: Play, spread: Row| {
        training(setting, point.after * setting.games_per_set)
            .with("set", point.after)
            .with("sets", point.sets)
            .with("figure", name)
            .with("play", play.name())
            .and(spread)
    };
    study.points.iter().flat_map(move |point| {
        let all = point.curves.iter().map(move |(&curve, numbers)| {
            let one = if matches!(curve, Curve::Exact(..)) {
                Figure::ONE as f64
            } else {
                1.0
            };
            let known = |x: f64| (!numbers.is_empty()).then_some(x / one);
            let means = [Some(numbers.mean()), numbers.error(), numbers.deviation()];
            let numbers = Row::default()
                .with("runs", numbers.len())
                .and(spread(means.map(|x| x.and_then(known)), |part| {
                    known(numbers.quantile(part) as f64)
                }));
            row(point, curve.name(), curve.play(setting.explores()), numbers)
        });
        all.chain(point.score.iter().map(move |score| {
            let means = [Some(score.mean()), score.error(), score.deviation()];
            let numbers = Row::default()
                .with("runs", setting.runs)
                .and(spread(means, |part| score.quantile(part) as f64));
            row(
                point,
                "score".to_owned(),
                Curve::Draws.play(setting.explores()),
                numbers,
            )
        }))
    })
}

/// The final figures of a run: a row of what happened in its games, and with exact figures one for each way of play
/// that was evaluated, so that no column has figures of several. There are columns for the sides of all these speeds,
/// also for one that does not learn here.
fn run(game: &AnyGame, study: &Study, of_all: &[Speed], result: &RunResult) -> Vec<Row> {
    let setting = &study.setting;
    let favourites = game.write_moves(&result.favourites);
    let games = Curve::Draws.play(setting.explores());
    let reached = |speed: &Speed| {
        let place = study
            .speeds_in_windows()
            .position(|own| (own.side, own.percent) == (speed.side, speed.percent))?;
        result.reached.get(place).copied().flatten()
    };
    let mut sides: Vec<Side> = of_all.iter().map(|speed| speed.side).collect();
    sides.dedup();
    let row = |play: Play| {
        let is_own = play == games;
        let own = |row: Row| if is_own { row } else { row.emptied() };
        let speeds = of_all.iter().map(|speed| {
            let figure = FinalFigure::GamesUntil(speed.side, speed.percent);
            (figure.name(), Cell::Whole(reached(speed)))
        });
        let mut row = head(study)
            .with("run", Cell::Label(Some(result.run)))
            .with("play", play.name())
            .with("last_games", result.last.results.games())
            .and(own(counts(&result.last)))
            .and(own(Row::from_figures(speeds)));
        if setting.exact.has_end() {
            let evaluated = |record| match setting.exact {
                Examined::Sampled => sampled(&sides, record),
                _ => exact(&sides, record),
            };
            let own = || evaluated(&result.last);
            row = row.and(match play {
                Play::Sampled => own(),
                // Who follows values is evaluated in greedy play alone.
                Play::Greedy if setting.explores() => own(),
                Play::Greedy => evaluated(&with_exact(&result.last, result.greedy)),
                Play::Exploring => own().emptied(),
            });
        }
        row.and(own(Row::default().with("favourites", favourites.as_str())))
    };
    let greedy = setting.exact.has_end().then_some(Play::Greedy);
    std::iter::once(games).chain(greedy).map(row).collect()
}

/// The record with these exact figures of its tables.
fn with_exact(record: &Record, of: [Option<Exact>; 2]) -> Record {
    let mut record = record.clone();
    for (snapshot, exact) in record.snapshots.iter_mut().zip(of) {
        if let Some(snapshot) = snapshot {
            snapshot.exact = exact;
        }
    }
    record
}

/// How many games it took until a learner rarely lost; nothing where no run, or too few, reached that.
pub(crate) fn speed_of(study: &Study, speed: &Speed) -> Row {
    let finals = Finals::of_speed(speed, &study.setting);
    let means = [mean(&finals), finals.error(), finals.deviation()];
    head(study)
        .with("play", played(&study.setting))
        .with("side", speed.side.name())
        .with("percent", speed.percent)
        .with("window", study.setting.window)
        .with("reached", speed.games.len())
        .with("not_reached", speed.not_reached)
        .and(spread(means, |part| finals.quantile(part)))
}

/// The mean of a figure that all runs have: where some never reached the mark there is none.
fn mean(finals: &Finals) -> Option<f64> {
    (finals.runs() > 0 && finals.not_reached == 0).then(|| finals.mean())
}

/// A final figure with its interval; what cannot be known from these runs is left out.
pub(crate) fn final_figure(study: &Study, finals: &Finals) -> Row {
    let [least, most] = finals.range();
    let row = head(study)
        .with("figure", finals.figure.name())
        .with("play", finals.play.name())
        .with("runs", finals.runs())
        .with("unseen", unseen(finals.runs(), LEVEL))
        .with("not_reached", finals.not_reached)
        .with("mean", mean(finals))
        .with("error", finals.error().filter(|_| finals.runs() > 0))
        .and(ends(["mean_low", "mean_high"], finals.interval(LEVEL)))
        .with("interquartile_mean", finals.interquartile_mean())
        .with("least", least)
        .with("most", most);
    let quantiles = [
        (10, ["q10", "q10_low", "q10_high"]),
        (50, ["q50", "q50_low", "q50_high"]),
        (90, ["q90", "q90_low", "q90_high"]),
    ];
    row.and(Row::from_figures(quantiles.into_iter().flat_map(
        |(part, names)| {
            let [low, high] = finals.quantile_interval(part, LEVEL);
            names
                .into_iter()
                .zip([finals.quantile(part), low, high].map(Cell::Real))
        },
    )))
}

/// The ends of an interval; empty where there is none.
fn ends([low, high]: [&'static str; 2], interval: Option<Interval>) -> Row {
    Row::default()
        .with(low, interval.map(|interval| interval.low))
        .with(high, interval.map(|interval| interval.high))
}

/// Two trainings compared in a figure; nothing where no run of either reached the mark.
pub(crate) fn comparison(studies: &[Study], compared: &Comparisons, row: &Compared) -> Row {
    let other = &studies[row.other].setting;
    let [one, less] = compared.finals_of(row);
    let are_there = one.runs() > 0 && less.runs() > 0;
    let came = |finals: &Finals| finals.not_reached < finals.runs();
    let is_known = are_there && (came(one) || came(less));
    let number = |x: f64| is_known.then_some(x);
    let pairs = Some(row.pairs).filter(|_| !one.figure.is_kind());
    head(&studies[row.one])
        .with("less_rule", &other.rule.name)
        .with("less_opponent", opponent(other))
        .with("figure", one.figure.name())
        .with("play", one.play.name())
        .with("not_reached", one.not_reached)
        .with("less_not_reached", less.not_reached)
        .with("mean", row.difference.map(|found| found.mean))
        .with("error", row.difference.and_then(|found| found.error))
        .and(ends(["low", "high"], row.interval))
        .with("chance_of_more", number(row.chance_of_more))
        .and(ends(["more_low", "more_high"], row.more))
        .with("dominance", row.dominance().map(Dominance::name))
        .with("runs_more", pairs.map(|pairs| pairs.more))
        .with("runs_less", pairs.map(|pairs| pairs.less))
        .with("sign_p", pairs.and_then(RunPairs::sign_test))
        .with("intervals", compared.intervals)
        .with("level", compared.level())
}

/// An expected game: the figures of a set of one game, as their expected values.
pub(crate) fn expected_game(setting: &StudySetting, game: &ExpectedGame) -> Row {
    let side = learner(setting.learners);
    let [first, second] = side.ordered([game.won, game.lost]);
    let mut row = training(setting, game.game)
        .with("play", played(setting))
        .with("first_wins", first)
        .with("draws", game.drawn)
        .with("second_wins", second);
    for (name, x) in [
        ("resigned", game.resigned),
        ("refused", game.refused),
        ("lost_so_far", game.defeats),
        ("never_loses", game.never_loses),
    ] {
        row = row.with(format!("{}_{name}", side.name()), x);
    }
    row = row.with("states", game.states);
    let Some(exact) = &game.exact else {
        return row;
    };
    let chances = exact.random.into_iter().chain(exact.perfect);
    let chances = chances.chain([exact.worst_case_loss]).map(Cell::from);
    // In the order of these figures.
    let names = Figure::ALL.map(|figure| Curve::Exact(side, figure).name());
    row.and(Row::from_figures(names.into_iter().zip(chances)))
}

/// When the machine of a training becomes one that no opponent can beat.
fn never_loses(study: &Study, expected: &Expected) -> Row {
    let until = expected.until.as_ref().ok();
    head(study)
        .with("play", played(&study.setting))
        .with("ended", expected.ended.as_deref())
        .with("states", until.map(|until| until.states as u64))
        .with("last_states", until.map(|until| until.last_states as u64))
        .with("chance_never_loses", until.map(|until| until.chance))
        .with(
            "games_until_never_loses",
            until.and_then(|until| until.games),
        )
}

/// How the tables stood after some games.
pub(crate) fn mark(study: &Study, mark: &Growth) -> Row {
    training(&study.setting, mark.games)
        .with("play", played(&study.setting))
        .with("first_wins", mark.results.first_wins)
        .with("draws", mark.results.draws)
        .with("second_wins", mark.results.second_wins)
        .with("boxes", mark.boxes)
        .with("met_again", mark.again)
        .with("bytes", mark.allocated)
}

/// The same with a row for each number of moves played before.
fn grown<'a>(study: &'a Study, growth: &'a Growth) -> impl Iterator<Item = Row> + 'a {
    by_ply(growth).map(|(ply, met, known)| {
        mark(study, growth)
            .with("ply", ply)
            .with("met", met)
            .with("known", known)
    })
}

/// The moves by the number of moves played before: how many there were, and how many from a known box.
pub fn by_ply(mark: &Growth) -> impl Iterator<Item = (u64, u64, u64)> {
    let plies = mark.meetings.met.iter().zip(&mark.meetings.known);
    let plies = (0..).zip(plies).filter(|(_, (met, _))| **met > 0);
    plies.map(|(ply, (&met, &known))| (ply, met, known))
}

pub(crate) fn learner(learners: Learners) -> Side {
    learners.sides().next().unwrap_or(Side::First)
}
