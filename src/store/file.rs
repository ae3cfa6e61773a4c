//! One model as a file: read whole, and replaced whole or not at all.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::beside::replace_by;
use super::format::{self, Unreadable};
use super::model::Model;
use super::place::{EXTENSION, failed, is_regular, open};
use super::stamp::Stamp;
use crate::error::{Action, Damage, Error, Mismatch, Result};
use crate::game::Game;
use crate::games;

/// Reads a model.
///
/// # Errors
///
/// [`Error::File`] when the system does not let us read, [`Error::Damaged`] when what is read is
/// not a whole model.
pub fn read(path: &Path) -> Result<Model> {
    let failed = |source| failed(path, Action::Read, source);
    let damaged = |reason: Damage| Error::Damaged {
        path: path.to_owned(),
        reason,
    };
    if !is_regular(path).map_err(failed)? {
        return Err(damaged(Damage::Endless));
    }
    let mut file = open(path)?;
    let there = file.metadata().map_err(failed)?.len();
    format::read(&mut file, there).map_err(|error| match error {
        Unreadable::Damaged(damage) => damaged(damage),
        Unreadable::Failed(error) => failed(error),
    })
}

/// Reads a model of a game and checks every box of it against the rules.
///
/// # Errors
///
/// As [`read`]; [`Error::Mismatch`] when it has learnt another game, [`Error::Damaged`] when a box
/// does not belong to the game.
pub fn read_for<G: Game>(game: &G, path: &Path) -> Result<Model> {
    let model = read(path)?;
    check_for(game, path, &model).map(|()| model)
}

/// Reads a model of whatever game and checks every box of it against the rules: what this refuses
/// every command does, and the other way round.
///
/// # Errors
///
/// As [`read`]; [`Error::Damaged`] also when nobody knows its game, or a box does not belong to it.
pub fn verify(path: &Path) -> Result<Model> {
    verified(path, read(path)?)
}

/// The same of a model that has been read from this file.
///
/// # Errors
///
/// [`Error::Damaged`] when nobody knows its game, or a box does not belong to it.
pub fn verified(path: &Path, model: Model) -> Result<Model> {
    let damaged = |error: Error| Error::Damaged {
        path: path.to_owned(),
        reason: Damage::Boxes(error.to_string()),
    };
    let game = games::parse(&model.game).map_err(damaged)?;
    check_for(&game, path, &model).map(|()| model)
}

/// Checks a model that has been read from this file as [`read_for`] does.
///
/// # Errors
///
/// [`Error::Mismatch`] when it has learnt another game, [`Error::Damaged`] when a box does not belong
/// to the game or the history tells of others.
pub fn check_for<G: Game>(game: &G, path: &Path, model: &Model) -> Result<()> {
    let damaged = |reason: Damage| Error::Damaged {
        path: path.to_owned(),
        reason,
    };
    match model.check_game(game, &path.display().to_string()) {
        Err(Error::Mismatch(boxes @ Mismatch::Matchbox { .. })) => {
            Err(damaged(Damage::Boxes(boxes.to_string())))
        }
        Err(error) => Err(error),
        Ok(()) => model.check_boxes().map_err(damaged),
    }
}

/// Writes a model in the place of whatever stood there, if it can be read again.
///
/// It is checked first as [`read_for`] checks it: that its parts agree, that its history counts the boxes
/// it has, and every box by the rules of its game. A table that has passed before, or that was learnt by
/// this program, is not looked through once more when nothing is replaced. The boxes of a game that
/// [`games::parse`] does not know are checked by whoever reads them.
///
/// # Errors
///
/// As [`replace`] has it; [`Error::Unsound`] when it could not be read again, and then nothing is written.
pub fn write(path: &Path, model: &Model) -> Result<()> {
    let replaces = path.symlink_metadata().is_ok();
    check_unwritten(path, model, replaces)?;
    put(path, model, || true, |_| ())
}

/// Puts a model that has been checked in the place of whatever stands there, if at the last moment it may
/// be put there; `placed` hears what the new file is.
pub(super) fn put(
    path: &Path,
    model: &Model,
    may: impl FnOnce() -> bool,
    placed: impl FnOnce(Stamp),
) -> Result<()> {
    replace_by(path, |file| format::write(model, file), may, placed)
}

/// The bytes of a model that is to be written at this path, every box of it checked as [`write()`] has it.
///
/// # Errors
///
/// [`Error::Unsound`] when it could not be read again.
pub fn encode_sound(path: &Path, model: &Model) -> Result<Vec<u8>> {
    check_unwritten(path, model, true)?;
    Ok(format::encode(model))
}

/// Refuses a model that could not be read again. Where it is looked at as a whole, so is a table that is
/// known to have passed.
pub(super) fn check_unwritten(path: &Path, model: &Model, whole: bool) -> Result<()> {
    let unsound = |reason| Error::Unsound {
        path: path.to_owned(),
        reason,
    };
    model.check().map_err(unsound)?;
    model.check_boxes().map_err(unsound)?;
    let Ok(game) = games::parse(&model.game) else {
        return Ok(());
    };
    for table in model.tables.iter().flatten() {
        let checked = if whole {
            table.unchecked().check(&game)
        } else {
            table.check(&game)
        };
        checked.map_err(|error| unsound(Damage::Boxes(error.to_string())))?;
    }
    Ok(())
}

/// The first name beside a model, `x-WORD.menace` of `x.menace` with the word for 1, for 2 and so on, that
/// is free or has a file that will do.
pub(super) fn free(
    path: &Path,
    word: impl Fn(u64) -> String,
    will_do: impl Fn(&Path) -> bool,
) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let named = |n: u64| path.with_file_name(format!("{stem}-{}.{EXTENSION}", word(n)));
    let mut names = (1..u64::MAX).map(named);
    let found = names.find(|path| path.symlink_metadata().is_err() || will_do(path));
    found.unwrap_or_else(|| named(u64::MAX))
}

/// Whether the file is there and has exactly the bytes of this model.
#[must_use]
pub fn holds(path: &Path, model: &Model) -> bool {
    let Ok(file) = open(path) else {
        return false;
    };
    format::is_written(model, BufReader::new(file)).unwrap_or(false)
}

/// Puts a file with these bytes in the place of whatever stood there, making its folders.
///
/// Whatever interrupts it, the path names the old file or the new one, each of them whole: the
/// bytes are written beside it, brought to the disk, and renamed. Where the path is a link, what it
/// leads to is replaced. The new file has the permissions of the old one, or else those of any new
/// file.
///
/// # Errors
///
/// [`Error::File`], also when what stands there is no regular file; nothing is left beside it then, and
/// the old file is as it was, unless it was the folder that could not be brought to the disk last of
/// all: then the new file has its name.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    replace_by(path, |file| file.write_all(bytes), || true, |_| ())
}

/// The same with what `fill` writes, which need not be in memory all at once.
///
/// # Errors
///
/// As [`replace`]; what `fill` gives.
pub fn replace_with(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let fill = |file: &mut File| {
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        out.flush()
    };
    replace_by(path, fill, || true, |_| ())
}
