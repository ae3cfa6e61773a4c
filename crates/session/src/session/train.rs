//! Carries out a plan: plays its sets, saves the model in between, and writes it at the end.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::plan::Plan;
use super::request::{Keeping, Request};
use crate::arena::{Evaluation, Ground};
use crate::error::{Damage, Error, Existing, Mismatch, Result};
use crate::game::Side;
use crate::games::AnyGame;
use crate::learn::{Layout, Progress, Run, TrainingSpec};
use crate::store::{self, Model};

/// Watches a training: receives its progress, and interrupts it when it is time to save or to stop.
pub trait Watch: Progress {
    /// Called once, before the first set that is left to play.
    fn begin(&mut self, _sets: u64, _training: &TrainingSpec) {}

    /// Called before a file is written.
    fn writing(&self, _path: &Path, _kind: Writing) {}

    /// Called when a file has been written and is in its place. Where a training has only its pictures left, it is called first
    /// of all with the model, which is saved.
    fn written(&self, _path: &Path, _kind: Writing) {}

    /// Called with the current model whenever it has been saved.
    fn stands(&self, _model: &Model) {}

    /// Whether [`learnt`](Self::learnt) has work to do before the command is finished.
    fn has_more(&self) -> bool {
        false
    }

    /// Called when all sets have been played, with the final model and its path. If there
    /// [is more](Self::has_more) to do, the training has been saved by now. Until this returns, its file
    /// says that the command was stopped; so if the process is killed during this call, giving the same
    /// command again repeats the call.
    ///
    /// # Errors
    ///
    /// Any error ends the command.
    fn learnt(&mut self, _model: &Model, _path: &Path) -> Result<()> {
        Ok(())
    }

    /// Whether it is time to stop; then the model is saved with the number of sets left to play.
    fn stop_asked(&self) -> bool {
        false
    }
}

/// The kind of file that a training writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// A numbered copy.
    Copy,
    /// The model with the number of sets left to play.
    Progress,
    /// The finished model.
    Whole,
}

/// Watches nothing and never stops the training.
impl Watch for () {}

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The model, as written in the file.
    pub model: Model,
    /// The file of the model. For a training that was stopped before it could replace another model, this
    /// is the file next to that model: [`store::new_of`].
    pub path: PathBuf,
    /// Whether it was stopped, with sets left to play.
    pub stopped: bool,
    /// Whether the file already held the complete training before.
    pub again: bool,
}

/// Trains as requested and writes the model.
///
/// # Errors
///
/// The errors of [`InProgress::begin`] and [`InProgress::advance`].
///
/// # Examples
///
/// ```
/// use matchboxes_games::games::parse;
/// use matchboxes_session::session::{Already, Keeping, Request, train};
///
/// let folder = tempfile::tempdir()?;
/// let request = Request { game: Some(parse("nim:2,1")?), sets: Some(5), ..Request::default() };
/// let keeping = Keeping::at(folder.path().join("nim.menace"), Already::Keep);
/// let trained = train(&request, &keeping, &mut ())?;
/// assert_eq!(trained.model.games(), 500);
/// assert_eq!(matchboxes_store::read(&trained.path)?, trained.model);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn train(request: &Request, keeping: &Keeping, watch: &mut dyn Watch) -> Result<Trained> {
    let mut training = InProgress::begin(request, keeping, watch)?;
    loop {
        if let Some(trained) = training.advance(u64::MAX, watch)? {
            return Ok(trained);
        }
    }
}

/// A training that is being carried out.
pub struct InProgress {
    plan: Plan,
    /// `None` if there is nothing left to play.
    run: Option<Run<AnyGame>>,
    /// Whether the file does not have what was played last, because writing it has failed.
    is_unsaved: bool,
}

impl InProgress {
    /// Resolves a request for a training, locks the file of the model, and writes into it what was asked for. If a named
    /// model is continued, the game and the learners may come from it.
    ///
    /// # Errors
    ///
    /// Before anything is written, even a folder: [`games::Error::Request`](crate::games::Error::Request) when the request
    /// contradicts itself, and the errors of [`games::parse`](crate::games::parse) and of [`roster`](crate::roster) for
    /// names. After that: [`Error::Busy`], [`Error::Exists`] when an existing model would be lost, [`Error::Mismatch`] when
    /// the model cannot be continued, [`games::Error::TooLarge`](crate::games::Error::TooLarge) when exact results are asked
    /// for and the game is too large for them, and the errors of reading and writing it.
    pub fn begin(request: &Request, keeping: &Keeping, watch: &mut dyn Watch) -> Result<Self> {
        let mut plan = Plan::new(request, keeping)?;
        if plan.model.pending.is_some() && plan.model.sets() > 0 {
            // It may have been stopped between the set and its copy.
            plan.keep_copy(watch)?;
        }
        let run = (plan.sets.left > 0).then(|| plan.begin()).transpose()?;
        watch.begin(plan.sets.left, &plan.chapter);
        if let Some(run) = &run {
            // From the beginning, the file says what was asked for.
            plan.take_from(run, 0);
            plan.save(watch)?;
        } else {
            watch.written(plan.destination.file(), Writing::Progress);
        }
        Ok(Self {
            plan,
            run,
            is_unsaved: false,
        })
    }

