//! The table of a study: the means and ranges of the final figures of its runs.

use matchboxes::arena::{
    Compared, Comparisons, Curve, Figure, Finals, Interval, Setting, Speed, Spread, Study,
};
use matchboxes::game::{Side, Verdict};
use matchboxes::learn::Learners;
use matchboxes::text::{count, decimal, float, percent, thousands};

use crate::common::width::row;

/// What all trainings have in common beside their lengths; they explore if one of them does.
pub(super) fn provenance(studies: &[Study]) -> String {
    let exploring = studies.iter().find(|study| study.setting.explores());
    let one = exploring.or(studies.first());
    one.map_or_else(String::new, |study| study.setting.provenance())
}

/// The curves whose last values are always printed, with their names.
fn main_curves(setting: &Setting) -> Vec<(Curve, String)> {
    let zeroed = if setting.explores() {
        "boxes with a move that greedy play rules out"
    } else {
        "boxes with a move without beads"
    };
    let mut curves = vec![
        (Curve::Wins(Side::First), "first wins".to_owned()),
        (Curve::Draws, "draws".to_owned()),
        (Curve::Wins(Side::Second), "second wins".to_owned()),
    ];
    for side in setting.learners.sides() {
        curves.extend(
            [
                (Curve::NotLost(side), "not lost"),
                (Curve::Resigned(side), "resigned"),
                (Curve::Boxes(side), "boxes met"),
                (Curve::Zeroed(side), zeroed),
            ]
            .map(|(curve, what)| (curve, format!("{} {what}", side.name()))),
        );
    }
    curves
}

/// The curves of events that happen under some rules only; printed only if they happened.
fn rare_curves(learners: Learners) -> Vec<(Curve, String)> {
    let of = |side: Side| {
        [
            (Curve::Refused(side), "games refused"),
            (Curve::Rescued(side), "boxes filled again"),
            (Curve::Saturated(side), "bead counts at their limit"),
        ]
        .map(|(curve, what)| (curve, format!("{} {what}", side.name())))
    };
    learners.sides().flat_map(of).collect()
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
    let title = format!("  in the last {}", count(last, "game", "games"));
    let averages = ["mean", "error", "deviation"].into_iter();
    let head = averages.chain(["least", "10 %", "median", "90 %", "most"]);
    let mut rows = vec![row(title, head)];
    let happened = |(curve, _): &(Curve, String)| {
        let range = study.last(*curve).range();
        range.is_some_and(|(_, most)| most > 0)
    };
    let rare = rare_curves(setting.learners).into_iter().filter(happened);
    for (curve, name) in main_curves(setting).into_iter().chain(rare) {
        let spread = study.last(curve);
        rows.push(figure_row(&name, &spread, &tenths, &thousands));
    }
    if setting.exact {
        let one = float(Figure::ONE);
        let whole = |n: u64| percent(float(n) / one);
        for side in setting.learners.sides() {
            for (figure, name) in EXACT {
                let spread = study.last(Curve::Exact(side, figure));
                let name = format!("{}, exactly: {name}", side.name());
                rows.push(figure_row(&name, &spread, &|x| percent(x / one), &whole));
            }
        }
    }
    rows
}

/// The row of a curve: mean, error, deviation, least, 10 %, median, 90 % and most.
fn figure_row(
    name: &str,
    spread: &Spread,
    part: &dyn Fn(f64) -> String,
    whole: &dyn Fn(u64) -> String,
) -> Vec<String> {
    let (least, most) = spread.range().unwrap_or_default();
    let [low, mid, high] = [10, 50, 90].map(|part| spread.quantile(part));
    let averages = [spread.mean(), spread.error(), spread.deviation()].map(part);
    let ranks = [least, low, mid, high, most].map(whole);
    row(format!("  {name}"), averages.into_iter().chain(ranks))
}

/// After how many games the learners avoided losing in a given share of their last games.
pub(super) fn speeds(study: &Study) -> Vec<Vec<String>> {
    let each = study.setting.games_per_set;
    let last = Speed::sets(each).saturating_mul(each);
    let mut rows = Vec::new();
    for side in study.setting.learners.sides() {
        let title = format!("  games until {} avoids losing in", side.name());
        let head = ["mean", "error", "10 %", "median", "90 %", "not reached"];
        rows.push(row(title, head));
        for speed in study.speeds.iter().filter(|speed| speed.side == side) {
            rows.push(speed_row(&study.setting, speed, last));
        }
    }
    rows
}

fn speed_row(setting: &Setting, speed: &Speed, last: u64) -> Vec<String> {
    let finals = Finals::of_speed(speed, setting);
    let name = format!("  {} % of its last {}", speed.percent, thousands(last));
    let cells = if speed.games.is_empty() {
        ["-"; 5].map(str::to_owned)
    } else {
        // A run that has not reached it counts with all its games, and would need more.
        let more = if speed.not_reached > 0 { ">" } else { "" };
        let games = |part| finals.quantile(part).map(|n| decimal(n, 0));
        let [low, mid, high] = [10, 50, 90].map(games).map(|n| n.unwrap_or("never".into()));
        let mean = format!("{more}{}", tenths(finals.mean()));
        [mean, tenths(finals.error()), low, mid, high]
    };
    row(
        name,
        cells.into_iter().chain([thousands(speed.not_reached)]),
    )
}

