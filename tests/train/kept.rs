//! Existing files are kept unless the user asks for their replacement, and write errors are reported.

use std::fs;

use crate::place::{Place, Ran};

const MODEL: &str = "models/tic-tac-toe-first.menace";

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
