//! Finds out whether a player's name refers to the file that will be written.

use std::fs;
use std::path::Path;

use crate::store::EXTENSION;

/// The characters that may precede the path of a model in the name of a player.
const BEFORE: [char; 5] = ['*', '+', '=', ',', ':'];
const TO: &str = "-to-";

/// Whether the name of a player, a mixture, a search or a fading opponent contains this file.
///
/// A path may contain any character, so each part of the name that could be a path is tried.
pub(super) fn names_file(name: &str, file: &Path) -> bool {
    let Ok(file) = fs::canonicalize(file) else {
        return false;
    };
    let ending = format!(".{EXTENSION}");
    let mut before = 0;
    for (at, _) in name.match_indices(&ending) {
        let end = at + ending.len();
        let piece = &name[before..end];
        let marks = piece
            .match_indices(BEFORE)
            .map(|(at, mark)| at + mark.len());
        let fades = piece.match_indices(TO).map(|(at, _)| at + TO.len());
        let mut starts = marks.chain(fades).map(|start| before + start);
        let is_it = |start: usize| fs::canonicalize(&name[start..end]).is_ok_and(|p| p == file);
        if is_it(0) || starts.any(is_it) {
            return true;
        }
        before = end;
    }
    false
}
