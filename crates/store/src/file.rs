//! One model as a file: read as a whole, and replaced as a whole or not at all.

use std::borrow::Cow;
use std::io::{self, BufReader, BufWriter, Read as _, Write};
use std::path::Path;

use super::chapter::Chapter;
use super::container::{ReadSeek, comparing};
use super::disk::{File, is_pipe, is_regular, is_taken, open, open_once, replace_by};
use super::encoding::Unreadable;
use super::format;
use super::laws;
use super::model::{Model, Pending};
use super::place::{damaged, failed};
use crate::error::{Action, Damage, Error, Result};
use crate::game::Game;
use crate::games::{self, AnyGame};

/// Reads a model.
///
/// # Errors
///
/// [`Error::File`] when the file cannot be read, [`Error::Damaged`] when its contents are not a complete
/// model.
pub fn read(path: &Path) -> Result<Model> {
    read_model(path, format::read)
}

fn read_model(
    path: &Path,
    read: fn(&mut dyn ReadSeek, u64) -> Result<Model, Unreadable>,
) -> Result<Model> {
    if matches!(is_regular(path), Ok(false)) && !is_pipe(path) {
        return Err(damaged(path, Damage::Endless));
    }
    format::MODEL.read_by(path, read)
}

/// How the model of a file was trained, and what remains to be played of it. Nothing else is read or checked: to rely on
/// the rest, read the model.
///
/// # Errors
///
/// As [`read`], as far as this much shows it.
pub fn read_training(path: &Path) -> Result<(Vec<Chapter>, Option<Pending>)> {
    let begun = format::MODEL.read_by(path, format::read_training)?;
    Ok((begun.chapters, begun.pending))
}

