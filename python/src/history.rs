//! The history of a training as a frame.

use matchboxes::game::Side;
use matchboxes::learn::{Exact, Snapshot};
use matchboxes::store::Model;

use crate::frame::{Figure, Frame, Rows};

/// The history of a model, set by set; long histories have several sets in a row.
pub(crate) fn of(model: &Model) -> Frame {
    let mut rows = Rows::default();
    let (mut set, mut games) = (0, 0);
    let exact = model.chapters.iter().any(|chapter| chapter.exact);
    for record in &model.history.records {
        set += record.sets;
        games += record.results.games();
        let mut row = vec![
            ("set".to_owned(), Figure::Whole(set)),
            ("sets".to_owned(), Figure::Whole(record.sets)),
            ("games".to_owned(), Figure::Whole(games)),
            (
                "first_wins".to_owned(),
                Figure::Whole(record.results.first_wins),
            ),
            ("draws".to_owned(), Figure::Whole(record.results.draws)),
            (
                "second_wins".to_owned(),
                Figure::Whole(record.results.second_wins),
            ),
        ];
        for side in Side::BOTH {
            let snapshot = record.snapshots[side.index()].as_ref();
            row.extend(counts(side, record.resigned[side.index()], snapshot));
        }
        for side in model.learners.sides().filter(|_| exact) {
            let snapshot = record.snapshots[side.index()].as_ref();
            row.extend(figures(
                side,
                snapshot.and_then(|snapshot| snapshot.exact.as_ref()),
            ));
        }
        rows.add(row);
    }
    rows.frame()
}

/// The counts of a side, with their names in the files of a study.
pub(crate) fn counts<'a>(
    side: Side,
    resigned: u64,
    snapshot: Option<&Snapshot>,
) -> impl Iterator<Item = (String, Figure<'a>)> + use<'a> {
    let of = |count: fn(&Snapshot) -> u64| snapshot.map_or(0, count);
    let counts = [
        ("resigned", resigned),
        ("boxes", of(|s| s.boxes)),
        ("zeroed", of(Snapshot::zeroed_total)),
        ("refused", of(|s| s.refused)),
        ("rescued", of(|s| s.rescued)),
        ("saturated", of(|s| s.saturated)),
    ];
    let name = move |name| format!("{}_{name}", side.name());
    counts
        .into_iter()
        .map(move |(count, n)| (name(count), Figure::Whole(n)))
}

/// The exact figures of a side, with their names in the files of a study.
#[expect(clippy::cast_precision_loss, reason = "the figures have twelve digits")]
pub(crate) fn figures<'a>(
    side: Side,
    exact: Option<&Exact>,
) -> impl Iterator<Item = (String, Figure<'a>)> + use<'a> {
    let chances = matchboxes::arena::Figure::ALL;
    let chances = chances.map(|figure| (figure.name(), exact.map(|e| figure.of(e) as f64 / 1e12)));
    let best = (
        "best_response",
        exact.map(|exact| exact.best_response as f64 / 1e12),
    );
    let name = move |name| format!("{}_exact_{name}", side.name());
    let all = chances.into_iter().chain([best]);
    all.map(move |(figure, x)| (name(figure), Figure::Real(x)))
}
