//! Every command that reads a model refuses a damaged one and does not change it.

use std::fs;

use matchboxes::game::Key;
use matchboxes::learn::Matchbox;
use matchboxes::store;

use crate::place::Place;
use crate::place::sealed::reseal;

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
    "merge whole.menace M -o x.menace",
];

#[test]
fn a_damaged_model_is_refused_everywhere() {
    let place = Place::new();
    place.ok("train --sets 2 --out whole.menace --plots none");
    let whole = place.bytes("whole.menace");
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    };
    let end = whole.len();
    // The checksum is correct, but the history has a box too many.
    let a_box_too_many = "a record has more boxes than there are at the end";
    let mut changes = (24..end).map(|at| {
        let mut bytes = whole.clone();
        bytes[at] = bytes[at].wrapping_add(1);
        reseal(&mut bytes);
        bytes
    });
    let other = changes.find(|bytes| {
        store::decode(bytes).is_err_and(|error| error.to_string().contains(a_box_too_many))
    });
    let damages: Vec<(&str, Vec<u8>)> = vec![
        ("cut short", Vec::new()),
        ("cut short", whole[..10].to_vec()),
        ("cut short", whole[..end / 2].to_vec()),
        ("cut short", whole[..end - 1].to_vec()),
        ("too long", [&whole[..], b"\n"].concat()),
        ("not a model file", flipped(1)),
        ("damaged: the checksum differs", flipped(9)),
        ("damaged: the checksum differs", flipped(30)),
        ("damaged: the checksum differs", flipped(end - 1)),
        (
            "not a model file",
            b"name = \"rote\"\nstart = [1]\n".to_vec(),
        ),
        (a_box_too_many, other.unwrap()),
    ];
    for (word, bytes) in &damages {
        fs::write(place.at("bad.menace"), bytes).unwrap();
        // `log` does without the boxes.
        let reads = |reader: &&&str| *word != a_box_too_many || !reader.starts_with("log");
        for reader in READERS.iter().filter(reads) {
            let line = reader.replace('M', "bad.menace");
            place.fails(&line, 1, &["bad.menace", word]);
        }
        let checked = place.run("check whole.menace bad.menace");
        assert!(checked.out.contains(word), "{checked:#?}");
        checked.fails(1, &["1 of 2 files damaged or unreadable"]);
        assert_eq!(&place.bytes("bad.menace"), bytes);
        assert_eq!(place.files(), ["bad.menace", "whole.menace"]);
    }
    place.fails("list models --models .", 1, &["1 model cannot be read"]);
    place.ok("train --sets 2 --out bad.menace --plots none --force");
    assert_eq!(place.bytes("bad.menace"), whole);
}

/// A box that no position of the game has, with a correct checksum: every command names the file and the
/// box, whichever of two models contains it.
#[test]
fn a_box_of_no_position_is_named() {
    let place = Place::new();
    place.ok("train --sets 2 --out whole.menace --plots none");
    let mut model = store::read(&place.at("whole.menace")).unwrap();
    let stray = Matchbox {
        ply: 0,
        beads: vec![1],
    };
    let table = model.tables[0].as_mut().unwrap();
    table.insert(Key(1 << 90), stray);
    let last = model.history.records.last_mut().unwrap();
    last.snapshots[0].as_mut().unwrap().boxes += 1;
    fs::write(place.at("bad.menace"), store::encode(&model)).unwrap();
    let pairs = [
        "diff whole.menace M",
        "diff M whole.menace",
        "merge whole.menace M -o sum.menace",
        "merge M whole.menace -o sum.menace",
        "prove M",
        "export M",
        "tournament random M",
    ];
    let reads = |reader: &&&str| !reader.starts_with("log");
    for reader in READERS.iter().chain(&pairs).filter(reads) {
        let line = reader.replace('M', "bad.menace");
        place.fails(&line, 1, &["bad.menace: the box of key 0x4000"]);
    }
    assert_eq!(place.files(), ["bad.menace", "whole.menace"]);
}
