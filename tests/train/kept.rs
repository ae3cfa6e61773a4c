//! Existing files are kept unless the user asks for their replacement, and write errors are reported.

use std::fs;

use crate::place::{Place, Ran, Text as _, cases};

const MODEL: &str = "models/tic-tac-toe-first.menace";
const SMALL: &str = "train --sets 3 --plots none";

#[test]
fn another_training_replaces_a_model_only_with_force() {
    let place = Place::new();
    place.ok(SMALL);
    let (bytes, written) = (place.bytes(MODEL), place.at(MODEL).metadata().unwrap());
    place.refuses(&format!(
        "
        1 {SMALL} --seed 2 => {MODEL} | seed 1961 | --force replaces it
        1 {SMALL} --run 1 => holds another training | --force replaces it
        1 {SMALL} --rule michie-304 => rule rote | --force replaces it
        1 {SMALL} --opponent first => against random | --force replaces it
        1 {SMALL} --games-per-set 7 => 3 sets of 100 games | --force replaces it
        1 train --plots none --sets 4 => --continue resumes it | --force replaces it
        1 train --plots none --sets 2 => holds 3 sets of this training | --force replaces it
        "
    ));
    place.ok(SMALL);
    let after = place.at(MODEL).metadata().unwrap();
    assert_eq!(after.modified().unwrap(), written.modified().unwrap());
    assert_eq!(place.bytes(MODEL), bytes);

    place.ok(&format!("{SMALL} --seed 2 --force"));
    assert_ne!(place.bytes(MODEL), bytes);
    place.ok(&format!("{SMALL} --force"));
    assert_eq!(place.bytes(MODEL), bytes);
    assert_eq!(place.files(), [MODEL]);
}

const RNDOM: &str = "rule `x`: `opponent`: unknown player `rndom`; did you mean random?";

#[test]
fn an_impossible_rule_or_opponent_is_a_command_line_error() {
    let place = Place::new();
    fs::write(place.at("bytes.toml"), b"name = \"x\"\nstart = \xff[1]\n").unwrap();
    for (name, opponent) in [
        ("rndom.toml", "rndom"),
        ("script.toml", "michie-1961-script"),
    ] {
        let text = format!("name = \"x\"\nstart = [1]\nopponent = \"{opponent}\"\n");
        fs::write(place.at(name), text).unwrap();
    }
    fs::create_dir(place.at("folder.toml")).unwrap();
    place.refuses(&format!(
        "
        2 train --rule folder.toml => rule `folder.toml`: the file cannot be read:
        2 train --rule bytes.toml => rule `bytes.toml`: line 2 is not valid UTF-8
        2 train --rule rndom.toml => {RNDOM}
        2 study --rule rndom.toml => {RNDOM}
        2 train --rule script.toml --learner second => rule `x`: `opponent`:
        2 train --rule script.toml --game nim:1,2 => plays only second, and only in tic-tac-toe
        2 train --opponent michie-1961-script --learner second => `michie-1961-script`: plays only second, and only in tic-tac-toe; let the first side learn
        2 train --opponent michie-1961-script --rule her => (`--learner first`)
        2 train --opponent michie-1961-script:1 --learner second => plays only the second side
        2 study --rule michie-304 --rule scroggs-second => michie-304 for first and scroggs-second for second; say who learns with --learner
        "
    ));
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    let place = Place::new();
    place.ok(SMALL);
    for command in ["show", "plot"] {
        place.refuses(&format!(
            "
            2 {command} {MODEL} --position .../.X./... => no box for `.../.X./...` in this model | second is to move there, and it has learnt the first side
            2 {command} {MODEL} --position X.../.O./... => is not a position of tic-tac-toe | write the rows from the top
            2 {command} {MODEL} --position XXX/OO./... => is not a position of tic-tac-toe | over
            2 {command} {MODEL} --position XX./.../... => is not a position of tic-tac-toe | turn
            "
        ));
    }
}

