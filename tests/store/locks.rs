//! One writer at a time, whatever happens to the others.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;
use std::{env, fs};

use matchboxes::Error;
use matchboxes::store::{self, Lock};

use crate::place::{Text as _, files};

#[test]
fn a_second_writer_is_refused_and_the_error_names_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/a.menace");
    let lock = Lock::take(&path).unwrap();
    let error = Lock::take(&path).unwrap_err();
    let process = format!("process {} ", std::process::id());
    assert!(matches!(&error, Error::Busy { holder, .. } if holder.starts_with(&process)));
    error.to_string().has(["a.menace: in use by process"]);
    let _other = Lock::take(&folder.path().join("new/b.menace")).unwrap();
    store::replace(&path, b"written by the holder").unwrap();
    assert!(Lock::take(&path).is_err());
    drop(lock);
    drop(Lock::take(&path).unwrap());
    if cfg!(unix) {
        let left = files(&folder.path().join("new"));
        assert_eq!(left, [".b.menace.lock", "a.menace"]);
    }
}

/// A file that another process puts in place despite the lock is kept, and the model is saved next to it.
#[test]
fn a_file_of_another_process_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let other = folder.path().join("other");
    let model = super::small();
    let theirs = b"a text";
    // After a write by the holder or before it, by renaming another file or by writing in place.
    for (written, renamed) in [(true, true), (true, false), (false, true), (false, false)] {
        for read_first in [false, true] {
            let _ = fs::remove_file(&path);
            if read_first {
                store::write(&path, &model).unwrap();
            }
            let lock = Lock::take(&path).unwrap();
            if written {
                lock.write(&path, &model).unwrap();
                lock.write(&path, &model).unwrap();
            }
            if renamed {
                fs::write(&other, theirs).unwrap();
                fs::rename(&other, &path).unwrap();
            } else {
                fs::write(&path, theirs).unwrap();
            }
            for _ in 0..2 {
                let error = lock.write(&path, &model).unwrap_err();
                let words = error.to_string();
                words.has(["another process has put a different file"]);
                let Error::Lost { saved, .. } = error else {
                    panic!("{words}");
                };
                assert_eq!(store::verify(&saved).unwrap(), model);
                fs::remove_file(saved).unwrap();
            }
            assert_eq!(fs::read(&path).unwrap(), theirs);
            drop(lock);
        }
    }
    // A removed file does not prevent writing. On Unix, another file with the same bytes is recognized as a
    // different file.
    fs::remove_file(&path).unwrap();
    let lock = Lock::take(&path).unwrap();
    lock.write(&path, &model).unwrap();
    fs::remove_file(&path).unwrap();
    lock.write(&path, &model).unwrap();
    if cfg!(unix) {
        fs::copy(&path, &other).unwrap();
        fs::rename(&other, &path).unwrap();
        let error = lock.write(&path, &model).unwrap_err();
        assert!(matches!(error, Error::Lost { .. }), "{error:?}");
    }
}

const HELD: &str = "MENACE_TEST_HELD";

/// The next test runs this in its own process.
#[test]
#[ignore = "waits to be killed"]
fn hold_a_lock() {
    if let Some(path) = env::var_os(HELD) {
        let _lock = Lock::take(Path::new(&path)).unwrap();
        thread::sleep(Duration::from_secs(600));
    }
}

#[test]
fn the_lock_of_a_killed_process_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "store::locks::hold_a_lock"])
        .env(HELD, &path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let file = folder.path().join(".a.menace.lock");
    for _ in 0..6_000 {
        // Windows lets nobody read a locked file.
        if fs::read(&file).map_or(cfg!(windows) && file.exists(), |text| !text.is_empty()) {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let second = Lock::take(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    let error = second.unwrap_err();
    let process = format!("process {} ", child.id());
    let is_named =
        |holder: &str| holder.starts_with(&process) || cfg!(windows) && holder == "another process";
    assert!(matches!(error, Error::Busy { holder, .. } if is_named(&holder)));
    assert!(file.exists());
    drop(Lock::take(&path).unwrap());
}

#[test]
fn only_one_thread_at_a_time_holds_a_lock() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let (inside, taken) = (AtomicU32::new(0), AtomicU32::new(0));
    // A lock takes longer there.
    let most = if cfg!(windows) { 100 } else { 1_000 };
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while taken.load(Ordering::SeqCst) < most {
                    match Lock::take(&path) {
                        Ok(_lock) => {
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                            thread::sleep(Duration::from_micros(20));
                            inside.fetch_sub(1, Ordering::SeqCst);
                            taken.fetch_add(1, Ordering::SeqCst);
                        }
                        Err(Error::Busy { .. }) => thread::yield_now(),
                        Err(error) => panic!("{error:?}"),
                    }
                }
            });
        }
    });
}
