//! Checks what a model's file holds before a new training is written there.

use std::path::Path;

use crate::error::{Action, Error, Existing, Result};
use crate::game::Game;
use crate::games::AnyGame;
use crate::learn::Learners;
use crate::store::{self, Chapter, Model, Pending, Step};

/// What a file holds, compared with a new training to be kept there.
pub(super) enum Held {
    /// Nothing.
    Nothing,
    /// The same training, complete.
    Whole,
    /// The same training, stopped, and what is left of it.
    Stopped(Box<Model>, Pending),
}

/// The properties by which a new training is recognised in a file.
pub(super) struct Asked<'a> {
    pub(super) game: &'a AnyGame,
    pub(super) learners: Learners,
    pub(super) chapter: &'a Chapter,
    pub(super) sets: u64,
}

/// The number of bytes of a file that are read to recognise a model.
const HEAD: u64 = 64;

/// Whether the file exists.
pub(super) fn exists(path: &Path) -> Result<bool> {
    path.try_exists().map_err(|source| Error::File {
        path: path.to_owned(),
        action: Action::Look,
        source,
    })
}

/// What the file holds, compared with the training that was asked for.
///
/// # Errors
///
/// [`Error::Exists`] when it exists and holds anything other than this training or a stopped part of it.
pub(super) fn held(path: &Path, asked: &Asked<'_>) -> Result<Held> {
    if !exists(path)? {
        return Ok(Held::Nothing);
    }
    let old = match read(path, asked.game) {
        Ok(old) => old,
        // A folder is never replaced.
        Err(error) if path.is_dir() => return Err(error),
        Err(error) => {
            return Err(Error::Stays {
                path: path.to_owned(),
                source: Box::new(error),
            });
        }
    };
    let stays = |reason: Existing| {
        Err(Error::Exists {
            path: path.to_owned(),
            reason,
        })
    };
    let same = asked.is_of(&old);
    match old.pending {
        Some(pending) if asked.is_stopped(&old, pending) => {
            Ok(Held::Stopped(Box::new(old), pending))
        }
        Some(pending) if same => stays(Existing::Stopped {
            done: old.sets(),
            left: pending.left,
        }),
        None if same && old.sets() == asked.sets => Ok(Held::Whole),
        _ if same => stays(Existing::Length { done: old.sets() }),
        _ => stays(Existing::Training(describe(&old))),
    }
}

/// The training in progress that this file holds, if there is one. Other contents are ignored.
///
/// # Errors
///
/// As [`store::read`], of a model that is damaged.
pub(super) fn under_way(path: &Path) -> Result<Option<(Model, Pending)>> {
    if !exists(path)? || !store::read_head(path, HEAD).is_ok_and(|head| store::is_model(&head)) {
        return Ok(None);
    }
    let model = store::read(path)?;
    let pending = model.pending;
    Ok(pending.map(|pending| (model, pending)))
}

/// What the file holds in which a new training is kept until it replaces `model`.
///
/// # Errors
///
/// [`Error::Exists`] when the file exists but does not hold a training in progress; such a file must not
/// be replaced.
pub(super) fn held_under_way(path: &Path, model: &Path, asked: &Asked<'_>) -> Result<Held> {
    match under_way(path) {
        Ok(Some((old, pending))) if asked.is_stopped(&old, pending) => {
            Ok(Held::Stopped(Box::new(old), pending))
        }
        // A damaged file holds nothing that could be lost.
        Ok(Some(_)) | Err(Error::Damaged { .. }) => Ok(Held::Nothing),
        Ok(None) if !exists(path)? => Ok(Held::Nothing),
        Ok(None) => Err(Error::Exists {
            path: path.to_owned(),
            reason: Existing::NotInProgress(model.to_owned()),
        }),
        Err(error) => Err(error),
    }
}

/// Checks that the training in progress is the one to be continued, and that `model`, which it will
/// replace, has not completed and continued it already.
///
/// # Errors
///
/// [`Error::Exists`] otherwise.
pub(super) fn check_under_way(
    path: &Path,
    model: &Path,
    (old, pending): (&Model, Pending),
    (chapter, sets): (&Chapter, Option<u64>),
) -> Result<()> {
    let is_it = old.chapters == [of_sets(chapter, old.sets())]
        && sets.is_none_or(|sets| sets == pending.requested);
    if !is_it {
        return Err(is_under_way(path, model, old, pending));
    }
    let whole = of_sets(chapter, pending.requested);
    let outgrown = store::read(model).is_ok_and(|model| {
        let mut chapters = model.chapters.iter();
        let first = chapters.next().filter(|first| first.sets >= whole.sets);
        first.is_some_and(|first| {
            *first == of_sets(&whole, first.sets)
                && (first.sets > whole.sets || chapters.next().is_some())
        })
    });
    if outgrown {
        return Err(Error::Exists {
            path: path.to_owned(),
            reason: Existing::AlreadyContinued(model.to_owned()),
        });
    }
    Ok(())
}

/// The error for a new training while this one, which will replace the same model, is in progress.
pub(super) fn is_under_way(path: &Path, model: &Path, old: &Model, pending: Pending) -> Error {
    Error::Exists {
        path: path.to_owned(),
        reason: Existing::InProgress {
            model: model.to_owned(),
            training: describe(old),
            left: pending.left,
        },
    }
}

fn read(path: &Path, game: &AnyGame) -> Result<Model> {
    let old = store::read(path)?;
    if old.game == game.name() {
        store::check_for(game, path, &old)?;
    }
    Ok(old)
}

impl Asked<'_> {
    /// Whether a model is a stopped part of this training.
    pub(super) fn is_stopped(&self, old: &Model, pending: Pending) -> bool {
        self.is_of(old) && is_left_of(old, pending, self.sets)
    }

    /// Whether a model was made by this training or a part of it.
    fn is_of(&self, old: &Model) -> bool {
        let planned = of_sets(self.chapter, old.sets());
        old.game == self.game.name() && old.learners == self.learners && old.chapters == [planned]
    }
}

fn of_sets(chapter: &Chapter, sets: u64) -> Chapter {
    Chapter {
        sets,
        ..chapter.clone()
    }
}

/// Whether a stopped training began with this number of sets to play.
fn is_left_of(old: &Model, pending: Pending, sets: u64) -> bool {
    pending.requested == sets && old.sets().checked_add(pending.left) == Some(sets)
}

/// Describes in one line how a model was made.
fn describe(model: &Model) -> String {
    let parts: Vec<String> = model
        .steps()
        .iter()
        .map(|step| {
            let chapter = match step {
                Step::Chapter(chapter) => chapter,
                Step::Merge(parents) => {
                    let names: Vec<&str> = parents.iter().map(|parent| parent.name).collect();
                    return format!("merged from {}", names.join(" and "));
                }
            };
            let mut words = chapter.in_words();
            if chapter.exact {
                words.push_str(", exact results of every set");
            }
            words
        })
        .collect();
    format!(
        "{}, {} learning, {}",
        model.game,
        model.learners.in_words(),
        parts.join(", then ")
    )
}
