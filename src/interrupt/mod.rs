//! Stops the program on Ctrl-C and other signals.
//!
//! Most commands end at once, and partly written files are removed. A training ends after its set and saves
//! it; if the set takes long and only its own games would be lost, the set is dropped. A model that is being
//! written is finished first. Only a second Ctrl-C (SIGINT) drops what is not saved.

pub(crate) mod save_clock;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, SystemTime};

use matchboxes::interrupt::{Asking, ask};
use matchboxes::locks::lock;
use matchboxes::session::Writing;
use matchboxes::store;
use matchboxes::text::{Shown as _, count};

/// Set by the first signal that asks the program to stop.
static ASKED: AtomicBool = AtomicBool::new(false);
/// How often Ctrl-C was pressed. All other signals together count as one warning, since a cluster sends
/// several for one reason.
static PRESSED: AtomicU32 = AtomicU32::new(0);
/// What the program is doing. The thread that ends the program keeps the lock, so that nothing new starts.
static ACTIVITY: Mutex<Activity> = Mutex::new(Activity::Anything);

/// What a command is doing, which decides how it can end.
enum Activity {
    /// Something that can end at any moment.
    Anything,
    /// Searching, or playing a part of a study; it checks for the request and ends on its own.
    Search,
    /// Waiting for a pager, which has the terminal and its keys.
    Paging,
    /// Playing runs of which those that are whole will be shown.
    Runs,
    Training(TrainingStatus),
}

#[derive(Default)]
pub(crate) struct TrainingStatus {
    /// The file with what was learnt so far, once there is one.
    pub(crate) kept: Option<PathBuf>,
    /// Sets that are not in that file yet.
    pub(crate) unsaved: u64,
    pub(crate) step: TrainingStep,
}

#[derive(Default)]
pub(crate) enum TrainingStep {
    #[default]
    Sets,
    /// Writing this file; the stamp belongs to the file it replaces.
    Writing(Writing, PathBuf, Stamp),
    /// Drawing the pictures; everything that was learnt is in this file.
    Drawing(PathBuf),
    /// Printing the result; everything is in this file.
    Finished(PathBuf),
}

/// Identifies a file, to detect that it was replaced: number (inode), length and time of change.
type Stamp = Option<(u64, u64, SystemTime)>;

pub(crate) fn stamp(path: &Path) -> Stamp {
    let about = fs::metadata(path).ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&about);
    #[cfg(not(unix))]
    let number = 0;
    Some((number, about.len(), about.modified().ok()?))
}

/// How long to wait for the end of a set or a file.
const PATIENCE: Duration = Duration::from_secs(1);
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

fn activity() -> MutexGuard<'static, Activity> {
    lock(&ACTIVITY)
}

/// Changes the state of the training, if there is one.
pub(crate) fn update(what: impl FnOnce(&mut TrainingStatus)) {
    if let Activity::Training(training) = &mut *activity() {
        what(training);
    }
}

pub(crate) fn end_if_asked() {
    let activity = activity();
    if is_asked() {
        end_program(&activity);
    }
}

/// Starts a thread that listens for signals, and waits until it does, so that none is missed. If that fails, signals
/// end the program at once, as usual.
pub(crate) fn listen() {
    let (ready, is_ready) = mpsc::channel();
    #[cfg(unix)]
    let listens = move || unix::listen(ready);
    #[cfg(windows)]
    let listens = move || windows::listen(ready);
    let _ = thread::Builder::new().spawn(listens);
    // Nothing is sent: the thread drops its end when it listens, or cannot.
    let _ = is_ready.recv();
}

/// Work begins that checks [`is_asked`] and ends on its own.
pub(crate) fn search_begins() {
    *activity() = Activity::Search;
}

/// Waits for a pager: Ctrl-C is a key of its own.
pub(crate) fn while_paging<T>(wait: impl FnOnce() -> T) -> T {
    *activity() = Activity::Paging;
    let waited = wait();
    *activity() = Activity::Anything;
    waited
}

/// Plays runs of which those that are whole will be shown; `None` if a stop was asked for and has left a set.
pub(crate) fn unless_left<T>(play: impl FnOnce() -> T) -> Option<T> {
    struct Left;
    let leave = || {
        if is_asked() {
            resume_unwind(Box::new(Left));
        }
    };
    // Work for one thread is done by this one.
    let _own = Asking::new(Arc::new(leave));
    rayon::broadcast(|_| ask(Some(Arc::new(leave))));
    *activity() = Activity::Runs;
    let played = catch_unwind(AssertUnwindSafe(play));
    *activity() = Activity::Anything;
    rayon::broadcast(|_| ask(None));
    match played {
        Err(cause) if cause.is::<Left>() => None,
        played => Some(played.unwrap_or_else(|cause| resume_unwind(cause))),
    }
}

pub(crate) fn sets_begin() {
    *activity() = Activity::Training(TrainingStatus::default());
}

/// Whether a signal has asked the program to stop.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// The first signal lets a search end on its own, and a training if it ends soon; a second Ctrl-C ends the program,
/// and so does any signal where nothing can be lost.
fn handle_signal(is_pressed: bool) {
    let activity = activity();
    // With the lock: from here to the end of the function no training begins its next step.
    let before = PRESSED.fetch_add(u32::from(is_pressed), Ordering::SeqCst);
    let is_dropped = is_pressed && before > 0;
    let is_first = !ASKED.swap(true, Ordering::SeqCst);
    match &*activity {
        Activity::Search if !is_dropped => {}
        Activity::Paging if is_pressed => {}
        Activity::Runs
        | Activity::Training(TrainingStatus {
            step: TrainingStep::Sets | TrainingStep::Writing(..),
            ..
        }) if !is_dropped => {
            if is_first {
                let _ = thread::Builder::new().spawn(wait);
            }
        }
        _ => end_program(&activity),
    }
}

