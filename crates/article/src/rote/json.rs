//! The figures of the report as JSON.

use matchboxes::game::Side;
use matchboxes::learn::Record;
use serde::Serialize;
use serde_json::{Value, json};

use super::figures::{Figures, boxes};
use super::findings::Findings;
use super::play::READINGS;
use super::published;

const SIDES: [&str; 2] = ["first", "second"];
const CHANGE: [&str; 2] = ["before", "after"];
const TWO: [&str; 2] = ["apart", "together"];
const THREE: [&str; 3] = ["apart", "onward", "together"];

pub(super) fn document(findings: &Findings) -> Value {
    json!({
        "seed": findings.seed,
        "published": {
            "boxes": named(SIDES, published::BOXES),
            "boxes_in_all": named(CHANGE, published::BOXES_IN_ALL),
            "openings": named(TWO, published::openings()),
            "answers": named(TWO, published::answers()),
        },
        "random": findings.random,
        "runs": findings.figures.iter().map(run).collect::<Vec<_>>(),
    })
}

/// A run, with its experiments by number, each with the results of its last 1,000 games.
fn run(figures: &Figures) -> Value {
    json!({
        "run": figures.run,
        "2": record(&figures.first),
        "3": record(&figures.second),
        "4": named(READINGS.map(|(name, _)| name), figures.readings),
        "5": record(&figures.onward),
        "6": record(&figures.together),
        "boxes_in_all": named(CHANGE, figures.boxes_in_all()),
        "missing_colour_by_ply": named(THREE, figures.missing_colour()),
        "several_missing_colour_by_ply": named(THREE, figures.several),
        "open_boxes": named(["2", "3", "6"], figures.reaches),
        "openings": named(TWO, figures.openings),
    })
}

fn record(record: &Record) -> Value {
    let mut shown = json!(record.results);
    shown["boxes"] = named(SIDES, Side::BOTH.map(|side| boxes(record, side)));
    shown
}

fn named<T: Serialize, const N: usize>(names: [&str; N], values: [T; N]) -> Value {
    let named = names.into_iter().zip(values);
    named.map(|(name, value)| (name, json!(value))).collect()
}
