//! The threads of the program: as many as requested, or as the system provides.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread;

use rayon::{ThreadBuilder, ThreadPoolBuilder};

/// The error for a thread that ended too early.
fn gone() -> io::Error {
    io::Error::other("a thread has ended")
}

/// The most threads, unless there are more cores: each takes memory, and more threads than cores make nothing
/// faster.
const MOST: usize = 64;

/// Starts the threads that the whole program shares.
///
/// If the system provides fewer than wanted, only half of these are used, so that some resources are left for
/// their work; if it provides none, the main thread does all work.
pub(crate) fn make(wanted: Option<u64>) -> anyhow::Result<()> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let wanted = match wanted {
        Some(wanted) => usize::try_from(wanted)?.min(cores.max(MOST)),
        None => cores,
    };
    let mut waiting: Vec<Sender<ThreadBuilder>> = Vec::new();
    for _ in 0..wanted {
        let (sender, work) = mpsc::channel::<ThreadBuilder>();
        let thread = thread::Builder::new().spawn(move || work.recv().map(ThreadBuilder::run));
        if thread.is_err() {
            waiting.truncate(waiting.len() / 2);
            break;
        }
        waiting.push(sender);
    }
    let pool = ThreadPoolBuilder::new().num_threads(waiting.len().max(1));
    if waiting.is_empty() {
        return Ok(pool.use_current_thread().build_global()?);
    }
    let hand_over = |work: ThreadBuilder| match waiting.pop() {
        Some(sender) => sender.send(work).map_err(|_| gone()),
        None => Err(gone()),
    };
    Ok(pool.spawn_handler(hand_over).build_global()?)
}
