//! The figures of run 0 and of the openings, by their names in the report.

use matchboxes::arena::Chances;
use matchboxes::game::{Game, Move, Side};
use matchboxes::learn::{History, Record, Snapshot};
use matchboxes::player::{Perfect, Player};
use matchboxes::text::{float, percent, share, tenths, thousands};

use super::boards::{self, Beads, KINDS, favourite, side_by_side};
use super::figures::{Figures, LAST, whole, window};
use super::findings::Findings;
use super::play::GAME;
use super::published;
use super::ruled_out::PLIES;
use crate::template::TemplateValues;

pub(super) fn add(findings: &Findings, values: &mut TemplateValues) -> matchboxes::Result<()> {
    let (run0, runs) = (&findings.run0, findings.figures.len() as u64);
    values.put("seed", findings.seed.to_string());
    values.put("runs", thousands(runs));
    values.put("runs.option", runs.to_string());
    values.note("many-runs", runs > 1);
    let played = shares(&whole(&findings.idle));
    pairs(values, ["1", "row"], [findings.random, played], percent);
    learner(values, "2", &run0.first.history, Side::First);
    learner(values, "3", &run0.second.history, Side::Second);
    overtaking(values, &run0.second.history);
    let played = shares(&whole(&findings.meeting));
    pairs(
        values,
        ["4", "exact"],
        [run0.readings[0].meeting, played],
        percent,
    );
    for (number, trained) in [("5", &run0.onward), ("6", &run0.together)] {
        let course = ends(&trained.history).each_ref().map(shares);
        pairs(values, [number, "course"], course, tenths);
    }
    ruled_out(values, &findings.figures[0]);
    let openings = four(&boards::openings(run0), &published::openings());
    values.put("boards.opening", openings);
    let answers = four(&boards::answers(run0), &published::answers());
    values.put("boards.answer", answers);
    favourites(values, &findings.figures);
    replies(values)
}

/// Adds two chances of each result of a game side by side, as the figures `NUMBER.RESULT.PART`.
fn pairs(
    values: &mut TemplateValues,
    [number, part]: [&str; 2],
    [left, right]: [Chances; 2],
    write: fn(f64) -> String,
) {
    for (end, pair) in [
        ("first", [left.first_wins, right.first_wins]),
        ("draws", [left.draws, right.draws]),
        ("second", [left.second_wins, right.second_wins]),
    ] {
        let row = pair.map(write).join(" | ");
        values.put(format!("{number}.{end}.{part}"), row);
    }
}

fn shares(record: &Record) -> Chances {
    let games = record.results.games();
    record.results.map(|n| share(n, games))
}

/// The first [`LAST`] sets and the last [`LAST`] sets, each as one record.
fn ends(history: &History) -> [Record; 2] {
    [LAST, history.records.len()].map(|end| window(history, end))
}

/// Adds the results of a learner at the start and at the end, and how many boxes have a move ruled out.
fn learner(values: &mut TemplateValues, name: &str, history: &History, side: Side) {
    let ends = ends(history);
    let mut row = |what: &str, count: &dyn Fn(&Record) -> u64| {
        let [early, late] =
            [&ends[0], &ends[1]].map(|r| tenths(share(count(r), r.results.games())));
        values.put(format!("{name}.{what}.course"), [early, late].join(" | "));
    };
    row("won", &|r| r.results.wins(side));
    row("drawn", &|r| r.results.draws);
    row("lost", &|r| r.results.wins(side.other()));
    row("kept", &|r| r.results.not_lost(side));
    let end = &ends[1].snapshots[side.index()];
    let ruled_out = end.as_ref().map_or(0, Snapshot::missing_colour_total);
    values.put(format!("{name}.ruled-out"), thousands(ruled_out));
}

/// Adds when the second side first won more games than it lost.
fn overtaking(values: &mut TemplateValues, history: &History) {
    let ahead = (LAST..=history.records.len()).find(|&end| {
        let results = window(history, end).results;
        results.second_wins > results.first_wins
    });
    let sets = history.records.iter().take(ahead.unwrap_or(0));
    let games: u64 = sets.map(|record| record.results.games()).sum();
    values.put("3.overtaken.games", thousands(games));
    values.note("3.overtaken.at-once", ahead == Some(LAST));
    values.note("3.overtaken.later", ahead.is_some_and(|end| end > LAST));
    values.note("3.overtaken.never", ahead.is_none());
}

/// Adds the rows for boxes with a move without beads: all, and by ply.
fn ruled_out(values: &mut TemplateValues, figures: &Figures) {
    let mut row = |name: &str, count: &dyn Fn(&[u64; PLIES]) -> u64| {
        let cells = figures
            .missing_colour()
            .map(|plies| thousands(count(&plies)));
        values.put(format!("ruled.{name}.row"), cells.join(" | "));
    };
    row("all", &|plies| plies.iter().sum());
    for ply in 0..PLIES {
        row(&format!("ply{ply}"), &|plies| plies[ply]);
    }
}

/// Our boxes and the article's side by side, trained apart and together.
fn four(ours: &[Beads; 2], article: &[Beads; 2]) -> String {
    side_by_side(&[ours[0], article[0], ours[1], article[1]])
}

/// Adds how often each kind of square became the favourite opening.
fn favourites(values: &mut TemplateValues, figures: &[Figures]) {
    let runs = figures.len() as u64;
    let times = |how: usize, kind: Option<&str>| {
        figures
            .iter()
            .filter(|f| favourite(&f.openings[how]) == kind)
            .count() as u64
    };
    for (kind, squares) in KINDS {
        let counts = [times(0, Some(kind)), times(1, Some(kind))].map(thousands);
        let expected = format!("{:.1}", float(squares * runs) / 9.0);
        let row = format!("{} | {expected}", counts.join(" | "));
        values.put(format!("favourite.{kind}.row"), row);
    }
    let shared = [times(0, None), times(1, None)];
    values.put("favourite.none.row", shared.map(thousands).join(" | "));
    values.note("favourite.none", shared.iter().sum::<u64>() > 0);
}

/// Adds how many answers to each kind of opening keep the draw.
fn replies(values: &mut TemplateValues) -> matchboxes::Result<()> {
    let perfect = Perfect::new(GAME)?;
    for (square, kind) in [(0, "corner"), (4, "centre"), (1, "edge")] {
        let at = GAME.play(&GAME.start(), Move(square));
        let moves: Vec<Move> = GAME.moves(&at).collect();
        let mut weights = vec![0; moves.len()];
        perfect.weigh(&GAME, &at, &moves, &mut weights);
        let safe = weights.iter().filter(|&&weight| weight > 0).count() as u64;
        values.put(format!("replies.{kind}"), thousands(safe));
    }
    Ok(())
}
