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

For students and programmers: the columns of all tables, in CSV (`--csv DIR`), JSON and Python's frames. After some
names is what texts and pictures call them, then the unit, where it is not told; *row* is the unit of the row's figure. `SIDE_`
stands for `first_` and `second_`. A figure that is not known is empty, in JSON `null`.

";

#[test]
fn the_page_of_figures_is_up_to_date() {
    let mut page = HEAD.to_owned();
    let all: Vec<_> = figures().collect();
    // What is explained by the figure before it stands in its row.
    let is_after = |meaning: &str| {
        let begins = [
            "likewise",
            "its upper end",
            "the same",
            "its standard error",
        ];
        begins.iter().any(|begin| meaning.starts_with(begin))
    };
    for row in all.chunk_by(|one, next| one.unit == next.unit && is_after(next.meaning)) {
        let told = row.iter().enumerate().map(|(place, figure)| {
            let label = figure.label.split(" / ").next().unwrap_or_default();
            let mut words = label.split(' ').filter(|word| !word.is_empty());
            let is_told = words.all(|word| figure.name.split('_').any(|part| part == word));
            let unit = if figure.is_of_row() {
                "row"
            } else {
                figure.unit
            };
            let is_plain = ["text", "a number"].contains(&unit) || figure.meaning.contains(unit);
            let has_unit = place == 0 && !is_plain;
            let label = (!is_told && !label.starts_with("SIDE, ")).then(|| format!(" *{label}*"));
            let unit = has_unit.then(|| format!(" ({unit})"));
            let head: String = [label, unit].into_iter().flatten().collect();
            format!("`{}`{head}: {}", figure.name, figure.meaning)
        });
        writeln!(page, "* {}", told.collect::<Vec<_>>().join(". ")).unwrap();
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

/// Every JSON document says first its format and its command; every name in it is explained as a figure, or in the list of
/// the other names.
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
train --sets 2 --seed 1 --plots none --out n.menace";
    let document = |line: &str| {
        let document = place.json(line);
        let command = match line.split(' ').next().unwrap() {
            "match" if line.contains("--replay") => "recorded",
            command => command,
        };
        let begins = format!("{{\"format\":1,\"command\":\"{command}\"");
        assert!(document.to_string().starts_with(&begins), "{document}");
        document
    };
    for line in lines.lines() {
        let mut found = BTreeSet::new();
        names(&document(&format!("{line} --json")), &mut found);
        for name in found {
            let is_known = figure(&name).is_some() || settled.contains(&*name);
            assert!(is_known, "{line}: {name}");
        }
    }
    for line in [
        "merge m/a.menace n.menace --out b.menace --json",
        "print m/a.menace --format svg --out kit --json",
        "list parts --parts m --json",
        "solve --game nim:1,2 --database n.endgames --json",
        "tree --game nim:1,2 --format json",
    ] {
        document(line);
    }
}
