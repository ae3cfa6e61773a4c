//! Commands replace only files that they may replace, and refuse inputs without an end.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use matchboxes::store;

use crate::place::Place;
use crate::place::sealed::reseal;
use crate::whole::whole_or;

const SMALL: &str = "train --sets 2 --out x.menace --plots none";

#[test]
fn a_model_is_never_replaced_by_another_output() {
    let place = Place::new();
    place.ok(SMALL);
    let model = place.bytes("x.menace");
    for name in [
        "x.png",
        "csv/tic-tac-toe-tournament-meetings.csv",
        "x.json",
        "plots/x-curve.png",
        "plots/tic-tac-toe-tournament.png",
        "csv/tic-tac-toe-first-rote-study-runs.csv",
    ] {
        let path = place.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &model).unwrap();
    }
    fs::create_dir(place.at("link")).unwrap();
    symlink(
        "../csv/tic-tac-toe-tournament-meetings.csv",
        place.at("link/tic-tac-toe-tournament-meetings.csv"),
    )
    .unwrap();
    let files = place.files();
    for line in [
        "tournament perfect random --csv csv --force",
        "tournament perfect random --csv link --force",
        "tournament perfect random --plots png --force",
        "export random --out x.menace --force",
        "export random --out x.json --force",
        "plot x.menace",
        "study --runs 2 --sets 2 --csv csv --plots none --force",
    ] {
        // Only a model may be written with the ending of a model, whatever the existing file is.
        let code = if line.contains(" x.menace --force") {
            2
        } else {
            1
        };
        place.fails(line, code, &["model", "nam", "another"]);
        assert_eq!(place.files(), files);
        for name in &files {
            assert!(place.bytes(name) == model, "{name}: {line}");
        }
    }
}

#[test]
fn a_command_replaces_only_its_own_kind_of_file_unasked() {
    let place = Place::new();
    for name in [
        "csv/tic-tac-toe-tournament-meetings.csv",
        "plots/tic-tac-toe-tournament.png",
        "csv/tic-tac-toe-first-rote-study-curves.csv",
        "plots/x-curve.png",
        "man/menace.1",
    ] {
        let path = place.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "a letter\n").unwrap();
    }
    for line in [
        "tournament perfect random --csv csv",
        "tournament perfect random --plots png",
        "study --runs 2 --sets 2 --csv csv --plots none",
        "train --sets 2 --out x.menace",
        "man --out man",
        "export random --out csv/tic-tac-toe-tournament-meetings.csv",
    ] {
        place.fails(line, 1, &["holds something", "another"]);
    }
    for name in [
        "csv/tic-tac-toe-tournament-meetings.csv",
        "plots/tic-tac-toe-tournament.png",
        "csv/tic-tac-toe-first-rote-study-curves.csv",
        "plots/x-curve.png",
        "man/menace.1",
    ] {
        assert_eq!(place.bytes(name), b"a letter\n", "{name}");
        fs::remove_file(place.at(name)).unwrap();
    }
    // The same command twice, and another one of its kind.
    for line in [
        "tournament perfect random --csv csv --plots png",
        "tournament random perfect --csv csv --plots png",
        "study --runs 2 --sets 2 --csv csv --plots none",
        "study --runs 3 --sets 2 --csv csv --plots none",
        "train --sets 2 --out x.menace",
        "train --sets 3 --out x.menace --continue",
        "man --out man",
        "man --out man",
    ] {
        place.ok(line);
    }
    fs::write(
        place.at("csv/tic-tac-toe-tournament-meetings.csv"),
        "a letter\n",
    )
    .unwrap();
    place.ok("tournament perfect random --csv csv --force");
    // A table of somebody else may begin in the same way.
    for (name, line) in [
        (
            "y-history.csv",
            "train --sets 2 --out y.menace --plots none --csv csv",
        ),
        (
            "tic-tac-toe-tournament-ranking.csv",
            "tournament perfect random --csv csv",
        ),
    ] {
        fs::write(place.at("csv").join(name), "game,score\n").unwrap();
        place.fails(line, 1, &["holds something", "another"]);
    }
}

