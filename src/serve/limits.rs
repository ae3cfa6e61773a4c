//! What one visitor may take from the others: places, time and memory.

use std::time::Duration;

/// The largest file of a machine that is taken in or set up, in bytes.
pub(super) const LARGEST: usize = 16 << 20;

/// How much there is of everything; a test has less of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most connections at once, and the most of them that have not shown that they may ask.
    pub(super) connections: usize,
    pub(super) strangers: usize,
    /// How long a sender may take over the head of a request, and over a body that is no model.
    pub(super) head: Duration,
    pub(super) body: Duration,
    /// How long a reader may take no byte of an answer.
    pub(super) reading: Duration,
    /// How many models may be coming in, and how long the next one waits before it takes the place of the
    /// one that comes most slowly.
    pub(super) uploads: usize,
    pub(super) upload_wait: Duration,
    /// The most boards that are set up at once, and the most bytes that they and their past take together.
    pub(super) boards: usize,
    pub(super) board_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // A process usually has 1,024 files, and models are opened too.
            connections: 512,
            strangers: 384,
            head: Duration::from_secs(5),
            body: Duration::from_secs(5),
            reading: Duration::from_secs(5),
            uploads: 4,
            upload_wait: Duration::from_millis(400),
            boards: 256,
            board_bytes: 192 << 20,
        }
    }
}
