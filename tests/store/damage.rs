//! Everything that is not a whole and consistent model is refused with the reason and without a panic.

use std::fs;

use matchboxes::Error;
use matchboxes::error::{Damage, Mismatch};
use matchboxes::game::{Results, Side};
use matchboxes::games::{self, End, Nim, TicTacToe, parse};
use matchboxes::learn::{Learners, Snapshot};
use matchboxes::session::{Already, Keeping, Request, train};
use matchboxes::store::format::Section;
use matchboxes::store::{self, Lock, Model, Pending, decode, encode};
use proptest::prelude::*;

use super::golden::{GOLDEN_RULE, Payload, golden, golden_payload, table};
use super::{small, trained, use_all};
use crate::place::Place;
use crate::place::sealed::reseal;

fn nim(piles: &[u8]) -> Nim {
    Nim::new(piles, End::Normal).unwrap()
}

#[test]
fn the_error_names_the_damaged_file_and_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let whole = encode(&small());
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let text = String::from_utf8_lossy(&whole).into_owned().into_bytes();
    let unix = [&b"\x8DMEN\n\x1A\n"[..], &whole[8..]].concat();
    let cut = format!("cut short: 40 of {} bytes", whole.len());
    let of = |versions, contents: &[u8]| {
        let payload = Payload::default().section(*b"MADE").raw(contents);
        payload.of_kind(*b"MEN", versions)
    };
    for (bytes, message) in [
        (b"name = \"rote\"\n".to_vec(), "not a model file"),
        (text, "not a model file"),
        (unix, "text mode"),
        (Vec::new(), "cut short: 0 bytes"),
        (whole[..40].to_vec(), &cut),
        (flipped(8), "the checksum differs"),
        (flipped(30), "the checksum differs"),
        (of([2, 2], b"of later times"), "a newer program"),
        (of([1, 1], b"\x01of no sense"), "cannot be understood"),
        (of([1, 0], b""), "cannot be understood"),
        (of([1, 2], b""), "cannot be understood"),
        (of([1, 1], b""), "cannot be understood"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = store::read(&path).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
        assert!(error.to_string().contains(message), "{error}");
        assert!(error.to_string().contains("a.menace"), "{error}");
    }
    let error = store::read(&folder.path().join("none")).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error:?}");
}

/// How a model was trained stands in its first bytes, which are read alone.
#[test]
fn a_training_is_read_without_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let model = small();
    let mut bytes = store::encode(&model);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (chapters, pending) = store::read_training(&path).unwrap();
    assert_eq!((chapters, pending), (model.chapters, model.pending));
    store::read(&path).unwrap_err();
    for most in [0, 7, 23, 30, last] {
        fs::write(&path, &bytes[..most]).unwrap();
        store::read_training(&path).unwrap_err();
    }
}

/// One line says what is wrong, without a look at the causes of an error.
#[test]
fn the_message_of_an_error_says_why() {
    use std::error::Error as _;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (file, foreign) = (at("file"), at("a.menace"));
    fs::write(&file, "text").unwrap();
    fs::write(&foreign, "text").unwrap();
    let nim = parse("nim:1,2").unwrap();
    let request = Request {
        game: Some(nim),
        ..Request::default()
    };
    let keeping = Keeping::at(&foreign, Already::Keep);
    let missing = "there is no such file or folder";
    let within_a_file = [missing, "reading failed: "][usize::from(cfg!(unix))];
    let trained = train(&request, &keeping, &mut ()).unwrap_err();
    let written = store::replace(&file.join("x"), b"").unwrap_err();
    for (error, words) in [
        (store::read(&at("none")).unwrap_err(), missing),
        (store::list(&at("none")).err().unwrap(), missing),
        (store::read(&file.join("x")).unwrap_err(), within_a_file),
        (written, " failed: "),
        (trained, "not a model file, so it is not replaced"),
    ] {
        let message = error.to_string();
        let place = folder.path().display().to_string();
        assert!(message.starts_with(&place), "{message}");
        assert!(message.contains(words), "{message}");
        assert!(!message.ends_with(": "), "{message}");
        assert!(error.source().is_none(), "{message}");
    }
}

