//! Finds all files below a folder, and the numbered copies that a training has kept of its model.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::file::read_history;
use super::super::model::Model;
use super::super::place::{EXTENSION, failed, folder_of};
use super::paths_in;
use crate::error::{Action, Error, Result};

/// The paths of all files in a folder and its subfolders, sorted, and the errors of the folders that cannot be read.
/// Hidden files and folders are skipped, and links to folders are not followed.
pub fn files_below(folder: &Path) -> (Vec<PathBuf>, Vec<Error>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        if let Err(source) = files_in(&folder, &mut found, &mut folders) {
            errors.push(failed(&folder, Action::ReadFolder, source));
        }
    }
    found.sort_unstable();
    (found, errors)
}

fn files_in(folder: &Path, files: &mut Vec<PathBuf>, folders: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            folders.push(path);
        } else if !path.is_dir() {
            files.push(path);
        }
    }
    Ok(())
}

/// A numbered copy of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedCopy {
    /// Its file.
    pub path: PathBuf,
    /// The number of sets after which it was kept.
    pub sets: u64,
    /// The number of games in these sets.
    pub games: u64,
}

/// The numbered copies of a model in its folder, `x-000100.menace` for `x.menace`, by ascending number of
/// sets: the copies that hold the same training after at most as many sets. Other models with such a name are
/// skipped, and so are files that are not models. If the training is `in_progress`, the copies are those that will
/// replace others when it is complete: `x-000100.menace.new`.
///
/// # Errors
///
/// [`Error::File`] when the folder, or a file that may be a copy, cannot be read.
pub fn kept(path: &Path, model: &Model, in_progress: bool) -> Result<Vec<NumberedCopy>> {
    let after = if in_progress { ".new" } else { "" };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut copies = Vec::new();
    for found in paths_in(&folder_of(path))? {
        let name = found.file_name().unwrap_or_default();
        // Keeps the folder as it was given, so that paths look as they were typed.
        let copy = path.with_file_name(name);
        let name = name.to_string_lossy();
        let name = name.strip_suffix(after);
        let Some(sets) = name.and_then(|name| number(name, &stem)) else {
            continue;
        };
        let earlier = match read_history(&copy) {
            Ok(earlier) => earlier,
            // A file that cannot be read may be one of the copies, so it must not be skipped.
            Err(error @ Error::File { .. }) if copy.is_file() => return Err(error),
            Err(_) => continue,
        };
        if earlier.sets() == sets && is_earlier_state(&earlier, model) {
            let (path, games) = (copy, earlier.games());
            copies.push(NumberedCopy { path, sets, games });
        }
    }
    copies.sort_by_key(|copy| copy.sets);
    Ok(copies)
}

/// The number of sets in the name of a copy, if it is a copy of this model.
fn number(name: &str, stem: &str) -> Option<u64> {
    let rest = name.strip_prefix(stem)?.strip_prefix('-')?;
    let digits = rest.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    let plain = digits.len() >= 6 && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

/// Whether a model is an earlier state of the other.
fn is_earlier_state(earlier: &Model, model: &Model) -> bool {
    let Some((last, before)) = earlier.chapters.split_last() else {
        return false;
    };
    let same = model.chapters.get(before.len());
    model.chapters.starts_with(before)
        && same.is_some_and(|same| last.sets <= same.sets && last.of_sets(same.sets) == *same)
}
