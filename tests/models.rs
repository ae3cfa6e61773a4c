//! What lies in `models/` and `plots/` is what the commands of the README leave, to the byte.

use std::fs;

#[path = "cli/place.rs"]
mod place;
#[path = "cli/shipped.rs"]
mod shipped;

use place::{Place, files};
use shipped::{SHIPPED, bring_models, root};

/// The commands that everything there comes from.
const COMMANDS: &[&str] = &[
    "train",
    "train --learner second",
    "train --learner both",
    "study --runs 1000",
    "article",
    "tournament --game othello m1 m2 m3 m4 m2-d2 m2-d4 m3-d2 m3-d4 m4-d2 m4-d4 \
     --plot plots/othello-tournament.png",
];

#[test]
fn the_commands_leave_the_same_bytes_again() {
    let place = Place::new();
    for command in COMMANDS {
        place.ok(command);
    }
    let mut kept: Vec<String> = SHIPPED.iter().map(|&name| name.to_owned()).collect();
    // Pictures in another form are somebody's own.
    let mut article = files(&root().join("plots/article"));
    let ships = |name: &str| ["md", "png"].map(Some).contains(&name.rsplit('.').next());
    article.retain(|name| ships(name));
    kept.extend(article.iter().map(|name| format!("plots/article/{name}")));
    kept.sort_unstable();
    assert_eq!(place.files(), kept);
    for name in kept {
        let same = place.bytes(&name) == fs::read(root().join(&name)).unwrap();
        assert!(same, "{name} is not what {COMMANDS:?} leave");
    }
}

#[test]
fn a_training_that_is_done_already_leaves_its_model_alone() {
    let name = "models/tic-tac-toe-first.menace";
    let place = Place::new();
    bring_models(place.path());
    let before = place.at(name).metadata().unwrap();
    place.ok("train");
    let after = place.at(name).metadata().unwrap();
    assert_eq!(before.modified().unwrap(), after.modified().unwrap());
    assert_eq!(before.len(), after.len());
}
