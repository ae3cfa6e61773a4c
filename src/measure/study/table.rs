//! The table of a study: the means and ranges of the final figures of its runs.

use matchboxes::arena::{
    self, Compared, Comparisons, Curve, Effect, Figure, Finals, Holding, Interval, Play, Speed,
    Spread, Study, StudySetting,
};
use matchboxes::game::Side;
use matchboxes::learn::Learners;
use matchboxes::text::{count, decimal, float, percent, thousands};
use matchboxes_pictures::plot::Quantity;

use crate::common::width::row;

/// What all trainings have in common beside their lengths; they explore if one of them does.
pub(super) fn provenance(studies: &[Study]) -> String {
    let exploring = studies.iter().find(|study| study.setting.explores());
    let one = exploring.or(studies.first());
    one.map_or_else(String::new, |study| study.setting.provenance())
}

/// Whether a curve is of events that happen under some rules only; it is shown only if they happened.
const fn is_rare(curve: Curve) -> bool {
    matches!(
        curve,
        Curve::Refused(_) | Curve::Rescued(_) | Curve::Saturated(_)
    )
}

/// How a final figure is called and written.
struct Shown {
    /// The name in files.
    figure: String,
    name: String,
    /// The way of play, where a figure has several.
    play: Option<Play>,
    /// Whether it is a chance, which is said in percent.
    is_chance: bool,
}

impl Shown {
    fn count(figure: String, name: String) -> Self {
        Self {
            figure,
            name,
            play: None,
            is_chance: false,
        }
    }

    fn curve(curve: Curve, setting: &StudySetting) -> Self {
        let holding = Holding::of([setting.explores()]);
        Self::count(curve.name(), curve.label(holding))
    }

    /// Those of the exact figures, in both ways of play.
    fn chances(setting: &StudySetting) -> impl Iterator<Item = Self> {
        let ways = [(Play::Sampled, ""), (Play::Greedy, ", greedy")];
        let is_exact = setting.exact;
        let sides = setting.learners.sides().filter(move |_| is_exact);
        let of = |side: Side, (play, way): (Play, &str)| {
            Quantity::EXACT.map(|figure| Self {
                figure: Curve::Exact(side, figure).name(),
                name: format!("{}, exactly{way}: {}", side.name(), figure.label()),
                play: Some(play),
                is_chance: true,
            })
        };
        sides.flat_map(move |side| ways.into_iter().flat_map(move |way| of(side, way)))
    }

    fn is_of(&self, finals: &Finals) -> bool {
        finals.figure == self.figure && self.play.is_none_or(|play| play == finals.play)
    }
}

/// The columns of [`figures`] after the first, from the most important to the least.
pub(super) const ORDER: [usize; 8] = [1, 3, 6, 5, 7, 4, 8, 2];
/// The same for [`speeds`].
pub(super) const SPEED_ORDER: [usize; 6] = [1, 6, 2, 4, 3, 5];

fn tenths(x: f64) -> String {
    decimal(x, 1)
}

/// The last values of the curves over all runs, as rows of a table.
pub(super) fn figures(study: &Study) -> Vec<Vec<String>> {
    let setting = &study.setting;
    let title = format!(
        "  in the last {}",
        count(study.last_games(), "game", "games")
    );
    let averages = ["mean", "error", "long run"].into_iter();
    let head = averages.chain(["least", "10 %", "median", "90 %", "most"]);
    let mut rows = vec![row(title, head)];
    let all = Finals::of(study);
    let happened = |curve: &Curve| {
        let range = study.last(*curve).and_then(Spread::range);
        range.is_some_and(|(_, most)| most > 0)
    };
    let curves = Curve::all(setting.learners, false).into_iter();
    let (rare, usual): (Vec<_>, Vec<_>) = curves.partition(|curve| is_rare(*curve));
    let curves = usual.into_iter().chain(rare.into_iter().filter(happened));
    let counts = curves.map(|curve| Shown::curve(curve, setting));
    // Of the other way of play only the worst case.
    let own = Curve::Exact(Side::First, Figure::WorstCaseLoss).play(setting.explores());
    let is_told =
        |shown: &Shown| shown.play == Some(own) || shown.figure.ends_with("_worst_case_loss");
    for shown in counts.chain(Shown::chances(setting).filter(is_told)) {
        let [part, whole]: [fn(f64) -> String; 2] = if shown.is_chance {
            [percent; 2]
        } else {
            [tenths, |x| decimal(x, 0)]
        };
        let finals = all.iter().find(|finals| shown.is_of(finals));
        rows.extend(finals.map(|finals| figure_row(&shown.name, finals, part, whole)));
    }
    rows
}

