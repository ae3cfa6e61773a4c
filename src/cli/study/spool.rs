//! How each run of a training ended, kept in a temporary file until all of them have: rows are made of
//! it in the order of the runs, in which they need not end, and two trainings compared run by run.
//!
//! Every run has a place of one length in it. The file is in memory while it is small, and has no name
//! where the system allows that: it is gone with the program, however that ends.

use std::env;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use menace::arena::RunResult;
use menace::error::Action;
use menace::{Error, Result};
use tempfile::SpooledTempFile;

use super::form::Form;

/// The largest file that stays in memory, in bytes.
const IN_MEMORY: usize = 4 << 20;

/// How many runs are read at a time.
const AT_ONCE: u64 = 1_024;

/// The ends of the runs of one training.
pub(super) struct Spool {
    file: Mutex<SpooledTempFile>,
    folder: PathBuf,
    form: Form,
    runs: u64,
}

impl Spool {
    /// Begins one for so many runs, in this folder or where the system has temporary files.
    pub(super) fn new(folder: Option<&Path>, form: Form, runs: u64) -> Self {
        let folder = folder.map_or_else(env::temp_dir, Path::to_owned);
        Self {
            file: Mutex::new(SpooledTempFile::new_in(IN_MEMORY, &folder)),
            folder,
            form,
            runs,
        }
    }

    /// Keeps how a run ended.
    pub(super) fn keep(&self, result: &RunResult) -> Result<()> {
        let bytes = self.form.bytes(result);
        let mut file = self.at(result.run, Action::WriteTemporary)?;
        let written = file.write_all(&bytes);
        written.map_err(|source| self.failed(Action::WriteTemporary, source))
    }

    /// How the runs ended, in their order, once all of them are kept.
    pub(super) fn results(&self) -> impl Iterator<Item = Result<RunResult>> {
        let firsts = (0..self.runs.div_ceil(AT_ONCE)).map(|i| i * AT_ONCE);
        firsts.flat_map(|first| match self.some(first) {
            Ok(results) => results.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// How this run ended and those behind it, as many as are read at a time.
    fn some(&self, first: u64) -> Result<Vec<RunResult>> {
        let runs = first..self.runs.min(first + AT_ONCE);
        let length = self.form.length();
        let mut bytes = vec![0; length * usize::try_from(runs.end - first).expect("few")];
        let mut file = self.at(first, Action::ReadTemporary)?;
        let read = file.read_exact(&mut bytes);
        read.map_err(|source| self.failed(Action::ReadTemporary, source))?;
        let places = runs.zip(bytes.chunks_exact(length));
        Ok(places
            .map(|(run, place)| self.form.result(run, place))
            .collect())
    }

    /// The file where this run has its place.
    fn at(&self, run: u64, action: Action) -> Result<MutexGuard<'_, SpooledTempFile>> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let place = run * self.form.length() as u64;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use menace::arena::{Evaluation, Study};
    use menace::games::{AnyGame, End, Nim, TicTacToe};
    use menace::learn::{Evaluator, Layout, Learners, Origin, Training, preset};

    use super::*;

    /// What is told of a run does not show by which move boxes lack beads.
    fn told(result: &RunResult) -> RunResult {
        let mut result = result.clone();
        for snapshot in result.last.snapshots.iter_mut().flatten() {
            snapshot.zeroed = vec![snapshot.zeroed_total()];
            snapshot.origin = Origin::default();
        }
        result
    }

    fn comes_back(game: &AnyGame, learners: Learners, is_exact: bool) {
        let mut training = Training::new(game.clone(), preset("rote").unwrap());
        training.learners = learners;
        training.games_per_set = 7;
        let layout = Layout::from(&training.rule);
        let evaluator: Option<Arc<dyn Evaluator>> =
            is_exact.then(|| Arc::new(Evaluation::new(game.clone(), layout).unwrap()) as _);
        let study = Study::conduct(&training, 40, 12, evaluator.as_ref(), &());
        let form = Form::new(game, learners, is_exact);
        let spool = Spool::new(None, form, 40);
        for result in study.results.iter().rev() {
            spool.keep(result).unwrap();
        }
        let read: Vec<RunResult> = spool.results().map(Result::unwrap).collect();
        let expected: Vec<RunResult> = study.results.iter().map(told).collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_kept_comes_back_in_the_order_of_the_runs() {
        comes_back(&TicTacToe.into(), Learners::First, false);
        comes_back(&TicTacToe.into(), Learners::Second, true);
        comes_back(&TicTacToe.into(), Learners::Both, true);
        // Its boxes are in another order than its moves.
        comes_back(
            &Nim::new(&[5, 1, 3], End::Normal).unwrap().into(),
            Learners::First,
            false,
        );
    }
}
