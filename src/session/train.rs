//! Carrying a plan out: sets after sets, the model saved on the way and kept at the end.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::held::exists;
use super::plan::{Outline, Place, Plan};
use super::request::{Keeping, Request};
use crate::arena::{Evaluation, Ground};
use crate::error::{Action, Damage, Error, Existing, Mismatch, Result};
use crate::game::Side;
use crate::games::{AnyGame, parse};
use crate::learn::{Layout, Learners, Progress, Run, Training};
use crate::store::{self, Chapter, Model};

/// Watches a training: hears of its sets, and breaks off whenever it is time to save or to stop.
pub trait Watch: Progress {
    /// Called once, before the first of the sets that are left to play.
    fn begin(&mut self, _sets: u64, _games_per_set: u64, _learners: Learners) {}

    /// Called before a file is written. The call that is named with its kind follows, unless writing
    /// fails.
    fn writing(&self, _path: &Path, _kind: Writing) {}

    /// Called when a copy of the model has been written.
    fn copied(&self) {}

    /// Called whenever the model has been saved with what is left to play, and before anything is done
    /// where only the pictures are left.
    fn saved(&self, _path: &Path) {}

    /// Called when the finished model has its place.
    fn finished(&self, _path: &Path) {}

    /// Called with the model as it stands, whenever it has been saved.
    fn stands(&self, _model: &Model) {}

    /// Whether there is something to do with what was learnt before the command is done with, in
    /// [`learnt`](Self::learnt).
    fn has_more(&self) -> bool {
        false
    }

    /// Called when all sets have been played, with the model as it will be and its place. If there
    /// [is more](Self::has_more) to do, the training has been saved by now. Until this returns its file
    /// says that the command was stopped, so whoever is killed in here comes here again when the same
    /// command is given again.
    ///
    /// # Errors
    ///
    /// Whatever it gives ends the command there.
    fn learnt(&mut self, _model: &Model, _path: &Path) -> Result<()> {
        Ok(())
    }

    /// Whether it is time to stop: the model is saved with what is left to play, and that is all.
    fn stop_asked(&self) -> bool {
        false
    }
}

/// What a training writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// A numbered copy; then [`Watch::copied`].
    Copy,
    /// The model with what is left to play; then [`Watch::saved`].
    Progress,
    /// The finished model; then [`Watch::finished`].
    Whole,
}

/// Watches nothing: the training goes on to its end.
impl Watch for () {}

/// What came of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// What has been learnt, as it stands in the file.
    pub model: Model,
    /// The file: of a training that was stopped before it could replace another model, the one beside
    /// that, [`store::new_of`].
    pub path: PathBuf,
    /// Where it was stopped, if it was.
    pub stopped: Option<Stop>,
}

/// Where a training was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// How many sets are left to play.
    pub left: u64,
    /// The file holds the whole training already, from before.
    pub again: bool,
}

/// Trains as requested and keeps the model.
///
/// # Errors
///
/// Those of [`Plan::new`] and [`Plan::carry_out`], and that of a game that is not known.
///
/// # Examples
///
/// ```
/// use menace::session::{Keeping, Request, train};
///
/// let folder = tempfile::tempdir()?;
/// let request = Request { game: Some("nim:2,1".to_owned()), sets: Some(5), ..Request::default() };
/// let keeping = Keeping { model: Some(folder.path().join("nim.menace")), ..Keeping::default() };
/// let trained = train(&request, &keeping, &mut ())?;
/// assert_eq!(trained.model.games(), 500);
/// assert_eq!(menace::store::read(&trained.path)?, trained.model);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn train(request: &Request, keeping: &Keeping, watch: &mut dyn Watch) -> Result<Trained> {
    let outline = Outline::new(request, keeping)?;
    let game = parse(&outline.game)?;
    Plan::outlined(game, outline, request, keeping)?.carry_out(watch)
}