/// Waits for the end of a set or a file; drops a set that takes long if nothing else would be lost.
fn wait() {
    thread::sleep(PATIENCE);
    for round in 0_u64.. {
        let activity = activity();
        let training = match &*activity {
            Activity::Training(training) => training,
            Activity::Runs => end_program(&activity),
            _ => return,
        };
        let again = match PRESSED.load(Ordering::SeqCst) {
            0 => "Ctrl-C twice",
            _ => "Ctrl-C again",
        };
        let waits_for = match &training.step {
            TrainingStep::Sets if training.unsaved == 0 => end_program(&activity),
            TrainingStep::Sets => {
                let sets = count(training.unsaved, "set", "sets");
                format!("stops after this set; {again} drops it and {sets} before it")
            }
            TrainingStep::Writing(_, path, _) => {
                let path = path.shown();
                format!("stops when {path} is written; {again} drops what is being written")
            }
            TrainingStep::Drawing(_) | TrainingStep::Finished(_) => return,
        };
        drop(activity);
        if round == 0 {
            eprintln!("menace: {}", matchboxes_report::shortened(&waits_for));
        }
        thread::sleep(CHECK_INTERVAL);
    }
}

/// Ends the program without leaving partly written files, and reports what was saved.
fn end_program(activity: &Activity) -> ! {
    // This comes first: after it no file changes, so the message stays true.
    store::abandon();
    let message = match activity {
        Activity::Anything | Activity::Search | Activity::Paging | Activity::Runs => {
            "stopped".to_owned()
        }
        Activity::Training(training) => training.stopped(),
    };
    eprintln!("menace: {}", matchboxes_report::shortened(&message));
    std::process::exit(130)
}

impl TrainingStatus {
    /// The message about what is saved when the program ends now.
    fn stopped(&self) -> String {
        let whole = |path: &Path| {
            let path = path.shown();
            format!("stopped at the end; {path} holds the whole training")
        };
        let keeps = |what: &str, path: &Path, before: &str| {
            let path = path.shown();
            format!("{what}; {path} keeps what was learnt{before}, the same command continues")
        };
        let what = match &self.step {
            TrainingStep::Drawing(path) => {
                return keeps("stopped before all pictures were drawn", path, "");
            }
            TrainingStep::Finished(path) => return whole(path),
            // The file may have been put in its place just before the step was updated.
            TrainingStep::Writing(kind, path, before) if *before != stamp(path) => match kind {
                Writing::Whole => return whole(path),
                Writing::Progress => return keeps("stopped", path, ""),
                Writing::Copy => format!("stopped after {} was written", path.shown()),
            },
            TrainingStep::Writing(_, path, _) => {
                let path = path.shown();
                format!("stopped while {path} was being written, which is dropped")
            }
            TrainingStep::Sets if self.kept.is_none() => return "stopped".to_owned(),
            TrainingStep::Sets => "stopped in the middle of a set, which is dropped".to_owned(),
        };
        let Some(kept) = &self.kept else {
            return what;
        };
        if self.unsaved == 0 {
            return keeps(&what, kept, " before it");
        }
        let unsaved = count(self.unsaved, "set", "sets");
        let what = format!("{what} with {unsaved} not saved yet");
        keeps(&what, kept, " before them")
    }
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::Sender;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    /// A cluster can send SIGUSR1 before it takes the machine away. SIGXFSZ is caught too, so that a file
    /// that grows too large becomes an error.
    pub(crate) fn listen(ready: Sender<()>) {
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let mut ends = vec![SIGINT, SIGTERM, SIGUSR1];
        // Under `nohup` the program must continue after its terminal is closed.
        if !is_ignored(SIGHUP) {
            ends.push(SIGHUP);
        }
        if let Ok(mut signals) = Signals::new(ends) {
            drop(ready);
            for signal in signals.forever() {
                crate::interrupt::handle_signal(signal == SIGINT);
            }
        }
    }

    /// Whether the program was started with this signal ignored; false if the system does not report it.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(windows)]
mod windows {
    use std::io;
    use std::sync::mpsc::Sender;

    use tokio::runtime::Builder;
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

    /// If the window is closed, or the session or the system ends, Windows waits for this program some seconds and
    /// then kills it; that is time to write what was learnt.
    pub(crate) fn listen(ready: Sender<()>) -> io::Result<()> {
        let runtime = Builder::new_current_thread().build()?;
        runtime.block_on(handle_all(ready))
    }

    async fn handle_all(ready: Sender<()>) -> io::Result<()> {
        let mut pressed = (ctrl_c()?, ctrl_break()?);
        let mut ends = (ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?);
        drop(ready);
        loop {
            let is_pressed = tokio::select! {
                _ = pressed.0.recv() => true,
                _ = pressed.1.recv() => true,
                _ = ends.0.recv() => false,
                _ = ends.1.recv() => false,
                _ = ends.2.recv() => false,
            };
            crate::interrupt::handle_signal(is_pressed);
        }
    }
}
