//! Ctrl-C, and being asked to end in other ways.
//!
//! A command ends at once and takes with it what it has begun to write. A training ends after its
//! set, and saves it; when the set takes long and nothing but its games would be lost, it is dropped. A
//! model that is being written is written to its end, unless somebody asks again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use menace::session::Writing;
use menace::store;
use menace::text::count;

/// Whether somebody has asked.
static ASKED: AtomicBool = AtomicBool::new(false);
/// What is being done. Whoever ends the program keeps it, so that nothing more is begun.
static DOING: Mutex<Doing> = Mutex::new(Doing::Anything);

/// What a command is doing, as far as ending it goes.
enum Doing {
    /// Something that can end at any moment.
    Anything,
    /// Searching, which ends by itself once it looks.
    Search,
    /// Training.
    Training(Training),
}

/// How far a training is.
struct Training {
    /// The file that has what was learnt, once there is one.
    kept: Option<PathBuf>,
    /// Sets that are not in that file yet.
    unsaved: u64,
    part: Part,
}

/// A part of a training.
enum Part {
    /// Playing sets.
    Sets,
    /// Writing this file, in whose place this stood before.
    Writing(Writing, PathBuf, Stamp),
    /// Drawing what was learnt, all of which is in this file.
    Drawing(PathBuf),
    /// Printing what came of it; this is its file.
    Finished(PathBuf),
}

/// What tells a file from the one that is put in its place.
#[derive(PartialEq, Eq)]
struct Stamp(Option<(u64, u64, SystemTime)>);

impl Stamp {
    fn of(path: &Path) -> Self {
        let about = fs::metadata(path).ok();
        Self(about.and_then(|about| {
            #[cfg(unix)]
            let number = std::os::unix::fs::MetadataExt::ino(&about);
            #[cfg(not(unix))]
            let number = 0;
            Some((number, about.len(), about.modified().ok()?))
        }))
    }
}

/// How long a set may take to come to its end.
const PATIENCE: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(20);

fn doing() -> MutexGuard<'static, Doing> {
    DOING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has a training note something, if there is one.
fn note(what: impl FnOnce(&mut Training)) -> MutexGuard<'static, Doing> {
    let mut doing = doing();
    if let Doing::Training(training) = &mut *doing {
        what(training);
    }
    doing
}

/// The same; a training that was asked to end does so here.
fn note_or_leave(what: impl FnOnce(&mut Training)) {
    let doing = note(what);
    if is_asked() {
        leave(&doing);
    }
}

/// Listens from now on. Where that is not possible the system ends the program, as it always can.
pub(super) fn listen() {
    #[cfg(unix)]
    unix::listen();
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(asked);
}

/// A search begins, which looks whether it is to end.
pub(super) fn search_begins() {
    *doing() = Doing::Search;
}

/// A training is about to play its sets.
pub(super) fn sets_begin() {
    *doing() = Doing::Training(Training {
        kept: None,
        unsaved: 0,
        part: Part::Sets,
    });
}

/// A training has played sets; whether it is to end here.
pub(super) fn sets_played(sets: u64) -> bool {
    drop(note(|training| training.unsaved += sets));
    is_asked()
}

/// A training writes this file next.
pub(super) fn writing(path: &Path, kind: Writing) {
    let stamp = Stamp::of(path);
    drop(note(|training| {
        training.part = Part::Writing(kind, path.to_owned(), stamp);
    }));
}

/// A training has written a copy, and goes on.
pub(super) fn copied() {
    drop(note(|training| training.part = Part::Sets));
}

/// A training has saved what it has played in this file.
pub(super) fn sets_saved(path: &Path) {
    drop(note(|training| {
        training.kept = Some(path.to_owned());
        training.unsaved = 0;
        training.part = Part::Sets;
    }));
}

/// A training that has saved all its sets draws them.
pub(super) fn drawing(path: &Path) {
    note_or_leave(|training| {
        let kept = training.kept.clone();
        training.part = Part::Drawing(kept.unwrap_or_else(|| path.to_owned()));
    });
}

