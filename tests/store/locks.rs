//! One writer at a time, whatever becomes of the others.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;
use std::{env, fs};

use menace::Error;
use menace::store::{self, Lock};

use super::files::names;

#[test]
fn the_second_writer_hears_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/a.menace");
    let lock = Lock::take(&path).unwrap();
    let error = Lock::take(&path).unwrap_err();
    let process = format!("process {} ", std::process::id());
    assert!(matches!(&error, Error::Busy { holder, .. } if holder.starts_with(&process)));
    assert!(
        error.to_string().contains("a.menace: in use by process"),
        "{error}"
    );
    let _other = Lock::take(&folder.path().join("new/b.menace")).unwrap();
    store::replace(&path, b"written by the holder").unwrap();
    assert!(Lock::take(&path).is_err());
    drop(lock);
    drop(Lock::take(&path).unwrap());
    if cfg!(unix) {
        assert_eq!(
            names(&folder.path().join("new")),
            [".b.menace.lock", "a.menace"]
        );
    }
}

const HELD: &str = "MENACE_TEST_HELD";

/// Run by the next test in a process of its own.
#[test]
#[ignore = "waits to be killed"]
fn hold_a_lock() {
    if let Some(path) = env::var_os(HELD) {
        let _lock = Lock::take(Path::new(&path)).unwrap();
        thread::sleep(Duration::from_mins(1));
    }
}

#[test]
fn a_killed_holder_holds_up_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "locks::hold_a_lock"])
        .env(HELD, &path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let file = folder.path().join(".a.menace.lock");
    for _ in 0..1_000 {
        if fs::read(&file).is_ok_and(|text| !text.is_empty()) {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let second = Lock::take(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    let error = second.unwrap_err();
    let process = format!("process {} ", child.id());
    assert!(matches!(error, Error::Busy { holder, .. } if holder.starts_with(&process)));
    assert_eq!(names(folder.path()), [".a.menace.lock"]);
    drop(Lock::take(&path).unwrap());
}

#[test]
fn one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let (inside, taken) = (AtomicU32::new(0), AtomicU32::new(0));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while taken.load(Ordering::SeqCst) < 3_000 {
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