    /// The model as far as it has been trained; without tables before the first set.
    pub const fn model(&self) -> &Model {
        &self.plan.model
    }

    /// Plays at most this number of sets, fewer if the file is to be saved in between, and writes the model
    /// when none is left. Returns the result once the training is complete or was stopped; it is over then.
    ///
    /// Where writing fails, what was learnt stays: the next call first tries to write it, and then goes on.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`] when an existing file would be lost, and the errors of writing.
    pub fn advance(&mut self, sets: u64, watch: &mut dyn Watch) -> Result<Option<Trained>> {
        let Self { plan, run, .. } = self;
        let Some(run) = run else {
            return plan.finish(watch, true).map(Some);
        };
        if plan.sets.left > 0 {
            let stopped = if self.is_unsaved {
                let saved = plan.save(watch).and_then(|()| plan.keep_copy(watch));
                saved.map(|()| watch.stop_asked())
            } else {
                plan.advance(run, sets, watch)
            };
            self.is_unsaved = stopped.is_err();
            if stopped? {
                let path = plan.destination.file().to_owned();
                return Ok(Some(plan.ended(path, true)));
            }
        }
        if plan.sets.left == 0 {
            return plan.finish(watch, false).map(Some);
        }
        Ok(None)
    }
}

impl Plan {
    /// Plays at most this number of sets; returns whether the training was stopped.
    fn advance(
        &mut self,
        run: &mut Run<AnyGame>,
        sets: u64,
        watch: &mut dyn Watch,
    ) -> Result<bool> {
        let done = run.history().sets();
        // The run would have to copy a shared table before changing it.
        self.model.tables = [None, None];
        let ended = run.play_watched(self.stretch(done).min(sets), &*watch);
        let played = run.history().sets() - done;
        self.sets.left -= played;
        self.take_from(run, played);
        let is_time = ended.is_break() || self.is_due(self.destination.checkpoint_every);
        let is_time = is_time && self.sets.left > 0;
        if is_time {
            self.save(watch)?;
        }
        self.keep_copy(watch)?;
        if !watch.stop_asked() || self.sets.left == 0 {
            return Ok(false);
        }
        if !is_time {
            // The stop was asked for after the last set before a copy.
            self.save(watch)?;
        }
        Ok(true)
    }

    /// The result; the model is taken out of the plan.
    fn ended(&mut self, path: PathBuf, stopped: bool) -> Trained {
        let nothing = Model::new(self.chapter.clone());
        Trained {
            model: std::mem::replace(&mut self.model, nothing),
            path,
            stopped,
            again: self.destination.again,
        }
    }

    /// The run as the model left it.
    fn begin(&mut self) -> Result<Run<AnyGame>> {
        let training = self.training.clone();
        let layout = Layout::from(&self.chapter.rule);
        let other = Some(self.model.rule()).filter(|rule| Layout::from(*rule) != layout);
        let follows = other.map(|rule| rule.name.clone());
        for table in self.model.tables.iter_mut().flatten() {
            *table = table
                .laid_out(layout, &training.game)
                .map_err(&|error| match &follows {
                    Some(follows) => Error::Mismatch(Mismatch::Rule {
                        model: self.destination.path.display().to_string(),
                        follows: follows.clone(),
                    }),
                    None => Error::from(error),
                })?;
        }
        let tables = self.model.tables.each_ref().map(Option::as_ref);
        let run = training.resume(tables, self.model.history.clone())?;
        // The run would have to copy a shared table before dividing it into shards.
        self.model.tables = [None, None];
        if !self.chapter.exact.has_sets() {
            return Ok(run);
        }
        let ground = Ground::shared(&self.training.game)?;
        let evaluation = Evaluation::for_learners(&ground, layout, self.model.learners());
        Ok(run.with_evaluator(Arc::new(evaluation)))
    }

    /// The number of sets to play until the next checkpoint, copy or end.
    fn stretch(&self, done: u64) -> u64 {
        let until = |every: Option<u64>| every.map_or(u64::MAX, |n| n - done % n);
        let copy = until(self.destination.keep_every);
        let checkpoint = until(self.destination.checkpoint_every);
        copy.min(checkpoint).min(self.sets.left)
    }

    fn is_due(&self, every: Option<u64>) -> bool {
        every.is_some_and(|n| self.model.sets().is_multiple_of(n))
    }