#[test]
fn write_errors_name_the_path() {
    let place = Place::new();
    fs::write(place.at("file"), "").unwrap();
    fs::create_dir(place.at("folder.menace")).unwrap();
    place.refuses(
        "
        1 train --out file/x.menace => file: making the folder failed
        2 train --out folder.menace => folder.menace
        1 train --out folder.menace --force --plots none => folder.menace
        ",
    );
    place.fails(
        "train --sets 1 --plots-dir file",
        1,
        &["file: making the folder failed"],
    );
    assert_eq!(place.files(), ["file", MODEL]);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let place = Place::new();
    for line in [
        "list",
        "train --sets 2 --plots none",
        "train --sets 2 --json",
        "--help",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = place.command(line);
        let ran = Ran::new(line, command.stdout(writer).output().unwrap());
        assert!(ran.code == Some(0) && ran.err.is_empty(), "{ran:#?}");
    }
    assert!(place.at(MODEL).exists());
}

#[test]
fn the_rule_names_the_learner_unless_the_command_does() {
    let place = Place::new();
    let learner = |line: &str| {
        let report = place.json(&format!("{line} --games-per-set 1 --plots none --json"));
        let learner = report
            .get("learner")
            .unwrap_or(&report["trainings"][0]["learner"]);
        learner.as_str().unwrap().to_owned()
    };
    let train = |options: &str| learner(&format!("train --sets 1 --out x.menace {options}"));
    let study = |options: &str| learner(&format!("study --runs 2 --sets 1 {options}"));
    let both = "name = \"x\"\nstart = [1]\nlearner = \"both\"";
    fs::write(place.at("both.toml"), both).unwrap();
    for (options, expected) in cases(
        "
        --rule her => second
        --rule her --learner first => first
        --rule her --learner both => both
        --rule both.toml => both
        --rule both.toml --learner first --opponent first => first
        --rule michie-304 => first
        => first
        ",
    ) {
        assert_eq!(train(&format!("{options} --force")), expected, "{options}");
        assert_eq!(study(options), expected, "{options}");
    }
    assert_eq!(study("--rule her --rule scroggs-second"), "second");
    assert_eq!(study("--rule her --rule rote --learner second"), "second");
    // A continued model keeps its learner.
    train("--rule michie-304 --force");
    assert_eq!(train("--rule her --continue"), "first");
    place
        .ok("list rules --toml her")
        .has(["learner = \"second\"\n"]);
}

/// A rule may set its number of games, as the script of 1961 does; options take precedence.
#[test]
fn a_rule_may_set_its_number_of_games() {
    let place = Place::new();
    let mine = "name = \"mine\"\nstart = [1]\ngames = 4\n";
    fs::write(place.at("mine.toml"), mine).unwrap();
    for (options, played) in cases(
        "
        --game hexapawn --rule her => 30 sets of 10 games against random
        --game hexapawn --rule her --games 50 => 5 sets of 10 games against
        --game hexapawn --rule her --games-per-set 150 => 2 sets of 150 games against
        --rule mine.toml => 1 set of 4 games against
        --opponent michie-1961-script => 220 sets of 1 game against
        --opponent michie-1961-script --rule mine.toml => 220 sets of 1 game against
        ",
    ) {
        let out = place.ok(&format!(
            "train {options} --out x.menace --force --plots none"
        ));
        assert!(out.contains(played), "{options}: {out}");
    }
    let help = place.ok("train --help");
    help.split_whitespace().collect::<Vec<_>>().join(" ").has([
        "[default: rote, or michie-1961 if the opponent is michie-1961-script]",
        "220 against michie-1961-script]",
        "1 against michie-1961-script]",
    ]);
}

#[test]
fn resignations_at_the_end_of_a_training_are_reported() {
    let place = Place::new();
    let train = |options: &str| {
        let out = place.ok(&format!("train {options} --sets 15 --plots none --force"));
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for rule in ["bridle", "scroggs-second"] {
        train(&format!("--rule {rule} --opponent perfect"))
            .has(["It resigned ", " of the last 1,000 games: "]);
    }
    train("").lacks(["It resigned"]);
}
