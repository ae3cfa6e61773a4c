//! Keeps the results of the runs of a training outside of memory until all runs have ended. Runs may end in any
//! order, but rows are written, and two trainings compared, in the order of the runs.

use std::env;
use std::error::Error as _;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use matchboxes::Result;
use matchboxes::arena::RunResult;
use matchboxes::locks::lock;
use matchboxes::store::{RunCodec, Slots};

/// How many runs are read at a time.
const AT_ONCE: u64 = 1_024;

/// The results of the runs of one training.
pub(super) struct Spool {
    slots: Mutex<Slots>,
    codec: RunCodec,
    /// The number of runs that have been stored.
    runs: AtomicU64,
}

impl Spool {
    /// An empty spool in this folder or in the system's folder for temporary files.
    pub(super) fn new(folder: Option<&Path>, codec: RunCodec) -> Self {
        let folder = folder.map_or_else(env::temp_dir, Path::to_owned);
        Self {
            slots: Mutex::new(Slots::new(&folder, 0, codec.length())),
            codec,
            runs: AtomicU64::new(0),
        }
    }

    /// Stores the result of a run.
    pub(super) fn keep(&self, result: &RunResult) -> Result<()> {
        self.put(result.run, &self.codec.encode(result))
    }

    /// Stores the result of a run that is already encoded.
    pub(super) fn put(&self, run: u64, bytes: &[u8]) -> Result<()> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        self.slots().put(run, bytes)
    }

    /// The results of all runs in their order; each must have been stored once, without any left out.
    pub(super) fn results(&self) -> impl Iterator<Item = Result<RunResult>> {
        let runs = self.runs.load(Ordering::Relaxed);
        let firsts = (0..runs.div_ceil(AT_ONCE)).map(|i| i * AT_ONCE);
        firsts.flat_map(move |first| match self.chunk(first, runs) {
            Ok(results) => results.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// The same for a table, whose rows may fail with an error of the system.
    pub(super) fn rows(&self) -> impl Iterator<Item = io::Result<RunResult>> {
        self.results().map(|result| {
            result.map_err(|error| {
                let cause = error.source().map(|cause| format!("{error}: {cause}"));
                io::Error::other(cause.unwrap_or_else(|| error.to_string()))
            })
        })
    }

    /// The results of this run and those after it, [`AT_ONCE`] at most, of this many in all.
    fn chunk(&self, first: u64, runs: u64) -> Result<Vec<RunResult>> {
        let runs = first..runs.min(first + AT_ONCE);
        let bytes = self.slots().read(runs.clone())?;
        let slots = runs.zip(bytes.chunks_exact(self.codec.length()));
        Ok(slots
            .map(|(run, slot)| self.codec.decode(run, slot))
            .collect())
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        lock(&self.slots)
    }
}
