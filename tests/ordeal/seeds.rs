//! Inputs to begin with for the targets of `tools/fuzz/`: the whole files of every kind, and texts.

use std::fs;
use std::path::Path;

use matchboxes::learn::{baselines, presets};

use super::grammar::sensible;
use super::scenario::Workshop;
use super::sources::Kind;

/// Conversations of the page.
const CONVERSATIONS: &[&str] = &[
    r#"GET shelf

POST machines/a/sit {"game":"tic-tac-toe","side":"second"}

POST machines/a/move {"move":"b2"}

POST machines/a/act/undo

GET machines/a/hint

GET machines/a/box?position=...%2F...%2F...

GET machines/a/find?position=...%2F...%2F...&move=b2

POST machines/a/act/resign

GET machines/a/games

GET machines/a/games/0

GET machines/a/model"#,
    r#"POST machines/b/sit {"game":"nim:3,4,5","side":"second","learner":"both","seed":7}

POST machines/b/train {"opponent":"random","games":300}

GET machines/b

GET machines/b/curve

GET machines/b/stages

GET machines/b/strength

POST machines/c/sit {"game":"nim:3,4,5","watch":["b","random"]}

POST machines/c/act/step

POST machines/c/act/new

POST machines/b/stop

GET machines/b/here"#,
    r#"POST machines/d/sit {"game":"hexapawn","side":"first","rule":{"name":"her","start":[1]},"learn":false}

POST machines/d/move {"move":"a1-a2"}

POST machines/d/sit {"anew":true,"version":"0"}

POST machines/d/sit {"player":"perfect","unfinished":{"games":0,"moves":["a1-a2"]}}"#,
    "KGET shelf\n\nPOST machines/e/sit {\"side\":\"second\"}\n\nPOST machines/e/upload x",
];

/// Games with a position of each and moves from there.
const POSITIONS: &[&str] = &[
    "tic-tac-toe\nX../.O./...\na2\nb1\na3",
    "nim:3,4,5\n3 4 5 first\na1\nb2\nc5",
    "nim:2,2:misere\n2 2 second\na2",
    "split-nim:7\n7 first\n3+4",
    "hexapawn\n0\na1-a2",
    "connect-four:4x4\n0\na\nb\nc",
    "mnk:4,4,3\n0\na1\nb2",
    "othello:4\n0\nb1\na1",
];

/// Writes a folder of inputs for each target.
pub(crate) fn write(workshop: &Workshop, folder: &Path) {
    for (i, source) in workshop.sources().0.iter().enumerate() {
        put(folder, source.kind.name(), i, &source.bytes);
    }
    put(folder, "sheet", 0, workshop.policy());
    for (i, text) in workshop.sheets().iter().enumerate() {
        put(folder, "sheet", i + 1, text);
    }
    let games = "menace games 1\ngame tic-tac-toe\nfirst a\nsecond b\nseed 7\n\nb2 a1: stopped\nb2 a1 c3 c1: first resigns\n";
    put(folder, "games", 0, games.as_bytes());
    let rules = presets().into_iter().chain(baselines());
    for (i, rule) in rules.enumerate() {
        put(folder, "rule", i, rule.to_toml().as_bytes());
    }
    let names = ["player", "search"].into_iter().flat_map(sensible);
    for (i, name) in names.enumerate() {
        put(folder, "player", i, name.as_bytes());
    }
    // The smallest model, sent to the page.
    let models = workshop.sources().0.iter();
    let models = models.filter(|source| source.kind == Kind::Model);
    if let Some(model) = models.min_by_key(|source| source.bytes.len()) {
        let mut sent = b"POST machines/f/upload ".to_vec();
        sent.extend(&model.bytes);
        sent.extend(
            b"\n\nPOST machines/f/sit {}\n\nGET machines/f/stages\n\nGET machines/f/strength",
        );
        sent.extend(b"\n\nPOST machines/f/act/resign\n\nPOST machines/f/train {\"games\":20}");
        put(folder, "page", CONVERSATIONS.len(), &sent);
    }
    for (target, texts) in [("position", POSITIONS), ("page", CONVERSATIONS)] {
        for (i, text) in texts.iter().enumerate() {
            put(folder, target, i, text.as_bytes());
        }
    }
}

fn put(folder: &Path, target: &str, number: usize, bytes: &[u8]) {
    let folder = folder.join(target);
    fs::create_dir_all(&folder).expect("a folder of inputs");
    fs::write(folder.join(format!("seed-{number}")), bytes).expect("room for an input");
}
