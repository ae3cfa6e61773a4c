//! Long work on threads of its own, while the calling thread waits without the interpreter's lock, hears
//! Ctrl-C and shows the progress.

use std::mem::replace;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use matchboxes::interrupt::{self, Asked};
use matchboxes::learn::{Progress, TrainingSpec};
use matchboxes::locks::lock;
use matchboxes::session::{Watch, Writing};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::errors::{exception, guarded};

/// How often the waiting thread looks for Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread that works: several times what a search needs for the longest game, for rules in Python
/// that are called at its end.
const STACK: usize = 16 << 20;

/// How long a training may go on after Ctrl-C to end its set and save it.
const GRACE: Duration = Duration::from_millis(400);

/// The shortest and the longest time after which a training is saved at the end of a set, and the share of its time
/// that saving may take.
const SAVED: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];
const SHARE: u32 = 20;

/// The state that the work shares with the thread that waits for it.
#[derive(Debug, Default)]
pub(crate) struct Control {
    stop: AtomicBool,
    /// Whether the work should not even come to an orderly end.
    leave: AtomicBool,
    /// Whether a file is being written, from which no work is left.
    writing: AtomicBool,
    /// The number of sets to play, once it is known.
    all: AtomicU64,
    /// The number of sets played.
    done: AtomicU64,
    /// The first exception of a Python function that the work called.
    failure: Mutex<Option<PyErr>>,
}

impl Control {
    /// Whether the work should end as soon as it can.
    pub(crate) fn stop_asked(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Stops the work because of an exception.
    pub(crate) fn fail(&self, error: PyErr) {
        self.stop.store(true, Ordering::Relaxed);
        lock(&self.failure).get_or_insert(error);
    }

    /// An exception of a Python function, if one stopped the work.
    pub(crate) fn check(&self) -> PyResult<()> {
        lock(&self.failure).take().map_or(Ok(()), Err)
    }

    /// Unwinds a thread whose result is no longer wanted.
    fn end_if_left(&self) {
        if self.leave.load(Ordering::Relaxed) && !self.writing.load(Ordering::Relaxed) {
            let left = PyKeyboardInterrupt::new_err("the work was stopped");
            resume_unwind(Box::new(left));
        }
    }

    /// Tells the work to stop; if `at_once`, it need not come to an orderly end.
    fn ask_to_stop(&self, at_once: bool) {
        self.stop.store(true, Ordering::Relaxed);
        self.leave.fetch_or(at_once, Ordering::Relaxed);
    }

    /// Sets how many sets will be played.
    pub(crate) fn begin(&self, sets: u64) {
        self.all.store(sets, Ordering::Relaxed);
    }
}

/// A training or a study that can be stopped after each set.
pub(crate) struct StoppableSets {
    control: Arc<Control>,
    /// When a training was last saved, and how long that took.
    saved: Option<Mutex<(Instant, Duration)>>,
}

impl StoppableSets {
    /// Of a training that `is_saved` now and then, a long set is not played to its end when it is stopped.
    pub(crate) fn new(control: Arc<Control>, is_saved: bool) -> Self {
        let saved = is_saved.then(|| Mutex::new((Instant::now(), Duration::ZERO)));
        Self { control, saved }
    }

    fn is_time_to_save(&self) -> bool {
        self.saved.as_ref().is_some_and(|saved| {
            let (at, took) = *lock(saved);
            let [least, most] = SAVED;
            at.elapsed() >= took.saturating_mul(SHARE).clamp(least, most)
        })
    }
}

impl Progress for StoppableSets {
    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        self.control.done.fetch_add(sets, Ordering::Relaxed);
        if self.control.stop_asked() || self.is_time_to_save() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Watch for StoppableSets {
    fn begin(&mut self, sets: u64, _training: &TrainingSpec) {
        self.control.begin(sets);
    }

    fn writing(&self, _path: &Path, _kind: Writing) {
        self.control.writing.store(true, Ordering::Relaxed);
        if let Some(saved) = &self.saved {
            lock(saved).0 = Instant::now();
        }
    }

    fn written(&self, _path: &Path, _kind: Writing) {
        self.control.writing.store(false, Ordering::Relaxed);
        if let Some(saved) = &self.saved {
            let (at, took) = &mut *lock(saved);
            *took = at.elapsed();
            *at = Instant::now();
        }
    }

    fn stop_asked(&self) -> bool {
        self.control.stop_asked()
    }
}

/// What happens to the work when Ctrl-C is pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopping {
    /// It is stopped and waited for, since it may be about to write a file. Only a long set is left unplayed.
    Orderly,
    /// It is stopped, and leaves its work at its next check: its result is not needed.
    AtOnce,
}

/// Does the work, and returns what it returns. An exception of a signal handler, as for Ctrl-C, is passed on.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    stopping: Stopping,
    bar: Bar,
    work: impl FnOnce(Arc<Control>) -> T + Send + 'static,
) -> PyResult<T> {
    let control = Arc::new(Control::default());
    let (sender, receiver) = channel();
    let shared = control.clone();
    // Each work has its own threads instead of rayon's: a forked process has none of rayon's threads and
    // would wait for them for ever. The own threads also have a link to their work.
    let own = control.clone();
    let left: Asked = Arc::new(move || own.end_if_left());
    let threads = ThreadPoolBuilder::new()
        .stack_size(STACK)
        .thread_name(|_| "matchboxes".to_owned())
        .start_handler(move |_| _ = interrupt::ask(Some(left.clone())))
        .build()
        .map_err(|error| PyOSError::new_err(format!("no threads to work on: {error}")))?;
    threads.spawn(move || {
        // The result of abandoned work is dropped.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(shared))));
    });
    wait(py, stopping, &control, receiver, &mut Shown::new(bar))
}

