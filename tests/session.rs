//! Trainings as sessions: stopped after every set they leave the files and the bytes of one that was
//! not stopped.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use menace::game::Results;
use menace::learn::{Learners, Progress};
use menace::session::{Already, Keeping, Request, Watch, train};

/// Stops after every set.
struct Impatient;

impl Progress for Impatient {
    fn sets_played(&self, _sets: u64) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

impl Watch for Impatient {
    fn stop_asked(&self) -> bool {
        true
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read(path).unwrap())
    });
    entries.collect()
}

#[test]
fn stopped_after_every_set_it_leaves_the_same_files() {
    for (every, copies) in [(Some(1), 6), (Some(2), 3), (Some(4), 1), (None, 0)] {
        for checkpoint_every in [None, Some(1), Some(3)] {
            let whole = tempfile::tempdir().unwrap();
            let parts = tempfile::tempdir().unwrap();
            let request = Request {
                game: Some("nim:2,1".to_owned()),
                learners: Some(Learners::Both),
                games: Some(58),
                games_per_set: Some(10),
                ..Request::default()
            };
            let keeping = |folder: &Path, already| Keeping {
                model: Some(folder.join("x.menace")),
                already,
                checkpoint_every,
                keep_every: every,
                ..Keeping::default()
            };
            let done = train(&request, &keeping(whole.path(), Already::Keep), &mut ()).unwrap();
            assert_eq!((done.stopped, done.model.sets()), (None, 6));

            let mut already = Already::Keep;
            let mut sets = 0;
            loop {
                let keeping = keeping(parts.path(), already);
                let some = train(&request, &keeping, &mut Impatient).unwrap();
                sets += 1;
                assert_eq!(some.model.sets(), sets);
                already = Already::Continue;
                match some.stopped {
                    Some(stop) => assert_eq!((stop.left, stop.again), (6 - sets, false)),
                    None => break,
                }
                let copies = every.map_or(0, |every| sets / every);
                assert_eq!(files(parts.path()).len() as u64, 1 + copies);
            }
            assert_eq!(files(whole.path()).len(), 1 + copies);
            assert!(files(whole.path()) == files(parts.path()));
        }
    }
}

/// The lengths of a request contradict each other.
#[test]
fn games_and_sets_are_not_both_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        games: Some(58),
        sets: Some(3),
        ..Request::default()
    };
    let keeping = Keeping {
        model: Some(folder.path().join("x.menace")),
        ..Keeping::default()
    };
    let error = train(&request, &keeping, &mut ()).unwrap_err().to_string();
    assert!(error.contains("--games and --sets"), "{error}");
    assert!(files(folder.path()).is_empty());
}

/// A watch hears how every game ended.
#[test]
fn a_watch_hears_of_every_result() {
    #[derive(Default)]
    struct Heard(std::sync::Mutex<Results<u64>>);
    impl Progress for Heard {
        fn games_ended(&self, results: &Results<u64>) {
            *self.0.lock().unwrap() += *results;
        }
    }
    impl Watch for Heard {}
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        sets: Some(3),
        ..Request::default()
    };
    let keeping = Keeping {
        model: Some(folder.path().join("x.menace")),
        ..Keeping::default()
    };
    let mut heard = Heard::default();
    let done = train(&request, &keeping, &mut heard).unwrap();
    let heard = heard.0.into_inner().unwrap();
    assert_eq!(heard, done.model.history.last(3).results);
    assert_eq!(heard.games(), 300);
}
