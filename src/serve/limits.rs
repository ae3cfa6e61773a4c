//! What one visitor may take from the others: places and memory.

/// The largest file of a machine that is taken in or set up, in bytes.
pub(super) const LARGEST: usize = 16 << 20;

/// How much there is of everything; a test has less of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most boards that are set up at once, and the most bytes that they and their past take together.
    pub(super) boards: usize,
    pub(super) board_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            boards: 256,
            board_bytes: 192 << 20,
        }
    }
}
