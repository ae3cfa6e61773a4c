//! The table of a study: the means and ranges of the final figures of its runs.

use menace::arena::{Curve, Difference, Figure, Speed, Spread, Study};
use menace::game::{Side, Verdict};
use menace::learn::Learners;

use menace::text::{count, decimal, percent, thousands};

use super::compared::Compared;

/// The curves whose last values are always printed, with their names.
fn main_curves(learners: Learners) -> Vec<(Curve, String)> {
    let mut curves = vec![
        (Curve::Wins(Side::First), "first wins".to_owned()),
        (Curve::Draws, "draws".to_owned()),
        (Curve::Wins(Side::Second), "second wins".to_owned()),
    ];
    for side in learners.sides() {
        let name = side.name();
        curves.push((Curve::NotLost(side), format!("{name} not lost")));
        curves.push((Curve::Resigned(side), format!("{name} resigned")));
        curves.push((Curve::Boxes(side), format!("{name} boxes met")));
        curves.push((
            Curve::Zeroed(side),
            format!("{name} boxes with a move without beads"),
        ));
    }
    curves
}

/// The curves of events that happen under some rules only; printed only if they happened.
fn rare_curves(learners: Learners) -> Vec<(Curve, String)> {
    let mut curves = Vec::new();
    for side in learners.sides() {
        let name = side.name();
        curves.push((Curve::Refused(side), format!("{name} games refused")));
        curves.push((Curve::Rescued(side), format!("{name} boxes filled again")));
        let saturated = format!("{name} bead counts at their limit");
        curves.push((Curve::Saturated(side), saturated));
    }
    curves
}

/// The exact figures that are shown, with their names.
const EXACT: [(Figure, &str); 5] = [
    (Figure::Random(Verdict::Win), "wins against random"),
    (Figure::Random(Verdict::Loss), "loses against random"),
    (Figure::Perfect(Verdict::Loss), "loses against perfect"),
    (Figure::WorstLoss, "loses in the worst case"),
    (Figure::RightWherePlayGoes, "right where play goes"),
];

/// The columns of [`figures`] after the first, from the most important to the least.
pub(super) const ORDER: [usize; 8] = [1, 2, 6, 5, 7, 4, 8, 3];
/// The same for [`speeds`].
pub(super) const SPEED_ORDER: [usize; 6] = [1, 6, 2, 4, 3, 5];

fn tenths(x: f64) -> String {
    decimal(x, 1)
}

/// The last values of the curves over all runs, as rows of a table.
pub(super) fn figures(study: &Study) -> Vec<Vec<String>> {
    let setting = &study.setting;
    let last = Study::LAST.min(setting.sets) * setting.games_per_set;
    let head = [
        "mean",
        "error",
        "deviation",
        "least",
        "10 %",
        "median",
        "90 %",
        "most",
    ];
    let title = format!("  in the last {}", count(last, "game", "games"));
    let mut rows = vec![
        std::iter::once(title)
            .chain(head.map(str::to_owned))
            .collect(),
    ];
    let happened = |(curve, _): &(Curve, String)| {
        let range = study.last(*curve).range();
        range.is_some_and(|(_, most)| most > 0)
    };
    let rare = rare_curves(setting.learners).into_iter().filter(happened);
    for (curve, name) in main_curves(setting.learners).into_iter().chain(rare) {
        let spread = study.last(curve);
        rows.push(row(&name, &spread, &tenths, &thousands));
    }
    if setting.exact {
        #[expect(clippy::cast_precision_loss, reason = "there are 10,000 parts")]
        let one = Figure::ONE as f64;
        #[expect(clippy::cast_precision_loss, reason = "there are 10,000 parts")]
        let whole = |n: u64| percent(n as f64 / one);
        for side in setting.learners.sides() {
            for (figure, name) in EXACT {
                let spread = study.last(Curve::Exact(side, figure));
                let name = format!("{}, exactly: {name}", side.name());
                rows.push(row(&name, &spread, &|x| percent(x / one), &whole));
            }
        }
    }
    rows
}

/// The row of a curve: mean, error, deviation, least, 10 %, median, 90 % and most.
fn row(
    name: &str,
    spread: &Spread,
    part: &dyn Fn(f64) -> String,
    whole: &dyn Fn(u64) -> String,
) -> Vec<String> {
    let (least, most) = spread.range().unwrap_or_default();
    let [low, mid, high] = [10, 50, 90].map(|part| spread.quantile(part));
    let mut row = vec![format!("  {name}")];
    row.extend([spread.mean(), spread.error(), spread.deviation()].map(part));
    row.extend([least, low, mid, high, most].map(whole));
    row
}

/// After how many games the learners avoided losing in a given share of their last games.
pub(super) fn speeds(study: &Study) -> Vec<Vec<String>> {
    let each = study.setting.games_per_set;
    let last = Speed::sets(each).saturating_mul(each);
    let mut rows = Vec::new();
    for side in study.setting.learners.sides() {
        let title = format!("  games until {} avoids losing in", side.name());
        let head = ["mean", "error", "10 %", "median", "90 %", "not reached"];
        rows.push(
            std::iter::once(title)
                .chain(head.map(str::to_owned))
                .collect(),
        );
        for speed in study.speeds.iter().filter(|speed| speed.side == side) {
            rows.push(speed_row(speed, last));
        }
    }
    rows
}

fn speed_row(speed: &Speed, last: u64) -> Vec<String> {
    let games = &speed.games;
    let name = format!("  {} % of its last {}", speed.percent, thousands(last));
    let mut row = vec![name];
    if games.is_empty() {
        row.extend(vec!["-".to_owned(); 5]);
    } else {
        row.extend([games.mean(), games.error()].map(tenths));
        row.extend([10, 50, 90].map(|part| thousands(games.quantile(part))));
    }
    row.push(thousands(speed.not_reached));
    row
}

/// The differences of the last values of two studies, with their standard errors.
pub(super) fn differences(compared: &Compared<'_>) -> Vec<Vec<String>> {
    let Compared { one, other, .. } = compared;
    let setting = &one.setting;
    let row = |name: &str, difference: Difference, write: &dyn Fn(f64) -> String| {
        let sign = if difference.mean > 0.0 { "+" } else { "" };
        let mean = format!("{sign}{}", write(difference.mean));
        vec![format!("  {name}"), mean, write(difference.error)]
    };
    let last = Study::LAST.min(setting.sets) * setting.games_per_set;
    let title = format!("  in the last {}", count(last, "game", "games"));
    let mut rows = vec![vec![title, "difference".to_owned(), "error".to_owned()]];
    for (curve, name) in main_curves(setting.learners) {
        rows.push(row(&name, compared.last(curve), &tenths));
    }
    if setting.exact {
        for side in setting.learners.sides() {
            for (figure, name) in EXACT {
                let name = format!("{}, exactly: {name}", side.name());
                let difference = compared.last(Curve::Exact(side, figure));
                rows.push(row(&name, difference, &percent));
            }
        }
    }
    for (one, other) in one.speeds.iter().zip(&other.speeds) {
        let name = format!(
            "games until {} avoids losing in {} %",
            one.side.name(),
            one.percent
        );
        rows.push(if one.not_reached + other.not_reached == 0 {
            row(&name, Difference::of(&one.games, &other.games), &tenths)
        } else {
            vec![format!("  {name}"), "-".to_owned(), "-".to_owned()]
        });
    }
    rows
}
