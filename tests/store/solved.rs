//! Endgame databases and opening books on disk.

use std::fs;
use std::path::Path;

use matchboxes::Error;
use matchboxes::error::{Damage, Mismatch};
use matchboxes::game::{Game, Key, Move, Verdict};
use matchboxes::games::{ConnectFour, End, Nim, TicTacToe};
use matchboxes::graph::{Budget, Merging, Solved};
use matchboxes::search::{Book, Database, SolvedOrigin, Worth};
use matchboxes::store::{
    self, decode_book, decode_database, encode_book, encode_database, read_book, read_database,
};

use super::golden::Payload;
use crate::place::Text as _;

pub(super) fn solved<G: Game>(game: G, merging: Merging) -> Solved<G> {
    Solved::new(game, merging, Budget::EXACT, "a test").unwrap()
}

#[test]
fn databases_and_books_are_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    for merging in [Merging::None, Merging::Rotations, Merging::Full] {
        let solved = solved(TicTacToe, merging);
        for within in [None, Some(0), Some(5)] {
            let database = Database::from_solved(&solved, within);
            store::replace(&path, &encode_database(&database)).unwrap();
            let read = read_database(&path, Some(&TicTacToe.into()));
            assert_eq!(read.unwrap(), database);
        }
        for moves in [1, 4, 9] {
            let book = Book::from_solved(&solved, moves);
            store::replace(&path, &encode_book(&book)).unwrap();
            assert_eq!(read_book(&path, Some(&TicTacToe.into())).unwrap(), book);
        }
    }
    let five = ConnectFour::new(5, 3).unwrap();
    let database = Database::from_solved(&solved(five, Merging::Full), None);
    let bytes = encode_database(&database);
    assert!(bytes.len() < 4 * database.entries().len());
    assert_eq!(decode_database(&bytes), Ok(database));
    // A file of one kind is said to be no other kind.
    assert_eq!(decode_book(&bytes), Err(Damage::Kind("an opening book")));
    assert_eq!(store::decode(&bytes), Err(Damage::Foreign));
}

/// The start of a file for all of tic-tac-toe, written by hand.
fn by_hand() -> Payload {
    let start = Payload::default().number(1);
    start.text("tic-tac-toe").raw(&[0, 2])
}

/// A file of this kind with a valid header.
fn sealed(kind: [u8; 3], payload: &Payload) -> Vec<u8> {
    of_version(1, kind, payload)
}

fn of_version(version: u16, kind: [u8; 3], payload: &Payload) -> Vec<u8> {
    let tag = if kind == *b"END" { *b"ENDS" } else { *b"BOOK" };
    Payload(payload.0.clone(), vec![(tag, 0)]).of_kind(kind, [version; 2])
}

#[test]
fn the_bytes_are_as_documented() {
    let origin = || SolvedOrigin {
        game: "tic-tac-toe".to_owned(),
        start: Key(0),
        merging: Merging::Full,
    };
    let worth = |verdict, distance| Worth { verdict, distance };
    let entries = [
        (Key(0), worth(Verdict::Draw, 9)),
        (Key(300), worth(Verdict::Loss, 0)),
        (Key(301), worth(Verdict::Win, 1)),
    ];
    let database = Database::new(origin(), Some(9), entries).unwrap();
    let payload = by_hand().raw(&[1]).numbers([9, 3, 0, 28, 300, 0, 1, 5]);
    assert_eq!(encode_database(&database), sealed(*b"END", &payload));
    let pages = vec![
        (Key(0), vec![Move(0), Move(4)]),
        (Key(300), vec![Move(260)]),
    ];
    let book = Book::new(origin(), 3, pages).unwrap();
    let payload = by_hand().numbers([3, 2, 0, 2, 0, 4, 300, 1, 260]);
    assert_eq!(encode_book(&book), sealed(*b"BOK", &payload));
}

