//! The threads that long work is spread over: as many as are asked for, or as can be had.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread;

use rayon::{ThreadBuilder, ThreadPoolBuilder};

/// The error of a thread that was there and is not.
fn gone() -> io::Error {
    io::Error::other("a thread has ended")
}

/// No more threads are made than this, or than there are cores: each takes memory, and more of them than
/// cores make nothing faster.
const MOST: usize = 64;

/// Makes the threads that all work of the program shares.
///
/// Where the system gives fewer than are wanted, half of those it gives are used, so that they have room to
/// work, or the program's own alone where it gives none.
pub(super) fn make(wanted: Option<u64>) -> anyhow::Result<()> {
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
