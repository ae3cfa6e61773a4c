//! A picture of the comparisons: the difference of every pair of trainings with its interval.

use matchboxes::arena::{Comparisons, Finals, Study};
use matchboxes::text::{decimal, percent};
use matchboxes_report::label_with_play;

use crate::plot::ranges::{Range, RangeGroup, RangeRow, Ranges};

/// With more pairs than this, a row of each would not be looked at.
const MOST_PAIRS: usize = 66;

/// The differences that are compared and that are shares of games or chances, in points of a percentage; `None`
/// where there are too few runs for intervals, or too many pairs.
pub(super) fn differences(
    studies: &[Study],
    compared: &Comparisons,
    name: impl Fn(&Study) -> String,
) -> Option<Ranges> {
    let setting = &studies.first()?.setting;
    let pairs = studies.len() * (studies.len() - 1) / 2;
    if setting.runs < Finals::FEW || pairs > MOST_PAIRS {
        return None;
    }
    let mut groups: Vec<RangeGroup> = Vec::new();
    for row in &compared.rows {
        let [one, other] = [row.one, row.other].map(|i| &studies[i]);
        let finals = compared.finals_of(row)[0];
        let Some(whole) = finals.whole(one) else {
            continue;
        };
        let points = |x: f64| 100.0 * x / whole;
        let (Some(interval), Some(difference)) = (row.interval, row.difference) else {
            continue;
        };
        let (pair, figure) = (
            format!("{} - {}", name(one), name(other)),
            label_with_play(finals, setting),
        );
        // With two trainings there is a row for each figure instead of one for each pair.
        let (group, own) = match studies {
            [_, _] => (pair, figure),
            _ => (figure, pair),
        };
        let mean = points(difference.mean);
        let row = RangeRow {
            name: own,
            range: Some(Range {
                low: points(interval.low),
                mid: mean,
                high: points(interval.high),
                ..Range::default()
            }),
            place: Some(0),
            remark: format!("{}{}", if mean > 0.0 { "+" } else { "" }, decimal(mean, 1)),
            ..RangeRow::default()
        };
        match groups.iter_mut().find(|known| known.name == group) {
            Some(known) => known.rows.push(row),
            None => groups.push(RangeGroup {
                name: group,
                rows: vec![row],
            }),
        }
    }
    let notes = [
        "dot: the difference of the means".to_owned(),
        format!(
            "line: its confidence interval, at {}, so that all that are compared hold together at {}",
            percent(compared.level()),
            percent(Comparisons::TOGETHER)
        ),
    ];
    (!groups.is_empty()).then(|| Ranges {
        x_label: "difference, in points of a percentage".to_owned(),
        groups,
        notes: notes.into(),
        ..Ranges::default()
    })
}
