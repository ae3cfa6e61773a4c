//! Parts of studies and sweeps as files: some runs of every training of a study, or some runs of a sweep, played
//! here or there, with what the whole needs of them. `docs/format.md` describes their bytes.
//!
//! Each run is a pure function of its number, and the whole only counts, so it can be cut anywhere and put
//! together in any order.

mod begun;
mod contents;
mod course;
mod file;
mod held;
mod ranges;
mod run_codec;
mod swept_run;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use begun::Blob;
pub use contents::{Part, PartOf, RunsToPlay, SweepGrid};
pub use course::Course;
pub use file::{PartPiece, TakePiece};
pub use held::HeldPart;
pub use ranges::{NumberedRuns, RunRanges, gaps, runs_in_words};
pub use swept_run::SweptRun;

use super::file::read_head;
use super::folder::kept::files_below;
use super::place::{failed, has_ending};
use crate::error::{Action, Result};

/// Whether these are the first bytes of a part.
pub fn is_part(head: &[u8]) -> bool {
    file::PART.begins(head)
}

/// The ending of a part's name. In a folder every file of such a name counts as a part, also one that cannot be read: runs
/// must not go missing because their file was emptied or damaged in its first bytes.
pub const ENDING: &str = "part";

/// The parts in a folder and its subfolders, sorted: what is called so, and what begins as a part. Hidden files are
/// skipped.
///
/// # Errors
///
/// [`Error::File`](crate::error::Error::File) when a folder or a file in it cannot be read.
pub fn parts_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let (files, mut errors) = files_below(folder);
    if let Some(error) = errors.pop() {
        return Err(error);
    }
    let mut parts = Vec::new();
    for path in files {
        if has_ending(&path, ENDING) {
            parts.push(path);
            continue;
        }
        let is_file = match fs::metadata(&path) {
            Ok(found) => found.is_file(),
            // A link that leads nowhere, or a file that was removed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(failed(&path, Action::Read, error)),
        };
        if is_file && is_part(&read_head(&path, 8)?) {
            parts.push(path);
        }
    }
    Ok(parts)
}
