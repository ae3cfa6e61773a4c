//! Files without a name, for what does not fit in memory.

use std::path::Path;

use tempfile::SpooledTempFile;

/// The largest file that stays in memory, in bytes.
const IN_MEMORY: usize = 4 << 20;

/// A file that is in memory while it is small. On disk it has no name if the system allows that, so it disappears
/// with the program, however that ends.
pub(crate) type Scratch = SpooledTempFile;

/// An empty file in this folder.
pub(crate) fn scratch(folder: &Path) -> Scratch {
    SpooledTempFile::new_in(IN_MEMORY, folder)
}
