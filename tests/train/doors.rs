//! Commands replace only files that they may replace, and refuse inputs without an end.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use matchboxes::store;

use crate::place::Place;
use crate::whole::whole_or;

const SMALL: &str = "train --sets 2 --out x.menace --plots none";

/// Nothing but a command's own kind of file is replaced unasked, and a model not even with `--force`, also behind a link.
#[test]
fn a_command_replaces_only_its_own_kind_of_file() {
    let place = Place::new();
    place.ok(SMALL);
    let model = place.bytes("x.menace");
    let names = [
        "csv/meetings.csv",
        "drawn/cross-table.png",
        "tables/curves.csv",
        "tables/runs.csv",
        "plots/x-curve.png",
        "man/menace.1",
        "x.json",
    ];
    let fill = |bytes: &[u8]| {
        for name in names {
            fs::create_dir_all(place.at(name).parent().unwrap()).unwrap();
            fs::write(place.at(name), bytes).unwrap();
        }
    };
    fs::create_dir(place.at("link")).unwrap();
    let link = "link/meetings.csv";
    symlink(format!("../{}", names[0]), place.at(link)).unwrap();
    let writers = [
        "tournament perfect random --csv csv",
        "tournament perfect random --csv link",
        "tournament perfect random --plots png --plots-dir drawn",
        "study --runs 2 --sets 2 --csv tables --plots none",
        "export random --out x.json",
        "man --out man",
        "plot x.menace",
    ];
    for (bytes, words, forced) in [
        (&b"a letter\n"[..], "holds something", ""),
        (&model, "model", " --force"),
    ] {
        fill(bytes);
        for line in writers {
            let files = place.files();
            let can_force = !line.starts_with("man") && !line.starts_with("plot");
            let line = format!("{line}{}", if can_force { forced } else { "" });
            place.fails(&line, 1, &[words, "another"]);
            // The other pages of the manual are written.
            assert!(place.files() == files || line == "man --out man", "{line}");
            let are_kept = names.iter().all(|name| place.bytes(name) == bytes);
            assert!(are_kept, "{line}");
        }
    }
    // Only a model may be written with the ending of a model, whatever the existing file is.
    place.does("2 export random --out x.menace --force => model | another");
    assert!(place.bytes("x.menace") == model);
    // The same command twice, and another one of its kind.
    for name in names {
        fs::remove_file(place.at(name)).unwrap();
    }
    for line in [
        "tournament perfect random --csv csv --plots png --plots-dir drawn",
        "tournament random perfect --csv csv --plots png --plots-dir drawn",
        "study --runs 2 --sets 2 --csv tables --plots none",
        "study --runs 3 --sets 2 --csv tables --plots none",
        "train --sets 2 --out x.menace",
        "train --sets 3 --out x.menace --continue",
        "man --out man",
        "man --out man",
    ] {
        place.ok(line);
    }
    fs::write(place.at(names[0]), "a letter\n").unwrap();
    place.ok("tournament perfect random --csv csv --force");
    // A table of somebody else may begin in the same way.
    fs::create_dir(place.at("own")).unwrap();
    fs::write(place.at("own/history.csv"), "game,score\n").unwrap();
    let line = "train --sets 2 --out y.menace --plots none --csv own";
    place.fails(line, 1, &["holds something", "another"]);
}

#[test]
fn output_can_go_to_a_device_or_a_pipe() {
    let place = Place::new();
    let shell = |line: &str| place.shell(&line.replace("M ", "\"$M\" "));
    shell("M export first --out /dev/stdout > all.csv").ok();
    assert_eq!(place.text("all.csv"), place.ok("export first"));
    shell("M export first --out /dev/stdout | head -n 2").ok();
    shell("M export first --out /dev/null --force && test -c /dev/null").ok();
    shell("mkfifo pipe").ok();
    shell("M export first --out pipe").fails(1, &["pipe", "no program reads it"]);
    // The shell holds the pipe open at both ends, so that neither program can come too late for the other.
    shell(concat!(
        "M export first --out pipe & program=$!; exec 3<>pipe 4<pipe; ",
        "cat <&4 3>&- > got.csv & reader=$!; wait $program && exec 3>&- && wait $reader"
    ))
    .ok();
    assert_eq!(place.bytes("got.csv"), place.bytes("all.csv"));
    shell("test -p pipe").ok();
    shell("M export first --out /dev/full").fails(1, &["No space left"]);
    for command in "--help|--version|list games|match random random --json".split('|') {
        let words = ["writing to standard output failed", "No space left"];
        shell(&format!("M {command} > /dev/full")).fails(1, &words);
    }
}

/// Files without an end are not read, nor those that would wait: `/proc/kmsg` has the attributes of a regular file, but
/// reading it waits for the next message of the kernel.
#[test]
fn inputs_without_an_end_are_not_read() {
    let place = Place::new();
    place.shell("mkfifo pipe pipe.toml pipe.menace").ok();
    symlink("/dev/zero", place.at("zero.toml")).unwrap();
    symlink("/dev/zero", place.at("zero.menace")).unwrap();
    let lines = "1 import pipe --out x.menace
        1 import /dev/zero --out x.menace
        1 play --replay /dev/zero
        2 list --toml zero.toml
        2 train --rule pipe.toml --out x.menace
        1 show pipe.menace
        1 check zero.menace
        1 solve --algorithm alphabeta:database=pipe
        1 match alphabeta:book=/dev/zero random
        1 match zero.menace random
        1 train --out pipe.menace --force
        1 import /proc/kmsg --out y.menace
        1 check /proc/kmsg
        2 list --toml /proc/kmsg
        1 export random --out /proc/kmsg";
    for line in lines.lines() {
        let (code, line) = line.trim().split_once(' ').unwrap();
        let ran = place.shell(&format!("ulimit -v 4000000; exec timeout 20 \"$M\" {line}"));
        let output = [&ran.err[..], &ran.out].concat();
        let reasons = "not a regular file|a pipe or a device|it is a pipe|/proc/kmsg";
        let names_reason = reasons.split('|').any(|words| output.contains(words));
        assert!(ran.code == code.parse().ok() && names_reason, "{ran:#?}");
    }
    // A rule with too many lines, and a model with extra bytes at its end.
    fs::write(place.at("lines.toml"), "\n".repeat(2 << 20)).unwrap();
    place.does("2 list --toml lines.toml => longer than the 1048576 bytes");
    place.ok(SMALL);
    let file = fs::File::options().append(true).open(place.at("x.menace"));
    file.unwrap().set_len(3 << 30).unwrap();
    let ran = place.shell("ulimit -v 2000000; exec \"$M\" show x.menace");
    ran.fails(1, &["too long: 3221225472 bytes"]);
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
