//! Keeps the results of the runs of a training in a temporary file until all runs have ended. Runs may
//! end in any order, but rows are written, and two trainings compared, in the order of the runs.
//!
//! Each run has a slot of fixed length. The file stays in memory while it is small. On disk it has no
//! name if the system allows that, so it disappears with the program, however that ends.

use std::env;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use matchboxes::arena::RunResult;
use matchboxes::error::Action;
use matchboxes::store::RunCodec;
use matchboxes::{Error, Result};
use tempfile::SpooledTempFile;

/// The largest file that stays in memory, in bytes.
const IN_MEMORY: usize = 4 << 20;

/// How many runs are read at a time.
const AT_ONCE: u64 = 1_024;

/// The results of the runs of one training.
pub(super) struct Spool {
    file: Mutex<SpooledTempFile>,
    folder: PathBuf,
    codec: RunCodec,
    /// The number of runs that have been stored.
    runs: AtomicU64,
}

impl Spool {
    /// An empty spool in this folder or in the system's folder for temporary files.
    pub(super) fn new(folder: Option<&Path>, codec: RunCodec) -> Self {
        let folder = folder.map_or_else(env::temp_dir, Path::to_owned);
        Self {
            file: Mutex::new(SpooledTempFile::new_in(IN_MEMORY, &folder)),
            folder,
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
        let mut file = self.seek(run, Action::WriteTemporary)?;
        let written = file.write_all(bytes);
        self.runs.fetch_add(1, Ordering::Relaxed);
        written.map_err(|source| self.failed(Action::WriteTemporary, source))
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

    /// The results of this run and those after it, [`AT_ONCE`] at most, of this many in all.
    fn chunk(&self, first: u64, runs: u64) -> Result<Vec<RunResult>> {
        let runs = first..runs.min(first + AT_ONCE);
        let length = self.codec.length();
        let mut bytes = vec![0; length * usize::try_from(runs.end - first).expect("few")];
        let mut file = self.seek(first, Action::ReadTemporary)?;
        let read = file.read_exact(&mut bytes);
        read.map_err(|source| self.failed(Action::ReadTemporary, source))?;
        let slots = runs.zip(bytes.chunks_exact(length));
        Ok(slots
            .map(|(run, slot)| self.codec.decode(run, slot))
            .collect())
    }

    /// The file, positioned at the slot of this run.
    fn seek(&self, run: u64, action: Action) -> Result<MutexGuard<'_, SpooledTempFile>> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let place = run * self.codec.length() as u64;
        file.seek(SeekFrom::Start(place))
            .map_err(|source| self.failed(action, source))?;
        Ok(file)
    }

    fn failed(&self, action: Action, source: io::Error) -> Error {
        Error::File {
            path: self.folder.clone(),
            action,
            source,
        }
    }
}
