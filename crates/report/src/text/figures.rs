//! The table of a study: the means and ranges of the final figures of its runs.

use std::cmp::Reverse;

use matchboxes_games::game::{Game as _, Side, Verdict};
use matchboxes_games::games::AnyGame;
use matchboxes_games::text::{count, decimal, percent, thousands};
use matchboxes_learn::Examined;
use matchboxes_measure::{
    self as measure, Compared, Comparisons, Curve, Figure, FinalFigure, Finals, Holding, Speed,
    Study, StudySetting,
};

use crate::layout::Layout;
use crate::row::Row;
use crate::study::{comparison, final_figure, speed_of};
use crate::view::{Column, Form, TextTable};

/// What all trainings have in common beside their lengths; they explore if one of them does.
pub fn provenance(studies: &[Study]) -> String {
    let exploring = studies.iter().find(|study| study.setting.explores());
    let one = exploring.or(studies.first());
    one.map_or_else(String::new, |study| study.setting.provenance())
}

/// What a figure is called, and how many runs have it, if not all do.
fn label(finals: &Finals, setting: &StudySetting) -> String {
    let label = finals.label(Holding::from_trainings([setting.explores()]));
    match (finals.runs(), setting.runs) {
        (some, all) if some < all => format!("{label} ({} of {all} runs)", thousands(some)),
        _ => label,
    }
}

/// The same with the way of play, where no column shows it.
pub fn label_with_play(finals: &Finals, setting: &StudySetting) -> String {
    format!("{}, {}", label(finals, setting), finals.play.name())
}

/// Whether it is a figure of an evaluation that is listed.
fn exact(finals: &Finals) -> Option<bool> {
    match finals.figure {
        FinalFigure::Curve(Curve::Exact(_, Figure::Sampled(verdict))) => {
            Some(verdict != Verdict::Draw)
        }
        FinalFigure::Curve(Curve::Exact(_, figure)) => Some(Figure::LISTED.contains(&figure)),
        _ => None,
    }
}

/// The last games of the runs, as a heading.
fn in_the_last(study: &Study) -> String {
    format!(
        "  in the last {}",
        count(study.last_games(), "game", "games")
    )
}

/// The final figures of all runs: counts (figures of some rules only, if they occurred), and in a table of their own figures of
/// an evaluation at the end, with only the worst case for the other way of play, and all that is compared.
pub(super) fn figures(
    study: &Study,
    all: &[Finals],
    is_compared: impl Fn(&Finals) -> bool,
) -> Vec<TextTable> {
    let setting = &study.setting;
    let own = Curve::Exact(Side::First, Figure::WorstCaseLoss).play(setting.explores());
    let columns = [
        Column::of("play", 2),
        Column::of("mean", 1).or("-"),
        Column::of("error", 9),
        Column::ends(["mean_low", "mean_high"], 2),
        Column::of("least", 7).written(Form::Rounded),
        Column::of("q10", 5).written(Form::Rounded),
        Column::of("q50", 4).written(Form::Rounded),
        Column::of("q90", 6).written(Form::Rounded),
        Column::of("most", 8).written(Form::Rounded),
        Column::of("values", 2).headed("runs"),
    ];
    let is_shown = |finals: &&Finals| match finals.figure {
        FinalFigure::GamesUntil(..) => false,
        figure if figure.is_kind() => false,
        figure if figure.is_rare() => finals.range()[1] > Some(0.0),
        figure => match exact(finals) {
            Some(is_listed) => {
                is_listed && (finals.play == own || figure.is_worst_case() || is_compared(finals))
            }
            None => true,
        },
    };
    let shown = all.iter().filter(is_shown);
    let (at_end, mut in_games): (Vec<&Finals>, Vec<&Finals>) =
        shown.partition(|finals| exact(finals).is_some());
    in_games.sort_by_key(|finals| finals.figure.is_rare());
    let are_few = setting.runs < Finals::FEW;
    let row = |finals: &Finals| {
        let name = format!("  {}", label(finals, setting));
        let row = final_figure(study, finals);
        (name, if are_few { few(&row, finals) } else { row })
    };
    let tables = [(&*in_the_last(study), in_games), ("  at the end", at_end)];
    let tables = tables.into_iter().filter(|(_, rows)| !rows.is_empty());
    tables
        .map(|(title, rows)| TextTable::new(title, &columns, rows.into_iter().map(row)))
        .collect()
}