#[test]
fn inconsistent_contents_are_refused() {
    let database = |payload: Payload| decode_database(&sealed(*b"END", &payload));
    let whole = || by_hand().raw(&[0]);
    assert!(database(whole().numbers([1, 0, 28])).is_ok());
    for (payload, reason) in [
        (whole().numbers([2, 0, 28, 0, 28]), "do not ascend"),
        (whole().numbers([1, 0, 3 << 16]), "too large"),
        (
            whole().raw(&[2, 1, 2]).number(u128::MAX).number(2),
            "too large",
        ),
        (whole().number(u128::MAX), ""),
        (whole().number(1 << 40), ""),
        (
            Payload::default().number(1).text("x").raw(&[0, 3, 0, 0]),
            "variant index",
        ),
    ] {
        let error = database(payload).unwrap_err();
        assert!(matches!(error, Damage::Contents(_)), "{error}");
        assert!(error.to_string().contains(reason), "{error}");
    }
    let book = |payload: Payload| decode_book(&sealed(*b"BOK", &payload));
    assert!(book(by_hand().numbers([1, 1, 0, 1, 4])).is_ok());
    for numbers in [
        &[1, 1, 0, 0][..],
        &[1, 1, 0, 2, 4, 4],
        &[1, 2, 0, 1, 4, 0, 1, 4],
    ] {
        let read = book(by_hand().raw(numbers));
        assert!(matches!(read, Err(Damage::Contents(_))));
    }
}

/// A changed value or a missing position, with a correct checksum.
#[test]
fn a_value_that_contradicts_later_positions_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.endgames");
    let four = Nim::new(&[1, 2, 3], End::Misere).unwrap();
    let whole = Database::from_solved(&solved(four.clone(), Merging::Full), None);
    let entries: Vec<(Key, Worth)> = whole.entries().collect();
    let game = four.into();
    let read = |entries: Vec<(Key, Worth)>| {
        let origin = whole.origin.clone();
        let database = Database::new(origin, None, entries).unwrap();
        fs::write(&path, encode_database(&database)).unwrap();
        read_database(&path, Some(&game))
    };
    assert_eq!(read(entries.clone()).unwrap(), whole);
    for place in 0..entries.len() {
        let Worth { verdict, distance } = entries[place].1;
        for (verdict, distance) in [
            (verdict.reversed(), distance),
            (Verdict::Draw, distance),
            (verdict, distance + 1),
        ] {
            let mut forged = entries.clone();
            forged[place].1 = Worth { verdict, distance };
            let error = read(forged).unwrap_err();
            assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
            assert!(error.to_string().contains("does not follow"), "{error}");
        }
    }
    // Every position except the start is needed by another.
    let start = whole.origin.start;
    for place in 0..entries.len() {
        let mut forged = entries.clone();
        let (key, _) = forged.remove(place);
        assert_eq!(read(forged).is_ok(), key == start, "{key:?}");
    }
}

#[test]
fn the_error_for_a_wrong_file_names_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.endgames");
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        read_database(&path, Some(&TicTacToe.into())).unwrap_err()
    };
    let other = ConnectFour::new(3, 3).unwrap();
    let other = Database::from_solved(&solved(other, Merging::Full), None);
    let error = read(&encode_database(&other));
    assert!(matches!(&error, Error::Mismatch(Mismatch::Other(_))));
    assert!(error.to_string().contains("is for connect-four:3x3, not"));
    // The first is the key of no position; the second is not a canonical key.
    let legal = Database::from_solved(&solved(TicTacToe, Merging::None), None);
    let image = legal.entries().map(|(key, _)| key.0).max().unwrap();
    for key in [u128::MAX, image] {
        let payload = by_hand().raw(&[0]).number(1).number(key).number(28);
        let error = read(&sealed(*b"END", &payload));
        assert!(error.to_string().contains("does not belong"), "{error}");
    }
    let newer = of_version(2, *b"END", &by_hand());
    assert!(read(&newer).to_string().contains("newer program"));
    let text = read(b"\x8DEND\n\x1A\n").to_string();
    text.has(["text mode", "x.endgames"]);
    let text = read(b"position,value\n").to_string();
    text.has(["not an endgame"]);
    // A book with an illegal move.
    let payload = by_hand().numbers([1, 1, 0, 1, 9]);
    fs::write(&path, sealed(*b"BOK", &payload)).unwrap();
    let error = read_book(&path, Some(&TicTacToe.into())).unwrap_err();
    assert!(error.to_string().contains("does not belong"), "{error}");
    let error = read_book(Path::new("none"), Some(&TicTacToe.into())).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error:?}");
    if Path::new("/dev/zero").exists() {
        assert!(read_database(Path::new("/dev/zero"), Some(&TicTacToe.into())).is_err());
    }
}
