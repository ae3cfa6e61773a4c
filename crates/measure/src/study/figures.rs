//! The figures, from `figures.txt`: the name of each in files, its label for people, its unit and its meaning.
//!
//! # How to add one
//!
//! A figure that follows from the counts of a set or a table is a column, a row of a study and a curve.
//!
//! 1. `curve.rs`: a variant of `Curve` with its place in `all`, its name, its side, its unit and its value in a record;
//!    for one of the exact evaluation, a variant of `Figure`. Laws between it and other counts belong in `check` of `counts.rs`.
//! 2. `figures.txt`: its line. `MENACE_BLESS=1 cargo test --test measuring study::page` writes `docs/figures.md`.
//! 3. Texts that show it: `MENACE_BLESS=1 cargo test --test program tour mistakes`. `tests/train/whole.rs` lists the
//!    columns of a history. `cargo test --test keeping` reads models and parts of earlier versions.

use std::sync::LazyLock;

use super::holding::Holding;
use crate::game::Side;

/// What is known of a figure: a column of a table, or what a row's `figure` names.
#[derive(Clone, Copy, Debug)]
pub struct FigureEntry {
    /// Its name in files; `SIDE` is replaced by `first` and `second`.
    pub name: &'static str,
    /// What it is called for people, also with `SIDE`; where that depends on what boxes hold, the labels for beads, for
    /// values and for both, between slashes. Empty where no text shows it.
    pub label: &'static str,
    /// Its unit, or its range.
    pub unit: &'static str,
    /// What it is.
    pub meaning: &'static str,
}

impl FigureEntry {
    /// Its label for this side, or without a side where another text names it.
    pub fn label_of(&self, side: Option<Side>, holding: Holding) -> String {
        let mut labels = self.label.split(" / ");
        let beads = labels.next().unwrap_or_default();
        let label = match holding {
            Holding::Beads => beads,
            Holding::Values => labels.next().unwrap_or(beads),
            Holding::BeadsOrValues => labels.nth(1).unwrap_or(beads),
        };
        match side {
            Some(side) => label.replace("SIDE", side.name()),
            None => label.replace("SIDE, exactly: ", "").replace("SIDE ", ""),
        }
    }

    /// Whether it has the unit of the figure that a row is about.
    pub fn is_of_row(&self) -> bool {
        self.unit == "unit of the figure"
    }

    /// Whether it is a share or a chance, from 0 to 1.
    pub fn is_share(&self) -> bool {
        self.unit == "0 to 1"
    }
}

/// The list, read once: a table looks up each of its columns and rows.
static LIST: LazyLock<Vec<FigureEntry>> = LazyLock::new(|| {
    let entry = |line: &'static str| {
        let mut parts = line.splitn(4, '|').map(str::trim);
        Some(FigureEntry {
            name: parts.next()?,
            label: parts.next()?,
            unit: parts.next()?,
            meaning: parts.next()?,
        })
    };
    include_str!("figures.txt")
        .lines()
        .filter_map(entry)
        .collect()
});

/// All figures, in the order in which they are explained.
pub fn figures() -> impl Iterator<Item = FigureEntry> {
    LIST.iter().copied()
}

/// The figure of this name, which begins with `first_`, `second_` or `SIDE_` if there is one of each side.
pub fn figure(name: &str) -> Option<FigureEntry> {
    let sides = Side::BOTH.map(Side::name).into_iter().chain(["SIDE"]);
    let mut sides = sides.filter_map(|side| name.strip_prefix(side)?.strip_prefix('_'));
    let of_side = sides.next();
    figures().find(|known| {
        let own = known.name.strip_prefix("SIDE_");
        known.name == name || (own.is_some() && own == of_side)
    })
}
