//! Finds rescue files, in which programs kept what they could not write in its place.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use super::super::place::{folder_of, rescued_path};
use crate::locks::lock;

/// Hears of the rescue files of a file that is opened.
static HEARS: OnceLock<fn(&Path, &[PathBuf])> = OnceLock::new();

/// Sets the function that is called with each path that is opened and the rescue files beside it, of which each is told
/// once. Without such a function there is no message.
pub fn when_rescued(tell: fn(&Path, &[PathBuf])) {
    // The first function stays.
    let _ = HEARS.set(tell);
}

pub(crate) fn rescue_files(path: &Path) -> Vec<PathBuf> {
    take(path, &mut all_in(&folder_of(path)))
}

fn all_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| PathBuf::from(entry.file_name()));
    let mut all: Vec<PathBuf> = names.filter(|name| rescued_path(name).is_some()).collect();
    all.sort_unstable();
    all
}

/// Takes the rescue files of a path out of the names in its folder.
fn take(path: &Path, all: &mut Vec<PathBuf>) -> Vec<PathBuf> {
    let name = path.file_name();
    let own = all.extract_if(.., |saved| {
        rescued_path(saved).is_some_and(|own| Some(own.as_os_str()) == name)
    });
    own.map(|saved| path.with_file_name(saved)).collect()
}

/// Tells of the rescue files of a path. Each folder is listed once in the life of this process.
pub(crate) fn tell_rescued(path: &Path) {
    static LISTED: Mutex<BTreeMap<PathBuf, Vec<PathBuf>>> = Mutex::new(BTreeMap::new());
    let Some(tell) = HEARS.get() else {
        return;
    };
    let mut listed = lock(&LISTED);
    let all = listed
        .entry(folder_of(path))
        .or_insert_with_key(|folder| all_in(folder));
    let own = take(path, all);
    drop(listed);
    if !own.is_empty() {
        tell(path, &own);
    }
}