impl Plan {
    /// Plays what is left to play and keeps the model.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] when exact results are asked for and the game is too large for them,
    /// [`Error::Exists`] when what is on the disk would be lost, and whatever writing can give.
    pub fn carry_out(mut self, watch: &mut dyn Watch) -> Result<Trained> {
        if self.model.pending.is_some() && self.model.sets() > 0 {
            // It may have been stopped between the set and its copy.
            self.keep_copy(watch)?;
        }
        let learners = self.model.learners;
        if self.sets.left == 0 {
            watch.begin(0, self.chapter.games_per_set, learners);
            watch.saved(self.place.file());
            return self.finish(watch, true);
        }
        let mut run = self.begin()?;
        watch.begin(self.sets.left, self.chapter.games_per_set, learners);
        // From its first byte on the file tells what was asked for.
        self.take_from(&run, 0);
        self.save(watch)?;
        while self.sets.left > 0 {
            let done = run.history().sets();
            // The run would have to copy a table that it shares before it changes it.
            self.model.tables = [None, None];
            let ended = run.play_watched(self.stretch(done), &*watch);
            let played = run.history().sets() - done;
            self.sets.left -= played;
            self.take_from(&run, played);
            let is_time = (ended.is_break() || self.is_checkpoint()) && self.sets.left > 0;
            if is_time {
                self.save(watch)?;
            }
            self.keep_copy(watch)?;
            if watch.stop_asked() && self.sets.left > 0 {
                if !is_time {
                    // It was asked for when the last set before a copy had ended.
                    self.save(watch)?;
                }
                return Ok(Trained {
                    stopped: Some(Stop {
                        left: self.sets.left,
                        again: self.place.again,
                    }),
                    model: self.model,
                    path: self.place.new.unwrap_or(self.place.path),
                });
            }
        }
        self.finish(watch, false)
    }

    /// The run as the model left it.
    fn begin(&mut self) -> Result<Run<AnyGame>> {
        let training = Training {
            game: self.game.clone(),
            rule: self.chapter.rule.clone(),
            learners: self.model.learners,
            opponent: self.opponent.clone(),
            games_per_set: self.chapter.games_per_set,
            seed: self.chapter.seed,
            run: self.chapter.run,
        };
        let layout = Layout::from(&self.chapter.rule);
        let before = self.model.chapters.last();
        let follows = before.map(|chapter| &chapter.rule);
        for table in self.model.tables.iter_mut().flatten() {
            *table = match (table.laid_out(layout, &self.game), follows) {
                (Ok(table), _) => table,
                (Err(_), Some(rule)) if Layout::from(rule) != layout => {
                    return Err(Error::Mismatch(Mismatch::Rule {
                        model: self.place.path.display().to_string(),
                        follows: rule.name.clone(),
                    }));
                }
                (Err(error), _) => return Err(error),
            };
        }
        let tables = self.model.tables.each_ref().map(Option::as_ref);
        let run = training.resume(tables, self.model.history.clone())?;
        // The run would have to copy a table that it shares before it deals it out.
        self.model.tables = [None, None];
        let mut run = run.under(self.chapter.terms);
        if let Some(outside) = self.outside.take() {
            run = run.asking(outside);
        }
        if !self.chapter.exact {
            return Ok(run);
        }
        let ground = Ground::shared(&self.game)?;
        Ok(run.evaluated_by(Arc::new(Evaluation::on(&ground, layout))))
    }

    /// How many sets are played before there is something to do but play.
    fn stretch(&self, done: u64) -> u64 {
        let until = |every: Option<u64>| every.map_or(u64::MAX, |n| n - done % n);
        let Place {
            checkpoint_every,
            keep_every,
            ..
        } = self.place;
        until(keep_every)
            .min(until(checkpoint_every))
            .min(self.sets.left)
    }

    fn is_checkpoint(&self) -> bool {
        let every = self.place.checkpoint_every;
        every.is_some_and(|n| self.model.sets().is_multiple_of(n))
    }

    /// Brings the model up to what the run has come to.
    fn take_from(&mut self, run: &Run<AnyGame>, played: u64) {
        self.model.note_sets(Chapter {
            sets: played,
            ..self.chapter.clone()
        });
        self.model.tables = Side::BOTH.map(|side| run.table(side));
        self.model.history = run.history().clone();
        self.model.pending = Some(self.sets);
    }

