//! Files with lists far longer than those of a model are refused while they are read.

use matchboxes::learn::History;
use matchboxes::store::decode;

use super::golden::{GOLDEN_RULE, Payload};

/// A model of one chapter with these numbers of sets and names, up to its records.
fn begun(sets: usize, names: usize) -> Payload {
    let payload = Payload::made().number(1).text("nim:1,2").raw(&[0]);
    let payload = payload.text(GOLDEN_RULE).text("random").text("");
    let payload = payload.numbers([1, 0, 0, 1, 0, 0, sets as u64, 0, 0, names as u64]);
    let payload = payload.raw(&vec![0; 33 * names]).raw(&[0, 0]);
    // No player from a file and nothing pending.
    payload.section(*b"HIST").number(sets as u128)
}

/// With a table of the first side without boxes of beads or positions met once.
fn sealed(payload: Payload) -> Vec<u8> {
    payload.section(*b"BEAD").raw(&[1, 0, 0, 0]).sealed()
}

fn refused(bytes: &[u8], reason: &str) {
    let damage = decode(bytes).unwrap_err().to_string();
    assert!(damage.contains(reason), "{damage}");
}

#[test]
fn the_number_of_records_is_limited() {
    let record = [1, 0, 0, 0, 0, 0, 0, 0];
    let model = |count: usize| sealed(begun(count, 0).raw(&record.repeat(count)));
    let longest = decode(&model(History::POINTS)).unwrap();
    assert_eq!(longest.history.records.len(), History::POINTS);
    refused(&model(History::POINTS + 1), "longer than the limit");
}

#[test]
fn the_total_size_of_all_snapshots_is_limited() {
    let zeros = 65_000;
    let mut record = Payload::default().numbers([1, 1, 0, 0, 0, 0, 1, 0, zeros]);
    record.0.resize(record.0.len() + 65_000, 0);
    let record = record.raw(&[0; 9]).0;
    let model = |count: usize| sealed(begun(count, 0).raw(&record.repeat(count)));
    assert!(decode(&model(2)).is_ok());
    let count = (1 << 24) / 65_000 + 1;
    refused(&model(count), "longer than the limit");
}

#[test]
fn a_list_by_ply_is_limited() {
    let missing_colour = |count: usize| {
        let record = begun(1, 0).numbers([1, 1, 0, 0, 0, 0]).raw(&[1, 0]);
        let record = record.number(count as u128).raw(&vec![0; count]);
        sealed(record.raw(&[0; 9]))
    };
    assert!(decode(&missing_colour(65_534)).is_ok());
    refused(&missing_colour(65_535), "impossible");
    refused(&missing_colour(65_536), "longer than the limit");
}

#[test]
fn names_and_chapters_are_limited() {
    let names = (1 << 20) + 1;
    refused(&sealed(begun(0, names)), "names more models");
    let rule = "name = 'x'\nstart = [1]\n";
    let start = Payload::made();
    let chapters = (1 << 16) + 1;
    let all = start.chapters(chapters, "nim:1,2", 0, [rule, ""], [0; 5]);
    refused(&all.sealed(), "more chapters");
}
