//! The binary files. Bytes are tried as they are and, since chance finds no checksum, once more with a right
//! length and checksum in their header.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use matchboxes::game::{Game, Move};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{History, Learners, Opponent, Reading, Training};
use matchboxes::player::{Player, Random};
use matchboxes::session::KnownFile;
use matchboxes::store::{self, BoxView, HeldPart, Model, Part};

/// The length of a header, and where in it the length of the rest and the checksum are; the length of the count of sections
/// after it, and of an entry of their list, which ends with a length and a checksum (`docs/format.md`).
const HEADER: usize = 24;
const LENGTH: usize = 12;
const CHECKSUM: usize = 20;
const COUNT: usize = 2;
const ENTRY: usize = 18;

/// Tries a law on bytes, and on these bytes with right lengths and checksums.
fn both(bytes: &[u8], law: impl Fn(&[u8])) {
    law(bytes);
    law(&sealed(bytes));
}

/// These bytes with right lengths and checksums, if they are enough for a header; the last section has what is left.
pub(crate) fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut sealed = bytes.to_vec();
    let first = HEADER + COUNT;
    if bytes.len() < first {
        return sealed;
    }
    let length = (bytes.len() - HEADER) as u64;
    sealed[LENGTH..CHECKSUM].copy_from_slice(&length.to_le_bytes());
    let count = usize::from(u16::from_le_bytes([bytes[HEADER], bytes[HEADER + 1]]));
    let list = (first + ENTRY * count).min(bytes.len());
    let (entries, mut at) = ((list - first) / ENTRY, list);
    for entry in 0..entries {
        let there = first + ENTRY * entry + 6;
        let mut length = [0; 8];
        length.copy_from_slice(&sealed[there..there + 8]);
        let end = usize::try_from(u64::from_le_bytes(length)).unwrap_or(usize::MAX);
        let is_last = entry + 1 == entries;
        let end = if is_last {
            usize::MAX
        } else {
            end.saturating_add(at)
        }
        .min(bytes.len());
        let sum = crc32fast::hash(&sealed[at..end]).to_le_bytes();
        sealed[there..there + 8].copy_from_slice(&((end - at) as u64).to_le_bytes());
        sealed[there + 8..there + 12].copy_from_slice(&sum);
        at = end;
    }
    let sum = crc32fast::hash(&[&sealed[..CHECKSUM], &sealed[HEADER..list]].concat());
    sealed[CHECKSUM..HEADER].copy_from_slice(&sum.to_le_bytes());
    sealed
}

/// Whether a file with these bytes is sound, as `menace check` finds.
fn is_sound(known: KnownFile, bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x");
    fs::write(&path, bytes).expect("room for a file");
    known.verify(&path).is_ok()
}

/// Models: the same after writing and reading, and a sound one plays.
pub fn model(bytes: &[u8]) {
    both(bytes, |bytes| {
        let Ok(model) = store::decode(bytes) else {
            return;
        };
        let written = store::encode(&model);
        assert!(
            store::decode(&written).as_ref() == Ok(&model),
            "a model changes as it is written and read"
        );
        let Ok(game) = parse(model.game()) else {
            return;
        };
        if store::check_for(&game, Path::new("x.menace"), &model).is_ok() {
            assert_eq!(
                store::encode_sound(Path::new("x.menace"), &model).ok(),
                Some(written),
                "a sound model is not written"
            );
            plays(&game, &model);
            goes_on(&game, &model);
        }
    });
}

/// A sound model shows its boxes and weighs its moves along a game.
fn plays(game: &AnyGame, model: &Model) {
    let reader = model.clone().player(game, Reading::Draw);
    let reader: &dyn Player<AnyGame> = &reader.expect("a sound model is a player");
    let mut at = game.start();
    loop {
        let moves: Vec<Move> = game.moves(&at).collect();
        let Some(&last) = moves.last() else { return };
        let mut weights = vec![0; moves.len()];
        if reader.plays(game.side(&at)) {
            reader.weigh(game, &at, &moves, &mut weights);
            let _ = BoxView::at(game, model, &at);
        }
        at = game.play(&at, last);
    }
}

/// A sound model of a small game can be trained on, and stays sound.
fn goes_on(game: &AnyGame, model: &Model) {
    const SMALL: &[&str] = &["tic-tac-toe", "nim:1,2", "nim:1,2,3", "hexapawn"];
    if !SMALL.contains(&model.game()) {
        return;
    }
    let training = Training::new(
        game.clone(),
        model.rule().clone().for_learners(model.learners()),
    )
    .learners(model.learners())
    .opponent(
        "random",
        match model.learners() {
            Learners::First | Learners::Second => Opponent::Player(Arc::new(Random)),
            Learners::Both | Learners::Shared => Opponent::Nobody,
        },
    )
    .games_per_set(3)
    .seed(1)
    .numbered(0);
    let tables = model.tables.each_ref().map(Option::as_ref);
    let run = training.resume(tables, History::default());
    let mut run = run.expect("a sound model is trained on");
    run.play(2);
    let trained = Model::from_run(&run);
    store::encode_sound(Path::new("x.menace"), &trained).expect("what was trained can be kept");
}

/// Parts of studies and sweeps: the same bytes each time they are written.
pub fn part(bytes: &[u8]) {
    both(bytes, copied);
}

fn copied(bytes: &[u8]) {
    if Part::decode(bytes).is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let again = copy(bytes, folder.path());
    assert!(
        copy(&again, folder.path()) == again,
        "a part changes as it is written and read"
    );
}

/// The bytes of a part that was read from these bytes.
fn copy(bytes: &[u8], folder: &Path) -> Vec<u8> {
    let path = folder.join("x.part");
    fs::write(&path, bytes).expect("room for a file");
    let part = Part::read(&path).expect("a part that is decoded is read");
    assert!(!part.in_words().is_empty());
    let mut held = HeldPart::new(part, folder);
    held.take_from(&path)
        .expect("what was read is read once more");
    let mut out = Cursor::new(Vec::new());
    held.write(&mut out).expect("writing to memory succeeds");
    out.into_inner()
}

/// Endgame databases: the same after writing and reading.
pub fn database(bytes: &[u8]) {
    both(bytes, |bytes| {
        if let Ok(database) = store::decode_database(bytes) {
            let written = store::encode_database(&database);
            let again =
                store::decode_database(&written).map(|again| store::encode_database(&again));
            assert!(again.as_ref() == Ok(&written), "a database changes");
            assert_eq!(
                is_sound(KnownFile::Database, bytes),
                is_sound(KnownFile::Database, &written)
            );
        }
    });
}

/// Opening books: the same after writing and reading.
pub fn book(bytes: &[u8]) {
    both(bytes, |bytes| {
        if let Ok(book) = store::decode_book(bytes) {
            let written = store::encode_book(&book);
            let again = store::decode_book(&written).map(|again| store::encode_book(&again));
            assert!(again.as_ref() == Ok(&written), "a book changes");
            assert_eq!(
                is_sound(KnownFile::Book, bytes),
                is_sound(KnownFile::Book, &written)
            );
        }
    });
}
