//! `docs/figures.md` explains every figure of the tables.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use matchboxes::arena::{Certain, Curve, Finals, Holding, Study, figure, figures};
use matchboxes::learn::Learners;
use matchboxes::player::Random;

use serde_json::Value;

use super::training;
use crate::place::{Place, is_current};

const HEAD: &str = "\
# Figures

For students and programmers: the columns of all tables, that is the CSV files of `--csv DIR`, the JSON documents and Python's
frames. A name that begins with `SIDE_` stands for two, such as `first_boxes` and `second_boxes`. Counts are whole numbers,
chances are between 0 and 1. A figure that is not known is empty, in JSON `null`. CSV files are UTF-8 with commas and names in
the first line. (`MENACE_BLESS=1 cargo test --test measuring the_page_of_figures` writes this page.)

| figure | in texts and pictures | unit | what it is |
|---|---|---|---|
";

#[test]
fn the_page_of_figures_is_up_to_date() {
    let mut page = HEAD.to_owned();
    for figure in figures() {
        let texts = [figure.label, figure.unit, figure.meaning].join(" | ");
        writeln!(page, "| `{}` | {texts} |", figure.name).unwrap();
    }
    is_current("docs/figures.md", page);
}

#[test]
fn figures_have_one_entry_each() {
    let mut names: Vec<&str> = figures().map(|figure| figure.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), figures().count());
    let lines = include_str!("../../crates/measure/src/study/figures.txt").lines();
    assert_eq!(lines.count(), names.len());
}

#[test]
fn every_curve_and_final_figure_has_a_label() {
    let training = training("rote", Learners::Both, Arc::new(Random));
    let study = Study::conduct(&training, 1, 1, None, &()).unwrap();
    for values in [[false, false], [true, true], [false, true]] {
        let holding = Holding::from_trainings(values);
        for curve in Curve::all(Learners::Both, true) {
            let label = curve.label(holding);
            assert!(!label.is_empty() && !label.contains("SIDE"), "{curve:?}");
        }
        let finals = Finals::from_study(&study, Certain::default());
        let labels = finals.iter().map(|one| one.label(holding));
        let mut labels: Vec<String> = labels.collect();
        assert!(labels.iter().all(|label| !label.is_empty()));
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), finals.len());
    }
}

/// Every name in a JSON document is explained as a figure, or in the list of the other names.
#[test]
fn every_name_in_json_is_known() {
    fn names(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            // The beads of moves and the lines of patterns are named by these.
            Value::Object(all) => all.iter().for_each(|(name, value)| {
                found.insert(name.clone());
                if !(value.is_object() && ["beads", "lines"].contains(&&**name)) {
                    names(value, found);
                }
            }),
            Value::Array(all) => all.iter().for_each(|value| names(value, found)),
            _ => {}
        }
    }
    let settled = include_str!("../data/figures.txt").lines();
    let settled = settled.filter(|line| !line.starts_with('#'));
    let settled = settled.map(|line| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, unit, commands] = parts[..] else {
            panic!("{line}");
        };
        assert!(!unit.is_empty() && !commands.is_empty(), "{line}");
        name
    });
    let settled: BTreeSet<&str> = settled.collect();
    let place = Place::new();
    place.ok("train --sets 2 --games-per-set 10 --plots none --out m/a.menace");
    place.ok("match random random --games 3 --record g.txt");
    let lines = "\
match perfect random --games 9
match --replay g.txt
tournament ai2 random --plots none
solve
prove m/a.menace
explain m/a.menace
explain ai14s
explain perfect --game nim:3,4,5
solve --all --game nim:3,4,5
log m/a.menace
show m/a.menace
check m
list
list models --models m
diff m/a.menace m/a.menace
study --runs 2 --sets 2 --exact --growth --rule rote --rule bridle --plots none
study --runs 2 --expected --game hexapawn --rule her --plots none
sweep --rule rote --rule bridle --runs 2 --sets 2 --plots none
train --sets 2 --plots none --out n.menace";
    for line in lines.lines() {
        let mut found = BTreeSet::new();
        names(&place.json(&format!("{line} --json")), &mut found);
        for name in found {
            let is_known = figure(&name).is_some() || settled.contains(&*name);
            assert!(is_known, "{line}: {name}");
        }
    }
}