fn wait<'py, T: Send>(
    py: Python<'py>,
    stopping: Stopping,
    control: &Control,
    mut receiver: Receiver<thread::Result<T>>,
    shown: &mut Shown<'py>,
) -> PyResult<T> {
    let mut interrupted: Option<(PyErr, Instant)> = None;
    loop {
        let waiting = &mut receiver;
        let received = py.detach(move || waiting.recv_timeout(TICK));
        let is_over = !matches!(received, Err(RecvTimeoutError::Timeout));
        if interrupted.is_none() {
            shown.update(py, control, is_over)?;
        }
        if is_over {
            let result = received.expect("the work sends its result before it ends");
            return interrupted.map_or_else(|| result.map_err(exception), |(error, _)| Err(error));
        }
        if let Err(error) = py.check_signals() {
            let again = interrupted.is_some();
            if stopping == Stopping::AtOnce || again {
                control.ask_to_stop(true);
                return Err(error);
            }
            // Before the first set nothing can be lost.
            control.ask_to_stop(control.done.load(Ordering::Relaxed) == 0);
            interrupted = Some((error, Instant::now()));
        }
        if interrupted
            .as_ref()
            .is_some_and(|(_, since)| since.elapsed() >= GRACE)
        {
            control.ask_to_stop(true);
        }
    }
}

/// Does work that is mostly short in the calling thread, without the lock. An exception of a signal handler, as for
/// Ctrl-C, ends it, as do exceptions of Python functions that it calls.
pub(crate) fn here<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (began, next) = (Instant::now(), AtomicU64::new(0));
    let tick = u64::try_from(TICK.as_millis()).expect("a tick is short");
    let heard: Asked = Arc::new(move || {
        let now = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now >= next.load(Ordering::Relaxed) + tick {
            next.store(now, Ordering::Relaxed);
            Python::attach(|py| {
                if let Err(error) = py.check_signals() {
                    resume_unwind(Box::new(error));
                }
            });
        }
    });
    let _asking = interrupt::Asking::new(heard);
    py.detach(|| guarded(work))
}

/// In each of these times, the first part belongs to threads that do not call Python again and again.
const ROUND: Duration = Duration::from_millis(40);
const FREE: Duration = Duration::from_millis(2);

/// Calls Python from work that calls it again and again. A thread that gives the interpreter's lock up and takes it
/// again at once keeps it from all others: they are woken each time, and come too late. So now and then all such
/// threads wait.
pub(crate) fn call<T>(function: impl FnOnce(Python<'_>) -> T) -> T {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let at = BEGAN.elapsed().as_micros() % ROUND.as_micros();
    if let Some(left) = FREE.as_micros().checked_sub(at) {
        thread::sleep(Duration::from_micros(
            u64::try_from(left).unwrap_or_default(),
        ));
    }
    Python::attach(function)
}

/// Whether work shows its progress.
#[derive(Clone, Copy)]
pub(crate) enum Bar {
    /// It has none to show.
    Never,
    /// As the caller said, or else in a notebook only.
    Asked(Option<bool>),
}

/// A progress bar, made when the number of sets is known.
struct Shown<'py> {
    wanted: Bar,
    bar: Option<Bound<'py, PyAny>>,
    done: u64,
}

impl<'py> Shown<'py> {
    fn new(bar: Bar) -> Self {
        Self {
            wanted: bar,
            bar: None,
            done: 0,
        }
    }

    fn update(&mut self, py: Python<'py>, control: &Control, is_over: bool) -> PyResult<()> {
        let all = control.all.load(Ordering::Relaxed);
        if all > 0
            && let Bar::Asked(wanted) = replace(&mut self.wanted, Bar::Never)
            && wanted != Some(false)
        {
            let module = py.import("matchboxes._progress")?;
            let bar = module.call_method1("bar", (all, wanted))?;
            self.bar = (!bar.is_none()).then_some(bar);
        }
        let Some(bar) = &self.bar else {
            return Ok(());
        };
        let done = control.done.load(Ordering::Relaxed);
        bar.call_method1("update", (done - self.done,))?;
        self.done = done;
        if is_over {
            bar.call_method0("close")?;
        }
        Ok(())
    }
}
