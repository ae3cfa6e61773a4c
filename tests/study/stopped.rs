//! Parts and trainings that are stopped by signals, and files that several commands write.
#![cfg(unix)]

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use matchboxes::dice::{Dice, Purpose};
use matchboxes::store::Part;

use crate::place::{Place, work};

/// Starts a command that writes this file, and waits until it has worked for some milliseconds.
fn start(place: &Place, line: &str, file: &str, worked: u64) -> Child {
    let mut command = place.command(line);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // A command begins to work soon after it has taken its lock.
    let begun = Instant::now();
    while !place.at(&format!(".{file}.lock")).exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{line}");
        sleep(Duration::from_millis(2));
    }
    work(&child, worked);
    child
}

fn signal(child: &Child, name: &str) {
    let line = format!("kill -{name} {} 2>&1", child.id());
    let mut kill = Command::new("sh");
    kill.args(["-c", &line]).output().unwrap();
}

/// A part that is stopped keeps what it has, and the same command goes on to the same bytes.
#[test]
fn a_stopped_part_goes_on() {
    let place = Place::new();
    let line = "study --runs 3000 --rule rote --rule michie-304 --sets 20 --threads 2 --out p";
    for signal in ["TERM", "USR1", "INT"] {
        let mut child = start(&place, line, "p", 150);
        self::signal(&child, signal);
        let is_stopped = child.wait().unwrap().code() == Some(130);
        assert!(is_stopped, "it was too quick for the signal");
        assert_eq!(place.files(), ["p"]);
    }
    let (done, all) = Part::read(&place.at("p")).unwrap().progress();
    assert!(0 < done && done < all && all == 6000, "{done} of {all}");
    place.ok(line);
    place.ok(&line.replace("--out p", "--out q"));
    assert!(place.bytes("p") == place.bytes("q"));
    // A part that is complete stays as it is.
    place.ok(line);
    assert!(place.bytes("p") == place.bytes("q"));
}

/// Whatever signals come, in whatever mix and however often, short of Ctrl-C twice: the command saves what it has and
/// ends with 130, and the same command goes on to the same bytes.
#[test]
fn a_warning_repeated_is_one_warning() {
    let mut dice = Dice::new(39, Purpose::Training, 0, 0);
    for (line, file) in [
        (
            "study --runs 3 --sets 3000 --games-per-set 2000 --out p",
            "p",
        ),
        (
            "sweep --rule rote --rule michie-304 --runs 2 --sets 2000 --games-per-set 2000 --out p",
            "p",
        ),
        (
            "train --sets 4000 --games-per-set 500 --plots none --out p.menace",
            "p.menace",
        ),
    ] {
        for case in 0..4 {
            let place = Place::new();
            let mut child = start(&place, line, file, 200 + dice.below(300));
            let mut signals: Vec<&str> = Vec::new();
            for _ in 0..2 + dice.below(5) {
                let name = ["TERM", "USR1", "HUP"][usize::try_from(dice.below(3)).unwrap()];
                signals.push(name);
            }
            if case % 2 == 0 {
                let at = usize::try_from(dice.below(signals.len() as u64)).unwrap();
                signals.insert(at, "INT");
            }
            for name in &signals {
                signal(&child, name);
                sleep(Duration::from_micros(dice.below(2_000)));
            }
            let code = child.wait().unwrap().code();
            assert!(
                matches!(code, Some(130 | 0)),
                "{line}: {signals:?}: {code:?}"
            );
            assert_eq!(place.files(), [file], "{line}: {signals:?}");
            if code == Some(0) {
                continue;
            }
            let path = place.at(file);
            let has_some = match line.split(' ').next() {
                Some("study" | "sweep") => in_part(&Part::read(&path).unwrap()),
                _ => matchboxes::store::read(&path).unwrap().sets() > 0,
            };
            assert!(has_some, "{line}: {signals:?}");
        }
    }
}

fn in_part(part: &Part) -> bool {
    part.progress().0 > 0 || part.lists().iter().any(|list| list.begun() > 0)
}

/// Ctrl-C twice is the only thing that drops work, and it ends the command at once.
#[test]
fn ctrl_c_twice_ends_at_once() {
    let place = Place::new();
    // A set of this training takes minutes.
    let line = "study --game othello:6 --runs 2 --sets 20 --games-per-set 2000000 --out p";
    let mut child = start(&place, line, "p", 100);
    for name in ["TERM", "USR1", "INT"] {
        signal(&child, name);
        sleep(Duration::from_millis(100));
        assert!(child.try_wait().unwrap().is_none(), "{name}");
    }
    // Two that come together are one.
    let ended = loop {
        signal(&child, "INT");
        sleep(Duration::from_millis(50));
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
    };
    assert_eq!(ended.code(), Some(130));
    assert!(place.files().is_empty());
}

/// A study that is stopped within its runs keeps them, and the same command goes on to the same bytes.
#[test]
fn a_part_stopped_within_a_run_goes_on() {
    for (line, whole) in [
        ("study --runs 3 --sets 160 --games-per-set 20000 --out p", 3),
        (
            "sweep --rule rote --rule michie-304 --runs 1 --sets 90 --games-per-set 20000 --out p",
            4,
        ),
    ] {
        let place = Place::new();
        let mut stops = 0;
        loop {
            let mut child = start(&place, line, "p", 150);
            signal(&child, "USR1");
            match child.wait().unwrap().code() {
                Some(0) => break,
                code => assert_eq!(code, Some(130)),
            }
            stops += 1;
            assert!(stops < 1_000, "{line} does not get on");
        }
        assert!(stops > 1, "{line} was too quick");
        place.ok(&line.replace("--out p", "--out q"));
        assert!(place.bytes("p") == place.bytes("q"), "{line}: {whole} runs");
    }
}

/// What is put together is written under the lock that a running study holds.
#[test]
fn a_part_is_written_by_one_command_at_a_time() {
    let place = Place::new();
    place.ok("study --runs 20 --sets 2 --part 1/2 --out a");
    let line = "study --runs 3 --sets 2000 --games-per-set 20000 --out p";
    let mut child = start(&place, line, "p", 100);
    for command in [
        "study --merge a --out p --force",
        "study --runs 20 --sets 2 --out p --force",
    ] {
        place.fails(command, 1, &["p", "process "]);
    }
    assert!(!place.at("p").exists());
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(in_part(&Part::read(&place.at("p")).unwrap()));
    // What is there takes no harm without --force; a part that has less is replaced by one that has more.
    let bytes = place.bytes("p");
    place.fails("study --merge a --out p", 1, &["--force"]);
    assert!(place.bytes("p") == bytes);
    place.ok("study --merge a --out p --force");
    place.ok("study --runs 20 --sets 2 --part 2/2 --out b");
    place.ok("study --merge a b --out p");
    place.fails("study --merge a --out p", 1, &["--force"]);
    // A file that another program has put there while a study is played stays, and nothing is lost.
    fs::remove_file(place.at("p")).unwrap();
    let mut child = start(&place, line, "p", 200);
    fs::write(place.at("p"), "mine").unwrap();
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(fs::read(place.at("p")).unwrap(), b"mine");
    let files = place.files();
    let saved = files.iter().find(|name| name.starts_with("p-saved-"));
    let saved = Part::read(&place.at(saved.expect("what was played"))).unwrap();
    assert!(in_part(&saved));
}
