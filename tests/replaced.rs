//! A training that will replace a model is stored next to it until it is complete: however the training ends,
//! the model is the complete old one or the complete new one.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use matchboxes::Error;
use matchboxes::error::Existing;
use matchboxes::games::parse;
use matchboxes::learn::{Progress, preset};
use matchboxes::session::{Already, Keeping, Request, Trained, Watch, Writing, train};
use matchboxes::store::{self, Model};
use tempfile::TempDir;

use crate::place::contents;

/// Stops a training after one set.
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

/// Records the files of a folder at every step of a training.
struct Recorder<'a> {
    folder: &'a Path,
    /// The files at every step after which the process could be killed.
    states: Mutex<Vec<BTreeMap<String, Vec<u8>>>>,
}

impl Recorder<'_> {
    fn record(&self) {
        self.states.lock().unwrap().push(files(self.folder));
    }
}

impl Progress for Recorder<'_> {}

impl Watch for Recorder<'_> {
    fn writing(&self, _path: &Path, _kind: Writing) {
        self.record();
    }

    fn written(&self, _path: &Path, _kind: Writing) {
        self.record();
    }

    fn has_more(&self) -> bool {
        true
    }

    fn learnt(&mut self, _model: &Model, _path: &Path) -> matchboxes::Result<()> {
        self.record();
        Ok(())
    }
}

/// The files of a folder, without hidden ones.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = contents(folder);
    files.retain(|name, _| !name.starts_with('.'));
    files
}

fn fill(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// A request for this number of sets of a small game with this seed.
fn of_nim(seed: u64, sets: u64) -> Request {
    Request {
        game: Some(parse("nim:2,1").unwrap()),
        seed: Some(seed),
        sets: Some(sets),
        games_per_set: Some(10),
        ..Request::default()
    }
}

fn keeping(folder: &Path, already: Already) -> Keeping {
    Keeping {
        keep_every: Some(3),
        checkpoint_every: Some(2),
        ..Keeping::at(folder.join("x.menace"), already)
    }
}

/// A folder with an old model (of seed 1) and its copies.
fn with_old() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let keeping = keeping(folder.path(), Already::Keep);
    train(&of_nim(1, 6), &keeping, &mut ()).unwrap();
    assert_eq!(files(folder.path()).len(), 3);
    folder
}

fn force(folder: &Path, request: &Request, watch: &mut dyn Watch) -> matchboxes::Result<Trained> {
    train(request, &keeping(folder, Already::Replace), watch)
}

fn reason(error: Error) -> (PathBuf, Existing) {
    match error {
        Error::Exists { path, reason } => (path, reason),
        other => panic!("{other}"),
    }
}

/// A kill leaves the files that exist at some step of the training. From these files the same command ends in
/// the same bytes, and so does continuing.
#[test]
fn the_same_command_ends_in_the_same_bytes_after_a_kill_at_any_step() {
    let eight_sets = of_nim(2, 8);
    let folder = with_old();
    let old = files(folder.path());
    let mut recorder = Recorder {
        folder: folder.path(),
        states: Mutex::default(),
    };
    force(folder.path(), &eight_sets, &mut recorder).unwrap();
    let whole = files(folder.path());
    let mut states = recorder.states.into_inner().unwrap();
    assert!(states.len() > 15, "{}", states.len());
    // The finished model already has its final name, and the other files are not removed yet.
    let in_progress = states
        .iter()
        .rfind(|files| files.contains_key("x.menace.new"));
    let mut last = in_progress.unwrap().clone();
    last.insert("x.menace".to_owned(), whole["x.menace"].clone());
    states.push(last);
    for (step, state) in states.iter().enumerate() {
        for name in ["x.menace", "x-000003.menace", "x-000006.menace"] {
            assert!(state[name] == old[name] || state[name] == whole[name]);
            // Copies are replaced only after everything is learnt.
            let is_replaced = name != "x.menace" && state[name] == whole[name];
            if is_replaced && let Some(new) = state.get("x.menace.new") {
                let learnt = store::decode(new).unwrap();
                let pending = learnt.pending.unwrap();
                assert_eq!((pending.requested, pending.left), (8, 0));
            }
        }
        let is_done = !state.contains_key("x.menace.new");
        for already in [Already::Replace, Already::Continue] {
            if is_done && already == Already::Continue {
                continue;
            }
            let place = tempfile::tempdir().unwrap();
            fill(place.path(), state);
            train(&eight_sets, &keeping(place.path(), already), &mut ()).unwrap();
            assert!(files(place.path()) == whole, "step {step}, {already:?}");
        }
    }
}

