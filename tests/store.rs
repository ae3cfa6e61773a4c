//! Models on disk: a model is read back as it was written, damage is detected, and only one writer works at a
//! time.

use std::fs;
use std::sync::Arc;

use matchboxes::game::{Game, Side};
use matchboxes::games::{End, Nim, TicTacToe, parse};
use matchboxes::learn::{Learners, Opponent, Snapshot, Terms, Training, preset};
use matchboxes::player::Random;
use matchboxes::store::{self, Chapter, Model, decode, encode};

#[path = "store/damage.rs"]
mod damage;
#[path = "store/files.rs"]
mod files;
#[path = "store/found.rs"]
mod found;
#[path = "store/golden.rs"]
mod golden;
#[path = "store/locks.rs"]
mod locks;
#[path = "store/long.rs"]
mod long;
#[path = "store/solved.rs"]
mod solved;

/// Trains in parts of these numbers of sets; each part continues from the encoded model of the part before.
fn trained<G: Game + 'static>(game: G, rule: &str, learners: Learners, parts: &[u64]) -> Model {
    let training = Training {
        rule: preset(rule).unwrap(),
        learners,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: 10,
        seed: 7,
        run: 0,
        game,
    };
    let mut model = Model::new(training.game.name(), learners);
    for &sets in parts {
        let tables = model.tables.each_ref().map(Option::as_ref);
        let run = training.clone().resume(tables, model.history.clone());
        let mut run = run.unwrap();
        run.play(sets);
        model.history = run.history().clone();
        model.tables = Side::BOTH.map(|side| run.table(side));
        model.note_sets(Chapter {
            opponent: "random".to_owned(),
            games_per_set: training.games_per_set,
            seed: training.seed,
            sets,
            ..Chapter::new(training.rule.clone())
        });
        model = decode(&encode(&model)).unwrap();
    }
    model
}

fn small() -> Model {
    let nim = Nim::new(&[1, 2], End::Normal).unwrap();
    trained(nim, "rote", Learners::First, &[2])
}

/// Does everything that a program does with a model it has read.
fn use_all(model: &Model) {
    assert_eq!(model.sets(), model.history.last(u64::MAX).sets);
    let snapshots = model
        .history
        .records
        .iter()
        .flat_map(|record| record.snapshots.iter().flatten());
    let _ = snapshots.map(Snapshot::zeroed_total).sum::<u64>() + model.games();
    let mut tables = model.tables.iter().flatten();
    let _ = parse(&model.game).map(|game| tables.all(|table| table.check(&game).is_ok()));
    assert_eq!(decode(&encode(model)).as_ref(), Ok(model));
}

#[test]
fn a_model_is_read_back_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    for rule in ["rote", "michie-1961", "michie-304", "scroggs"] {
        for learners in [Learners::First, Learners::Second, Learners::Both] {
            let model = trained(TicTacToe, rule, learners, &[3]);
            let path = store::default_path(folder.path(), &model.game, learners);
            store::write(&path, &model).unwrap();
            assert_eq!(store::read(&path).unwrap(), model);
            assert_eq!(fs::read(&path).unwrap(), encode(&model.clone()));
            use_all(&model);
        }
    }
}

