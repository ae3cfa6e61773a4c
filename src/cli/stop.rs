//! Ctrl-C, and being asked to end in other ways.
//!
//! A command ends at once and takes with it what it has begun to write. A training ends after its
//! set, and saves it; when the set takes long and nothing but its games would be lost, it is dropped.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use menace::store;
use menace::text::count;

/// Whether somebody has asked.
static ASKED: AtomicBool = AtomicBool::new(false);
/// Sets of a training that are not in its file yet.
static UNSAVED: AtomicU64 = AtomicU64::new(0);
/// What is being done.
static DOING: Mutex<Doing> = Mutex::new(Doing::Anything);

/// What a command is doing, as far as ending it goes.
enum Doing {
    /// Something that can end at any moment.
    Anything,
    /// Playing the sets of a training, which is kept in this file once there is one.
    Sets(Option<PathBuf>),
    /// Searching, which ends by itself once it looks.
    Search,
    /// Something after the last set, whose model is in this file, or ending by itself.
    Ending(String),
}

/// How long a set may take to come to its end.
const PATIENCE: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(20);

fn now_doing(doing: Doing) {
    *DOING.lock().unwrap_or_else(PoisonError::into_inner) = doing;
}

/// Listens from now on. Where that is not possible the system ends the program, as it always can.
pub(super) fn listen() {
    #[cfg(unix)]
    unix::listen();
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(asked);
}

/// A training is about to play its sets.
pub(super) fn sets_begin() {
    UNSAVED.store(0, Ordering::SeqCst);
    now_doing(Doing::Sets(None));
}

/// A search begins, which looks whether it is to end.
pub(super) fn search_begins() {
    now_doing(Doing::Search);
}

/// A training has saved what it has played.
pub(super) fn sets_saved(path: &Path) {
    let mut doing = DOING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Doing::Sets(place) = &mut *doing {
        UNSAVED.store(0, Ordering::SeqCst);
        *place = Some(path.to_owned());
    }
}

/// A training has played sets; whether it is to end here.
pub(super) fn sets_played(sets: u64) -> bool {
    UNSAVED.fetch_add(sets, Ordering::SeqCst);
    if !is_asked() {
        return false;
    }
    now_doing(Doing::Ending("stopped".to_owned()));
    true
}

/// A training has played all its sets; only what follows on them is left.
pub(super) fn sets_ended(path: &Path) {
    now_doing(Doing::Ending(format!(
        "stopped before all was drawn; {} keeps what was learnt, the same command goes on",
        path.display()
    )));
}

pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Somebody asks: the first time a training comes to its end by itself, where it does so soon.
fn asked() {
    let again = ASKED.swap(true, Ordering::SeqCst);
    let doing = DOING.lock().unwrap_or_else(PoisonError::into_inner);
    let (is_playing, is_search) = match *doing {
        Doing::Sets(_) => (true, false),
        Doing::Search => (false, true),
        Doing::Anything | Doing::Ending(_) => (false, false),
    };
    drop(doing);
    if again || !(is_playing || is_search) {
        leave();
    }
    if is_search {
        return;
    }
    let _ = thread::Builder::new().spawn(|| {
        thread::sleep(PATIENCE);
        let mut told = false;
        loop {
            let doing = DOING.lock().unwrap_or_else(PoisonError::into_inner);
            if !matches!(*doing, Doing::Sets(_)) {
                return;
            }
            let unsaved = UNSAVED.load(Ordering::SeqCst);
            drop(doing);
            if unsaved == 0 {
                leave();
            }
            if !told {
                told = true;
                let sets = count(unsaved, "set", "sets");
                eprintln!(
                    "menace: ends after this set; Ctrl-C again drops it and {sets} before it"
                );
            }
            thread::sleep(LOOK);
        }
    });
}

/// Ends the program, with nothing half written left behind.
fn leave() -> ! {
    store::abandon();
    let doing = DOING.lock().unwrap_or_else(PoisonError::into_inner);
    let message = match &*doing {
        Doing::Sets(Some(path)) => format!(
            "stopped in the middle of a set, which is dropped; {} keeps what was learnt before it, \
             the same command with --continue goes on",
            path.display()
        ),
        Doing::Ending(message) => message.clone(),
        Doing::Anything | Doing::Search | Doing::Sets(None) => "stopped".to_owned(),
    };
    eprintln!("menace: {}", super::exit::told(&message));
    std::process::exit(130)
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
