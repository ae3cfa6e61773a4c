//! A training that is to replace a model stands beside it until it is complete: whatever ends it, the
//! model is the old one or the whole new one.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use menace::Error;
use menace::error::Existing;
use menace::learn::Progress;
use menace::session::{Already, Keeping, Request, Trained, Watch, Writing, train};
use menace::store::{self, Model, Pending};
use tempfile::TempDir;

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

/// Looks at the files at every call, and ends the training at one of them.
struct Ending<'a> {
    folder: &'a Path,
    /// What stood in the folder at every call that may be the last thing a process does.
    seen: Mutex<Vec<BTreeMap<String, Vec<u8>>>>,
}

impl Ending<'_> {
    fn look(&self) {
        self.seen.lock().unwrap().push(files(self.folder));
    }
}

impl Progress for Ending<'_> {}

impl Watch for Ending<'_> {
    fn writing(&self, _path: &Path, _kind: Writing) {
        self.look();
    }

    fn copied(&self) {
        self.look();
    }

    fn saved(&self, _path: &Path) {
        self.look();
    }

    fn has_more(&self) -> bool {
        true
    }

    fn learnt(&mut self, _model: &Model, _path: &Path) -> menace::Result<()> {
        self.look();
        Ok(())
    }

    fn finished(&self, _path: &Path) {
        self.look();
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read(path).unwrap())
    });
    entries.filter(|(name, _)| !name.starts_with('.')).collect()
}

fn fill(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// So many sets of a small game with this seed.
fn of_nim(seed: u64, sets: u64) -> Request {
    Request {
        game: Some("nim:2,1".to_owned()),
        seed: Some(seed),
        sets: Some(sets),
        games_per_set: Some(10),
        ..Request::default()
    }
}

fn keeping(folder: &Path, already: Already) -> Keeping {
    Keeping {
        model: Some(folder.join("x.menace")),
        already,
        keep_every: Some(3),
        checkpoint_every: Some(2),
        ..Keeping::default()
    }
}

/// A folder with a model of another seed and its copies.
fn with_old() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let keeping = keeping(folder.path(), Already::Keep);
    train(&of_nim(1, 6), &keeping, &mut ()).unwrap();
    assert_eq!(files(folder.path()).len(), 3);
    folder
}

fn force(folder: &Path, request: &Request, watch: &mut dyn Watch) -> menace::Result<Trained> {
    train(request, &keeping(folder, Already::Replace), watch)
}

fn reason(error: Error) -> (PathBuf, Existing) {
    match error {
        Error::Exists { path, reason } => (path, reason),
        other => panic!("{other}"),
    }
}

#[test]
fn the_old_model_stays_until_the_new_one_is_complete() {
    let whole = with_old();
    let asked = of_nim(2, 8);
    let trained = force(whole.path(), &asked, &mut ()).unwrap();
    assert_eq!(trained.path, whole.path().join("x.menace"));
    let whole = files(whole.path());
    assert_eq!(whole.len(), 3);
    // Every other time it is gone on with instead of given again.
    for onward in [false, true] {
        let folder = with_old();
        let old = files(folder.path());
        for set in 1..8 {
            let already = if onward && set > 1 {
                Already::Continue
            } else {
                Already::Replace
            };
            let keeping = keeping(folder.path(), already);
            let trained = train(&asked, &keeping, &mut Impatient).unwrap();
            assert_eq!(trained.stopped.unwrap().left, 8 - set);
            assert_eq!(trained.path, folder.path().join("x.menace.new"));
            assert_eq!(store::verify(&trained.path).unwrap().sets(), set);
            let now = files(folder.path());
            for (name, bytes) in &old {
                assert!(now[name] == *bytes, "{name} after set {set}");
            }
            let copies = now.keys().filter(|name| name.ends_with("0.menace.new"));
            assert_eq!(copies.count(), 0, "{:?}", now.keys());
        }
        force(folder.path(), &asked, &mut ()).unwrap();
        assert!(files(folder.path()) == whole);
    }
}