#[test]
fn output_can_go_to_a_device_or_a_pipe() {
    let place = Place::new();
    let out = place
        .shell("\"$M\" export first --out /dev/stdout | head -n 2")
        .ok();
    assert_eq!(
        out.lines().next(),
        Some("position,side,move,weight,probability")
    );
    place
        .shell("\"$M\" export first --out /dev/stdout > all.csv")
        .ok();
    assert_eq!(
        place.bytes("all.csv"),
        place.ok("export first").into_bytes()
    );
    place
        .shell("\"$M\" export first --out /dev/null --force && test -c /dev/null")
        .ok();
    place.shell("mkfifo pipe").ok();
    place
        .shell("\"$M\" export first --out pipe")
        .fails(1, &["pipe", "no program reads it"]);
    // The shell holds the pipe open at both ends, so that neither program can come too late for the other.
    place
        .shell(concat!(
            "\"$M\" export first --out pipe & program=$!; exec 3<>pipe 4<pipe; ",
            "cat <&4 3>&- > got.csv & reader=$!; wait $program && exec 3>&- && wait $reader"
        ))
        .ok();
    assert_eq!(place.bytes("got.csv"), place.bytes("all.csv"));
    place.shell("test -p pipe").ok();
    place
        .shell("\"$M\" export first --out /dev/full")
        .fails(1, &["No space left"]);
    for command in ["--help", "--version", "help train", "list games"] {
        let words = ["writing to standard output failed", "No space left"];
        place
            .shell(&format!("\"$M\" {command} > /dev/full"))
            .fails(1, &words);
    }
}

#[test]
fn inputs_without_an_end_are_not_read() {
    let place = Place::new();
    place.shell("mkfifo pipe pipe.toml pipe.menace").ok();
    symlink("/dev/zero", place.at("zero.toml")).unwrap();
    symlink("/dev/zero", place.at("zero.menace")).unwrap();
    for (line, code) in [
        ("import pipe --out x.menace", 1),
        ("import /dev/zero --out x.menace", 1),
        ("play --replay /dev/zero", 1),
        ("play --replay pipe", 1),
        ("list --toml pipe.toml", 2),
        ("list --toml zero.toml", 2),
        ("train --rule zero.toml --out x.menace", 2),
        ("show pipe.menace", 1),
        ("check zero.menace", 1),
        ("check pipe", 1),
        ("play --replay pipe", 1),
        ("solve --algorithm alphabeta:database=pipe", 1),
        ("match alphabeta:book=/dev/zero random", 1),
        ("match zero.menace random", 1),
        ("train --out pipe.menace --force", 1),
    ] {
        let ran = place.shell(&format!("ulimit -v 4000000; exec timeout 20 \"$M\" {line}"));
        let output = [&ran.err[..], &ran.out].concat();
        let names_reason = ["not a regular file", "a pipe or a device", "it is a pipe"]
            .iter()
            .any(|words| output.contains(words));
        assert!(ran.code == Some(code) && names_reason, "{ran:#?}");
    }
    // A rule with too many lines, and a model with extra bytes at its end.
    fs::write(place.at("lines.toml"), "\n".repeat(2 << 20)).unwrap();
    place
        .run("list --toml lines.toml")
        .fails(2, &["longer than the 1048576 bytes"]);
    place.ok(SMALL);
    let file = fs::File::options()
        .append(true)
        .open(place.at("x.menace"))
        .unwrap();
    file.set_len(3 << 30).unwrap();
    let ran = place.shell("ulimit -v 2000000; exec \"$M\" show x.menace");
    ran.fails(1, &["too long: 3221225472 bytes"]);
}

/// `/proc/kmsg` has the attributes of a regular file, but reading it waits for the next message of the
/// kernel. A user who cannot read it, or a system without it, gets an error.
#[test]
fn a_file_that_would_wait_is_refused() {
    let place = Place::new();
    place.ok(SMALL);
    for line in [
        "import /proc/kmsg --out y.menace",
        "show /proc/kmsg",
        "check /proc/kmsg",
        "diff x.menace /proc/kmsg",
        "play --replay /proc/kmsg",
        "list --toml /proc/kmsg",
        "match alphabeta:book=/proc/kmsg random --game nim:1,2 --games 1",
        "export random --out /proc/kmsg",
    ] {
        let ran = place.shell(&format!("exec timeout 20 \"$M\" {line}"));
        assert!(matches!(ran.code, Some(1 | 2)), "{ran:#?}");
    }
}

#[test]
fn too_large_numbers_are_refused() {
    let place = Place::new();
    for line in [
        "tournament perfect random --games 18446744073709551615",
        "match random random --games 18446744073709551615",
    ] {
        place.fails(line, 2, &["must be 1 to "]);
    }
    place.run("study --runs 1000000000 --sets 1000000").fails(
        2,
        &["would never end", "at most 1,000,000,000,000,000 games"],
    );
    let many: Vec<String> = (1..=65)
        .map(|n| format!("mix:{n}*random+1*first"))
        .collect();
    let line = format!("tournament {} --plots png", many.join(" "));
    place.fails(&line, 2, &["at most 64 players"]);
}