/// The finished model of a training has its place.
pub(super) fn finished(path: &Path) {
    note_or_leave(|training| training.part = Part::Finished(path.to_owned()));
}

pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Somebody asks: the first time a training comes to its end by itself, where it does so soon.
fn asked() {
    let doing = doing();
    let again = ASKED.swap(true, Ordering::SeqCst);
    let waits = match &*doing {
        Doing::Training(training) => matches!(training.part, Part::Sets | Part::Writing(..)),
        Doing::Search if !again => return,
        Doing::Anything | Doing::Search => false,
    };
    if again || !waits {
        leave(&doing);
    }
    drop(doing);
    let _ = thread::Builder::new().spawn(wait);
}

/// Waits for the end of a set, or of a file, or drops a set that takes long.
fn wait() {
    thread::sleep(PATIENCE);
    let mut is_told = false;
    loop {
        let doing = doing();
        let Doing::Training(training) = &*doing else {
            return;
        };
        let waits_for = match &training.part {
            Part::Sets if training.unsaved == 0 => leave(&doing),
            Part::Sets => format!(
                "ends after this set; Ctrl-C again drops it and {} before it",
                count(training.unsaved, "set", "sets")
            ),
            Part::Writing(_, path, _) => format!(
                "ends when {} is written; Ctrl-C again drops what is being written",
                path.display()
            ),
            Part::Drawing(_) | Part::Finished(_) => return,
        };
        drop(doing);
        if !is_told {
            is_told = true;
            eprintln!("menace: {}", super::exit::told(&waits_for));
        }
        thread::sleep(LOOK);
    }
}

/// Ends the program, with nothing half written left behind, and says what the files hold.
fn leave(doing: &Doing) -> ! {
    store::abandon();
    let message = match doing {
        Doing::Anything | Doing::Search => "stopped".to_owned(),
        Doing::Training(training) => training.stopped(),
    };
    eprintln!("menace: {}", super::exit::told(&message));
    std::process::exit(130)
}

impl Training {
    /// What is left of it once nothing more is written.
    fn stopped(&self) -> String {
        let what = match &self.part {
            Part::Drawing(path) => {
                return format!(
                    "stopped before all was drawn; {} keeps what was learnt, the same command goes on",
                    path.display()
                );
            }
            Part::Finished(path) => return holds_all(path),
            Part::Writing(kind, path, before) if *before != Stamp::of(path) => match kind {
                Writing::Whole => return holds_all(path),
                Writing::Progress => return stopped_after(path),
                Writing::Copy => format!("stopped when {} had been written", path.display()),
            },
            Part::Writing(_, path, _) => format!(
                "stopped while {} was being written, which is dropped",
                path.display()
            ),
            Part::Sets if self.kept.is_none() => return "stopped".to_owned(),
            Part::Sets => "stopped in the middle of a set, which is dropped".to_owned(),
        };
        let Some(kept) = &self.kept else {
            return what;
        };
        let (unsaved, before) = match self.unsaved {
            0 => (String::new(), "it"),
            sets => (
                format!(" with {} not saved yet", count(sets, "set", "sets")),
                "them",
            ),
        };
        format!(
            "{what}{unsaved}; {} keeps what was learnt before {before}, the same command goes on",
            kept.display()
        )
    }
}

fn stopped_after(path: &Path) -> String {
    format!(
        "stopped; {} keeps what was learnt, the same command goes on",
        path.display()
    )
}

fn holds_all(path: &Path) -> String {
    format!(
        "stopped at the end; {} holds the whole training",
        path.display()
    )
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    /// Listens to whoever ends programs, in a thread of its own; and has a file that grows too large
    /// told as an error, which the system would end the program for.
    pub(super) fn listen() {
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let mut ends = vec![SIGINT, SIGTERM];
        // Under `nohup` a program is to outlive its terminal.
        if !is_ignored(SIGHUP) {
            ends.push(SIGHUP);
        }
        let _ = thread::Builder::new().spawn(move || {
            if let Ok(mut signals) = Signals::new(ends) {
                for _ in signals.forever() {
                    super::asked();
                }
            }
        });
    }

    /// Whether the program was started with this signal ignored, where the system tells.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}
