//! What the command line takes and tells whatever the command: counts, lists, pages, widths.

use std::fs;

use serde_json::Value;

use crate::place::Place;

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn counts_are_taken_as_people_write_them() {
    let place = Place::new();
    let train = |options: &str| {
        let line = format!("train --out x.menace --force --plots none --json {options}");
        let told = parse(&place.ok(&line));
        let sets = told["history"].as_array().unwrap().len();
        (told["games"].as_u64().unwrap(), sets)
    };
    assert_eq!(train("--games 1e3"), (1_000, 10));
    assert_eq!(train("--games 1_000 --games-per-set 0.5k"), (1_000, 2));
    assert_eq!(train("--games 250"), (300, 3));
    assert_eq!(train("--games 1 --games-per-set 7"), (7, 1));
    let study = place.ok("study --runs 2e0 --games 1k --plots none --json");
    let study = parse(&study);
    assert_eq!((&study["runs"], &study["sets"]), (&2.into(), &10.into()));
    let played = place.ok("match random random --games 1k --json --threads 1e0");
    assert_eq!(parse(&played)["games"], 1_000);

    for (line, words) in [
        ("train --games 1e3 --sets 3", "--sets"),
        ("study --games 0", "1..=1000000000000"),
        ("study --runs 1.5", "1_000, 1e3, 1k or 2.5M"),
        ("match random random --games 1,000", "write a count such as"),
        ("train --checkpoint-every 0", "0 is not in 1.."),
        ("train --threads 2000", "1..=1024"),
    ] {
        place.run(line).fails(2, &[words]);
    }
    assert_eq!(place.files(), ["x.menace"]);
}

#[test]
fn games_go_on_in_whole_sets() {
    let place = Place::new();
    let line = "train --games-per-set 30 --plots none --out x.menace";
    place.ok(&format!("{line} --games 60"));
    place.ok(&format!("{line} --games 100 --continue"));
    let whole = place.ok("check x.menace");
    assert!(whole.contains("180 games in 6 sets"), "{whole}");
}

#[test]
fn lists_are_told_to_scripts() {
    let place = Place::new();
    let all = parse(&place.ok("list --json"));
    let names: Vec<&String> = all.as_object().unwrap().keys().collect();
    assert_eq!(names, ["games", "players", "rules"]);
    assert_eq!(all["games"][1]["name"], "nim");
    assert_eq!(all["players"][1]["names"][1], "minimax");
    assert_eq!(all["rules"][0]["name"], "rote");
    let rules = parse(&place.ok("list rules --json"));
    assert_eq!(rules["rules"], all["rules"]);
    assert_eq!(rules.as_object().unwrap().len(), 1);

    place.ok("train --sets 2 --plots none");
    let sound = parse(&place.ok("check models/tic-tac-toe-first.menace --json"));
    let sound = &sound["models"][0];
    assert_eq!(sound["sound"], true);
    assert_eq!(
        (&sound["games"], &sound["sets_left"]),
        (&200.into(), &0.into())
    );
    fs::write(place.at("models/x.menace"), "nothing").unwrap();
    for line in [
        "list models --json",
        "check --json models/tic-tac-toe-first.menace models/x.menace",
    ] {
        let ran = place.run(line);
        let told = parse(&ran.out);
        assert_eq!(told["models"][0]["boxes"], sound["boxes"], "{line}");
        let bad = if line.starts_with("list") {
            &told["damaged"][0]
        } else {
            &told["models"][1]
        };
        assert!(bad["error"].as_str().unwrap().contains("models/x.menace"));
        ran.fails(1, &["1 "]);
    }
}

#[test]
fn pages_are_written_for_every_command() {
    let place = Place::new();
    assert_eq!(place.ok("man --out pages"), "");
    let pages = place.files();
    for command in ["completions", "man", "study", "train"] {
        assert!(pages.contains(&format!("pages/menace-{command}.1")));
    }
    assert!(pages.contains(&"pages/menace.1".to_owned()));
    let train = place.ok("man train");
    assert_eq!(place.bytes("pages/menace-train.1"), train.as_bytes());
    for value in ["<GAME>", "png", "svg", "none"] {
        assert!(train.contains(value), "{value}");
    }
}