#[test]
fn another_training_in_progress_is_refused_without_force() {
    let folder = with_old();
    let folder = folder.path();
    force(folder, &of_nim(2, 8), &mut Impatient).unwrap();
    let before_refusal = files(folder);
    let new = folder.join("x.menace.new");
    let mut other_rule = of_nim(2, 8);
    other_rule.rules = vec![preset("michie-304").unwrap()];
    let refused = [
        (of_nim(2, 8), Already::Keep),
        (of_nim(3, 8), Already::Keep),
        (of_nim(3, 8), Already::Continue),
        (of_nim(2, 9), Already::Continue),
        (other_rule, Already::Continue),
    ];
    for (request, already) in refused {
        let error = train(&request, &keeping(folder, already), &mut ()).unwrap_err();
        let (path, reason) = reason(error);
        assert_eq!(path, new);
        let message = reason.to_string();
        for word in ["seed 2", "7 sets left", "to replace x.menace"] {
            assert!(message.contains(word), "{message}");
        }
        assert!(files(folder) == before_refusal);
    }
    // A request for the existing model still finds it complete.
    train(&of_nim(1, 6), &keeping(folder, Already::Keep), &mut ()).unwrap();
    assert!(files(folder) == before_refusal);
    // With force the other training starts; it is stopped as well.
    force(folder, &of_nim(3, 8), &mut Impatient).unwrap();
    assert_eq!(store::read(&new).unwrap().chapters[0].seed, 3);
    assert!(files(folder)["x.menace"] == before_refusal["x.menace"]);
}

/// Removing the old model does not lose the new one.
#[test]
fn a_training_continues_after_the_old_model_is_removed() {
    let whole = with_old();
    let eight_sets = of_nim(2, 8);
    force(whole.path(), &eight_sets, &mut ()).unwrap();
    for already in [Already::Keep, Already::Replace, Already::Continue] {
        let folder = with_old();
        let model = folder.path().join("x.menace");
        force(folder.path(), &eight_sets, &mut Impatient).unwrap();
        fs::remove_file(&model).unwrap();
        let other = of_nim(3, 8);
        let error = train(&other, &keeping(folder.path(), Already::Keep), &mut ()).unwrap_err();
        assert!(matches!(reason(error).1, Existing::InProgress { .. }));
        train(&eight_sets, &keeping(folder.path(), already), &mut ()).unwrap();
        assert!(files(folder.path()) == files(whole.path()), "{already:?}");
    }
}

/// A file of that name that is not a training in progress is neither replaced nor continued.
#[test]
fn a_file_that_is_not_a_training_in_progress_is_kept() {
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
        // A training that does not use this name ignores the file.
        let more = Request {
            sets: Some(1),
            ..Request::default()
        };
        let continuing = Keeping {
            keep_every: None,
            ..keeping(folder, Already::Continue)
        };
        train(&more, &continuing, &mut ()).unwrap();
        assert_eq!(fs::read(&new).unwrap(), bytes);
    }
}

/// The file of the training in progress is an older copy of the model, which has been trained further since.
#[test]
fn a_model_is_not_replaced_by_an_older_state_of_itself() {
    let folder = with_old();
    let folder = folder.path();
    let model = folder.join("x.menace");
    fs::remove_file(&model).unwrap();
    let six_sets = of_nim(1, 6);
    train(&six_sets, &keeping(folder, Already::Keep), &mut Impatient).unwrap();
    let old = fs::read(&model).unwrap();
    train(&six_sets, &keeping(folder, Already::Keep), &mut ()).unwrap();
    train(&of_nim(1, 4), &keeping(folder, Already::Continue), &mut ()).unwrap();
    fs::write(folder.join("x.menace.new"), old).unwrap();
    let before = files(folder);
    let continuing = keeping(folder, Already::Continue);
    let error = train(&Request::default(), &continuing, &mut ()).unwrap_err();
    let is_refused = matches!(error, Error::Mismatch(_) | Error::Exists { .. });
    assert!(is_refused, "{error}");
    let mut usual = of_nim(1, 6);
    usual.sets = None;
    let error = train(&usual, &continuing, &mut ()).unwrap_err();
    assert!(matches!(reason(error).1, Existing::Stays(_)));
    assert!(files(folder) == before);
}

#[cfg(unix)]
#[test]
fn the_training_of_a_link_is_stored_next_to_the_model() {
    let folder = with_old();
    let deep = folder.path().join("deep");
    fs::create_dir(&deep).unwrap();
    std::os::unix::fs::symlink("../x.menace", deep.join("link.menace")).unwrap();
    let eight_sets = of_nim(2, 8);
    let linked = Keeping {
        model: Some(deep.join("link.menace")),
        keep_every: None,
        ..keeping(folder.path(), Already::Replace)
    };
    train(&eight_sets, &linked, &mut Impatient).unwrap();
    let new = folder.path().join("x.menace.new");
    assert_eq!(store::read(&new).unwrap().sets(), 1);
    train(&eight_sets, &linked, &mut ()).unwrap();
    assert!(!new.exists() && deep.join("link.menace").is_symlink());
    let whole = store::read(&folder.path().join("x.menace")).unwrap();
    assert_eq!(whole.sets(), 8);
}
