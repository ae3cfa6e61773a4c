//! A model replaced with `--force`, and signals while a model is being written: the file is the old model or
//! the whole new one, and the printed message is true.

use std::fs;
use std::process::Command;

use matchboxes::store;

use crate::place::sealed::reseal;
use crate::place::{Place, Text as _, end, signal, start, wait_for};

const OLD: &str = "train --out x.menace --sets 5 --seed 1 --plots none";

/// A model that is replaced by another training is not read: its first bytes say that it is not this one stopped.
#[cfg(target_os = "linux")]
#[test]
fn a_large_model_that_is_replaced_is_not_read() {
    const MORE: usize = 16 << 20;
    let place = Place::new();
    place.ok(OLD);
    let mut old = place.bytes("x.menace");
    old.resize(old.len() + MORE, 0);
    let length = (old.len() as u64 - 24).to_le_bytes();
    old[12..20].copy_from_slice(&length);
    fs::write(place.at("x.menace"), &old).unwrap();
    let line = "train --out x.menace --seed 2 --sets 5 --plots none --force";
    let report = place
        .shell(&format!("\"$M\" {line} && grep rchar /proc/$$/io"))
        .ok();
    let read = report.rsplit("rchar: ").next().unwrap();
    let read: usize = read.trim().parse().unwrap();
    assert!(read < MORE / 4, "{read} bytes read");
    let whole = Place::new();
    whole.ok(line);
    assert!(place.bytes("x.menace") == whole.bytes("x.menace"));
}

#[test]
fn a_training_that_will_replace_a_model_is_shown_as_such() {
    let place = Place::new();
    place.ok(OLD);
    let old = place.bytes("x.menace");
    let line = "train --out x.menace --sets 1e6 --checkpoint-every 1 --plots none --force";
    let new = place.at("x.menace.new");
    let child = start(&place, line);
    wait_for("a set", || {
        store::read(&new).is_ok_and(|model| model.sets() > 0)
    });
    signal(&child, "INT");
    let words = [
        "x.menace.new keeps what was learnt",
        "x.menace is unchanged",
        "the same command continues",
        "--continue in place of --force",
    ];
    end(line, child).fails(130, &words);
    assert!(place.bytes("x.menace") == old);
    place.ok("check x.menace.new").has([
        "x.menace.new: undamaged: a training in progress, to replace x.menace: tic-tac-toe",
        "stopped with",
    ]);
    let report = place.ok("list models --models .");
    let line = report.lines().find(|line| line.contains("x.menace.new"));
    let is_told = line.unwrap().ends_with("left, to replace x.menace");
    assert!(is_told, "{report}");
    let report = place.json("list models --models . --json");
    assert_eq!(report["models"].as_array().unwrap().len(), 1);
    let under_way = ["model", "replaces"].map(|key| &report["under_way"][0][key]);
    assert_eq!(under_way, ["./x.menace.new", "./x.menace"]);
    let checked = place.json("check . --json");
    assert_eq!(checked["models"][1]["replaces"], "./x.menace");
    place.ok("export x.menace --out table.csv");
    place.ok("train --sets 1 --seed 9 --plots none --out y.menace");
    fs::copy(place.at("x.menace"), place.at("z.menace")).unwrap();
    // What else would be written there now would go with the model.
    place.refuses(
        "
        1 import table.csv --out x.menace --force => x.menace.new: holds a training in progress | `menace train --continue` resumes it
        1 merge y.menace z.menace --out x.menace --force => x.menace.new: holds a training in progress
        1 play x.menace --learn => x.menace.new: holds a training in progress
        2 match x.menace.new random => x.menace.new
        1 train --out x.menace --seed 3 => x.menace.new: holds a training in progress | to replace x.menace | --continue` resumes it | --force` starts another | remove it to keep the model
        ",
    );
}

/// What a newer program has begun is not read, so nothing is written that it would undo, and it is not removed.
#[test]
fn a_training_that_a_newer_program_has_begun_stays() {
    let place = Place::new();
    place.ok(OLD);
    let mut newer = place.bytes("x.menace");
    newer[8..12].copy_from_slice(&[2_u16.to_le_bytes(); 2].concat());
    reseal(&mut newer);
    fs::write(place.at("x.menace.new"), &newer).unwrap();
    let old = place.bytes("x.menace");
    for line in [
        "train --out x.menace --seed 3 --sets 6 --plots none --force",
        "play x.menace --learn",
    ] {
        let words = ["x.menace.new: format version 2, of a newer program"];
        place.fails(line, 1, &words);
    }
    assert!(place.bytes("x.menace.new") == newer && place.bytes("x.menace") == old);
}

/// Ctrl-C during the last write lets the write finish; a second Ctrl-C drops it. Whenever the signals come,
/// the printed message agrees with the file.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_in_the_last_write_loses_nothing() {
    let strace = Command::new("strace").arg("-V").output();
    if !strace.is_ok_and(|output| output.status.success()) {
        println!("SKIPPED: strace, which sends a signal at a system call, is not installed");
        return;
    }
    let line = "train --out x.menace --sets 30 --seed 7 --checkpoint-every 1000 --plots none";
    let whole = Place::new();
    whole.ok(line);
    // A signal, and a delay before the system call returns, so that the signal takes effect.
    let at = |call: &str, when: &str, delay: u64| {
        format!("-e inject={call}:signal=INT:delay_exit={delay}:when={when}")
    };
    // The calls for the first file, its folder, the last file, and its folder.
    let once = ["1", "2", "3", "4"].map(|n| at("fsync", n, 300_000));
    let twice = [
        // The permissions are set just before the file is synced to the disk.
        format!("{} {}", at("fchmod", "1", 1), at("fsync", "3", 2_000_000)),
        at("fsync", "3+", 300_000),
    ];
    for (number, signals) in once.iter().chain(&twice).enumerate() {
        let is_once = number < once.len();
        for (force, kept) in [("", "x.menace"), (" --force", "x.menace.new")] {
            let place = Place::new();
            if !force.is_empty() {
                place.ok(OLD);
            }
            let old = fs::read(place.at("x.menace")).ok();
            let traced = format!("strace -f -qqq -o /dev/null {signals} \"$M\" {line}{force}");
            let ran = place.shell(&traced);
            assert!(matches!(ran.code, Some(0 | 130)), "{ran:#?}");
            let is_whole = place.bytes("x.menace") == whole.bytes("x.menace");
            let is_old = old.is_none_or(|old| place.bytes("x.menace") == old);
            assert!(is_whole || is_old, "{ran:#?}");
            if ran.code == Some(0) || ran.err.contains("holds the whole training") {
                assert!(is_whole, "{ran:#?}");
            } else {
                let model = store::verify(&place.at(kept)).unwrap();
                assert!(model.pending.is_some(), "{ran:#?}");
                let is_dropped = ran.err.contains(" dropped with ");
                let keeps = format!("{kept} keeps what was learnt");
                let is_reported = match model.sets() {
                    0 => !is_once || !is_dropped,
                    sets => ran.err.contains(&keeps) && sets <= 30,
                };
                // Only a second signal drops games that were played.
                let has_played = ran.err.contains("after set") || is_dropped;
                let is_lost = is_once && has_played && model.sets() == 0;
                assert!(is_reported && !is_lost, "{ran:#?}");
            }
            assert!(!is_once || number != 2 || is_whole, "{ran:#?}");
            place.ok(&format!("{line}{force}"));
            let is_whole = place.bytes("x.menace") == whole.bytes("x.menace");
            assert!(is_whole, "{traced}");
            assert_eq!(place.files(), ["x.menace"]);
        }
    }
}
