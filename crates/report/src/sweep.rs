//! A sweep: a row for each training, the best first, and its text.

use matchboxes_games::text::{count, decimal, thousands};
use matchboxes_session::session::{Half, Opposing, Ranked, RankedTraining};
use matchboxes_store::SweptRun;

use crate::layout::Layout;
use crate::row::{Cell, Row, Table};
use crate::training::training;
use crate::view::{Column, Form, TextTable};

/// The table of a sweep with a row for each training, the best first.
pub fn sweep(sweep: &Ranked<'_>) -> Table<'static> {
    let rows = sweep.rows.iter().map(|row| swept(sweep, row));
    Table::known("trainings", rows.collect())
}

fn swept(sweep: &Ranked<'_>, row: &RankedTraining<'_>) -> Row {
    let own = row.setting;
    let mut cells = training(own, own.size().games_per_run())
        .with("runs", own.runs)
        .with("place", row.place);
    for (name, value) in sweep.grid.parameters.iter().zip(row.values) {
        // The parameters that are no fields of a rule have their columns.
        if cells.get(name).is_none() {
            cells = cells.with(name.clone(), value);
        }
    }
    cells = cells
        .with("figure", sweep.figure.name())
        .with("reported_seed", Cell::Label(Some(sweep.seeds()[1])));
    for (which, half) in [("chosen", &row.chosen), ("reported", &row.reported)] {
        let has_speed = sweep.has_speed();
        let never = has_speed.then_some(half.never);
        cells = cells
            .with(format!("{which}_mean"), half.mean)
            .with(format!("{which}_error"), half.error)
            .with(format!("{which}_low"), half.interval.map(|of| of.low))
            .with(format!("{which}_high"), half.interval.map(|of| of.high))
            .with(format!("{which}_games"), has_speed.then_some(half.games))
            .with(
                format!("{which}_games_error"),
                half.games_error.filter(|_| has_speed),
            )
            .with(format!("{which}_not_reached"), never);
    }
    cells.with("front", row.is_front)
}

/// A sweep as text: its trainings, the best one of each contest, and the front.
pub fn sweep_text(sweep: &Ranked<'_>, layout: Layout) -> String {
    let setting = sweep.setting;
    let [chosen, reported] = sweep.seeds();
    let trainings = count(sweep.rows.len() as u64, "training", "trainings");
    let size = setting.size().in_words();
    let what = sweep.common();
    let what = format!("{what}: {trainings}, {size} on each of two seeds");
    let figure = sweep.figure.in_words(setting);
    let by = if sweep.has_contests() {
        "; ranked within each game, learner and opponent"
    } else {
        ""
    };
    let seeds = format!("{figure}, in %: chosen on seed {chosen}, reported on seed {reported}{by}");
    let rows: Vec<&RankedTraining<'_>> = sweep.rows.iter().collect();
    let mut text = layout.wrapped(&what, "") + &layout.wrapped(&seeds, "");
    text += &format!("\n{}", layout.shown(&table(sweep, &rows)));
    for best in sweep.rows.iter().filter(|row| row.place == 1) {
        text += &format!("\n{}", layout.wrapped(&winner(sweep, best), ""));
    }
    if sweep.has_front() {
        let front = format!(
            "\nFront of speed and strength, by seed {chosen}: no other training is both sooner at \
             {} % not lost of its last games and as strong.",
            SweptRun::PERCENT
        );
        let rows: Vec<&RankedTraining<'_>> = sweep.front().collect();
        text += &format!(
            "{}\n{}",
            layout.wrapped(&front, ""),
            layout.shown(&table(sweep, &rows))
        );
    }
    text
}

/// The best training of a contest with its figures on the seed that did not choose it.
fn winner(sweep: &Ranked<'_>, best: &RankedTraining<'_>) -> String {
    let rivals = sweep.rows.iter().filter(|row| row.contest == best.contest);
    let rivals = rivals.count() as u64;
    let setting = best.setting;
    let contest = match sweep.figure.contest(setting) {
        _ if !sweep.has_contests() => String::new(),
        (game, learners, None) => format!(" in {game}, {learners} learning"),
        (game, learners, Some(_)) => {
            format!(" in {game}, {learners} learning, {}", setting.against())
        }
    };
    let [chosen, reported] = sweep.seeds();
    let points = |share: f64| decimal(100.0 * share, 2);
    // Of the figures as they are shown.
    let shown = |half: &Half| (10_000.0 * half.mean).round() / 100.0;
    let lost = shown(&best.chosen) - shown(&best.reported);
    let change = match lost {
        0.0.. => format!("{} points less", decimal(lost, 2)),
        _ => format!("{} points more", decimal(-lost, 2)),
    };
    let interval = best.reported.interval.map_or_else(String::new, |interval| {
        let [low, high] = [interval.low, interval.high].map(points);
        format!(" (95 % CI: {low} to {high})")
    });
    format!(
        "The best of {}{contest}: {}. {} % on seed {chosen}, by which it was chosen; {} %{interval} on seed {reported}, \
         whose runs had no part in the choice: {change}.",
        thousands(rivals),
        sweep.name(best),
        points(best.chosen.mean),
        points(best.reported.mean)
    )
}

fn table(sweep: &Ranked<'_>, rows: &[&RankedTraining<'_>]) -> TextTable {
    let seeds = sweep.seeds().map(|seed| format!("seed {seed}"));
    let games = format!("games until {} %", SweptRun::PERCENT);
    let Some((first, others)) = sweep.grid.parameters.split_first() else {
        return TextTable::default();
    };
    let parameters = others.iter().zip(1..);
    // Only an opponent can be empty: where a machine learns against itself.
    let parameters = parameters.map(|(name, rank)| {
        let column = Column::of(name, rank).headed(name);
        column.or(Opposing::ITSELF)
    });
    let mut columns: Vec<Column<'_>> = parameters.collect();
    let rank = columns.len();
    let figures = [
        Column::of("chosen_mean", rank + 1).headed(&seeds[0]),
        Column::of("reported_mean", rank + 2).headed(&seeds[1]),
        Column::of("reported_error", rank + 3).headed("error"),
    ];
    columns.extend(figures.map(|column| column.written(Form::Decimals(2))));
    columns.extend([
        Column::of("reported_games", rank + 4)
            .headed(&games)
            .written(Form::AtLeast),
        Column::of("reported_games_error", rank + 5)
            .headed("error")
            .written(Form::Rounded),
        Column::of("reported_not_reached", rank + 6).headed("never"),
    ]);
    let rows = rows.iter();
    let rows = rows.map(|row| (row.values[0].clone(), swept(sweep, row)));
    TextTable::new(first, &columns, rows)
}