    /// Updates the model with what the run has learnt.
    fn take_from(&mut self, run: &Run<AnyGame>, played: u64) {
        self.model.note_sets(self.chapter.of_sets(played));
        self.model.tables = Side::BOTH.map(|side| run.table(side));
        self.model.history = run.history().clone();
        self.model.pending = Some(self.sets);
    }

    /// Writes a numbered copy of the model, if one is due, as if the training ended here.
    ///
    /// A file of another training at that path is not replaced; in that case the model itself is saved
    /// before the error is returned, so that nothing is lost. If the training replaces another, its copy
    /// is kept next to the other's copy until the training is complete.
    fn keep_copy(&self, watch: &dyn Watch) -> Result<()> {
        if !self.is_due(self.destination.keep_every) {
            return Ok(());
        }
        let Some(lock) = &self.lock else {
            return Ok(());
        };
        let copy = Model {
            pending: None,
            ..self.model.clone()
        };
        let mut kept = numbered(&self.destination.path, copy.sets());
        if store::holds(&kept, &copy) {
            return Ok(());
        }
        if store::exists(&kept)? {
            if !self.destination.replace && self.destination.new.is_none() {
                self.save(watch)?;
                let stays = "holds another training and is not replaced; move it away";
                return Err(Error::exists(&kept, Existing::Stays(stays.to_owned())));
            }
            if self.destination.new.is_some() {
                kept = waiting_copy(&kept, &copy)?;
                if store::holds(&kept, &copy) {
                    return Ok(());
                }
            }
        }
        if !self.destination.again {
            lock.check_or_save(&self.destination.path, &self.model)?;
        }
        watch.writing(&kept, Writing::Copy);
        store::write(&kept, &copy)?;
        watch.written(&kept, Writing::Copy);
        Ok(())
    }

    /// Writes the current model, unless the file already holds this training.
    fn save(&self, watch: &dyn Watch) -> Result<()> {
        let (Some(lock), false) = (&self.lock, self.destination.again) else {
            return Ok(());
        };
        let file = self.destination.file();
        watch.writing(file, Writing::Progress);
        // The lock belongs to the model's own file, which must not have changed.
        lock.check_or_save(&self.destination.path, &self.model)?;
        lock.write(file, &self.model)?;
        watch.written(file, Writing::Progress);
        watch.stands(&self.model);
        Ok(())
    }

    /// Calls [`Watch::learnt`] and writes the finished model, or checks that the file has its bytes.
    fn finish(&mut self, watch: &mut dyn Watch, drawn_only: bool) -> Result<Trained> {
        if watch.has_more() && !drawn_only {
            self.save(watch)?;
        }
        self.model.pending = None;
        if self.destination.again && !store::holds(&self.destination.path, &self.model) {
            return Err(Error::exists(&self.destination.path, Existing::Bytes));
        }
        watch.learnt(&self.model, &self.destination.path)?;
        if !self.destination.again {
            self.put(watch)?;
        }
        watch.written(&self.destination.path, Writing::Whole);
        let path = self.destination.path.clone();
        Ok(self.ended(path, false))
    }

    /// Writes first the copies and then the finished model to their places, and then removes the file of
    /// the training in progress. If it is interrupted, the next run repeats it.
    fn put(&self, watch: &dyn Watch) -> Result<()> {
        let path = &self.destination.path;
        let Some(lock) = &self.lock else {
            return Ok(());
        };
        if self.destination.new.is_some() {
            for kept in store::kept(path, &self.model, true)? {
                lock.check_or_save(path, &self.model)?;
                let copy = numbered(path, kept.sets);
                watch.writing(&copy, Writing::Copy);
                store::write(&copy, &store::read(&kept.path)?)?;
                watch.written(&copy, Writing::Copy);
                store::remove(&kept.path)?;
            }
        }
        watch.writing(path, Writing::Whole);
        lock.write(path, &self.model)?;
        self.destination
            .new
            .as_deref()
            .map_or(Ok(()), store::remove)
    }
}

/// The path at which a copy waits for the end of the training.
fn waiting_copy(kept: &Path, copy: &Model) -> Result<PathBuf> {
    let new = store::with_new(kept);
    let is_ours = |found: Result<Model>| match found {
        Ok(old) => old.sets() == copy.sets() && old.chapters.len() == 1,
        Err(Error::Damaged { reason, .. }) => reason != Damage::Foreign,
        Err(_) => false,
    };
    if !store::exists(&new)? || is_ours(store::read(&new)) {
        return Ok(new);
    }
    Err(Error::exists(&new, Existing::not_in_progress(kept)))
}

/// The path of a numbered copy: `models/x-000050.menace` for `models/x.menace` after 50 sets.
fn numbered(path: &Path, sets: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{sets:06}.{}", store::EXTENSION))
}
