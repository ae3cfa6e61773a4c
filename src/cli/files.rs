//! Files that a command writes at once.

use std::path::Path;

use anyhow::Context as _;
use menace::error::Existing;
use menace::{Error, store};

/// Writes a file; one that holds something else is replaced only by force.
pub(super) fn replace(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let exists = path
        .try_exists()
        .with_context(|| format!("looking for {}", path.display()))?;
    if exists && !force {
        if std::fs::read(path).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        return Err(Error::Exists {
            path: path.to_owned(),
            reason: Existing::Other,
        }
        .into());
    }
    Ok(store::replace(path, bytes)?)
}
