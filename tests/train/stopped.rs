//! Stopped or killed trainings continue to the same bytes as undisturbed ones.

use std::fs;

use matchboxes::store;

use crate::place::{Place, Text as _, end, signal, start, wait_for};

const MODEL: &str = "models/tic-tac-toe-first.menace";

/// A training with about 0.1 s of work for each hundredth part.
const LONG: &str = "train --sets 400 --games-per-set 5000 --plots none";

/// Starts a training and stops it after its first new save.
fn stop(place: &Place, line: &str, by: &str) {
    let before = fs::read(place.at(MODEL)).ok();
    let line = format!("{line} --checkpoint-every 1");
    let child = start(place, &line);
    wait_for("a model", || fs::read(place.at(MODEL)).ok() != before);
    signal(&child, by);
    let words = [
        "stopped after set ",
        " of 400",
        MODEL,
        "the same command continues it",
    ];
    let ran = end(&line, child);
    assert_eq!(ran.out, "");
    ran.fails(130, &words);
    let mut files = place.files();
    files.retain(|name| !name.starts_with("of/"));
    assert_eq!(files, [MODEL]);
    assert!(store::read(&place.at(MODEL)).unwrap().pending.is_some());
}

/// Another player behind the name of a file: the rest would be another training, and the whole is one.
#[cfg(unix)]
#[test]
fn a_training_is_the_same_only_against_the_same_files() {
    let place = Place::new();
    for (name, seed) in [("one", 1), ("two", 2)] {
        let line = "train --learner second --sets 5 --plots none";
        place.ok(&format!("{line} --seed {seed} --out of/{name}.menace"));
    }
    let is_now = |name: &str| place.does(&format!("copy of/{name}.menace of/opponent.menace"));
    let line = &format!("{LONG} --opponent of/opponent.menace");
    is_now("one");
    stop(&place, line, "INT");
    let stopped = fs::read(place.at(MODEL)).unwrap();
    is_now("two");
    let words = [
        " left, but a file that one of its players is read from has changed",
        "put that file back",
    ];
    place.fails(line, 1, &words);
    place.fails("train --continue --plots none", 1, &words);
    place.fails("train --continue --plots none --sets 7", 1, &words);
    assert!(fs::read(place.at(MODEL)).unwrap() == stopped);
    is_now("one");
    place.ok(line);
    let whole = place.bytes(MODEL);
    is_now("two");
    let words = [
        "holds this training, complete, but a file",
        "put that file back",
    ];
    place.fails(line, 1, &words);
    is_now("one");
    place.ok(line);
    assert!(place.bytes(MODEL) == whole);
}

#[test]
fn a_stopped_training_continues_to_the_same_bytes() {
    let whole = Place::new();
    let summary = whole.ok(LONG);

    let place = Place::new();
    stop(&place, LONG, "INT");
    for (line, what) in [
        ("show", MODEL),
        ("check", MODEL),
        ("list models --models", "models"),
    ] {
        place.ok(&format!("{line} {what}")).has(["stopped with "]);
    }
    let hint = [
        "stopped after",
        "--continue finishes",
        "--force starts again",
    ];
    let begun = place.bytes(MODEL);
    let shorter = LONG.replace("400", "399");
    place.fails(&shorter, 1, &hint);
    assert_eq!(place.bytes(MODEL), begun);
    stop(&place, LONG, "INT");

    stop(&place, &format!("{LONG} --continue"), "TERM");
    assert_eq!(place.ok(&format!("{LONG} --continue")), summary);
    assert_eq!(place.bytes(MODEL), whole.bytes(MODEL));

    // The model holds the whole training, so the same command again plays nothing.
    assert_eq!(place.ok(LONG), summary);
    assert_eq!(place.bytes(MODEL), whole.bytes(MODEL));
    assert_eq!(place.files(), [MODEL]);
}