    /// Keeps a numbered copy of the model, if it is time for one, as if its training had been meant
    /// to end here.
    ///
    /// A copy of another training in its place is not replaced; the model itself is saved then, so
    /// that nothing is lost by stopping. Where the training replaces another, its copy is kept beside the
    /// other's until it is complete.
    fn keep_copy(&self, watch: &dyn Watch) -> Result<()> {
        let sets = self.model.sets();
        if !self
            .place
            .keep_every
            .is_some_and(|n| sets.is_multiple_of(n))
        {
            return Ok(());
        }
        let copy = Model {
            pending: None,
            ..self.model.clone()
        };
        let mut kept = numbered(&self.place.path, sets);
        if store::holds(&kept, &copy) {
            return Ok(());
        }
        if exists(&kept)? {
            if !self.place.replace && self.place.new.is_none() {
                if !self.place.again {
                    self.write(watch)?;
                }
                let reason = Existing::Copy;
                return Err(Error::Exists { path: kept, reason });
            }
            if self.place.new.is_some() {
                kept = beside(&kept, &copy)?;
            }
        }
        if store::holds(&kept, &copy) {
            return Ok(());
        }
        if !self.place.again {
            self.lock.or_beside(&self.place.path, &self.model)?;
        }
        watch.writing(&kept, Writing::Copy);
        store::write(&kept, &copy)?;
        watch.copied();
        Ok(())
    }

    /// Writes the model as it stands, unless this training is in the file already.
    fn save(&self, watch: &dyn Watch) -> Result<()> {
        if !self.place.again {
            self.write(watch)?;
            watch.saved(self.place.file());
            watch.stands(&self.model);
        }
        Ok(())
    }

    fn write(&self, watch: &dyn Watch) -> Result<()> {
        watch.writing(self.place.file(), Writing::Progress);
        // The lock is that of the model, which is to be as it was.
        self.lock.or_beside(&self.place.path, &self.model)?;
        self.lock.write(self.place.file(), &self.model)
    }

    /// Has done what there is to do with what was learnt, and writes the model, or finds that the file
    /// already has exactly these bytes.
    fn finish(mut self, watch: &mut dyn Watch, drawn_only: bool) -> Result<Trained> {
        if watch.has_more() && !drawn_only {
            self.save(watch)?;
        }
        self.model.pending = None;
        if self.place.again && !store::holds(&self.place.path, &self.model) {
            return Err(Error::Exists {
                path: self.place.path,
                reason: Existing::Bytes,
            });
        }
        watch.learnt(&self.model, &self.place.path)?;
        if !self.place.again {
            self.put(watch)?;
        }
        watch.finished(&self.place.path);
        Ok(Trained {
            model: self.model,
            path: self.place.path,
            stopped: None,
        })
    }

    /// Puts the finished model in its place, after its copies, and then takes away what is beside: whoever
    /// is stopped in here does it again.
    fn put(&self, watch: &dyn Watch) -> Result<()> {
        let path = &self.place.path;
        if self.place.new.is_some() {
            for kept in store::kept_under_way(path, &self.model)? {
                self.lock.or_beside(path, &self.model)?;
                let copy = numbered(path, kept.sets);
                watch.writing(&copy, Writing::Copy);
                store::write(&copy, &store::read(&kept.path)?)?;
                watch.copied();
                remove(&kept.path)?;
            }
        }
        watch.writing(path, Writing::Whole);
        self.lock.write(path, &self.model)?;
        self.place.new.as_deref().map_or(Ok(()), remove)
    }
}

/// Where a copy waits for the end of the training, if nothing else is there.
fn beside(kept: &Path, copy: &Model) -> Result<PathBuf> {
    let new = store::with_new(kept);
    let is_ours = !exists(&new)?
        || match store::read(&new) {
            Ok(old) => old.sets() == copy.sets() && old.chapters.len() == 1,
            Err(error) => {
                matches!(error, Error::Damaged { reason, .. } if reason != Damage::Foreign)
            }
        };
    if is_ours {
        return Ok(new);
    }
    let reason = Existing::NotUnderWay(kept.to_owned());
    Err(Error::Exists { path: new, reason })
}

fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path).map_err(|source| Error::File {
        path: path.to_owned(),
        action: Action::Remove,
        source,
    })
}

/// `models/x.menace` after 50 sets is kept as `models/x-000050.menace`.
fn numbered(path: &Path, sets: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{sets:06}.{}", store::EXTENSION))
}