/// A model that version 1 cannot represent is written in version 2; all other data is written as before.
#[test]
fn terms_are_stored_in_version_2() {
    let usual = small();
    assert_eq!(encode(&usual)[8..10], [1, 0]);
    let mut model = usual.clone();
    model.chapters[0].terms = Terms {
        batch: 10,
        max_boxes: Some(300),
        max_memory: None,
    };
    let bytes = encode(&model);
    assert_eq!(bytes[8..10], [2, 0]);
    assert_eq!(bytes[24..encode(&usual).len()], encode(&usual)[24..]);
    // One chapter: batches of 10, at most 300 boxes, no limit in bytes.
    assert_eq!(bytes[encode(&usual).len()..], [1, 10, 1, 0xFB, 44, 1, 0]);
    assert_eq!(decode(&bytes).as_ref(), Ok(&model));
    for cut in 0..bytes.len() {
        assert!(decode(&bytes[..cut]).is_err(), "{cut}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(decode(&damaged).is_err(), "{at}");
    }
    let payload = &bytes[24..];
    for wrong in [
        &[0][..],
        &[1, 0, 0, 0],
        &[2, 1, 0, 0, 1, 0, 0],
        &[1, 1, 0, 0, 0],
    ] {
        let end = payload.len() - 7;
        let sealed = golden::sealed(2, &[&payload[..end], wrong].concat());
        assert!(decode(&sealed).is_err(), "{wrong:?}");
    }
}

/// The players that learners asked and the positions that they met once are stored after the terms, if there
/// are any.
#[test]
fn positions_met_once_are_stored_after_the_terms() {
    let nim = Nim::new(&[2, 3], End::Normal).unwrap();
    let rule = matchboxes::learn::Rule {
        boxes: matchboxes::learn::Boxes::SecondMeeting,
        ..preset("rote").unwrap()
    };
    let mut usual = trained(nim.clone(), "rote", Learners::First, &[2]);
    let mut run = Training::new(nim, rule.clone()).games_per_set(3).begin();
    run.play(2);
    usual.tables = Side::BOTH.map(|side| run.table(side));
    usual.history = run.history().clone();
    usual.chapters[0].rule = rule;
    usual.chapters[0].games_per_set = 3;
    let table = |model: &Model| model.tables[0].clone().unwrap();
    assert!(table(&usual).met_once() > 1 && !table(&usual).is_empty());
    let bytes = encode(&usual);
    assert_eq!(bytes[8..10], [2, 0]);
    let read = decode(&bytes).unwrap();
    assert_eq!(read, usual);
    assert_eq!(table(&read).met_once(), table(&usual).met_once());
    for cut in 0..bytes.len() {
        assert!(decode(&bytes[..cut]).is_err(), "{cut}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(decode(&damaged).is_err(), "{at}");
    }
    let mut asking = small();
    let plain = encode(&asking);
    asking.chapters[0].outside = "first".to_owned();
    let bytes = encode(&asking);
    assert_eq!(decode(&bytes).as_ref(), Ok(&asking));
    // The default terms of one chapter, one name, and two empty lists.
    let after_terms = [&[1, 1, 0, 0, 1, 5][..], b"first", &[0, 0]].concat();
    assert_eq!(bytes[plain.len()..], after_terms);
    let wrong = |after_terms: &[u8]| {
        let sealed = golden::sealed(2, &[&plain[24..], after_terms].concat());
        decode(&sealed).is_err()
    };
    assert!(!wrong(&after_terms));
    // Refused: empty data after the terms, more names than chapters, prints (hashes of positions met once) of
    // a side that does not learn or of a rule that does not wait for the second meeting, a repeated print, a
    // print of more than 40 bits.
    let step = |bytes: &[u8]| [&[1, 1, 0, 0, 1, 0][..], bytes].concat();
    assert!(wrong(&step(&[0, 0])));
    assert!(wrong(&[1, 1, 0, 0, 2, 1, b'a', 1, b'b', 0, 0]));
    assert!(wrong(&step(&[0, 1, 7])));
    assert!(wrong(&step(&[1, 7, 0])));
    assert!(wrong(&step(&[2, 7, 0, 0])));
    assert!(wrong(&step(&[1, 0xFD, 0, 0, 0, 0, 0, 1, 0, 0, 0])));
    assert!(wrong(&after_terms[..after_terms.len() - 1]));
}

/// A list that claims to be longer than the file gets no memory for boxes that are not there.
#[test]
fn a_table_with_a_false_length_is_refused() {
    let model = small();
    let bytes = encode(&model);
    let boxes = model.tables[0].as_ref().expect("it learns").len();
    let length = u8::try_from(boxes).expect("few boxes");
    let at = (24..bytes.len()).find(|&at| bytes[at - 1..=at] == [1, length]);
    let at = at.expect("the length of the table");
    let claiming = |length: &[u8]| {
        let payload = [&bytes[24..at], length, &bytes[at + 1..]].concat();
        decode(&golden::sealed(1, &payload))
    };
    assert_eq!(claiming(&[0xFB, length, 0]).as_ref(), Ok(&model));
    let most = [&[0xFD][..], &u64::MAX.to_le_bytes()].concat();
    assert!(claiming(&most).is_err());
}

#[test]
fn a_training_in_two_parts_equals_the_whole_training() {
    for learners in [Learners::First, Learners::Both] {
        let whole = trained(TicTacToe, "michie-304", learners, &[6]);
        let halves = trained(TicTacToe, "michie-304", learners, &[2, 4]);
        assert_eq!(halves.chapters.len(), 1);
        assert_eq!(encode(&whole), encode(&halves));
    }
}

#[test]
fn sets_join_the_chapter_they_continue() {
    let Model { chapters, .. } = small();
    let first = Chapter {
        from: vec!["a".to_owned()],
        ..chapters[0].clone()
    };
    let mut model = small();
    model.chapters.clear();
    model.note_sets(first.clone());
    model.note_sets(chapters[0].clone());
    assert_eq!(model.chapters, [Chapter { sets: 4, ..first }]);

    let others: [fn(&mut Chapter); 6] = [
        |chapter| chapter.rule = preset("scroggs").unwrap(),
        |chapter| chapter.opponent.push('!'),
        |chapter| chapter.games_per_set += 1,
        |chapter| chapter.seed += 1,
        |chapter| chapter.run += 1,
        |chapter| chapter.from.push("b".to_owned()),
    ];
    for change in others {
        let mut model = small();
        let mut other = chapters[0].clone();
        change(&mut other);
        model.note_sets(other);
        assert_eq!(model.chapters.len(), 2);
    }
}
