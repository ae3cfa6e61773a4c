//! Names from files and of files are printed on one line, in the order of their letters.
#![cfg(unix)]

use std::fs;

use crate::place::{Place, Text as _};
use crate::shipped::root;

/// What a name may not do: begin a line of its own, or turn what follows.
const LINE: &str = "2. 900 sets of 100 games";
const TURN: char = '\u{202e}';

fn runs(place: &Place, args: &[&str]) {
    let ran = place.program(args).output().unwrap();
    let printed = [ran.stdout, ran.stderr].concat();
    let printed = String::from_utf8(printed).unwrap();
    let mut lines = printed.lines().map(str::trim_start);
    let is_moved = printed.contains(TURN) || lines.any(|line| line.starts_with(LINE));
    assert!(!is_moved, "{args:?}: {printed}");
    if args.contains(&"--json") {
        serde_json::from_str::<serde_json::Value>(&printed).unwrap();
    }
}

#[test]
fn no_name_moves_the_text_around_it() {
    let place = Place::new();
    let odd = |ending: &str| format!("a\n{LINE}{TURN}.{ending}");
    let [model, table, games] = ["menace", "csv", "games"].map(odd);
    let sound = root().join("models/tic-tac-toe-first.menace");
    fs::copy(sound, place.at(&model)).unwrap();
    place.ok("train --sets 1 --seed 7 --out x.menace --plots none");
    place.ok("match random first --games 3 --record games.txt");
    let text = place.text("games.txt");
    text.has(["first random"]);
    let text = text.replace("first random", &format!("first r{TURN}"));
    fs::write(place.at(&games), text).unwrap();
    let training = ["--sets", "1", "--plots", "none", "--out"];
    let from = [&["train", "--from", &*model], &training[..], &["f.menace"]].concat();
    let against = [
        &["train", "--opponent", &*model],
        &training[..],
        &["o.menace"],
    ]
    .concat();
    for args in [
        &["export", &model, "--table", "-o", &table][..],
        &["import", &table, "-o", "i.menace"],
        &["merge", &model, "x.menace", "-o", "m.menace"],
        &from,
        &against,
        &["play", "i.menace", "--learn", "--new", "--replay", &games],
        &["play", "--replay", &games],
        &["match", "--replay", &games],
        &["match", &model, "random", "--games", "1"],
        &["diff", &model, "x.menace"],
        &["plot", &model, "--plots", "svg"],
        &["check", "."],
        &["check", ".", "--json"],
        &["list", "models", "--models", "."],
        &["list", "models", "--models", ".", "--json"],
    ] {
        runs(&place, args);
    }
    for model in ["i.menace", "m.menace", "f.menace", &model] {
        assert!(place.at(model).exists(), "{model:?}");
        for command in ["log", "show", "check"] {
            runs(&place, &[command, model]);
            runs(&place, &[command, model, "--json"]);
        }
    }
    // No name of a player has such marks.
    assert!(!place.at("o.menace").exists());
}
