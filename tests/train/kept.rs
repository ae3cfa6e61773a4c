//! Existing files are kept unless the user asks for their replacement, and write errors are reported.

use std::fs;
use std::process::Stdio;

use crate::place::{Place, Ran, Text as _, cases};

const MODEL: &str = "models/tic-tac-toe-first.menace";
const SMALL: &str = "train --sets 3 --plots none";

#[test]
fn another_training_replaces_a_model_only_with_force() {
    let place = Place::new();
    place.ok(SMALL);
    let (bytes, written) = (place.bytes(MODEL), place.at(MODEL).metadata().unwrap());
    let others = [
        ("--seed 2", "seed 1961"),
        ("--run 1", "holds another training"),
        ("--rule michie-304", "rule rote"),
        ("--opponent first", "against random"),
        ("--games-per-set 7", "3 sets of 100 games"),
        ("--sets 4", "--continue resumes it"),
        ("--sets 2", "holds 3 sets of this training"),
    ];
    for (option, word) in others {
        let line = format!("{SMALL} {option}")
            .replace("--sets 3 --plots none --sets", "--plots none --sets");
        place.fails(&line, 1, &[MODEL, word, "--force replaces it"]);
        assert_eq!(place.bytes(MODEL), bytes);
    }
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

#[test]
fn a_wrong_command_line_leaves_nothing_behind() {
    let place = Place::new();
    place.refuses(
        "
        2 train --game ttt => `menace list games`
        2 train --game nim:3,4,x => nim:3,4,x
        2 train --rule michie => michie-1961
        2 train --opponent zzzz => `menace list players`
        2 train --sets 99999999999999999999 => --sets
        2 train --seed -1 => -1
        1 train --continue => leave out --continue
        1 train --continue --out no.menace => leave out --continue
        2 train --continue --force => --force
        2 train --out models => must end in .menace
        2 train --plots jpeg => png
        2 train --thread 2 => --threads
        2 match random perfec => did you mean perfect
        2 match mix:2 random => such as mix:0.9*perfect+0.1*random
        2 match no.menace random => no.menace
        2 show no.menace => no.menace
        2 plot no.menace => no.menace
        1 check no.menace => 1 of 1
        2 list rule => rules
        1 list models => models
        ",
    );
    assert!(!place.at("models").exists());
}

const RNDOM: &str = "rule `x`: `opponent`: unknown player `rndom`; did you mean random?";

#[test]
fn an_impossible_rule_or_opponent_is_a_command_line_error() {
    let place = Place::new();
    let rule = "name = \"x\"\nstart = [1]\n";
    let with = |opponent: &str| format!("{rule}opponent = \"{opponent}\"\n");
    for (name, text) in [
        ("bad.toml", rule.replace('1', "").into_bytes()),
        ("bytes.toml", b"name = \"x\"\nstart = \xff[1]\n".to_vec()),
        ("rndom.toml", with("rndom").into_bytes()),
        ("script.toml", with("michie-1961-script").into_bytes()),
    ] {
        fs::write(place.at(name), text).unwrap();
    }
    fs::create_dir(place.at("folder.toml")).unwrap();
    place.refuses(&format!(
        "
        2 train --rule bad.toml => rule `bad.toml`: line 2: `start`
        2 study --rule ./no.toml => rule `./no.toml`: there is no
        2 list --toml no.toml => rule `no.toml`: there is no such
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
    assert!(!place.at("models").exists());
}

#[test]
fn a_model_continues_only_with_a_rule_that_fits_its_boxes() {
    let place = Place::new();
    place.ok(SMALL);
    let bytes = place.bytes(MODEL);
    for rule in ["michie-304", "her"] {
        let words = [
            MODEL,
            "this model follows the rule rote; leave out --rule, or name another file with --out",
        ];
        let more = format!("{SMALL} --learner first --continue");
        place.fails(&format!("{more} --rule {rule}"), 1, &words);
        assert_eq!(place.bytes(MODEL), bytes);
        assert_eq!(place.files(), [MODEL]);
    }
    let own = place
        .ok("list rules --toml rote")
        .replace("\"rote\"", "\"own\"");
    fs::write(place.at("own.toml"), own).unwrap();
    place.ok(&format!("{SMALL} --continue --rule own.toml"));
    assert_ne!(place.bytes(MODEL), bytes);
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    let place = Place::new();
    place.ok(SMALL);
    let wrong = [
        ("X.../.O./...", "write the rows from the top"),
        ("XXX/OO./...", "over"),
        ("XX./.../...", "turn"),
        ("", "write the rows from the top"),
    ];
    let of_the_other_side = [
        "no box for `.../.X./...` in this model",
        "second is to move there, and it has learnt the first side",
    ];
    place
        .run(&format!("show {MODEL} --position .../.X./..."))
        .fails(2, &of_the_other_side);
    place
        .run(&format!("plot --position .../.X./... {MODEL}"))
        .fails(2, &of_the_other_side);
    for (position, word) in wrong {
        for command in ["show", "plot"] {
            let args = [command, "--position", position, MODEL];
            let ran = Ran::new(command, place.program(args).output().unwrap());
            ran.fails(2, &["is not a position of tic-tac-toe", word]);
        }
    }
    assert_eq!(place.files(), [MODEL]);
}

#[test]
fn write_errors_name_the_path() {
    let place = Place::new();
    fs::write(place.at("file"), "").unwrap();
    place
        .run("train --out file/x.menace")
        .fails(1, &["file: making the folder failed"]);
    fs::create_dir(place.at("folder.menace")).unwrap();
    place.fails("train --out folder.menace", 1, &["folder.menace"]);
    place
        .run("train --out folder.menace --force --plots none")
        .fails(1, &["folder.menace"]);
    place
        .run("train --sets 1 --plots-dir file")
        .fails(1, &["file: making the folder failed"]);
    assert_eq!(place.files(), ["file", MODEL]);
}

/// A read-only folder; root may write anywhere.
#[cfg(unix)]
#[test]
fn a_read_only_folder_is_reported() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new();
    fs::create_dir(place.at("closed")).unwrap();
    let mode =
        |mode| fs::set_permissions(place.at("closed"), fs::Permissions::from_mode(mode)).unwrap();
    mode(0o555);
    let ran = place.run("train --out closed/x.menace --sets 1 --plots none");
    mode(0o755);
    if ran.code != Some(0) {
        ran.fails(1, &["closed/", "ermission denied"]);
        assert_eq!(place.files(), [""; 0]);
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let place = Place::new();
    for line in [
        "list",
        "train --sets 2 --plots none",
        "train --sets 2 --json",
        "--help",
        "train --help",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = place
            .command(line)
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let ran = Ran::new(line, child.wait_with_output().unwrap());
        assert!(ran.code == Some(0) && ran.err.is_empty(), "{ran:#?}");
    }
    assert!(place.at(MODEL).exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let place = Place::new();
    for line in [
        "list",
        "train --sets 2 --plots none",
        "match random random --json",
    ] {
        let full = fs::File::create("/dev/full").unwrap();
        let output = place
            .command(line)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        Ran::new(line, output).fails(1, &["No space left"]);
    }
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
    fs::write(
        place.at("both.toml"),
        "name = \"x\"\nstart = [1]\nlearner = \"both\"",
    )
    .unwrap();
    for (options, expected) in [
        ("--rule her", "second"),
        ("--rule scroggs-second", "second"),
        ("--rule her --learner first", "first"),
        ("--rule her --learner both", "both"),
        ("--rule both.toml", "both"),
        ("--rule both.toml --learner first --opponent first", "first"),
        ("--rule michie-304", "first"),
        ("", "first"),
    ] {
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
