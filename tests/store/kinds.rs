//! Files with a checksum: whatever happens to one of any kind is noticed.

use std::fs;
use std::path::Path;

use matchboxes::error::{Damage, Error};
use matchboxes::games::{End, Nim, TicTacToe};
use matchboxes::graph::Merging;
use matchboxes::learn::Learners;
use matchboxes::search::{Book, Database};
use matchboxes::store::{
    Journal, Part, decode, decode_book, decode_database, encode, encode_book, encode_database,
};

use super::golden::GOLDEN;
use super::solved::solved;
use super::{small, trained, use_all};
use crate::place::sealed::reseal;
use crate::place::{Place, files};
use crate::shipped::root;
use crate::whole::whole_or;

/// Reads a file and does with it what a program does.
type Reader = fn(&[u8]) -> Result<(), Damage>;

/// The kinds of files with a magic number: a name, the bytes of a small file, its reader.
fn kinds() -> Vec<(&'static str, Vec<u8>, Reader)> {
    let place = Place::new();
    place.ok("study --runs 3..5 --sets 1 --games-per-set 3 --out study");
    place.ok(
        "sweep --game nim:1,2 --field empty=resign,refill --rule rote --runs 3 --sets 6 --exact --part 1/2 --out sweep",
    );
    let nim = Nim::new(&[1, 2], End::Normal).unwrap();
    let values = trained(nim, "sarsa", Learners::Both, 2);
    let solved = solved(TicTacToe, Merging::Full);
    let database = Database::from_solved(&solved, Some(2));
    let model: Reader = |bytes| decode(bytes).map(|model| use_all(&model));
    let part: Reader = |bytes| Part::decode(bytes).map(drop);
    vec![
        ("beads", encode(&small()), model),
        ("values", encode(&values), model),
        ("a model with all it can have", GOLDEN.to_vec(), model),
        ("database", encode_database(&database), |bytes| {
            decode_database(bytes).map(drop)
        }),
        (
            "book",
            encode_book(&Book::from_solved(&solved, 3)),
            |bytes| decode_book(bytes).map(drop),
        ),
        ("part of a study", place.bytes("study"), part),
        ("part of a sweep", place.bytes("sweep"), part),
    ]
}

/// Every cut, every flipped bit and every byte too many is noticed, of every kind of file; and with a right checksum no
/// changed byte makes its reader stop in another way. The short form tries every third cut, bit and byte.
#[test]
fn every_cut_and_every_flipped_bit_is_noticed() {
    let step = whole_or(1, 3);
    for (kind, whole, read) in kinds() {
        read(&whole).unwrap_or_else(|damage| panic!("{kind}: {damage}"));
        for cut in (0..whole.len()).step_by(step) {
            let reason = read(&whole[..cut]).unwrap_err().to_string();
            assert!(reason.starts_with("cut short"), "{kind}: {reason}");
        }
        let mut bytes = whole.clone();
        for bit in (0..8 * whole.len()).step_by(step) {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&bytes).is_err(), "{kind}: bit {bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        for more in [&b"\0"[..], b"\n", &whole] {
            let reason = read(&[&whole, more].concat()).unwrap_err();
            assert!(matches!(reason, Damage::Long { .. }), "{kind}: {reason}");
        }
        for at in (24..whole.len()).step_by(step) {
            for change in [1, 0x80, 0xff] {
                let mut forged = whole.clone();
                forged[at] ^= change;
                reseal(&mut forged);
                let _ = read(&forged);
            }
        }
    }
}

/// Every magic number in the sources is that of a kind above; and no file is read as one of another kind.
#[test]
fn no_kind_is_missing_and_none_is_taken_for_another() {
    let kinds = kinds();
    let crates = root().join("crates");
    let sources = files(&crates).into_iter();
    let sources = sources.filter(|name| name.contains("/src/"));
    let mut found = 0;
    for name in sources {
        let text = fs::read_to_string(crates.join(&name)).unwrap_or_default();
        for magic in text.split(r#"b"\x8D"#).skip(1) {
            let is_here = |bytes: &[u8]| bytes[1..].starts_with(&magic.as_bytes()[..3]);
            let is_here = kinds.iter().any(|(_, bytes, _)| is_here(bytes));
            assert!(is_here, "{name}: \\x8D{}", &magic[..3]);
            found += 1;
        }
    }
    assert!(found >= 4, "{found}");
    for (one, bytes, _) in &kinds {
        for (other, others, read) in &kinds {
            let is_alike = bytes[..8] == others[..8];
            assert_eq!(read(bytes).is_ok(), is_alike, "{one} as {other}");
        }
    }
}

/// The lines of a journal.
fn lines(path: &Path) -> Result<Vec<String>, Error> {
    Journal::open(path).map(|(_, lines)| lines)
}

/// Of a journal, which grows, the whole lines before a cut are read, and any flipped bit is refused. The last line end
/// marks the line as whole.
#[test]
fn a_journal_loses_what_was_cut_and_every_flipped_bit_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.jsonl");
    let all = ["one", "", "three"];
    let (mut journal, _) = Journal::open(&path).unwrap();
    for line in all {
        journal.add(line).unwrap();
    }
    drop(journal);
    let whole = fs::read(&path).unwrap();
    for cut in 0..=whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        // The last line end may be missing.
        let ends = whole[..(cut + 1).min(whole.len())].split(|&byte| byte == b'\n');
        let ended = ends.count() - 1;
        assert_eq!(lines(&path).unwrap(), all[..ended], "{cut}");
        // What is added next begins a line.
        let (mut journal, _) = Journal::open(&path).unwrap();
        journal.add("next").unwrap();
        drop(journal);
        let next = [&all[..ended], &["next"]].concat();
        assert_eq!(lines(&path).unwrap(), next, "{cut}");
    }
    for bit in 0..8 * (whole.len() - 1) {
        let mut changed = whole.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, changed).unwrap();
        let is_refused = matches!(lines(&path), Err(Error::Line { .. }));
        assert!(is_refused, "bit {bit}");
    }
}
