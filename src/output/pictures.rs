//! Draws the pictures of a model and writes them to files.

use std::io;
use std::path::{Path, PathBuf};

use matchboxes::Error;
use matchboxes::arena::Holding;
use matchboxes::error::Action;
use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::learn::{Learners, Table};
use matchboxes::store::{BoxView, Model, Provenance};
use matchboxes::text::count;
use matchboxes_pictures::DrawingError;
use matchboxes_pictures::plot::{self, Board, Look, Picture, Point, game_title};
use rayon::prelude::*;

use crate::files::{self, FileKind, Force, failed, put};
use crate::options::Pictures;
use crate::output::score;

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
    let mut pictures: Vec<(String, Picture)> = Vec::new();
    let mut add = |name: &str, picture| pictures.push((name.to_owned(), picture));
    if let Some(at) = position {
        let view = BoxView::at(game, model, at)?;
        let place = files::plain(&game.write_position(at));
        add(&format!("beads-{place}"), board(game, model, &view, look));
    } else {
        let base = plot::Training {
            look,
            ..training(model)
        };
        let titled = |what: &str| plot::Training {
            title: format!("{}, {what}", base.title),
            ..base.clone()
        };
        add("curve", plot::curve(&titled("results")));
        add("boxes", plot::boxes(&titled("boxes met")));
        let missing_colour = titled("moves ruled out");
        add("missing-colour", plot::missing_colour(&missing_colour));
        if model
            .chapters
            .iter()
            .any(|chapter| chapter.exact.has_sets())
        {
            for side in model.learners().sides() {
                let name = exact_name(model.learners(), side);
                add(&name, plot::exact(&titled("exact strength"), side));
            }
        }
        if score::replays(model) {
            add("score", plot::score(&titled("score"), Some(score::KNOWN)));
        }
        let views = Side::BOTH.map(|side| BoxView::landmark(game, model, side));
        for view in views.into_iter().flatten() {
            // The name gives the side only if both sides learn.
            let both = model.tables.iter().flatten().count() == 2;
            let second = both && view.side == Side::Second;
            let name = if second { "beads-second" } else { "beads" };
            add(name, board(game, model, &view, look));
        }
    }
    write_beside(path, &pictures, folder, form, Force::Never)
}

/// Writes pictures into a folder, named after the file of a model, which need not be there.
pub(crate) fn write_beside<N: AsRef<str> + Sync>(
    model: &Path,
    pictures: &[(N, Picture)],
    folder: &Path,
    form: Pictures,
    force: Force,
) -> matchboxes::Result<Vec<PathBuf>> {
    let stem = model.file_stem().unwrap_or_default().to_string_lossy();
    write_all(
        pictures,
        |name: &str| folder.join(format!("{stem}-{name}")),
        form,
        force,
    )
}

pub(crate) fn exact_name(learners: Learners, side: Side) -> String {
    match learners {
        Learners::Both => format!("exact-{}", side.name()),
        _ => "exact".to_owned(),
    }
}

/// The error for a picture that could not be drawn as the pixels of a file.
pub(crate) fn not_drawn(file: &Path, error: DrawingError) -> Error {
    failed(file, Action::Write)(io::Error::other(error))
}

/// Writes pictures in parallel, each to the path that `base` makes from its name plus an extension.
pub(crate) fn write_all<N: AsRef<str> + Sync>(
    pictures: &[(N, Picture)],
    base: impl Fn(&str) -> PathBuf + Sync,
    form: Pictures,
    force: Force,
) -> matchboxes::Result<Vec<PathBuf>> {
    // Checks all paths first, so that either all pictures are written or none.
    let names: Vec<&str> = pictures.iter().map(|(name, _)| name.as_ref()).collect();
    check_all(&names, &base, form, force)?;
    let write = |(name, picture): &(N, Picture)| {
        let files = files_of(&base(name.as_ref()), form);
        for (file, kind) in &files {
            let bytes = match kind {
                FileKind::Svg => picture.svg().into_bytes(),
                FileKind::Pdf => picture.pdf(),
                _ => picture.png().map_err(|error| not_drawn(file, error))?,
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

/// Refuses pictures that must not be written, before they are drawn.
fn check_all<N: AsRef<str>>(
    names: &[N],
    base: impl Fn(&str) -> PathBuf,
    form: Pictures,
    force: Force,
) -> matchboxes::Result<()> {
    for name in names {
        for (file, kind) in files_of(&base(name.as_ref()), form) {
            files::check(&file, kind, force)?;
        }
    }
    Ok(())
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

/// A point of a line without a band.
pub(crate) fn flat(x: f64, y: f64) -> Point {
    let (low, mid, high) = (y, y, y);
    Point { x, low, mid, high }
}

fn training(model: &Model) -> plot::Training<'_> {
    let chapter = model.last();
    let against = match &*chapter.opponent_in_words() {
        "" => String::new(),
        opponent => format!(" against {opponent}"),
    };
    let seed = match chapter.how {
        Provenance::Imported { .. } => "imported".to_owned(),
        Provenance::Merged { .. } => "merged".to_owned(),
        Provenance::ByHand { .. } => "drawn by hand".to_owned(),
        Provenance::Recorded { .. } => "recorded games".to_owned(),
        Provenance::Trained { .. } | Provenance::WithPerson { .. } => {
            format!("seed {}", chapter.seed)
        }
    };
    let explores = model.rule().values().is_some();
    let how = if explores {
        "; values: games explore, exact figures are greedy"
    } else {
        ""
    };
    let (game, learners) = (game_title(model.game()), model.learners().in_words());
    plot::Training {
        title: format!("{game}: {learners} learning{against}"),
        subtitle: format!("rule {}, {seed}{how}", model.rule().name),
        holding: Holding::from_trainings([explores]),
        shared: model.learners() == Learners::Shared,
        resigns: model.rule().empty.resigns() && model.tables.iter().flatten().any(has_empty_box),
        ..plot::Training::new(&model.history)
    }
}

fn has_empty_box(table: &Table) -> bool {
    table.iter().any(|(_, matchbox)| matchbox.is_empty())
}

fn board(game: &AnyGame, model: &Model, view: &BoxView<AnyGame>, look: Look) -> Picture {
    let what = if view.at == game.start() {
        "opening".to_owned()
    } else {
        game.write_position(&view.at)
    };
    let [content, starting] = if view.has_values() {
        ["Values", "values"]
    } else {
        ["Beads", "beads"]
    };
    let unmet = if view.met {
        String::new()
    } else {
        format!(", never met: starting {starting} of the rule")
    };
    let rule = &model.rule().name;
    let games = count(model.games(), "game", "games");
    let whose = match model.learners() {
        Learners::Shared => "both sides".to_owned(),
        _ => format!("the {} side", view.side.name()),
    };
    plot::beads(&Board {
        title: format!("{content} of {whose}: {what}"),
        subtitle: format!("{}, rule {rule}, after {games}{unmet}", model.game()),
        look,
        ..Board::for_box(game, model, view)
    })
}
