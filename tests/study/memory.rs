//! How much memory a study takes, and what it does to stay within a limit.

#[cfg(target_os = "linux")]
use std::{
    fs,
    io::{self, Read as _},
    process::Stdio,
};

use crate::place::Place;
#[cfg(target_os = "linux")]
use crate::whole::whole_or;

/// The megabytes in the note of a study for which one run is too large.
#[cfg(target_os = "linux")]
fn estimate(note: &str) -> u64 {
    let (_, rest) = note.split_once("a run may take ").unwrap();
    let (bytes, _) = rest.split_once(" MB").unwrap();
    bytes.replace(',', "").parse().unwrap()
}

/// A run takes at most what was said, and the estimate is not far above it: one training for each way to learn, and many in
/// the whole form.
#[cfg(target_os = "linux")]
#[test]
fn the_estimate_of_a_run_is_near_what_it_takes() {
    let place = Place::new();
    let few = "tic-tac-toe; mnk:8,8,5; connect-four:8x8 --learner both; mnk:7,7,4 --rule q-learning --sets 40";
    let many = "mnk:8,8,5 --learner both; connect-four:8x8 --sets 400; othello; hexapawn:5x5; \
        mnk:8,8,5 --rule q-learning --sets 20; othello:6 --rule q-learning --learner both --sets 40; \
        connect-four:6x7 --rule q-learning";
    let all = [few, many].into_iter().take(whole_or(2, 1));
    for training in all.flat_map(|trainings| trainings.split("; ")) {
        let options = "--runs 1 --threads 1 --memory 1 --plots none --json";
        let mut child = place.command(&format!("study --game {training} {options}"));
        child.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        // It waits with all that it holds until the rest of its long answer is read.
        let mut answer = child.stdout.take().unwrap();
        answer.read_exact(&mut [0]).unwrap();
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        io::copy(&mut answer, &mut io::sink()).unwrap();
        let note = io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert!(child.wait().unwrap().success(), "{training}");
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let most = most.unwrap().trim().strip_suffix(" kB").unwrap();
        let took = most.parse::<u64>().unwrap() * 1_024 / 1_000_000;
        let said = estimate(&note);
        let is_near = (said / 3..said + 5).contains(&took);
        assert!(is_near, "{training}: {took} MB, {said} MB were said");
    }
}

/// Fewer threads play where memory is short, and the results are the same.
#[test]
fn memory_changes_the_threads_and_no_result() {
    let place = Place::new();
    let study = "study --game mnk:5,5,4 --runs 6 --sets 5 --threads 3 --part 1/1 --out";
    assert_eq!(place.run(&format!("{study} whole.part")).err, "");
    for (memory, note) in [
        ("40M", "2 of 3 threads, to stay within 40 MB of memory"),
        ("30M", "1 of 3 threads, to stay within 30 MB of memory"),
        (
            "1",
            "1 thread plays, and a run may take 26 MB of memory, more than 1 MB",
        ),
    ] {
        let ran = place.run(&format!("{study} {memory}.part --memory {memory}"));
        assert_eq!(ran.err, format!("menace: {note} (--memory)\n"));
        let bytes = place.bytes(&format!("{memory}.part"));
        assert_eq!(bytes, place.bytes("whole.part"), "{memory}");
    }
    // A sweep says it once, however many trainings it has.
    let size = "--runs 3 --sets 2 --memory 1 --json";
    let sweep = format!("sweep --game mnk:5,5,4 --rule rote --rule bridle {size}");
    assert_eq!(place.run(&sweep).err.lines().count(), 1);
    let quiet = place.run(&format!("{sweep} --quiet --force"));
    assert_eq!(quiet.err, "");
    place.refuses("2 study --memory 0 => --memory\n2 sweep --memory little => --memory");
}
