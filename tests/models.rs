//! What lies in `models/` and `plots/` is what the commands of the README leave, to the byte.

use std::fs;
use std::path::Path;

#[path = "cli/place.rs"]
mod place;

use place::{Place, files};

/// The commands that everything there comes from.
const COMMANDS: &[&str] = &[
    "train",
    "train --learner second",
    "train --learner both",
    "study --runs 1000",
    "article",
];

#[test]
fn the_commands_leave_the_same_bytes_again() {
    let place = Place::new();
    for command in COMMANDS {
        place.ok(command);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut kept = Vec::new();
    for folder in ["models", "plots"] {
        let mut names = files(&root.join(folder));
        // The pictures of searches have a test of their own, in `tests/solve.rs`.
        names.retain(|name| !name.starts_with("search/"));
        kept.extend(names.iter().map(|name| format!("{folder}/{name}")));
    }
    assert_eq!(place.files(), kept);
    for name in kept {
        let same = place.bytes(&name) == fs::read(root.join(&name)).unwrap();
        assert!(same, "{name} is not what {COMMANDS:?} leave");
    }
}

#[test]
fn a_training_that_is_done_already_leaves_its_model_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = "models/tic-tac-toe-first.menace";
    let place = Place::new();
    fs::create_dir(place.at("models")).unwrap();
    fs::copy(root.join(name), place.at(name)).unwrap();
    let before = place.at(name).metadata().unwrap();
    place.ok("train");
    let after = place.at(name).metadata().unwrap();
    assert_eq!(before.modified().unwrap(), after.modified().unwrap());
    assert_eq!(before.len(), after.len());
}
