//! Models on disk: a model is read back as it was written, damage is detected, and only one writer works at a
//! time.

use std::fs;

use matchboxes::game::Game;
use matchboxes::games::{End, Nim, TicTacToe, parse};
use matchboxes::learn::{Learners, Snapshot, Training};
use matchboxes::store::{self, Chapter, Model, Provenance, decode, encode};

use crate::tools::rule;

#[path = "store/damage.rs"]
mod damage;
#[path = "store/files.rs"]
mod files;
#[path = "store/found.rs"]
mod found;
#[path = "store/golden.rs"]
mod golden;
#[path = "store/journal.rs"]
mod journal;
#[path = "store/kinds.rs"]
mod kinds;
#[path = "store/laws.rs"]
mod laws;
#[path = "store/locks.rs"]
mod locks;
#[path = "store/long.rs"]
mod long;
#[path = "store/printed.rs"]
mod printed;
#[path = "store/second_reader.rs"]
mod second_reader;
#[path = "store/solved.rs"]
mod solved;

/// A model of this number of sets of ten games.
fn trained<G: Game + 'static>(game: G, rule: &str, learners: Learners, sets: u64) -> Model {
    let training = Training::new(game, self::rule(rule)).learners(learners);
    let mut run = training.games_per_set(10).seed(7).begin().unwrap();
    run.play(sets);
    Model::from_run(&run)
}

fn small() -> Model {
    let nim = Nim::new(&[1, 2], End::Normal).unwrap();
    trained(nim, "rote", Learners::First, 2)
}

/// Does everything that a program does with a model it has read.
fn use_all(model: &Model) {
    assert_eq!(model.sets(), model.history.last(u64::MAX).sets);
    let records = model.history.records.iter();
    let snapshots = records.flat_map(|record| record.snapshots.iter().flatten());
    let _ = snapshots.map(Snapshot::missing_colour_total).sum::<u64>() + model.games();
    let mut tables = model.tables.iter().flatten();
    let _ = parse(model.game()).map(|game| tables.all(|table| table.check(&game).is_ok()));
    assert_eq!(decode(&encode(model)).as_ref(), Ok(model));
}

#[test]
fn a_model_is_read_back_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    for rule in ["rote", "michie-1961", "michie-304", "scroggs"] {
        for learners in [Learners::First, Learners::Second, Learners::Both] {
            let model = trained(TicTacToe, rule, learners, 3);
            let path = store::default_path(folder.path(), model.game(), learners);
            store::write(&path, &model).unwrap();
            assert_eq!(store::read(&path).unwrap(), model);
            assert_eq!(fs::read(&path).unwrap(), encode(&model.clone()));
            use_all(&model);
        }
    }
}

/// Prints (hashes of positions met once) that are refused: of a rule that does not wait for the second meeting, a
/// repeated one, and one of more than 40 bits.
#[test]
fn impossible_positions_met_once_are_refused() {
    let model = golden::golden();
    let first = model.tables[0].as_ref().unwrap();
    assert!(first.first().len() == 2 && !first.is_empty());
    let mut other = model.clone();
    other.chapters[1].spec.rule = rule("rote");
    let reason = other.check().unwrap_err().to_string();
    assert!(reason.contains("laid out by another rule"), "{reason}");
    let rote = matchboxes::learn::Layout::from(other.rule());
    other.tables = other.tables.map(|table| {
        let nim = parse("nim:1,2").unwrap();
        let mut kept = table.unwrap();
        let first = kept.first().clone();
        kept = kept.laid_out(rote, &nim).unwrap().with_first(first);
        Some(kept)
    });
    let reason = other.check().unwrap_err().to_string();
    assert!(reason.contains("met once, which its rule"), "{reason}");

    // Two prints, 7 and 300, as their differences.
    let whole = || golden::golden_payload(&model.rule().to_toml());
    let prints = [2, 7, 0xFB, 37, 1];
    let at = whole().0.windows(5).position(|part| part == prints);
    let with = |prints: &[u8]| {
        let mut payload = whole();
        payload.splice(at.unwrap()..at.unwrap() + 5, prints);
        decode(&payload.sealed())
    };
    assert!(with(&prints).is_ok() && with(&[0]).is_ok() && with(&[1, 7]).is_ok());
    for wrong in [
        &[2, 7, 0][..],
        &[1, 0xFD, 0, 0, 0, 0, 0, 1, 0, 0],
        &[2, 7, 0xFD, 255, 255, 255, 255, 255, 255, 255, 255],
    ] {
        let reason = with(wrong).unwrap_err().to_string();
        assert!(reason.contains("met once are invalid"), "{reason}");
    }
}

/// A list that claims to be longer than the file gets no memory for boxes that are not there.
#[test]
fn a_table_with_a_false_length_is_refused() {
    let model = small();
    let bytes = encode(&model);
    let boxes = model.tables[0].as_ref().expect("it learns").len();
    let length = u8::try_from(boxes).expect("few boxes");
    let whole = || golden::Payload::of(&bytes);
    let at = whole().1[2].1 + 1;
    assert_eq!(whole().0[at - 1..=at], [1, length]);
    let claiming = |length: &[u8]| {
        let mut payload = whole();
        payload.splice(at..at + 1, length);
        decode(&payload.sealed())
    };
    let overlong = [&[0xFB, length, 0][..], &[0xFC, length, 0, 0, 0]];
    let longer = [&[0xFD, length][..], &[0; 7]].concat();
    for overlong in overlong.into_iter().chain([&longer[..]]) {
        let reason = claiming(overlong).unwrap_err().to_string();
        assert!(reason.contains("more bytes than it needs"), "{reason}");
    }
    let most = [&[0xFD][..], &u64::MAX.to_le_bytes()].concat();
    assert!(claiming(&most).is_err());
}

#[test]
fn sets_join_the_chapter_they_continue() {
    let Model { chapters, .. } = small();
    let trained = |run, from: &[&str]| Provenance::Trained {
        run,
        from: from.iter().map(|name| golden::mark(name, 0)).collect(),
        players: Vec::new(),
    };
    let run = chapters[0].run();
    let first = Chapter {
        how: trained(run, &["a"]),
        ..chapters[0].clone()
    };
    let mut model = small();
    model.chapters.clear();
    model.note_sets(first.clone());
    model.note_sets(chapters[0].clone());
    assert_eq!(model.chapters, [Chapter { sets: 4, ..first }]);

    let others: [&dyn Fn(&mut Chapter); 9] = [
        &|chapter| chapter.spec.rule = rule("scroggs"),
        &|chapter| chapter.spec.opponent.push('!'),
        &|chapter| chapter.spec.games_per_set += 1,
        &|chapter| chapter.spec.seed += 1,
        &|chapter| chapter.how = trained(run + 1, &[]),
        &|chapter| chapter.how = trained(run, &["b"]),
        &|chapter| chapter.how = Provenance::WithPerson { games: Vec::new() },
        &|chapter| chapter.begin_from(vec![golden::mark("a", 1)]),
        &|chapter| chapter.play_from(vec![golden::mark("a", 1)]),
    ];
    for change in others {
        let mut model = small();
        let mut other = chapters[0].clone();
        change(&mut other);
        model.note_sets(other);
        assert_eq!(model.chapters.len(), 2);
    }
}
