//! The table of a study: how its runs ended, as means and between which values.

use menace::arena::{Curve, Figure, Spread, Study};
use menace::game::{Side, Verdict};
use menace::learn::Learners;

use menace::text::{count, percent, thousands};

/// The curves whose last values are printed.
fn telling(learners: Learners) -> Vec<(Curve, String)> {
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

/// What happens under some rules only, and is printed where it did.
fn rare(learners: Learners) -> Vec<(Curve, String)> {
    let mut curves = Vec::new();
    for side in learners.sides() {
        let name = side.name();
        curves.push((Curve::Refused(side), format!("{name} games refused")));
        curves.push((Curve::Rescued(side), format!("{name} boxes filled again")));
        let saturated = format!("{name} beads at the most a box holds");
        curves.push((Curve::Saturated(side), saturated));
    }
    curves
}

/// The exact figures that are shown and what they are called.
const EXACT: [(Figure, &str); 5] = [
    (Figure::Random(Verdict::Win), "wins against random"),
    (Figure::Random(Verdict::Loss), "loses against random"),
    (Figure::Perfect(Verdict::Loss), "loses against perfect"),
    (Figure::WorstLoss, "loses in the worst case"),
    (Figure::RightWherePlayGoes, "right where play goes"),
];

/// A number with one decimal and a comma between thousands.
fn tenths(x: f64) -> String {
    let text = format!("{x:.1}");
    let (whole, decimal) = text.split_once('.').unwrap_or((&text, "0"));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    format!("{whole}.{decimal}")
}

/// The last values of the curves over all runs, as rows of a table.
pub(super) fn figures(study: &Study) -> Vec<Vec<String>> {
    let setting = &study.setting;
    let last = Study::LAST.min(setting.sets) * setting.games_per_set;
    let head = [
        "mean",
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
    let rare = rare(setting.learners).into_iter().filter(happened);
    for (curve, name) in telling(setting.learners).into_iter().chain(rare) {
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

/// The row of a curve: its mean and deviation, and the values between its least and its most.
fn row(
    name: &str,
    spread: &Spread,
    part: &dyn Fn(f64) -> String,
    whole: &dyn Fn(u64) -> String,
) -> Vec<String> {
    let (least, most) = spread.range().unwrap_or_default();
    let [low, mid, high] = [10, 50, 90].map(|part| spread.quantile(part));
    let mut row = vec![format!("  {name}")];
    row.extend([spread.mean(), spread.deviation()].map(part));
    row.extend([least, low, mid, high, most].map(whole));
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_commas_between_thousands() {
        let means = [0.0, 0.04, 77.06, 2_300.46, 1_234_567.96, 999.96];
        let texts = ["0.0", "0.0", "77.1", "2,300.5", "1,234,568.0", "1,000.0"];
        assert_eq!(means.map(tenths), texts);
    }
}
