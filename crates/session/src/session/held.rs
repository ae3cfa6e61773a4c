//! Checks what a model's file holds before a new training is written there.

use std::path::Path;

use crate::error::{Damage, Error, Existing, Result};
use crate::game::Game;
use crate::games::AnyGame;
use crate::store::{self, Chapter, LineageStep, Lock, Model, Pending, exists};

/// What a file holds, compared with a new training to be kept there.
pub(super) enum Held {
    Nothing,
    /// The same training, complete.
    Whole(Box<Model>),
    /// The same training, stopped: a model with sets left to play.
    Stopped(Box<Model>),
}

/// The properties by which a new training is recognised in a file.
pub(super) struct WantedTraining<'a> {
    pub(super) game: &'a AnyGame,
    pub(super) chapter: &'a Chapter,
    pub(super) sets: u64,
}

/// The number of bytes of a file that are read to recognise a model.
const HEAD: u64 = 64;

/// What the file holds, compared with the training that was asked for; [`Error::Exists`] when that is
/// anything other than this training or a stopped part of it.
pub(super) fn held(path: &Path, asked: &WantedTraining<'_>) -> Result<Held> {
    if !exists(path)? {
        return Ok(Held::Nothing);
    }
    let old = read(path, asked.game).map_err(|error| {
        // A folder is never replaced.
        if path.is_dir() {
            return error;
        }
        Error::Stays {
            path: path.to_owned(),
            cause: Box::new(error),
        }
    })?;
    let done = old.sets();
    let reason = match old.pending {
        _ if !is_of(&old, asked.chapter) => Existing::Training(describe(&old)),
        Some(_) if asked.is_stopped(&old) => return Ok(Held::Stopped(Box::new(old))),
        pending
            if old.last().files() != asked.chapter.files()
                && (pending.is_some() || done == asked.sets) =>
        {
            let left = pending.map_or(0, |pending| pending.left);
            Existing::OtherPlayer { done, left }
        }
        Some(Pending { left, .. }) => Existing::Stopped { done, left },
        None if done == asked.sets => return Ok(Held::Whole(Box::new(old))),
        None => Existing::Length { done },
    };
    Err(Error::exists(path, reason))
}

/// The training in progress that this file holds, if there is one. Contents that are no model are ignored.
pub(super) fn under_way(path: &Path) -> Result<Option<Model>> {
    if !exists(path)? || !store::read_head(path, HEAD).is_ok_and(|head| store::is_model(&head)) {
        return Ok(None);
    }
    Ok(Some(store::read(path)?).filter(|model| model.pending.is_some()))
}

/// The lock of a model that something else than a training is to change.
///
/// # Errors
///
/// [`Error::Exists`] while a training in progress will replace the model, since the change would go with it, and the
/// errors of [`Lock::take`].
pub fn lock_to_change(model: &Path) -> Result<Lock> {
    let lock = Lock::take(model)?;
    let new = store::new_of(model)?;
    match under_way(&new) {
        Ok(Some(old)) => Err(is_under_way(&new, model, &old)),
        Err(error) if !is_worthless(&error) => Err(error),
        _ => Ok(lock),
    }
}

/// Whether the error of reading a training in progress means that nothing is left of it: a damaged file replaces nothing, but
/// a newer program can go on with its own.
const fn is_worthless(error: &Error) -> bool {
    let Error::Damaged { reason, .. } = error else {
        return false;
    };
    !matches!(reason, Damage::Newer { .. } | Damage::NewerName(_))
}

/// What the file holds in which a new training is kept until it replaces `model`; [`Error::Exists`] when
/// that is no training in progress, for such a file must not be replaced.
pub(super) fn held_under_way(
    path: &Path,
    model: &Path,
    asked: &WantedTraining<'_>,
) -> Result<Held> {
    match under_way(path) {
        Ok(Some(old)) if asked.is_stopped(&old) => Ok(Held::Stopped(Box::new(old))),
        Ok(Some(_)) => Ok(Held::Nothing),
        Err(error) if is_worthless(&error) => Ok(Held::Nothing),
        Ok(None) if !exists(path)? => {
            store::check_rescued(path)?;
            Ok(Held::Nothing)
        }
        Ok(None) => Err(Error::exists(path, Existing::not_in_progress(model))),
        Err(error) => Err(error),
    }
}

/// Checks that the training in progress is the one to be continued, and that `model`, which it will
/// replace, has not completed and continued it already.
pub(super) fn check_under_way(
    path: &Path,
    model: &Path,
    old: &Model,
    chapter: &Chapter,
    sets: Option<u64>,
) -> Result<()> {
    let requested = old.pending.map_or(0, |pending| pending.requested);
    let is_it = is_of(old, chapter) && sets.is_none_or(|sets| sets == requested);
    if !is_it {
        return Err(is_under_way(path, model, old));
    }
    let whole = chapter.of_sets(requested);
    let outgrown = store::read(model).is_ok_and(|model| {
        let mut chapters = model.chapters.iter();
        let first = chapters.next().filter(|first| first.sets >= whole.sets);
        first.is_some_and(|first| {
            first.is_training_of(&whole) && (first.sets > whole.sets || chapters.next().is_some())
        })
    });
    if outgrown {
        return Err(Error::exists(path, Existing::already_continued(model)));
    }
    Ok(())
}

/// The error for a new training while this one, which will replace the same model, is in progress.
pub(super) fn is_under_way(path: &Path, model: &Path, old: &Model) -> Error {
    let reason = Existing::InProgress {
        model: model.to_owned(),
        training: describe(old),
        left: old.pending.map_or(0, |pending| pending.left),
    };
    Error::exists(path, reason)
}

fn read(path: &Path, game: &AnyGame) -> Result<Model> {
    let old = store::read(path)?;
    if old.game() == game.name() {
        store::check_for(game, path, &old)?;
    }
    Ok(old)
}

impl WantedTraining<'_> {
    /// Whether a file begins like a stopped part of this training, so that the rest is worth reading.
    pub(super) fn may_be_stopped(&self, path: &Path) -> bool {
        let training = store::read_training(path).ok();
        training.is_some_and(|(chapters, pending)| {
            matches!(&chapters[..], [old] if old.is_training_of(self.chapter)) && pending.is_some()
        })
    }

    /// Whether a model is a stopped part of this training, which began with as many sets to play.
    pub(super) fn is_stopped(&self, old: &Model) -> bool {
        is_of(old, self.chapter)
            && old.last().files() == self.chapter.files()
            && old.pending.is_some_and(|pending| {
                let all = old.sets().checked_add(pending.left);
                pending.requested == self.sets && all == Some(self.sets)
            })
    }
}

/// Whether a model was made by this training or a part of it.
fn is_of(model: &Model, chapter: &Chapter) -> bool {
    matches!(&model.chapters[..], [own] if own.is_training_of(chapter))
}

fn describe(model: &Model) -> String {
    let step = |step: &LineageStep<'_>| match step {
        LineageStep::Chapter(chapter) if chapter.exact.has_sets() => {
            format!("{}, exact results of every set", chapter.in_words())
        }
        LineageStep::Chapter(chapter) => chapter.in_words(),
        LineageStep::Merge(parents) => {
            let names: Vec<&str> = parents.iter().map(|parent| parent.name).collect();
            format!("merged from {}", names.join(" and "))
        }
    };
    let parts: Vec<String> = model.steps().iter().map(step).collect();
    format!(
        "{}, {} learning, {}",
        model.game(),
        model.learners().in_words(),
        parts.join(", then ")
    )
}