/// Boxes that no position of the game has are damage; a model of another game is sound but does not match.
#[test]
fn boxes_of_another_game_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    store::write(&path, &small()).unwrap();
    let other = nim(&[2, 2]);
    let error = store::read_for(&other, &path).unwrap_err();
    let does_not_match = matches!(error, Error::Mismatch(Mismatch::Other(_)));
    assert!(does_not_match, "{error:?}");
    let mut forged = small();
    forged.chapters[0].spec.game = "tic-tac-toe".to_owned();
    fs::write(&path, store::encode(&forged)).unwrap();
    for error in [
        store::verify(&path).unwrap_err(),
        store::read_for(&TicTacToe, &path).unwrap_err(),
    ] {
        let Error::Damaged { reason, .. } = &error else {
            panic!("{error:?}");
        };
        assert!(matches!(reason, Damage::Boxes(_)), "{error:?}");
    }
}

#[test]
fn forged_lengths_are_refused() {
    let start = Payload::made;
    let game = || start().number(1).text("nim:1,2").raw(&[0]);
    for length in [1 << 20, 1 << 40, u128::from(u64::MAX), u128::MAX] {
        let names = || game().text(GOLDEN_RULE).text("").text("");
        let chapter = || {
            let numbers = [1, 1, 0, 0, 0];
            start().chapters(1, "nim:1,2", 0, [GOLDEN_RULE, ""], numbers)
        };
        let results = || chapter().raw(&[0]).section(*b"HIST");
        let tables = || results().number(0).section(*b"BEAD");
        for payload in [
            Payload::default()
                .section(*b"MADE")
                .number(1)
                .number(length),
            start().number(length),
            start().number(1).number(length),
            game().number(length),
            game().text(GOLDEN_RULE).number(length),
            game().text(GOLDEN_RULE).text("").number(length),
            names().raw(&[1, 1, 0, 1, 0, 0, 1, 0]).number(length),
            results().number(length),
            results().raw(&[1, 0, 0, 0, 0, 0, 0, 1, 0]).number(length),
            tables().raw(&[1]).number(length),
            tables().numbers([1, 1, 5, 0]).number(length),
            tables().numbers([1, 0]).number(length),
        ] {
            let reason = decode(&payload.sealed()).unwrap_err();
            assert!(matches!(reason, Damage::Contents(_)), "{reason}");
        }
    }
    let whole = encode(&small());
    for at in 0..Payload::of(&whole).0.len() {
        let huge = [0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F];
        let mut payload = Payload::of(&whole);
        payload.splice(at..at + 1, &huge);
        if let Ok(model) = decode(&payload.sealed()) {
            use_all(&model);
        }
    }
}

/// What a later program has added is said to be of it.
#[test]
fn what_a_newer_program_wrote_is_said_to_be_newer() {
    let later = format!("soon = 1\n{}", GOLDEN_RULE.trim_start());
    let reason = decode(&golden_payload(&later).sealed()).unwrap_err();
    let wanted = "a newer program wrote it, with the field `soon`";
    assert!(reason.to_string().contains(wanted), "{reason}");
    let newer = |payload: &Payload, versions| {
        let reason = decode(&payload.of_kind(*b"MEN", versions)).unwrap_err();
        reason.to_string()
    };
    let whole = || golden_payload(GOLDEN_RULE.trim_start());
    let used =
        |what: &str| format!("written by a newer program, which uses {what}, unknown to this one");
    let needed = whole().section(*b"LUCK").text("?");
    assert_eq!(newer(&needed, [1, 1]), used("section LUCK"));
    let mut numbered = whole();
    numbered.0[0] = 2;
    assert_eq!(newer(&numbered, [1, 1]), used("numbering 2 of positions"));
    let words = "format version 3, of a newer program; this one reads up to 1";
    assert_eq!(newer(&whole(), [3, 2]), words);
    // A newer version that its oldest reader can read is read.
    assert_eq!(decode(&whole().of_kind(*b"MEN", [3, 1])), Ok(golden()));
    // The version of a section, in the first entry of the list.
    let mut later = whole().sealed();
    later[30] = 2;
    reseal(&mut later);
    let reason = decode(&later).unwrap_err().to_string();
    assert_eq!(reason, used("section MADE, version 2"));
    for wrong in [
        whole().section(*b"lu k"),
        whole().section(*b"luck").section(*b"luck"),
        whole().section(*b"HIST"),
    ] {
        let reason = decode(&wrong.sealed()).unwrap_err();
        assert!(matches!(reason, Damage::Contents(_)), "{reason}");
    }
}