/// What is there at every step of a training is what a kill leaves; the same command then ends in the
/// same bytes, and so does going on.
#[test]
fn it_ends_in_the_same_bytes_after_a_kill_in_any_step() {
    let asked = of_nim(2, 8);
    let folder = with_old();
    let old = files(folder.path());
    let mut ending = Ending {
        folder: folder.path(),
        seen: Mutex::default(),
    };
    force(folder.path(), &asked, &mut ending).unwrap();
    let whole = files(folder.path());
    let mut seen = ending.seen.into_inner().unwrap();
    assert!(seen.len() > 15, "{}", seen.len());
    // The finished model has its name, and the rest is not removed yet.
    let under_way = seen
        .iter()
        .rfind(|files| files.contains_key("x.menace.new"));
    let mut late = under_way.unwrap().clone();
    late.insert("x.menace".to_owned(), whole["x.menace"].clone());
    seen.push(late);
    for (step, there) in seen.iter().enumerate() {
        assert!(there["x.menace"] == old["x.menace"] || there["x.menace"] == whole["x.menace"]);
        let is_done = !there.contains_key("x.menace.new");
        for already in [Already::Replace, Already::Continue] {
            if is_done && already == Already::Continue {
                continue;
            }
            let place = tempfile::tempdir().unwrap();
            fill(place.path(), there);
            train(&asked, &keeping(place.path(), already), &mut ()).unwrap();
            assert!(files(place.path()) == whole, "step {step}, {already:?}");
        }
    }
}

/// The steps: nothing but whole copies takes the place of old ones, and they after everything is learnt.
#[test]
fn copies_wait_for_the_end_of_their_training() {
    let folder = with_old();
    let old = files(folder.path());
    let mut ending = Ending {
        folder: folder.path(),
        seen: Mutex::default(),
    };
    force(folder.path(), &of_nim(2, 8), &mut ending).unwrap();
    let whole = files(folder.path());
    for there in ending.seen.into_inner().unwrap() {
        for name in ["x-000003.menace", "x-000006.menace"] {
            assert!(there[name] == old[name] || there[name] == whole[name]);
            if there[name] == whole[name] && there.contains_key("x.menace.new") {
                let file = folder.path().join("other");
                fs::write(&file, &there["x.menace.new"]).unwrap();
                let learnt = store::read(&file).unwrap();
                assert_eq!(
                    learnt.pending,
                    Some(Pending {
                        requested: 8,
                        left: 0
                    })
                );
            }
        }
    }
}

#[test]
fn a_training_from_the_model_that_it_replaces_begins_once() {
    let asked = of_nim(2, 8);
    let request = |folder: &Path| Keeping {
        from: vec![folder.join("x.menace")],
        keep_every: None,
        ..keeping(folder, Already::Replace)
    };
    let places = [with_old(), with_old()];
    let ends = places.each_ref().map(|folder| {
        let folder = folder.path();
        if folder == places[0].path() {
            return train(&asked, &request(folder), &mut ()).unwrap().model;
        }
        for _ in 1..8 {
            let stopped = train(&asked, &request(folder), &mut Impatient).unwrap();
            assert!(stopped.stopped.is_some());
        }
        train(&asked, &request(folder), &mut ()).unwrap().model
    });
    assert_eq!(ends[0].tables, ends[1].tables);
    assert_eq!(ends[0].history, ends[1].history);
}

#[test]
fn another_training_under_way_is_refused_without_force() {
    let folder = with_old();
    let folder = folder.path();
    force(folder, &of_nim(2, 8), &mut Impatient).unwrap();
    let there = files(folder);
    let new = folder.join("x.menace.new");
    let refused = [
        (of_nim(2, 8), Already::Keep),
        (of_nim(3, 8), Already::Keep),
        (of_nim(3, 8), Already::Continue),
        (of_nim(2, 9), Already::Continue),
        (
            Request {
                rule: Some("michie-304".to_owned()),
                ..of_nim(2, 8)
            },
            Already::Continue,
        ),
    ];
    for (request, already) in refused {
        let error = train(&request, &keeping(folder, already), &mut ()).unwrap_err();
        let (path, reason) = reason(error);
        assert_eq!(path, new);
        let said = reason.to_string();
        for word in ["seed 2", "7 sets left", "to replace x.menace"] {
            assert!(said.contains(word), "{said}");
        }
        assert!(files(folder) == there);
    }
    // The model that is there is found whole all the same.
    train(&of_nim(1, 6), &keeping(folder, Already::Keep), &mut ()).unwrap();
    assert!(files(folder) == there);
    // Another by force, which is stopped as well.
    force(folder, &of_nim(3, 8), &mut Impatient).unwrap();
    assert_eq!(store::read(&new).unwrap().chapters[0].seed, 3);
    assert!(files(folder)["x.menace"] == there["x.menace"]);
}

