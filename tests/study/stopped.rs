//! Parts that are stopped by signals, and files that several commands write. That the same command goes on to the same
//! bytes is shown by the `kills` of `tests/ordeal`.
#![cfg(unix)]

use std::fs;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use matchboxes::store::Part;

use crate::place::{Place, end, signal, start, wait_for, work};

/// Starts a command that writes this file, and waits until it has worked for some milliseconds.
fn begin(place: &Place, line: &str, file: &str, worked: u64) -> Child {
    let child = start(place, line);
    // A command begins to work soon after it has taken its lock.
    wait_for("a lock", || place.at(&format!(".{file}.lock")).exists());
    work(&child, worked);
    child
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
    let mut child = begin(&place, line, "p", 100);
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

/// What is put together is written under the lock that a running study holds.
#[test]
fn a_part_is_written_by_one_command_at_a_time() {
    let place = Place::new();
    place.ok("study --runs 20 --sets 2 --part 1/2 --out a");
    let line = "study --runs 3 --sets 2000 --games-per-set 20000 --out p";
    let mut child = begin(&place, line, "p", 100);
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
    let mut child = begin(&place, line, "p", 200);
    fs::write(place.at("p"), "mine").unwrap();
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(fs::read(place.at("p")).unwrap(), b"mine");
    let files = place.files();
    let saved = files.iter().find(|name| name.starts_with("p-saved-"));
    let saved = Part::read(&place.at(saved.expect("what was played"))).unwrap();
    assert!(in_part(&saved));
}

/// What a stopped study, sweep or match shows is what its first runs, trainings or games alone show.
#[test]
fn a_stop_shows_what_is_whole() {
    let place = Place::new();
    let stopped = |line: &str| -> (String, u64) {
        let mut worked = 400;
        loop {
            let child = start(&place, line);
            work(&child, worked);
            signal(&child, "INT");
            let ran = end(line, child);
            assert_eq!(ran.code, Some(130), "{ran:?}");
            let first = ran.err.split("these are the first ").nth(1);
            let first = first.and_then(|text| text.trim().split(", without").next());
            let first = first.map_or(0, |n| n.replace(',', "").parse().unwrap());
            if first > 1 {
                return (ran.out, first);
            }
            // Too little was whole yet.
            worked *= 2;
        }
    };
    let study = "study --rule rote --rule q-learning --sets 2 --plots none --csv";
    let (out, runs) = stopped(&format!("{study} a --runs 9000"));
    assert!(
        place
            .ok(&format!("{study} b --runs {runs}"))
            .replace("b/", "a/")
            == out
    );
    for name in place.files().iter().filter(|name| name.starts_with("b/")) {
        assert!(
            place.bytes(name) == place.bytes(&name.replace("b/", "a/")),
            "{name}"
        );
    }
    let starts: Vec<String> = (1..=500).map(|n| format!("[{n}]")).collect();
    let sweep = |n: usize| {
        let starts = starts[..n].join(",");
        format!("sweep --runs 20 --sets 20 --plots none --field start={starts}")
    };
    let (out, trainings) = stopped(&sweep(starts.len()));
    assert_eq!(out, place.ok(&sweep(usize::try_from(trainings).unwrap())));
    let games = "match random perfect --json --games";
    let (out, first) = stopped(&format!("{games} 1000000000"));
    assert_eq!(out, place.ok(&format!("{games} {first}")));
    // A tournament shows the meetings that are whole; the last one is too long to be.
    let players = "random first perfect mcts:playouts=99999";
    let line = format!("tournament {players} --games 1000 --csv -");
    let child = start(&place, &line);
    work(&child, 1_000);
    signal(&child, "INT");
    let ran = end(&line, child);
    assert_eq!(ran.code, Some(130), "{ran:?}");
    let whole = place.ok("tournament random first perfect --games 1000 --csv -");
    let rows: Vec<&str> = ran.out.lines().filter(|row| !row.contains(",,")).collect();
    assert!(rows.len() > 1, "{ran:?}");
    assert!(rows.iter().all(|row| whole.contains(row)), "{ran:?}");
}
