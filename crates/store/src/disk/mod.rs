//! Files as the operating system has them: opened, locked, and replaced as a whole.

mod claim;
mod open;
mod rescue;
mod stamp;
mod temporary;

pub(super) use std::fs::File;

pub(super) use claim::Claim;
pub use claim::when_unlocked;
pub use open::{
    canonical, exists, files_in, is_file, is_gone, is_pipe, is_taken, length_at, make_folder, open,
    remove, rename,
};
pub(super) use open::{is_regular, length, open_for, open_once, real};
pub use rescue::when_rescued;
pub(super) use rescue::{rescue_files, tell_rescued};
pub(super) use stamp::Stamp;
pub(super) use std::process::id as process;
pub use temporary::abandon;
pub(super) use temporary::{clear, replace_by};

/// A file that is in memory while it is small. On disk it has no name if the system allows that, so it disappears
/// with the program, however that ends.
pub(super) type Scratch = tempfile::SpooledTempFile;

/// An empty file in this folder, in memory up to 4 MB.
pub(super) fn scratch(folder: &std::path::Path) -> Scratch {
    Scratch::new_in(4 << 20, folder)
}
