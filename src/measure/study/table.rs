//! The table of a study: the means and ranges of the final figures of its runs.

use matchboxes::arena::{
    self, Compared, Comparisons, Curve, Figure, FinalFigure, Finals, Holding, Play, Speed, Study,
    StudySetting,
};
use matchboxes::game::Side;
use matchboxes::learn::Learners;
use matchboxes::text::{count, decimal, percent, thousands};
use matchboxes_pictures::plot::Quantity;
use matchboxes_report::{self as report, Column, Form, TextTable, View};

use crate::common::width::{shown, wrapped};

/// What all trainings have in common beside their lengths; they explore if one of them does.
pub(super) fn provenance(studies: &[Study]) -> String {
    let exploring = studies.iter().find(|study| study.setting.explores());
    let one = exploring.or(studies.first());
    one.map_or_else(String::new, |study| study.setting.provenance())
}

/// The way of play in which the exact figures of a training are read first.
fn own_play(setting: &StudySetting) -> Play {
    Curve::Exact(Side::First, Figure::WorstCaseLoss).play(setting.explores())
}

/// What a figure is called, and how many runs have it, if not all do.
fn label(finals: &Finals, setting: &StudySetting) -> String {
    let label = finals.label(own_play(setting), Holding::of([setting.explores()]));
    match (finals.runs(), setting.runs) {
        (some, all) if some < all => format!("{label} ({} of {all} runs)", thousands(some)),
        _ => label,
    }
}

