//! What all commands share: counts, lists, manual pages, colours and table widths.

use std::fs;

use crate::place::{Place, Ran, Text as _, with_slashes};

#[test]
fn without_a_command_the_commands_are_shown() {
    let place = Place::new();
    let bare = place.run("");
    let help = place.ok("--help");
    assert_eq!((bare.code, bare.err.as_str()), (Some(2), ""));
    let list = |text: &str| {
        let (list, _) = text.split_once("\nOptions:\n").unwrap();
        list.to_owned()
    };
    assert_eq!(list(&bare.out), list(&help));
    assert!(bare.out.contains("\n  train "), "{}", bare.out);
}

/// In a pipe, errors and help are coloured only with `--color always`.
#[test]
fn colours_in_a_pipe_need_a_request() {
    let place = Place::new();
    let is_coloured = |line: &str, name: &str| {
        let output = place.command(line).env(name, "1").output().unwrap();
        let ran = Ran::new(line, output);
        (ran.out + &ran.err).contains('\u{1b}')
    };
    let nothing = "MENACE_NOTHING";
    let lines = ["show no.menace", "train --sets x", "--help", "show --help"];
    for line in lines {
        let (always, never) = (
            format!("--color always {line}"),
            format!("{line} --color=never"),
        );
        assert!(is_coloured(&always, nothing), "{line}");
        assert!(!is_coloured(&never, nothing), "{line}");
    }
    let others = [
        "list",
        "train --sets 1",
        "train --help",
        "train --rule rot",
        "tarin",
        "match random random",
    ];
    for line in lines.into_iter().chain(others) {
        for name in ["NO_COLOR", "CI", nothing] {
            assert!(!is_coloured(line, name), "{line}: {name}");
        }
    }
}

#[test]
fn lists_and_checks_can_be_printed_as_json() {
    let place = Place::new();
    let (all, rules) = (place.json("list --json"), place.json("list rules --json"));
    assert_eq!(rules["rules"], all["rules"]);
    assert!(all["games"].is_array() && rules["games"].is_null());
    place.ok("train --sets 2 --plots none");
    let sound = place.json("check models/tic-tac-toe-first.menace --json");
    let sound = &sound["models"][0];
    assert_eq!(sound["undamaged"], true);
    assert_eq!(sound["games"], 200);
    assert_eq!(sound["sets_left"], 0);
    fs::write(place.at("models/x.menace"), "nothing").unwrap();
    for line in [
        "list models --json",
        "check --json models/tic-tac-toe-first.menace models/x.menace",
    ] {
        let ran = place.run(line);
        let result = ran.json();
        assert_eq!(result["models"][0]["boxes"], sound["boxes"], "{line}");
        let bad = if line.starts_with("list") {
            &result["damaged"][0]
        } else {
            &result["models"][1]
        };
        let error = with_slashes(bad["error"].as_str().unwrap());
        error.has(["models/x.menace"]);
        ran.fails(1, &["1 "]);
    }
}

#[test]
fn a_pass_is_shown_below_the_board() {
    let place = Place::new();
    place.ok("train --game othello:4 --sets 2 --plots none --out o.menace");
    let table = place.ok("export o.menace --table");
    let row = table
        .lines()
        .find(|row| row.ends_with(",pass,1") || row.contains(",pass,"));
    let Some(row) = row else {
        panic!("no pass in 200 games");
    };
    let position = row.split(',').next().unwrap();
    let shown = place
        .program(["show", "o.menace", "-p", position])
        .output()
        .unwrap();
    Ran::new("show", shown).ok().has(["\n     pass  "]);
    let whole = place.ok("show o.menace");
    assert!(
        whole.lines().all(|line| line.chars().count() <= 100),
        "{whole}"
    );
}