/// The row of a figure of few runs: these instead of what they cannot tell.
fn few(row: &Row, finals: &Finals) -> Row {
    let is_share = matches!(finals.figure, FinalFigure::Curve(curve) if curve.is_exact());
    let values = finals.values().flat_map(|(value, times)| {
        let text = value.map_or_else(
            || "never".to_owned(),
            |x: f64| if is_share { percent(x) } else { decimal(x, 0) },
        );
        (0..times).map(move |_| text.clone())
    });
    let told = ["play", "mean", "figure", "runs"].into_iter();
    let told = told.filter_map(|name| Some((name, row.get(name)?.clone())));
    Row::from_figures(told).with("values", values.collect::<Vec<String>>())
}

/// How many runs are of a kind, as far as there are any.
pub(super) fn kinds(study: &Study, all: &[Finals]) -> TextTable {
    let columns = [
        Column::of("play", 2),
        Column::of("mean", 1).headed("of the runs"),
        Column::ends(["mean_low", "mean_high"], 2),
    ];
    let there = all
        .iter()
        .filter(|finals| finals.figure.is_kind() && finals.mean() > 0.0);
    let rows = there.map(|finals| {
        let name = format!("  {}", label(finals, &study.setting));
        (name, final_figure(study, finals))
    });
    let table = TextTable::new(&in_the_last(study), &columns, rows);
    if table.rows.len() == 1 {
        TextTable::default()
    } else {
        table
    }
}

/// What the intervals of figures mean, and what the runs cannot tell.
pub(super) fn long_run(studies: &[Study]) -> Vec<String> {
    let Some(study) = studies.first() else {
        return Vec::new();
    };
    let told = match study.setting.runs {
        runs @ ..Finals::FEW => format!(
            "runs: all of them, since {} too few for confidence intervals; at least {} are needed",
            if runs == 1 {
                "one is".to_owned()
            } else {
                format!("{runs} are")
            },
            Finals::FEW
        ),
        _ => "error: the standard error of the mean; 95 % CI: 95 % confidence interval for the mean over all possible runs"
            .to_owned(),
    };
    vec![told, unseen_note(study.setting.runs)]
}

/// The upper bound, with 95 % confidence, for behaviour that none of this many runs showed.
pub fn unseen_note(runs: u64) -> String {
    let share = 100.0 * measure::unseen(runs, Comparisons::TOGETHER);
    let share = decimal(share, usize::from(share < 10.0));
    let these = match runs {
        1 => "this one".to_owned(),
        n => format!("these {}", thousands(n)),
    };
    format!(
        "up to {share} % of runs could do something that never happened in {these} (95 % confidence)"
    )
}

/// After how many games each learner avoided losing in a given share of its last games.
pub(super) fn speeds(study: &Study, argument: &str, layout: Layout) -> String {
    let setting = &study.setting;
    let last = thousands(setting.window);
    if !setting.fits_window() {
        let games = |n| count(n, "game", "games");
        let (window, least) = (setting.window, StudySetting::LEAST_WINDOW);
        let of_run = setting.size().games_per_run();
        let what = if window < least {
            format!(
                "  how soon few games are lost: not told by the last {}, at least {least} are needed ({argument})",
                games(window)
            )
        } else if window > of_run {
            format!(
                "  too short to tell how soon few of the last {last} games are lost: {} a run",
                games(of_run)
            )
        } else {
            format!(
                "  how soon few games are lost: not told where a set or the window has more than {}",
                games(StudySetting::MOST_FOLLOWED)
            )
        };
        return layout.wrapped(&what, "  ");
    }
    let columns = [
        Column::of("mean", 1).or("-"),
        Column::of("error", 3).or("-"),
        Column::of("q10", 5).written(Form::Rounded).or("never"),
        Column::of("q50", 4).written(Form::Rounded).or("never"),
        Column::of("q90", 6).written(Form::Rounded).or("never"),
        Column::of("not_reached", 2),
    ];
    let of = |side: Side| {
        let title = format!("  games until {} avoids losing in", side.name());
        let speeds = study.speeds.iter().filter(|speed| speed.side == side);
        let rows = speeds.map(|speed| {
            let name = format!("  {} % of its last {last}", speed.percent);
            (name, speed_of(study, speed))
        });
        layout.shown(&TextTable::new(&title, &columns, rows))
    };
    let mut text: String = setting.learners.sides().map(of).collect();
    let at_once = |speed: &Speed| {
        let least = speed.games.range().map(|(least, _)| least);
        least == Some(setting.window)
    };
    if study.speeds.iter().any(at_once) {
        let note = format!("  {last} games are the least that can be told with this {argument}");
        text += &layout.wrapped(&note, "  ");
    }
    text
}