/// Whether it is an exact figure, and one of those that are listed.
fn exact(finals: &Finals) -> Option<bool> {
    match finals.figure {
        FinalFigure::Curve(Curve::Exact(_, figure)) => Some(Quantity::EXACT.contains(&figure)),
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

/// The final figures of all runs: counts, those that happen under some rules only if they happened, and exact figures, of
/// the other way of play only the worst case.
pub(super) fn figures(study: &Study) -> TextTable {
    let setting = &study.setting;
    let own = own_play(setting);
    let view = View {
        title: in_the_last(study),
        side: Side::First,
        columns: &[
            Column::of("mean", 1).or("-"),
            Column::of("error", 8).or("-"),
            Column::ends(["mean_low", "mean_high"], 2),
            Column::of("least", 6).written(Form::Rounded),
            Column::of("q10", 4).written(Form::Rounded),
            Column::of("q50", 3).written(Form::Rounded),
            Column::of("q90", 5).written(Form::Rounded),
            Column::of("most", 7).written(Form::Rounded),
        ],
    };
    let is_shown = |finals: &&Finals| match finals.figure {
        FinalFigure::GamesUntil(..) => false,
        figure if figure.is_kind() => false,
        figure if figure.is_rare() => finals.range()[1] > Some(0.0),
        figure => match exact(finals) {
            Some(is_listed) => is_listed && (finals.play == own || figure.is_worst_case()),
            None => true,
        },
    };
    let all = Finals::of(study);
    let mut shown: Vec<&Finals> = all.iter().filter(is_shown).collect();
    shown.sort_by_key(|finals| (exact(finals).is_some(), finals.figure.is_rare()));
    let named = |finals: &Finals| {
        let name = format!("  {}", label(finals, setting));
        (name, report::final_figure(study, finals))
    };
    view.table(shown.into_iter().map(named))
}

/// How many runs are of a kind, as far as there are any.
pub(super) fn kinds(study: &Study) -> TextTable {
    let view = View {
        title: in_the_last(study),
        side: Side::First,
        columns: &[
            Column::of("mean", 1).headed("of the runs"),
            Column::ends(["mean_low", "mean_high"], 2),
        ],
    };
    let all = Finals::of(study);
    let there = all
        .iter()
        .filter(|finals| finals.figure.is_kind() && finals.mean() > 0.0);
    let named = |finals: &Finals| {
        let name = format!("  {}", label(finals, &study.setting));
        (name, report::final_figure(study, finals))
    };
    let table = view.table(there.map(named));
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

/// After how many games each learner avoided losing in a given share of its last games.
pub(super) fn speeds(study: &Study) -> String {
    let setting = &study.setting;
    let last = thousands(setting.window_games());
    if !setting.fits_window() {
        let games = count(setting.size().games_per_run(), "game", "games");
        let what = format!(
            "  too short to tell how soon few of the last {last} games are lost: {games} a run"
        );
        return wrapped(&what, "  ");
    }
    let of = |side: Side| {
        let view = View {
            title: format!("  games until {} avoids losing in", side.name()),
            side,
            columns: &[
                Column::of("mean", 1).written(Form::AtLeast).or("-"),
                Column::of("error", 3).or("-"),
                Column::of("q10", 5).written(Form::Rounded).or("never"),
                Column::of("q50", 4).written(Form::Rounded).or("never"),
                Column::of("q90", 6).written(Form::Rounded).or("never"),
                Column::of("not_reached", 2),
            ],
        };
        let speeds = study.speeds.iter().filter(|speed| speed.side == side);
        shown(&view.table(speeds.map(|speed| {
            let name = format!("  {} % of its last {last}", speed.percent);
            (name, report::speed_of(study, speed))
        })))
    };
    let mut text: String = setting.learners.sides().map(of).collect();
    let at_once = |speed: &Speed| {
        let least = speed.games.range().map(|(least, _)| least);
        least == Some(setting.window_games())
    };
    if study.speeds.iter().any(at_once) {
        let note = format!("  {last} games are the least that can be told with this --window");
        text += &wrapped(&note, "  ");
    }
    text
}

/// The tables of comparisons, each with its title: all figures of two trainings, or all pairs of more trainings
/// in the figures that say most.
pub(super) fn comparisons(studies: &[Study], compared: &Comparisons) -> Vec<(String, TextTable)> {
    let [first, _, ..] = studies else {
        return Vec::new();
    };
    let view = View {
        title: in_the_last(first),
        side: Side::First,
        columns: &[
            Column::of("mean", 1)
                .headed("difference")
                .written(Form::Signed)
                .or("-"),
            Column::ends(["low", "high"], 2)
                .written(Form::Signed)
                .or("-"),
            Column::ends(["seen_low", "seen_high"], 5)
                .headed("kinds seen")
                .written(Form::Signed)
                .or("-"),
            Column::of("chance_of_more", 3).or("-"),
            Column::of("effect", 4).or("-"),
        ],
    };
    let heading = |i: usize| studies[i].setting.heading();
    let label = |finals: &Finals| {
        let label = label(finals, &first.setting);
        let is_exact = exact(finals).is_some();
        label + if is_exact { " (points)" } else { "" }
    };
    let figure = |row: &Compared| compared.finals_of(row)[0];
    if let [_, _] = studies {
        let is_shown = |row: &&Compared| {
            let finals = figure(row);
            let is_rare = finals.figure.is_kind() || finals.figure.is_rare();
            !is_rare && exact(finals) != Some(false)
        };
        let rows = compared.rows.iter().filter(is_shown).map(|row| {
            let name = format!("  {}", label(figure(row)));
            (name, report::comparison(studies, compared, row))
        });
        return vec![(
            format!("{} minus {}", heading(0), heading(1)),
            view.table(rows),
        )];
    }
    let says_most = |finals: &&Finals| match finals.figure {
        FinalFigure::Curve(Curve::Draws) => first.setting.learners == Learners::Both,
        FinalFigure::Curve(Curve::NotLost(_)) => first.setting.learners != Learners::Both,
        figure => figure.is_worst_case(),
    };
    let most = compared
        .finals
        .first()
        .into_iter()
        .flatten()
        .filter(says_most);
    let table_of = |finals: &Finals| {
        let is_it = |row: &&Compared| {
            (figure(row).figure, figure(row).play) == (finals.figure, finals.play)
        };
        let rows = compared.rows.iter().filter(is_it).map(|row| {
            let name = format!("  {} minus {}", heading(row.one), heading(row.other));
            (name, report::comparison(studies, compared, row))
        });
        (format!("Compared: {}", label(finals)), view.table(rows))
    };
    most.map(table_of).collect()
}

/// What the columns of the comparisons mean.
pub(super) fn notes(studies: &[Study], compared: &Comparisons) -> Vec<String> {
    if studies.len() < 2 {
        return Vec::new();
    }
    let comparisons = count(compared.count() as u64, "comparison", "comparisons");
    vec![
        format!(
            "long run: whatever kinds of runs there are, {} for all {comparisons} together, {} for each; kinds seen: \
             if all runs are of the kinds seen here",
            percent(Comparisons::TOGETHER),
            percent(compared.level())
        ),
        "more: the chance that a run of the first has more than one of the second, ties half; effect: in words, \
         where more than a half can be told from less"
            .to_owned(),
    ]
}
