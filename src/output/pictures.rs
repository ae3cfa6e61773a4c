//! Draws the pictures of a model and writes them to files.

use std::path::{Path, PathBuf};

use matchboxes::error::Action;
use matchboxes::game::Game;
use matchboxes::games::{AnyGame, Position};
use matchboxes::store::{BoxView, Model};
use matchboxes_pictures::plot::{self, Look, Picture};
use rayon::prelude::*;

use crate::files::{self, FileKind, Force, failed, put};
use crate::options::Pictures;

/// Draws the pictures of a model, or only the box of a position, into a folder and returns their paths.
pub(crate) fn draw(
    game: &AnyGame,
    model: &Model,
    path: &Path,
    folder: &Path,
    (form, look): (Pictures, Look),
    position: Option<&Position>,
) -> matchboxes::Result<Vec<PathBuf>> {
    if form == Pictures::None {
        return Ok(Vec::new());
    }
    let pictures = match position {
        Some(at) => {
            let view = BoxView::at(game, model, at)?;
            let name = format!("beads-{}", files::plain(&game.write_position(at)));
            vec![(name, plot::model_box(game, model, &view, look))]
        }
        None => plot::model(game, model, look)
            .into_iter()
            .map(|(name, draw)| (name, draw()))
            .collect(),
    };
    write_beside(path, &pictures, folder, form)
}

/// Writes pictures into a folder, named after the file of a model, which need not be there.
pub(crate) fn write_beside<N: AsRef<str> + Sync>(
    model: &Path,
    pictures: &[(N, Picture)],
    folder: &Path,
    form: Pictures,
) -> matchboxes::Result<Vec<PathBuf>> {
    let stem = model.file_stem().unwrap_or_default().to_string_lossy();
    let base = |name: &str| folder.join(format!("{stem}-{name}"));
    write_all(pictures, base, form, Force::Never)
}

/// Writes pictures in parallel, each to the path that `base` makes from its name plus an extension.
pub(crate) fn write_all<N: AsRef<str> + Sync>(
    pictures: &[(N, Picture)],
    base: impl Fn(&str) -> PathBuf + Sync,
    form: Pictures,
    force: Force,
) -> matchboxes::Result<Vec<PathBuf>> {
    // Checks all paths first, so that either all pictures are written or none.
    for (name, _) in pictures {
        for (file, kind) in files_of(&base(name.as_ref()), form) {
            files::check(&file, kind, force)?;
        }
    }
    let write = |(name, picture): &(N, Picture)| {
        let files = files_of(&base(name.as_ref()), form);
        for (file, kind) in &files {
            let bytes = match kind {
                FileKind::Svg => picture.svg().into_bytes(),
                FileKind::Pdf => picture.pdf(),
                _ => picture.png().map_err(failed(file, Action::Write))?,
            };
            put(file, &bytes, *kind, force)?;
        }
        Ok(files.into_iter().map(|(file, _)| file).collect())
    };
    let written = pictures.par_iter().map(write);
    Ok(written
        .collect::<matchboxes::Result<Vec<Vec<_>>>>()?
        .concat())
}

/// The files of a picture in the requested formats; `base` is the path without an extension.
pub(crate) fn files_of(base: &Path, form: Pictures) -> Vec<(PathBuf, FileKind<'static>)> {
    let endings: &[_] = match form {
        Pictures::Png => &[(".png", FileKind::Png)],
        Pictures::Svg => &[(".svg", FileKind::Svg)],
        Pictures::Pdf => &[(".pdf", FileKind::Pdf)],
        Pictures::Both => &[(".png", FileKind::Png), (".svg", FileKind::Svg)],
        Pictures::None => &[],
    };
    endings
        .iter()
        .map(|&(ending, kind)| {
            let mut name = base.as_os_str().to_owned();
            name.push(ending);
            (PathBuf::from(name), kind)
        })
        .collect()
}
