//! The learning curve of a machine over all of its games, from the history in its model.

use matchboxes::game::{Results, Side};
use matchboxes::store::Model;
use serde::Serialize;

/// One point of a curve: the results since the point before.
#[derive(Debug, Serialize)]
pub(crate) struct CurvePoint {
    /// The games played until then.
    pub(crate) games: u64,
    /// The results of these games for the machine.
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    /// The boxes met until then, if known.
    pub(crate) boxes: Option<u64>,
}

impl CurvePoint {
    /// The point after this number of games, for the machine of `side`.
    pub(crate) fn new(games: u64, results: &Results<u64>, side: Side, boxes: Option<u64>) -> Self {
        let [won, drawn, lost] = results.seen_by(side);
        Self {
            games,
            won,
            drawn,
            lost,
            boxes,
        }
    }
}

/// The first games, which are not put together: each is a point if the history has it by itself.
pub(super) const FIRST: u64 = 1_000;
/// The most points after them.
pub(super) const POINTS: u64 = 300;

/// The curve of a machine: a point for each game against a person and each set of a training, or, after the first
/// games, for several of them if there are very many.
pub(crate) fn curve(model: &Model, side: Side) -> Vec<CurvePoint> {
    let records = &model.history.records;
    let each = model.games().saturating_sub(FIRST).div_ceil(POINTS);
    let (mut games, mut results) = (0, Results::default());
    let mut points = Vec::new();
    for (number, record) in records.iter().enumerate() {
        results += record.results;
        let covered = results.games();
        let is_last = number + 1 == records.len();
        let is_early = games + covered <= FIRST;
        if covered == 0 || (!is_early && covered < each && !is_last) {
            continue;
        }
        games += covered;
        let snapshot = record.snapshots[side.index()].as_ref();
        let boxes = snapshot.map(|snapshot| snapshot.boxes);
        points.push(CurvePoint::new(games, &results, side, boxes));
        results = Results::default();
    }
    points
}
