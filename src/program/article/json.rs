//! The figures of the report as JSON.

use std::path::PathBuf;

use menace::arena::Chances;
use menace::game::Side;
use menace::learn::Record;
use serde_json::{Value, json};

use super::figures::{Figures, boxes};
use super::findings::Findings;
use super::published;
use super::ruled_out::Reach;

pub(crate) fn document(findings: &Findings, reports: &[PathBuf; 2], pictures: &[PathBuf]) -> Value {
    let pictures: Vec<String> = pictures.iter().map(|p| p.display().to_string()).collect();
    let [report, report_ja] = reports.each_ref().map(|p| p.display().to_string());
    let runs: Vec<Value> = findings.figures.iter().map(run).collect();
    json!({
        "seed": findings.seed,
        "report": report,
        "report_ja": report_ja,
        "pictures": pictures,
        "article": {
            "boxes": {"first": published::BOXES[0], "second": published::BOXES[1]},
            "boxes_in_all": {"before": published::BOXES_IN_ALL[0], "after": published::BOXES_IN_ALL[1]},
            "openings": {"apart": published::OPENING[0], "together": published::OPENING[1]},
            "answers": {"apart": published::ANSWER[0], "together": published::ANSWER[1]},
        },
        "random": chances(&findings.random),
        "runs": runs,
    })
}

/// A run, with its experiments by number, each with the results of its last 1,000 games.
fn run(figures: &Figures) -> Value {
    let [before, after] = figures.boxes_in_all();
    let [apart, onward, together] = figures.zeroed();
    let [several_apart, several_onward, several_together] = figures.several;
    let [opening_apart, opening_together] = figures.openings;
    let [first, second, both] = figures.reaches.map(reach);
    json!({
        "run": figures.run,
        "2": record(&figures.first),
        "3": record(&figures.second),
        "4": chances(&figures.chances),
        "5": record(&figures.onward),
        "6": record(&figures.together),
        "boxes_in_all": {"before": before, "after": after},
        "zeroed_by_ply": {"apart": apart, "onward": onward, "together": together},
        "several_zeroed_by_ply": {
            "apart": several_apart, "onward": several_onward, "together": several_together,
        },
        "open_boxes": {"2": first, "3": second, "6": both},
        "openings": {"apart": opening_apart, "together": opening_together},
    })
}

/// The number of boxes that can still come up and of those met among them, the chance that a game
/// leaves the boxes met, and the number of boxes from which nine beads in ten are drawn.
fn reach(reach: Reach) -> Value {
    json!({"open": reach.open, "met": reach.met, "leaving": reach.leaving, "busy": reach.busy})
}

fn record(record: &Record) -> Value {
    json!({
        "first_wins": record.results.first_wins,
        "draws": record.results.draws,
        "second_wins": record.results.second_wins,
        "boxes": {"first": boxes(record, Side::First), "second": boxes(record, Side::Second)},
    })
}

fn chances(chances: &Chances) -> Value {
    json!({
        "first_wins": chances.first_wins,
        "draws": chances.draws,
        "second_wins": chances.second_wins,
    })
}