#[test]
fn a_link_and_its_target_are_one_model() {
    let place = Place::new();
    place.ok(SMALL);
    fs::create_dir(place.at("deep")).unwrap();
    symlink("../x.menace", place.at("deep/link.menace")).unwrap();
    let lock = store::Lock::take(&place.at("x.menace")).unwrap();
    for name in ["x.menace", "deep/link.menace"] {
        let line = format!("train --out {name} --sets 3 --force --plots none");
        place.fails(&line, 1, &["in use by process"]);
    }
    drop(lock);
    place.ok("train --out deep/link.menace --sets 3 --force --plots none");
    assert!(place.at("deep/link.menace").is_symlink());
    assert_eq!(store::read(&place.at("x.menace")).unwrap().sets(), 3);
}

#[test]
fn a_lock_does_not_overwrite_other_files() {
    let place = Place::new();
    fs::write(place.at("letter"), "a letter\n").unwrap();
    let lock = place.at(".x.menace.lock");
    for link in [true, false] {
        if link {
            symlink("letter", &lock).unwrap();
        } else {
            fs::hard_link(place.at("letter"), &lock).unwrap();
        }
        place
            .run(SMALL)
            .fails(1, &[".x.menace.lock", "not a lock file of this program"]);
        assert_eq!(place.bytes("letter"), b"a letter\n");
        fs::remove_file(&lock).unwrap();
    }
    place.ok(SMALL);
}

#[test]
fn the_permissions_of_a_model_are_kept() {
    let place = Place::new();
    place.ok(SMALL);
    let path = place.at("x.menace");
    for mode in [0o600, 0o640, 0o444] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        place.ok("train --out x.menace --sets 1 --continue --plots none");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode);
    }
}

#[test]
fn no_control_characters_from_a_file_are_printed() {
    let place = Place::new();
    place.ok(SMALL);
    let mut model = store::read(&place.at("x.menace")).unwrap();
    let lines = [
        "show x.menace",
        "check x.menace",
        "list models --models .",
        "show x.menace --json",
    ];
    model.made_by = "v".repeat(1 << 20);
    store::write(&place.at("x.menace"), &model).unwrap();
    for line in lines {
        let text = place.ok(line);
        let longest = text.lines().map(str::len).max();
        assert!(
            line.ends_with("json") || longest < Some(2_000),
            "{line}: {longest:?}"
        );
    }
    // No file may have such a text, and its refusal does not print it.
    let at = place
        .bytes("x.menace")
        .windows(4)
        .position(|v| v == b"vvvv");
    for text in ["\x1b]0;title\x07", "\u{9b}2J", "\u{202e}"] {
        let mut forged = place.bytes("x.menace");
        forged[at.unwrap()..][..text.len()].copy_from_slice(text.as_bytes());
        reseal(&mut forged);
        fs::write(place.at("forged.menace"), &forged).unwrap();
        for line in lines.map(|line| line.replace("x.menace", "forged.menace")) {
            let ran = place.run(&line);
            let said = format!("{}{}", ran.out, ran.err);
            assert!(
                said.contains("rule 30") && !said.contains(['\x1b', '\x07', '\u{9b}', '\u{202e}']),
                "{line}: {ran:#?}"
            );
            ran.fails(1, &[]);
        }
    }
    fs::remove_file(place.at("forged.menace")).unwrap();
    model.chapters[0].spec.game = "chess:8".to_owned();
    store::write(&place.at("x.menace"), &model).unwrap();
    let ran = place.run("list models --models .");
    assert!(
        ran.out.contains("x.menace") && ran.out.contains("unknown game"),
        "{ran:#?}"
    );
    ran.fails(1, &["1 model cannot be read"]);
    let unknown = "unknown game `chess`; the file is of a newer program, or of a game of your own";
    place.fails("show x.menace", 1, &[unknown]);
    let check = place.run("check x.menace");
    assert!(check.out.contains(unknown), "{}", check.out);
    check.fails(1, &["1 of 1 file damaged or unreadable"]);
}

/// Long names are shortened in messages; five times as long ones in the whole form.
#[test]
fn long_names_are_shortened_in_messages() {
    let place = Place::new();
    let long = "a".repeat(whole_or(100_000, 20_000));
    for line in [
        format!("show {long}.menace"),
        format!("match random {long}"),
        format!("train --game {long}"),
        format!("train --sets {long}"),
        format!("{long} random"),
    ] {
        let ran = place.run(&line);
        assert!(
            ran.err.len() < 3_000 && ran.err.contains("characters left out"),
            "{}",
            ran.err.len()
        );
        assert!(matches!(ran.code, Some(1 | 2)), "{:?}", ran.code);
    }
    let parts = vec!["0.001*first"; whole_or(8_000, 1_600)].join("+");
    place.ok(&format!("match --exact mix:{parts} random"));
}