/// Whoever removes the old model has not lost the new one.
#[test]
fn it_goes_on_when_the_old_model_is_gone() {
    let whole = with_old();
    let asked = of_nim(2, 8);
    force(whole.path(), &asked, &mut ()).unwrap();
    for already in [Already::Keep, Already::Replace, Already::Continue] {
        let folder = with_old();
        let model = folder.path().join("x.menace");
        force(folder.path(), &asked, &mut Impatient).unwrap();
        fs::remove_file(&model).unwrap();
        let other = of_nim(3, 8);
        let error = train(&other, &keeping(folder.path(), Already::Keep), &mut ()).unwrap_err();
        assert!(matches!(reason(error).1, Existing::InProgress { .. }));
        train(&asked, &keeping(folder.path(), already), &mut ()).unwrap();
        assert!(files(folder.path()) == files(whole.path()), "{already:?}");
    }
}

/// A file of that name that is somebody's own is neither replaced nor gone on with.
#[test]
fn what_is_not_ours_stays() {
    let folder = with_old();
    let folder = folder.path();
    let new = folder.join("x.menace.new");
    let model = fs::read(folder.join("x.menace")).unwrap();
    for bytes in [&b"a letter"[..], &model] {
        fs::write(&new, bytes).unwrap();
        let before = files(folder);
        let error = force(folder, &of_nim(2, 8), &mut ()).unwrap_err();
        let (path, reason) = reason(error);
        assert_eq!(path, new);
        assert!(reason.to_string().contains("move it away"), "{reason}");
        assert!(files(folder) == before);
        // Where it stands in nobody's way it does not matter.
        let more = Request {
            sets: Some(1),
            ..Request::default()
        };
        let onward = Keeping {
            keep_every: None,
            ..keeping(folder, Already::Continue)
        };
        train(&more, &onward, &mut ()).unwrap();
        assert_eq!(fs::read(&new).unwrap(), bytes);
    }
}

/// The copy of a training that was stopped once, whose model has gone on since.
#[test]
fn a_model_is_not_replaced_by_its_own_past() {
    let folder = with_old();
    let folder = folder.path();
    let model = folder.join("x.menace");
    fs::remove_file(&model).unwrap();
    let asked = of_nim(1, 6);
    train(&asked, &keeping(folder, Already::Keep), &mut Impatient).unwrap();
    fs::copy(&model, folder.join("x.menace.new")).unwrap();
    let old = fs::read(folder.join("x.menace.new")).unwrap();
    fs::remove_file(folder.join("x.menace.new")).unwrap();
    train(&asked, &keeping(folder, Already::Keep), &mut ()).unwrap();
    train(&of_nim(1, 4), &keeping(folder, Already::Continue), &mut ()).unwrap();
    fs::write(folder.join("x.menace.new"), old).unwrap();
    let before = files(folder);
    let onward = keeping(folder, Already::Continue);
    let error = train(&Request::default(), &onward, &mut ());
    let error = error.unwrap_err();
    assert!(
        matches!(error, Error::Mismatch(_) | Error::Exists { .. }),
        "{error}"
    );
    let onward = Request {
        sets: None,
        ..of_nim(1, 6)
    };
    let error = train(&onward, &keeping(folder, Already::Continue), &mut ()).unwrap_err();
    assert!(matches!(reason(error).1, Existing::AlreadyContinued(_)));
    assert!(files(folder) == before);
}

/// A folder, a pipe: found before anything is played, not when all has been.
#[test]
fn what_cannot_be_replaced_is_found_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("x.menace")).unwrap();
    let error = force(folder.path(), &of_nim(2, 1 << 40), &mut ()).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error}");
}

#[test]
fn the_training_of_a_link_stands_beside_the_model() {
    #[cfg(unix)]
    {
        let folder = with_old();
        let deep = folder.path().join("deep");
        fs::create_dir(&deep).unwrap();
        std::os::unix::fs::symlink("../x.menace", deep.join("link.menace")).unwrap();
        let asked = of_nim(2, 8);
        let linked = Keeping {
            model: Some(deep.join("link.menace")),
            keep_every: None,
            ..keeping(folder.path(), Already::Replace)
        };
        train(&asked, &linked, &mut Impatient).unwrap();
        let new = folder.path().join("x.menace.new");
        assert_eq!(store::read(&new).unwrap().sets(), 1);
        train(&asked, &linked, &mut ()).unwrap();
        assert!(!new.exists() && deep.join("link.menace").is_symlink());
        assert_eq!(
            store::read(&folder.path().join("x.menace")).unwrap().sets(),
            8
        );
    }
}