/// The row of a figure: mean, error, the interval of the mean, least, 10 %, median, 90 % and most.
fn figure_row(
    name: &str,
    finals: &Finals,
    part: fn(f64) -> String,
    whole: fn(f64) -> String,
) -> Vec<String> {
    let interval = finals.interval(Comparisons::TOGETHER);
    let interval =
        interval.map(|Interval { low, high }| format!("{} to {}", part(low), part(high)));
    let mut values = finals.values().filter_map(|(value, _)| value);
    let least = values.next();
    let most = values.last().or(least);
    let quantiles = [10, 50, 90].map(|part| finals.quantile(part));
    let ranks = [&[least][..], &quantiles, &[most]].concat();
    let ranks = ranks
        .into_iter()
        .map(|value| value.map_or_else(String::new, whole));
    let averages = [
        part(finals.mean()),
        part(finals.error()),
        interval.unwrap_or_default(),
    ];
    row(format!("  {name}"), averages.into_iter().chain(ranks))
}

/// The columns of [`kinds`] after the first, from the most important to the least.
pub(super) const KINDS_ORDER: [usize; 3] = [1, 3, 2];

/// How many runs are of a kind, as far as there are any.
pub(super) fn kinds(study: &Study) -> Vec<Vec<String>> {
    const KINDS: [(&str, Option<Play>, &str); 4] = [
        ("lost_none", None, "lost none of them"),
        ("mostly_resigned", None, "resigned or refused most of them"),
        ("never_loses", Some(Play::Sampled), "can never lose"),
        (
            "never_loses",
            Some(Play::Greedy),
            "can never lose if greedy",
        ),
    ];
    let all = Finals::of(study);
    let last = count(study.last_games(), "game", "games");
    let head = row(
        format!("  in the last {last}"),
        ["runs", "share", "long run"],
    );
    let mut rows = vec![head];
    for side in study.setting.learners.sides() {
        for (figure, play, what) in KINDS {
            let figure = format!("{}_{figure}", side.name());
            let is_it = |f: &&Finals| f.figure == figure && play.is_none_or(|play| f.play == play);
            let found = all.iter().find(is_it).filter(|found| found.mean() > 0.0);
            let Some((found, interval)) =
                found.and_then(|f| Some((f, f.interval(Comparisons::TOGETHER)?)))
            else {
                continue;
            };
            let runs = decimal(found.mean() * float(found.runs()), 0);
            let ends = format!("{} to {}", percent(interval.low), percent(interval.high));
            rows.push(row(
                format!("  {} {what}", side.name()),
                [runs, percent(found.mean()), ends],
            ));
        }
    }
    if rows.len() == 1 { Vec::new() } else { rows }
}

/// What the intervals of figures mean, and what the runs cannot tell.
pub(super) fn long_run(studies: &[Study]) -> Vec<String> {
    let Some(study) = studies.first() else {
        return Vec::new();
    };
    let mut about = unseen(study.setting.runs);
    if study.setting.runs < FEW {
        about += "; so few cannot tell more";
    }
    let of = decimal(100.0 * Comparisons::TOGETHER, 0);
    vec![
        format!(
            "long run: where the mean of ever more runs lies in {of} of 100 studies, whatever kinds of runs there are"
        ),
        about,
    ]
}