/// A section that may be skipped stays as it is when the model learns on and when a game is taken back; a merge begins
/// without it.
#[test]
fn what_a_newer_program_added_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let (tag, version, bytes) = (*b"luck", 7, vec![1, 2, 3]);
    let sections = vec![Section {
        tag,
        version,
        bytes,
    }];
    let added = Model {
        sections: sections.clone(),
        ..trained(nim(&[1, 2]), "rote", Learners::First, 2)
    };
    store::write(&path, &added).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(store::verify(&path).unwrap(), added);
    assert!(bytes.ends_with(&[1, 2, 3]));
    let place = Place::new();
    fs::write(place.at("a.menace"), &bytes).unwrap();
    place.ok("train --continue --out a.menace --sets 1 --plots none");
    let before = place.bytes("a.menace");
    place.ok("play a.menace --teach 2 --learn");
    let learnt = store::verify(&place.at("a.menace")).unwrap();
    assert_eq!((learnt.sets(), &learnt.sections), (5, &sections));
    fs::write(place.at("a.menace"), &before).unwrap();
    let undone = "resign\nundo\nquit\n";
    place.typed("play a.menace --learn", undone).ok();
    assert_eq!(place.bytes("a.menace"), before);
    let mut other = added.clone();
    other.chapters[0].spec.seed += 1;
    let both = [("a".to_owned(), added), ("b".to_owned(), other)];
    let merged = store::merge(&nim(&[1, 2]), &both).unwrap();
    assert!(merged.sections.is_empty());
}

/// The last snapshot of the first side.
pub(crate) fn last(model: &mut Model) -> &mut Snapshot {
    let record = model.history.records.last_mut().unwrap();
    record.snapshots[0].as_mut().unwrap()
}

#[test]
fn inconsistent_parts_are_refused() {
    let mut model = small();
    for record in &mut model.history.records {
        record.snapshots[0] = None;
    }
    assert_eq!(model.check(), Ok(()));
    for (message, wrong) in [
        ("other side", table(Side::Second, &[])),
        ("key 0x5 is invalid", table(Side::First, &[(5, 0, &[])])),
        (
            "key 0x6 is invalid",
            table(Side::First, &[(6, 0, &[1 << 56, 1])]),
        ),
        // A history cannot count this ply.
        (
            "key 0x7 is invalid",
            table(Side::First, &[(7, u16::MAX - 1, &[0, 1])]),
        ),
    ] {
        model.tables[0] = Some(wrong);
        let reason = model.check().unwrap_err();
        assert!(reason.to_string().contains(message), "{reason}");
    }
}

/// A model that could not be read again is not written, neither over a sound one nor to a new path.
#[test]
fn a_model_that_could_not_be_read_again_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let sound = small();
    let mut no_chapter = small();
    no_chapter.chapters.clear();
    let mut other_boxes = small();
    last(&mut other_boxes).boxes += 1;
    let mut no_such_box = small();
    no_such_box.tables[0] = Some(table(Side::First, &[(7, 0, &[1; 5])]));
    last(&mut no_such_box).boxes = 1;
    for model in [&no_chapter, &other_boxes, &no_such_box] {
        let refused = |result: matchboxes::error::Result<()>| {
            let error = result.unwrap_err();
            assert!(matches!(error, Error::Unsound { .. }), "{error:?}");
            let words = error.to_string();
            assert!(words.contains("could not be read again"), "{words}");
        };
        for exists in [false, true] {
            if exists {
                store::write(&path, &sound).unwrap();
            }
            let before = fs::read(&path).ok();
            let lock = Lock::take(&path).unwrap();
            refused(store::write(&path, model));
            refused(lock.write(&path, model));
            refused(store::encode_sound(&path, model).map(drop));
            assert_eq!(fs::read(&path).ok(), before);
            // Also if this lock has written the existing file.
            lock.write(&path, &sound).unwrap();
            refused(lock.write(&path, model));
            assert_eq!(store::verify(&path).unwrap(), sound);
            drop(lock);
            fs::remove_file(&path).unwrap();
        }
    }
    assert!(crate::place::files(folder.path()).is_empty());
}

#[test]
fn boxes_out_of_order_are_refused() {
    let with_keys = |keys: [u128; 2]| {
        let start = Payload::made();
        let chapter = start.chapters(1, "g", 0, [GOLDEN_RULE, ""], [1, 1, 0, 1, 0]);
        let results = chapter.raw(&[0]).section(*b"HIST").number(0);
        let tables = results.section(*b"BEAD").raw(&[1]).number(2);
        let with_box = |payload: Payload, key| payload.number(key).numbers([0, 1, 1]);
        let boxes = keys.into_iter().fold(tables, with_box);
        boxes.raw(&[0, 0]).sealed()
    };
    assert!(decode(&with_keys([0, 2])).is_ok());
    for steps in [[2, 0], [1, u128::MAX]] {
        let reason = decode(&with_keys(steps)).unwrap_err();
        assert!(reason.to_string().contains("ascend"), "{reason}");
    }
}