/// The columns of [`comparisons`] after the first, from the most important to the least.
pub(super) const COMPARED_ORDER: [usize; 4] = [1, 2, 3, 4];

/// How a figure is called and written in a comparison.
struct Shown {
    /// The name in files.
    figure: String,
    name: String,
    /// Whether it is a chance, of which differences are said in points of a percentage.
    is_chance: bool,
}

/// The figures that are compared in the summary.
fn shown(setting: &Setting) -> Vec<Shown> {
    let curves = main_curves(setting).into_iter();
    let curves = curves.map(|(curve, name)| Shown {
        figure: curve.name(),
        name,
        is_chance: false,
    });
    let mut all: Vec<Shown> = curves.collect();
    for side in setting.learners.sides().filter(|_| setting.exact) {
        all.extend(EXACT.map(|(figure, name)| Shown {
            figure: Curve::Exact(side, figure).name(),
            name: format!("{}, exactly: {name} (points)", side.name()),
            is_chance: true,
        }));
    }
    for side in setting.learners.sides() {
        all.extend(Speed::PERCENTS.map(|percent| Shown {
            figure: format!("{}_games_until_{percent}", side.name()),
            name: format!("games until {} avoids losing in {percent} %", side.name()),
            is_chance: false,
        }));
    }
    all
}

/// The tables of comparisons, each with its title: all figures of two trainings, or all pairs of more trainings
/// in the figures that say most.
pub(super) fn comparisons(
    studies: &[Study],
    compared: &Comparisons,
) -> Vec<(String, Vec<Vec<String>>)> {
    if studies.len() < 2 {
        return Vec::new();
    }
    // Beside a table of beads, greedy play counts as one: it has a bead for each of the greatest values.
    let plain = studies.iter().find(|study| !study.setting.explores());
    let setting = &plain.unwrap_or(&studies[0]).setting;
    let last = Study::LAST.min(setting.sets) * setting.games_per_set;
    let last = format!("  in the last {}", count(last, "game", "games"));
    let heading = |i: usize| studies[i].setting.heading();
    let head = row(last, ["difference", "interval", "more", "effect"]);
    let row_of = |shown: &Shown, name: &str, one: &Compared| {
        let name = format!("  {name}");
        let is_unreached = |i: usize| {
            let finals = &compared.finals[i][one.figure];
            finals.not_reached == finals.runs()
        };
        if is_unreached(one.one) && is_unreached(one.other) {
            return row(name, ["-"; 4]);
        }
        let (by, decimals) = if shown.is_chance {
            (100.0, 2)
        } else {
            (1.0, 1)
        };
        let signed = |n: f64| {
            let text = decimal(n * by, decimals);
            let sign = if n > 0.0 { "+" } else { "" };
            format!("{sign}{text}")
        };
        let ends = |Interval { low, high }| format!("{} to {}", signed(low), signed(high));
        let cells = [
            signed(one.difference.mean),
            one.interval.map_or_else(|| "-".to_owned(), ends),
            percent(one.chance_of_more),
            one.effect().name().to_owned(),
        ];
        row(name, cells)
    };
    let rows_of = |shown: &Shown| {
        let mut named = compared.finals[0].iter();
        let place = named.position(|finals| finals.figure == shown.figure);
        let rows = compared.rows.iter();
        rows.filter(move |row| Some(row.figure) == place)
    };
    if studies.len() == 2 {
        let mut rows = vec![head];
        for shown in shown(setting) {
            rows.extend(rows_of(&shown).map(|row| row_of(&shown, &shown.name, row)));
        }
        return vec![(format!("{} minus {}", heading(0), heading(1)), rows)];
    }
    let says_most = |shown: &Shown| {
        let both = setting.learners == Learners::Both;
        let main = if both { "draws" } else { "_not_lost" };
        shown.figure.ends_with(main) || shown.figure.ends_with("_exact_worst_loss")
    };
    let most = shown(setting).into_iter().filter(says_most);
    most.map(|shown| {
        let mut rows = vec![head.clone()];
        rows.extend(rows_of(&shown).map(|row| {
            let pair = format!("{} minus {}", heading(row.one), heading(row.other));
            row_of(&shown, &pair, row)
        }));
        (format!("Compared: {}", shown.name), rows)
    })
    .collect()
}

/// What the columns of the comparisons mean.
pub(super) fn notes(studies: &[Study], compared: &Comparisons) -> Vec<String> {
    if studies.len() < 2 {
        return Vec::new();
    }
    let comparisons = count(compared.rows.len() as u64, "comparison", "comparisons");
    vec![
        format!(
            "interval: {} for all {comparisons} together, {} for each",
            percent(Comparisons::TOGETHER),
            percent(compared.level())
        ),
        "more: the chance that a run of the first has more than one of the second, ties half"
            .to_owned(),
    ]
}
