//! The files in `models/` and `plots/` that the project ships, by name: whoever uses the program here
//! leaves others beside them, which no test may look at. The pictures of the article, of searches
//! and of `docs/pictures.md` are not among them; they lie in folders of their own.

use std::fs;
use std::path::Path;

/// What `train`, `study`, `growth` and `tournament` leave, in order.
pub(crate) const SHIPPED: &[&str] = &[
    "models/tic-tac-toe-both.menace",
    "models/tic-tac-toe-first.menace",
    "models/tic-tac-toe-second.menace",
    "plots/growth.png",
    "plots/othello-tournament.png",
    "plots/tic-tac-toe-both-beads-second.png",
    "plots/tic-tac-toe-both-beads.png",
    "plots/tic-tac-toe-both-boxes.png",
    "plots/tic-tac-toe-both-curve.png",
    "plots/tic-tac-toe-both-zeroed.png",
    "plots/tic-tac-toe-first-beads.png",
    "plots/tic-tac-toe-first-boxes.png",
    "plots/tic-tac-toe-first-curve.png",
    "plots/tic-tac-toe-first-study-boxes.png",
    "plots/tic-tac-toe-first-study-speed.png",
    "plots/tic-tac-toe-first-study-zeroed.png",
    "plots/tic-tac-toe-first-study.png",
    "plots/tic-tac-toe-first-zeroed.png",
    "plots/tic-tac-toe-second-beads.png",
    "plots/tic-tac-toe-second-boxes.png",
    "plots/tic-tac-toe-second-curve.png",
    "plots/tic-tac-toe-second-zeroed.png",
];

/// The folder the project lies in.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Brings the models that a fresh clone has into a folder.
pub(crate) fn bring_models(folder: &Path) {
    fs::create_dir_all(folder.join("models")).unwrap();
    let models = SHIPPED.iter().filter(|name| name.starts_with("models/"));
    for name in models {
        fs::copy(root().join(name), folder.join(name)).unwrap();
    }
}
