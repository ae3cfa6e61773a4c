//! Every command that reads a model refuses a damaged one and does not change it.

use std::fs;

use matchboxes::game::Key;
use matchboxes::learn::Matchbox;
use matchboxes::store;

use crate::place::Place;

/// Commands that read a model; `M` stands for its name.
const READERS: &[&str] = &[
    "show M",
    "show M --json",
    "plot M",
    "match M random",
    "match random M:greedy",
    "match mix:0.5*M+0.5*random random",
    "train --out M --continue",
    "train --out M",
    "train --out x.menace --from M",
    "train --out x.menace --learner second --opponent M",
    "log M",
    "log M --json",
    "export M --table",
    "diff whole.menace M",
    "diff M whole.menace",
    "merge whole.menace M -o x.menace",
    "merge M whole.menace -o x.menace",
    "prove M",
    "export M",
    "tournament random M",
];

/// One is cut, has a bit flipped, or has a box that no position of the game has, with a correct checksum: every command
/// names the file and what is wrong, whichever of two models it is in.
#[test]
fn a_damaged_model_is_refused_everywhere() {
    let place = Place::new();
    place.ok("train --sets 2 --out whole.menace --plots none");
    let whole = place.bytes("whole.menace");
    let mut flipped = whole.clone();
    flipped[30] ^= 4;
    let mut stray = store::decode(&whole).unwrap();
    let (ply, beads) = (0, vec![1]);
    let table = stray.tables[0].as_mut().unwrap();
    table.insert(Key(1 << 90), Matchbox { ply, beads });
    let last = stray.history.records.last_mut().unwrap();
    last.snapshots[0].as_mut().unwrap().boxes += 1;
    for (words, bytes) in [
        ("cut short", &whole[..whole.len() - 1]),
        ("damaged: the checksum differs", &flipped),
        ("the box of key 0x4000", &store::encode(&stray)),
    ] {
        fs::write(place.at("bad.menace"), bytes).unwrap();
        // `log` does without the boxes.
        let reads = |reader: &&&str| !words.contains("key") || !reader.starts_with("log");
        for reader in READERS.iter().filter(reads) {
            let line = reader.replace('M', "bad.menace");
            place.fails(&line, 1, &["bad.menace", words]);
        }
        let checked = place.run("check whole.menace bad.menace");
        assert!(checked.out.contains(words), "{checked:#?}");
        checked.fails(1, &["1 of 2 files damaged or unreadable"]);
        assert_eq!(place.bytes("bad.menace"), bytes);
        assert_eq!(place.files(), ["bad.menace", "whole.menace"]);
    }
    place.ok("train --sets 2 --out bad.menace --plots none --force");
    assert_eq!(place.bytes("bad.menace"), whole);
}
