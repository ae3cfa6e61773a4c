//! `docs/figures.md` explains every figure of the tables.

use std::fmt::Write as _;
use std::sync::Arc;

use matchboxes::arena::{Certain, Curve, Finals, Holding, Study, figures};
use matchboxes::learn::Learners;
use matchboxes::player::Random;

use super::training;
use crate::place::is_current;

const HEAD: &str = "\
# Figures

This page is generated: `MENACE_BLESS=1 cargo test --test measuring the_page_of_figures` writes it.

The columns of all tables: the CSV files of `--csv DIR`, the JSON documents and Python's frames. A name that begins with
`SIDE_` stands for two, such as `first_boxes` and `second_boxes`. Counts are whole numbers, chances are between 0 and 1. A
whole number is written without decimals; a figure that is not known is empty, in JSON `null`. CSV files are UTF-8 with
commas, names in the first line, and quotes only where a field needs them.

| figure | in texts and pictures | unit | what it is |
|---|---|---|---|
";

#[test]
fn the_page_of_figures_is_up_to_date() {
    let mut page = HEAD.to_owned();
    for figure in figures() {
        writeln!(
            page,
            "| `{}` | {} | {} | {} |",
            figure.name, figure.label, figure.unit, figure.meaning
        )
        .unwrap();
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
