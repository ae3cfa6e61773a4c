//! The table of a sweep.

use matchboxes_session::session::{Ranked, RankedTraining};

use crate::row::{Cell, Row, Table};
use crate::training::training;

/// The table of a sweep with a row for each training, the best first.
pub fn sweep(sweep: &Ranked<'_>) -> Table<'static> {
    let rows = sweep.rows.iter().map(|row| swept(sweep, row));
    Table::known("trainings", rows.collect())
}

pub(crate) fn swept(sweep: &Ranked<'_>, row: &RankedTraining<'_>) -> Row {
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
