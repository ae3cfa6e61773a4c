//! The names of the files in `models/` and `plots/` that the project ships. A user of the program may have
//! added other files there, which tests must ignore. The pictures of the article, of searches and of
//! `docs/pictures.md` are in other folders and not listed here.

use std::path::Path;

/// The files written by `train`, `study` and `tournament`, sorted.
pub(crate) const SHIPPED: &[&str] = &[
    "models/tic-tac-toe-both.menace",
    "models/tic-tac-toe-first.menace",
    "models/tic-tac-toe-second.menace",
    "plots/tic-tac-toe-both-beads-second.png",
    "plots/tic-tac-toe-both-beads.png",
    "plots/tic-tac-toe-both-boxes.png",
    "plots/tic-tac-toe-both-curve.png",
    "plots/tic-tac-toe-both-missing-colour.png",
    "plots/tic-tac-toe-first-beads.png",
    "plots/tic-tac-toe-first-boxes.png",
    "plots/tic-tac-toe-first-curve.png",
    "plots/tic-tac-toe-first-rote-study-b1e6e7/boxes.png",
    "plots/tic-tac-toe-first-rote-study-b1e6e7/missing-colour.png",
    "plots/tic-tac-toe-first-rote-study-b1e6e7/result.json",
    "plots/tic-tac-toe-first-rote-study-b1e6e7/results.png",
    "plots/tic-tac-toe-first-rote-study-b1e6e7/speed.png",
    "plots/tic-tac-toe-first-missing-colour.png",
    "plots/tic-tac-toe-second-beads.png",
    "plots/tic-tac-toe-second-boxes.png",
    "plots/tic-tac-toe-second-curve.png",
    "plots/tic-tac-toe-second-missing-colour.png",
];

/// The root folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
