//! What the file of a model holds when a new training is to be written there.

use std::path::{Path, PathBuf};

use super::itself::is_same_file;
use crate::error::{Action, Error, Existing, Result};
use crate::game::Game;
use crate::learn::Learners;
use crate::store::{self, Chapter, Model, Pending, Step};

/// What the file of a model holds, as far as a new training of that model is concerned.
pub(super) enum Held {
    /// Nothing, or what is to be replaced.
    Nothing,
    /// This very training.
    Whole,
    /// This very training, stopped, and what is left of it.
    Stopped(Box<Model>, Pending),
}

/// Whether there is a file.
pub(super) fn exists(path: &Path) -> Result<bool> {
    path.try_exists().map_err(|source| Error::File {
        path: path.to_owned(),
        action: Action::Look,
        source,
    })
}

/// Looks at what the file holds before a new training of so many sets.
///
/// What was stopped is gone on with; where it is to be replaced, it is begun again, which comes to
/// the same unless it was made from the tables that it has replaced.
///
/// # Errors
///
/// [`Error::Exists`] when it holds anything else and is not to be replaced.
pub(super) fn held<G: Game>(
    (path, replace): (&Path, bool),
    (game, learners): (&G, Learners),
    chapter: &Chapter,
    sets: u64,
    from: &[PathBuf],
) -> Result<Held> {
    let from_itself = || from.iter().any(|from| is_same_file(from, path));
    if !exists(path)? || (replace && !from_itself()) {
        return Ok(Held::Nothing);
    }
    let read = store::read(path);
    let read = read.and_then(|old| {
        if old.game == game.name() {
            store::check_for(game, path, &old)?;
        }
        Ok(old)
    });
    let old = match read {
        Ok(old) => old,
        Err(_) if replace => return Ok(Held::Nothing),
        // Nothing replaces a folder.
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
    let planned = Chapter {
        sets: old.sets(),
        ..chapter.clone()
    };
    let same = old.game == game.name() && old.learners == learners && old.chapters == [planned];
    match old.pending {
        Some(pending) if same && is_left_of(&old, pending, sets) => {
            Ok(Held::Stopped(Box::new(old), pending))
        }
        _ if replace => Ok(Held::Nothing),
        Some(pending) if same => stays(Existing::Stopped {
            done: old.sets(),
            left: pending.left,
        }),
        None if same && old.sets() == sets => Ok(Held::Whole),
        _ if same => stays(Existing::Length { done: old.sets() }),
        _ => stays(Existing::Training(describe(&old))),
    }
}

/// Whether a stopped training is one of so many sets from its start.
fn is_left_of(old: &Model, pending: Pending, sets: u64) -> bool {
    pending.requested == sets && old.sets().checked_add(pending.left) == Some(sets)
}

/// One line on what made a model.
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
