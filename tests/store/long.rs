//! Files with lists far longer than those of a model are refused while they are read.

use matchboxes::learn::History;
use matchboxes::store::decode;

use super::golden::{GOLDEN_RULE, Payload, sealed};

/// A model of one chapter with these numbers of sets and names, up to its records.
fn begun(sets: usize, names: usize) -> Payload {
    let payload = Payload::default()
        .text("nim:1,2")
        .text("0.1.0")
        .raw(&[0, 1])
        .text(GOLDEN_RULE)
        .text("random")
        .numbers([1, 0, 0, 0])
        .number(sets as u128)
        .number(names as u128)
        .raw(&vec![0; names]);
    // Nothing pending, and a table of the first side without boxes.
    payload.raw(&[0, 1, 0, 0]).number(sets as u128)
}

fn refused(bytes: &[u8], reason: &str) {
    let damage = decode(bytes).unwrap_err().to_string();
    assert!(damage.contains(reason), "{damage}");
}

#[test]
fn the_number_of_records_is_limited() {
    let record = [1, 0, 0, 0, 0, 0, 0, 0];
    let model = |count: usize| begun(count, 0).raw(&record.repeat(count)).sealed();
    let longest = decode(&model(History::POINTS)).unwrap();
    assert_eq!(longest.history.records.len(), History::POINTS);
    refused(&model(History::POINTS + 1), "longer than the limit");
}

#[test]
fn the_total_size_of_all_snapshots_is_limited() {
    let zeros = 65_000;
    let mut record = Payload::default()
        .numbers([1, 0, 0, 0, 0, 0])
        .raw(&[1])
        .numbers([0, zeros]);
    record.0.resize(record.0.len() + 65_000, 0);
    let record = record.raw(&[0, 0, 0, 0, 0, 0]).0;
    let model = |count: usize| begun(count, 0).raw(&record.repeat(count)).sealed();
    assert!(decode(&model(2)).is_ok());
    let count = (1 << 24) / 65_000 + 1;
    refused(&model(count), "longer than the limit");
}

#[test]
fn names_and_terms_are_limited() {
    let many = (1 << 20) + 1;
    refused(&begun(0, many).sealed(), "names more models");
    let terms = begun(0, 0)
        .number(many as u128)
        .raw(&[1, 0, 0].repeat(many));
    refused(&sealed(2, &terms.0), "more chapters");
}
