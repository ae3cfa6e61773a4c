//! The growth of the tables of a study: how many boxes there are, and what share of the moves comes from known ones.

use matchboxes::arena::{Growth, Study};
use matchboxes::game::Side;
use matchboxes::session::Trainings;
use matchboxes::text::{count, float, percent, share, thousands};
use matchboxes_pictures::plot::{Bands, Series};
use matchboxes_report::{self as report, Column, Form, TextTable, View, by_ply};

use crate::output::pictures::flat;

#[derive(Debug, clap::Args)]
pub(super) struct GrowthOptions {
    /// Also count how the tables of the first run grow, and how many moves come from known boxes
    #[arg(long, conflicts_with = "out")]
    pub(super) growth: bool,
}

impl GrowthOptions {
    /// The growth of all trainings, if it was asked for.
    pub(super) fn count(&self, trainings: &Trainings) -> matchboxes::Result<Vec<Vec<Growth>>> {
        if !self.growth {
            return Ok(Vec::new());
        }
        trainings.growth()
    }
}

/// The tables after powers of ten of games.
pub(super) fn table(study: &Study, marks: &[Growth]) -> TextTable {
    let side = study.setting.learners.sides().next();
    let side = side.unwrap_or(Side::First);
    let won = format!("{} wins", side.name());
    let view = View {
        title: "  growth until game".to_owned(),
        side,
        columns: &[
            Column::part("SIDE_wins", &["first_wins", "draws", "second_wins"], 3).headed(&won),
            Column::of("boxes", 1),
            Column::part("met_again", &["boxes"], 2),
            Column::of("bytes", 4).written(Form::Bytes),
            Column::part("bytes", &["boxes"], 5)
                .headed("per box")
                .written(Form::Bytes),
        ],
    };
    view.table(marks.iter().map(|mark| {
        let name = format!("  {}", thousands(mark.games));
        (name, report::mark(study, mark))
    }))
}

/// The share of moves from a known box since the mark before the last, by the moves played before.
pub(super) fn known(marks: &[Growth]) -> Vec<String> {
    let Some(last) = marks.last() else {
        return Vec::new();
    };
    let games = count(last.results.games(), "game", "games");
    let known =
        by_ply(last).map(|(ply, met, known)| format!("{ply}: {}", percent(share(known, met))));
    let lines = known.collect::<Vec<_>>();
    let lines = lines.chunks(6).map(|line| format!("  {}", line.join("  ")));
    let title = format!("moves from a known box in the last {games}, by moves played before:");
    std::iter::once(title).chain(lines).collect()
}

/// A share of known boxes, in percent, below which the picture need not show it.
const SEEN: f64 = 0.5;

/// The lines of the picture: for one training a line for each mark, for several one for the end of each. Late in a
/// long game almost no position has been met before; these moves would leave half of the picture empty.
pub(super) fn picture(all: &[Vec<Growth>], names: Vec<String>, frame: Bands) -> Bands {
    let line = |name: String, mark: &Growth| Series {
        name,
        points: by_ply(mark)
            .map(|(ply, met, known)| flat(float(ply), 100.0 * share(known, met)))
            .collect(),
        ..Series::default()
    };
    let games = |mark: &Growth| format!("up to {} games", thousands(mark.games));
    let mut series: Vec<Series> = match all {
        [marks] => marks.iter().map(|mark| line(games(mark), mark)).collect(),
        all => {
            let last = names.into_iter().zip(all);
            last.filter_map(|(name, marks)| Some(line(name, marks.last()?)))
                .collect()
        }
    };
    let points = series.iter().flat_map(|line| &line.points);
    let known = points.filter(|point| point.mid >= SEEN);
    let end = known.fold(0.0, |end, point| point.x.max(end)) + 4.0;
    let mut notes = vec!["moves made from boxes that already existed; run 0".to_owned()];
    if series
        .iter()
        .map(|line| line.points.last().map_or(0.0, |point| point.x))
        .fold(0.0, f64::max)
        > end
    {
        notes.push(format!("later moves, below {SEEN} %, are not shown"));
        for line in &mut series {
            line.points.retain(|point| point.x <= end);
        }
    }
    Bands {
        x_label: "moves played before".to_owned(),
        x_range: None,
        series,
        notes,
        band_note: String::new(),
        ..frame
    }
}
