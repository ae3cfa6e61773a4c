//! Long work on threads of its own, while the calling thread waits without the interpreter's lock, hears
//! Ctrl-C and shows the progress.

use std::cell::OnceCell;
use std::mem::replace;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use matchboxes::learn::{Progress, TrainingSpec};
use matchboxes::locks::lock;
use matchboxes::session::Watch;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::errors::exception;

/// How often the waiting thread looks for Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread that works: several times what a search needs for the longest game, for rules in Python
/// that are called at its end.
const STACK: usize = 16 << 20;

thread_local! {
    /// What controls the work that this thread belongs to.
    static OWN: OnceCell<Arc<Control>> = const { OnceCell::new() };
}

/// What the work and the thread that waits for it share.
#[derive(Debug, Default)]
pub(crate) struct Control {
    stop: AtomicBool,
    /// Whether the work should not even come to an orderly end.
    leave: AtomicBool,
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
        let mut failure = lock(&self.failure);
        failure.get_or_insert(error);
    }

    /// The exception that stopped the work, if one did.
    pub(crate) fn failure(&self) -> Option<PyErr> {
        let mut failure = lock(&self.failure);
        failure.take()
    }

    /// Whether this thread belongs to work whose result nobody waits for any more.
    pub(crate) fn is_left() -> bool {
        OWN.with(|own| {
            own.get()
                .is_some_and(|control| control.leave.load(Ordering::Relaxed))
        })
    }

    /// Asks the work to stop; if `at_once`, it need not come to an orderly end.
    fn ask_to_stop(&self, at_once: bool) {
        self.stop.store(true, Ordering::Relaxed);
        self.leave.fetch_or(at_once, Ordering::Relaxed);
    }

    /// Says how many sets will be played.
    pub(crate) fn begin(&self, sets: u64) {
        self.all.store(sets, Ordering::Relaxed);
    }
}

/// A training or a study that can be stopped after each set.
#[derive(Clone)]
pub(crate) struct Sets(pub(crate) Arc<Control>);

impl Progress for Sets {
    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        self.0.done.fetch_add(sets, Ordering::Relaxed);
        if self.0.stop_asked() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Watch for Sets {
    fn begin(&mut self, sets: u64, _training: &TrainingSpec) {
        self.0.begin(sets);
    }

    fn stop_asked(&self) -> bool {
        self.0.stop_asked()
    }
}

/// What happens to the work when Ctrl-C is pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopping {
    /// It is asked to stop, and waited for: it may be about to write a file.
    Orderly,
    /// It is asked to stop, and left to itself: its result is not needed.
    AtOnce,
}

/// Does the work, and returns what it returns. An exception of a signal handler, such as that of Ctrl-C, is
/// passed on.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    stopping: Stopping,
    bar: Bar,
    work: impl FnOnce(Arc<Control>) -> T + Send + 'static,
) -> PyResult<T> {
    let control = Arc::new(Control::default());
    let (sender, receiver) = channel();
    let shared = control.clone();
    // Threads of its own for each work, and not those that rayon keeps: a process that was forked has none of the
    // kept ones and would wait for them for ever, and these know what they belong to.
    let own = control.clone();
    let threads = ThreadPoolBuilder::new()
        .stack_size(STACK)
        .thread_name(|_| "matchboxes".to_owned())
        .start_handler(move |_| OWN.with(|cell| _ = cell.set(own.clone())))
        .build()
        .map_err(|error| PyOSError::new_err(format!("no threads to work on: {error}")))?;
    threads.spawn(move || {
        // Nobody receives the result of work that was left to itself.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(shared))));
    });
    wait(py, stopping, &control, receiver, &mut Shown::new(bar))
}

/// Waits for the result.
fn wait<'py, T: Send>(
    py: Python<'py>,
    stopping: Stopping,
    control: &Control,
    mut receiver: Receiver<thread::Result<T>>,
    shown: &mut Shown<'py>,
) -> PyResult<T> {
    let mut interrupted = None;
    loop {
        let waiting = &mut receiver;
        let received = py.detach(move || waiting.recv_timeout(TICK));
        let is_over = !matches!(received, Err(RecvTimeoutError::Timeout));
        if interrupted.is_none() {
            shown.update(py, control, is_over)?;
        }
        if is_over {
            let result = received.expect("the work sends its result before it ends");
            return interrupted.map_or_else(|| result.map_err(exception), Err);
        }
        if let Err(error) = py.check_signals() {
            let again = interrupted.is_some();
            if stopping == Stopping::AtOnce || again {
                control.ask_to_stop(true);
                return Err(error);
            }
            // Before the first set there is nothing to lose.
            control.ask_to_stop(control.done.load(Ordering::Relaxed) == 0);
            interrupted = Some(error);
        }
    }
}

/// Whether work shows its progress.
#[derive(Clone, Copy)]
pub(crate) enum Bar {
    /// It has none to show.
    Never,
    /// As the caller said, or else in a notebook only.
    Asked(Option<bool>),
}

/// A progress bar, made when the number of sets is known. There is none without the package tqdm.
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
