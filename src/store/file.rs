//! One model as a file: read whole, and replaced whole or not at all.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use super::beside::replace_by;
use super::format::{self, Unreadable};
use super::model::Model;
use super::place::{failed, is_regular, open};
use crate::error::{Action, Damage, Error, Mismatch, Result};
use crate::game::Game;
use crate::games::{Visitor, with_game};

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
    struct Boxes<'a>(&'a Path, &'a Model);

    impl Visitor for Boxes<'_> {
        type Output = Result<()>;

        fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
            check_for(&game, self.0, self.1)
        }
    }

    let damaged = |error: Error| Error::Damaged {
        path: path.to_owned(),
        reason: Damage::Boxes(error.to_string()),
    };
    with_game(&model.game, Boxes(path, &model))
        .map_err(damaged)?
        .map(|()| model)
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

/// Writes a model in the place of whatever stood there.
///
/// # Errors
///
/// As [`replace`] has it.
///
/// # Panics
///
/// If the parts of the model do not agree, as [`Model::check`] has it.
pub fn write(path: &Path, model: &Model) -> Result<()> {
    replace_by(path, |file| format::write(model, file))
}

/// Whether the file is there and has exactly the bytes of this model.
///
/// # Panics
///
/// As [`write()`].
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
    replace_by(path, |file| file.write_all(bytes))
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
    replace_by(path, |file| {
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        out.flush()
    })
}