/// How many runs may be of a kind that none of so many is of.
pub(super) fn unseen(runs: u64) -> String {
    let share = 100.0 * arena::unseen(runs, Comparisons::TOGETHER);
    let share = decimal(share, usize::from(share < 10.0));
    let kind = match runs {
        1 => "another kind than this one".to_owned(),
        n => format!("a kind not among these {} runs", thousands(n)),
    };
    format!("up to {share} % of all runs may be of {kind}")
}

/// With fewer runs than this, the intervals say next to nothing.
const FEW: u64 = 10;

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

fn speed_row(setting: &StudySetting, speed: &Speed, last: u64) -> Vec<String> {
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

/// The figures that are compared in the summary; differences of chances are said in points of a percentage.
fn compared_figures(setting: &StudySetting) -> impl Iterator<Item = Shown> {
    let curves = Curve::all(setting.learners, false).into_iter();
    let curves = curves.filter(|curve| !is_rare(*curve));
    let chances = Shown::chances(setting).map(|shown| Shown {
        name: shown.name + " (points)",
        ..shown
    });
    let speeds = |side: Side| {
        let side = side.name();
        Speed::PERCENTS.map(|percent| {
            let figure = format!("{side}_games_until_{percent}");
            Shown::count(
                figure,
                format!("games until {side} avoids losing in {percent} %"),
            )
        })
    };
    let curves = curves.map(move |curve| Shown::curve(curve, setting));
    curves
        .chain(chances)
        .chain(setting.learners.sides().flat_map(speeds))
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
    let setting = &studies[0].setting;
    let last = studies.first().map_or(0, Study::last_games);
    let last = format!("  in the last {}", count(last, "game", "games"));
    let heading = |i: usize| studies[i].setting.heading();
    let head = row(last, ["difference", "interval", "more", "effect"]);
    let row_of = |shown: &Shown, name: &str, one: &Compared| {
        let name = format!("  {name}");
        let is_unreached = |i: usize| {
            let finals = &compared.finals[[one.one, one.other][i]][one.figures[i]];
            finals.not_reached == finals.runs()
        };
        if is_unreached(0) && is_unreached(1) {
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
            match (one.interval, one.seen) {
                (None, Some(seen)) => format!("({})", ends(seen)),
                (interval, _) => interval.map_or_else(|| "-".to_owned(), ends),
            },
            percent(one.chance_of_more),
            one.effect().map_or("", Effect::name).to_owned(),
        ];
        row(name, cells)
    };
    let rows_of = |shown: &Shown| -> Vec<&Compared> {
        let is_it = |row: &&Compared| shown.is_of(&compared.finals[row.one][row.figures[0]]);
        compared.rows.iter().filter(is_it).collect()
    };
    if studies.len() == 2 {
        let mut rows = vec![head];
        for shown in compared_figures(setting) {
            let those = rows_of(&shown).into_iter();
            rows.extend(those.map(|row| row_of(&shown, &shown.name, row)));
        }
        return vec![(format!("{} minus {}", heading(0), heading(1)), rows)];
    }
    let says_most = |shown: &Shown| {
        let both = setting.learners == Learners::Both;
        let main = if both { "draws" } else { "_not_lost" };
        shown.figure.ends_with(main) || shown.figure.ends_with("_exact_worst_case_loss")
    };
    let most = compared_figures(setting).filter(says_most);
    most.map(|shown| {
        let mut rows = vec![head.clone()];
        rows.extend(rows_of(&shown).into_iter().map(|row| {
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
    let comparisons = count(compared.count() as u64, "comparison", "comparisons");
    vec![
        format!(
            "interval: of the long run, {} for all {comparisons} together, {} for each; (in brackets) if all runs \
             are of the kinds seen here",
            percent(Comparisons::TOGETHER),
            percent(compared.level())
        ),
        "more: the chance that a run of the first has more than one of the second, ties half; effect: in words, \
         where more than a half can be told from less"
            .to_owned(),
    ]
}
