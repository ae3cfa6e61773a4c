//! Limits on the connections, time and memory that visitors can use.

use std::time::Duration;

/// How long requests are still taken when the server stops: a device that is about to send one has its answer.
pub(crate) const LAST_CALL: Duration = Duration::from_millis(100);

/// All limits; tests use smaller ones.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The most connections at once.
    pub connections: usize,
    /// The most of them without an authorized request so far.
    pub strangers: usize,
    /// How long a client may take to send the head of a request.
    pub head: Duration,
    /// How long it may take to send a body that is not a model.
    pub body: Duration,
    /// How long a client may pause without reading any byte of an answer.
    pub reading: Duration,
    /// The most uploads at once.
    pub uploads: usize,
    /// How long the next upload waits before the slowest gives its place.
    pub upload_wait: Duration,
    /// The most boards that are set up at once.
    pub boards: usize,
    /// The most bytes of memory that boards and their past take.
    pub board_bytes: u64,
    /// How long a wrong code of a class counts against its address.
    pub wrong_code: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            // A process can usually open 1,024 files, and some are needed for models.
            connections: 512,
            strangers: 384,
            head: Duration::from_secs(5),
            body: Duration::from_secs(5),
            reading: Duration::from_secs(5),
            uploads: 4,
            upload_wait: Duration::from_millis(400),
            boards: 256,
            board_bytes: 192 << 20,
            wrong_code: Duration::from_secs(1),
        }
    }
}