/// Reads of a model how it was trained and with which results: it has no tables. A damaged file is refused, but boxes that
/// contradict the game are not.
///
/// # Errors
///
/// As [`read`], as far as this much shows it.
pub fn read_history(path: &Path) -> Result<Model> {
    read_model(path, format::read_history)
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

/// Reads a model of any game and checks every box of it against the rules. It refuses the same models as
/// every command.
///
/// # Errors
///
/// As [`read`]; [`Error::Damaged`] also when the game is unknown, or a box does not belong to it.
pub fn verify(path: &Path) -> Result<Model> {
    verified(path, read(path)?)
}

/// As [`verify`], and the game that the model has learnt.
///
/// # Errors
///
/// As [`verify`].
pub fn read_with_game(path: &Path) -> Result<(AnyGame, Model)> {
    let model = read(path)?;
    let game = game_of(path, &model)?;
    check_for(&game, path, &model)?;
    Ok((game, model))
}

/// The game that a model, which has been read from this file, has learnt.
///
/// # Errors
///
/// [`Error::Damaged`] when it is unknown.
pub fn game_of(path: &Path, model: &Model) -> Result<AnyGame> {
    let game = games::parse(model.game());
    game.map_err(|error| damaged(path, Damage::UnknownGame(error.to_string())))
}

/// As [`verify`], for a model that has been read from this file.
///
/// # Errors
///
/// [`Error::Damaged`] when the game is unknown, or a box does not belong to it.
pub fn verified(path: &Path, model: Model) -> Result<Model> {
    let game = game_of(path, &model)?;
    check_for(&game, path, &model).map(|()| model)
}

/// Checks a model that has been read from this file as [`read_for`] does.
///
/// # Errors
///
/// [`Error::Mismatch`] when it has learnt another game, [`Error::Damaged`] when a box does not belong
/// to the game or the history counts other boxes.
pub fn check_for<G: Game>(game: &G, path: &Path, model: &Model) -> Result<()> {
    let damaged = |reason| damaged(path, reason);
    match model.check_game(game, &path.display().to_string()) {
        Err(Error::Input(games::Error::Boxes(reason))) => Err(damaged(laws::foreign_box(&reason))),
        Err(error) => Err(error),
        Ok(()) => laws::check_boxes(model)
            .and_then(|()| laws::check_listed_games(game, model))
            .map_err(damaged),
    }
}

/// Writes a model, replacing any file at `path`, provided that the model could be read again.
///
/// The model is first checked as by [`read_for`]: its parts must agree, its history must count the boxes
/// it has, and every box must follow the rules of its game. When no file is replaced, a table that has
/// passed before or was learnt by this program is not checked again. The boxes of a game that
/// [`games::parse`] does not know are not checked; their reader must do that.
///
/// # Errors
///
/// The errors of [`replace`]; [`Error::Unsound`] when it could not be read again, and then nothing is written.
pub fn write(path: &Path, model: &Model) -> Result<()> {
    let replaces = is_taken(path);
    check_unwritten(path, model, replaces)?;
    put(path, |file| format::write(model, file))
}

/// Writes a file with what `fill` writes, replacing any file at `path`.
pub(super) fn put(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<()> {
    replace_by(path, fill, || true, |_| ())
}

/// The bytes of a model for the file at this path, after checking every box as [`write()`] does.
///
/// # Errors
///
/// [`Error::Unsound`] when it could not be read again.
pub fn encode_sound(path: &Path, model: &Model) -> Result<Vec<u8>> {
    check_unwritten(path, model, true)?;
    Ok(format::encode(model))
}

/// Refuses a model that could not be read again. If `whole`, even tables that are known to have passed
/// are checked again.
pub(super) fn check_unwritten(path: &Path, model: &Model, whole: bool) -> Result<()> {
    let unsound = |reason| Error::Unsound {
        path: path.to_owned(),
        reason,
    };
    model.check().map_err(unsound)?;
    laws::check_boxes(model).map_err(unsound)?;
    let Ok(game) = games::parse(model.game()) else {
        return Ok(());
    };
    laws::check_listed_games(&game, model).map_err(unsound)?;
    for table in model.tables.iter().flatten() {
        let checked = if whole {
            table.unchecked().check(&game)
        } else {
            table.check(&game)
        };
        checked.map_err(|error| unsound(laws::foreign_box(&error.to_string())))?;
    }
    Ok(())
}

/// Whether the file exists and has exactly the bytes of this model.
pub fn holds(path: &Path, model: &Model) -> bool {
    let is_written = |file| format::is_written(model, BufReader::new(file)).unwrap_or(false);
    open(path).is_ok_and(|file| model.check().is_ok() && is_written(file))
}

/// Whether the file exists and has exactly the bytes that `fill` writes, which need not fit into memory.
pub fn is_filled(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> bool {
    let Ok(file) = open(path) else {
        return false;
    };
    let mut file = BufReader::new(file);
    fill(&mut comparing(&mut file)).is_ok() && matches!(file.read(&mut [0]), Ok(0))
}

/// Writes a file with these bytes, replacing any file at `path`, and creates its folders.
///
/// Even if this is interrupted, the path names the complete old file or the complete new one: the bytes
/// are written to a temporary file in the same folder, which is flushed to disk and then renamed. If the
/// path is a link, its target is replaced. The new file has the permissions of the old one, or else the
/// default ones.
///
/// # Errors
///
/// [`Error::File`], also when the path names something other than a regular file. After an error no
/// temporary file is left and the old file is unchanged, with one exception: if only the last step fails,
/// flushing the folder to disk, the new file is already in place.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    put(path, |file| file.write_all(bytes))
}

/// As [`replace`], with what `fill` writes, which need not fit into memory.
///
/// # Errors
///
/// The errors of [`replace`] and of `fill`.
pub fn replace_with(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    put(path, |file| {
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        out.flush()
    })
}

/// The first `most` bytes of a file, or all of them if it has fewer.
///
/// # Errors
///
/// As [`open`].
pub fn read_head(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut head = Vec::new();
    let read = open(path)?.take(most).read_to_end(&mut head);
    read.map_err(|source| failed(path, Action::Read, source))?;
    Ok(head)
}

/// Reads a text of at most `most` bytes from a file or a pipe. One in UTF-16, with its mark, is returned in UTF-8; other
/// bytes as they are.
///
/// # Errors
///
/// As [`read_once`].
pub fn read_text(path: &Path, most: u64) -> Result<Vec<u8>> {
    let bytes = read_once(path, most)?;
    match utf8(&bytes) {
        Cow::Owned(text) => Ok(text),
        Cow::Borrowed(_) => Ok(bytes),
    }
}

/// The text in UTF-8 if it begins with the mark of UTF-16, as what the shell of Windows writes with `>` does; else
/// the bytes.
pub fn utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    let units = |of: fn([u8; 2]) -> u16| {
        let pairs = bytes.chunks_exact(2).skip(1);
        let units: Vec<u16> = pairs.map(|pair| of([pair[0], pair[1]])).collect();
        Cow::Owned(String::from_utf16_lossy(&units).into_bytes())
    };
    match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        _ => Cow::Borrowed(bytes),
    }
}

/// Reads a file or a pipe of at most `most` bytes.
///
/// # Errors
///
/// [`Error::File`] when it cannot be read or is longer.
pub fn read_once(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let from = open_once(path)?;
    let read = from.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|source| failed(path, Action::Read, source))?;
    if bytes.len() as u64 > most {
        let reason = format!("it is longer than the {most} bytes allowed for such a file");
        return Err(failed(path, Action::Read, io::Error::other(reason)));
    }
    Ok(bytes)
}