/// A model of an odds rule, with all parts that a file can have.
fn odds_model() -> Model {
    let mut model = trained(nim(&[1, 2]), "michie-1963-sliding", Learners::First, 3);
    model.pending = Some(Pending {
        requested: 5,
        left: 2,
    });
    model
}

#[test]
fn a_history_with_too_large_counts_is_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("full.menace");
    let keeping = Keeping::at(&path, Already::Continue);
    let request = Request {
        sets: Some(2),
        ..Request::default()
    };
    for (count, continues) in [(1 << 61, true), (1 << 62, false), ((1 << 63) - 99, false)] {
        let mut model = trained(nim(&[1, 2]), "rote", Learners::First, 3);
        last(&mut model).rescued = count;
        store::write(&path, &model).unwrap();
        assert!(store::verify(&path).is_ok());
        let trained = train(&request, &keeping, &mut ());
        assert_eq!(trained.is_ok(), continues, "{count} {trained:?}");
        assert!(continues || matches!(trained, Err(Error::Input(games::Error::Request { .. }))));
    }
    // Sets of a sixth of the limit fit a model of three sets, not one of five.
    let mut model = trained(nim(&[1, 2]), "rote", Learners::First, 3);
    let games = (1 << 62) / 3;
    model.chapters[0].spec.games_per_set = games;
    for record in &mut model.history.records {
        (record.results, record.resigned) = (Results::default(), [0; 2]);
        record.results.draws = games;
    }
    store::write(&path, &model).unwrap();
    assert!(store::verify(&path).is_ok());
    let request = Request {
        games_per_set: Some(3),
        ..request
    };
    let trained = train(&request, &keeping, &mut ());
    let is_refused = matches!(trained, Err(Error::Input(games::Error::Request { .. })));
    assert!(is_refused, "{trained:?}");
}

/// A number as encoded in a model file, often a very large one.
fn forged_number() -> impl Strategy<Value = Vec<u8>> {
    let long = any::<u64>().prop_map(|n| [&[0xFD], &n.to_le_bytes()[..]].concat());
    let huge = (0_u64..300).prop_map(|n| [&[0xFD], &(u64::MAX - n).to_le_bytes()[..]].concat());
    let half = (0_u64..300).prop_map(|n| [&[0xFD], &((1 << 63) - n).to_le_bytes()[..]].concat());
    prop_oneof![any::<u8>().prop_map(|n| vec![n]), long, huge, half]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(decode(&bytes).is_err());
        for tag in [*b"MADE", *b"HIST", *b"BEAD"] {
            let mut payload = Payload::of(&encode(&small()));
            let which = payload.1.iter().position(|(own, _)| *own == tag).unwrap();
            let end = payload.1.get(which + 1).map_or(payload.0.len(), |(_, start)| *start);
            payload.splice(payload.1[which].1..end, &bytes);
            if let Ok(model) = decode(&payload.sealed()) {
                use_all(&model);
            }
        }
    }

    /// A training can continue a model that `check` calls undamaged, and no other.
    #[test]
    fn a_forged_model_is_continued_or_refused(
        edits in prop::collection::vec((any::<prop::sample::Index>(), forged_number()), 1..4),
    ) {
        let mut payload = Payload::of(&encode(&odds_model()));
        for (at, number) in edits {
            let at = at.index(payload.0.len());
            payload.splice(at..at + 1, &number);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("forged.menace");
        fs::write(&path, payload.sealed()).unwrap();
        let keeping = Keeping::at(&path, Already::Continue);
        let request = Request {
            sets: Some(2),
            games_per_set: Some(3),
            opponents: vec!["random".parse().unwrap()],
            ..Request::default()
        };
        let is_sound = store::verify(&path).is_ok();
        let trained = train(&request, &keeping, &mut ());
        // A sound model may still have more than two sets left to play.
        let may_refuse = matches!(&trained, Err(Error::Input(games::Error::Request { .. } | games::Error::Boxes(_)) | Error::Mismatch(_)));
        prop_assert!(trained.is_ok() == is_sound || (is_sound && may_refuse), "{trained:?}");
    }
}