/// All comparisons: a table for each figure, with its title.
pub(super) fn comparisons(studies: &[Study], compared: &Comparisons) -> Vec<(String, TextTable)> {
    let [first, ..] = studies else {
        return Vec::new();
    };
    let columns = [
        Column::of("play", 2),
        Column::of("mean", 1)
            .headed("difference")
            .written(Form::Signed)
            .or("-"),
        Column::ends(["low", "high"], 3)
            .written(Form::Signed)
            .or("-"),
        Column::of("chance_of_more", 4).or("-"),
        Column::of("dominance", 5).or("-"),
        Column::of("sign_p", 6).written(Form::TestChance).or("-"),
    ];
    let heading = |i: usize| studies[i].setting.heading();
    let label = |finals: &Finals| {
        let label = label(finals, &first.setting);
        let is_exact = exact(finals).is_some();
        label + if is_exact { " (points)" } else { "" }
    };
    let figure = |row: &Compared| compared.finals_of(row)[0];
    let mut tables: Vec<(&Finals, Vec<&Compared>)> = Vec::new();
    for row in &compared.rows {
        let finals = figure(row);
        match tables.iter_mut().find(|(other, _)| other.is_same(finals)) {
            Some((_, rows)) => rows.push(row),
            None => tables.push((finals, vec![row])),
        }
    }
    tables
        .into_iter()
        .map(|(finals, rows)| {
            let rows = rows.into_iter().map(|row| {
                let name = format!("  {} minus {}", heading(row.one), heading(row.other));
                (name, comparison(studies, compared, row))
            });
            let table = TextTable::new("", &columns, rows);
            (format!("Compared: {}", label(finals)), table)
        })
        .collect()
}

/// What the columns of the comparisons mean.
pub(super) fn notes(studies: &[Study], compared: &Comparisons) -> Vec<String> {
    let few = |study: &Study| study.setting.runs < Finals::FEW;
    if studies.len() < 2 {
        return Vec::new();
    }
    let setting = &studies[0].setting;
    let mut settings = studies.iter().map(|study| &study.setting);
    let are_alike = settings.all(|other| other.has_games_like(setting));
    let apart = (!are_alike).then(|| {
        let instead = match setting.exact {
            Examined::Never => String::new(),
            Examined::Sampled => format!(
                "; games of each machine against random play at the end are, {} in each way of play, since perfect and \
                 best play cannot be computed in a game this large",
                thousands(setting.examining_games())
            ),
            _ => "; the chances at the end are".to_owned(),
        };
        format!("training games against different opponents, or in different ways of play, are not compared{instead}")
    });
    if compared.rows.is_empty() {
        return apart.into_iter().collect();
    }
    let more = "more: the chance that a run of the first has the higher figure than a run of the second, ties half";
    if studies.iter().any(few) {
        let few = format!(
            "too few runs for confidence intervals: at least {} are needed",
            Finals::FEW
        );
        return apart.into_iter().chain([few, more.to_owned()]).collect();
    }
    let intervals = count(compared.intervals as u64, "interval", "intervals");
    let together = format!(
        "95 % CI: the {intervals} of differences and of `more` hold together at {}, each at {}",
        percent(Comparisons::TOGETHER),
        percent(compared.level())
    );
    apart
        .into_iter()
        .chain([together, more.to_owned()])
        .collect()
}

/// What further columns of all comparisons mean.
pub(super) const MORE_NOTES: [&str; 2] = [
    "dominance: `more` in words, where it can be told from a half; it says nothing of how much more",
    "sign test: the chance of runs as unequal as these, pair by pair, if both trainings were equally likely to have more; \
     of each comparison alone",
];

/// The favourite openings and how often each was the favourite.
pub(super) fn favourites(game: &AnyGame, study: &Study) -> Option<String> {
    if study.is_undecided() {
        let what = if study.setting.explores() {
            "value"
        } else {
            "number of beads"
        };
        return Some(format!(
            "favourite opening: none, all moves have the same {what}"
        ));
    }
    let mut times: Vec<_> = study.favourites.clone().into_iter().collect();
    times.sort_by_key(|&(m, n)| (Reverse(n), m));
    let runs = times.iter().map(|(_, n)| n).sum::<u64>();
    let ties = if runs > study.setting.runs {
        "; a run counts for each of its equal openings"
    } else {
        ""
    };
    let times = times.into_iter();
    let times = times.map(|(m, n)| format!("{} {}", game.write_move(m), thousands(n)));
    let times: Vec<String> = times.collect();
    (!times.is_empty()).then(|| format!("favourite opening: {}{ties}", times.join(", ")))
}
