//! The names of models, the folder of a file, and the errors about a file and its contents.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Action, Damage, Error};
use crate::text::escaped;

/// The extension of the file names of models, without the dot.
pub const EXTENSION: &str = "menace";

/// Whether a path ends as the names of models do.
pub fn has_model_ending(path: &Path) -> bool {
    has_ending(path, EXTENSION)
}

/// Whether a path has this ending, in capitals too: some systems tell no case apart.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    let own = path.extension();
    own.is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// A path, or a name with a path in it, as files record it: on one line, the same on every system.
pub fn portable(name: &str) -> String {
    let name = escaped(name);
    if cfg!(windows) {
        name.replace('\\', "/")
    } else {
        name
    }
}

/// Refuses names that are devices on Windows, with any ending and in any case, on every system, so that all files can be
/// taken there.
#[cfg(not(target_family = "wasm"))]
pub(super) fn check_name(path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let port = |stem: &str| {
        let number = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
        number.is_some_and(|n| n.len() == 1 && n.bytes().all(|b| (b'1'..=b'9').contains(&b)))
    };
    let stem = stem.to_ascii_lowercase();
    if ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || port(&stem) {
        let what = format!(
            "{stem} is the name of a device on Windows, so no file is called that; choose another name"
        );
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    Ok(())
}

/// The advice for something that cannot be read as a file.
pub(super) const COPY: &str = "copy its contents into a file";

/// The folder of a file, as a path that can be opened.
pub fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The path that a rescue file stands for: `x.menace` for `x-saved-42-1.menace`; `None` for any other name.
pub(crate) fn rescued_path(saved: &Path) -> Option<PathBuf> {
    let (stem, numbers) = saved.file_stem()?.to_str()?.rsplit_once("-saved-")?;
    let (process, number) = numbers.split_once('-')?;
    process
        .parse::<u32>()
        .ok()
        .zip(number.parse::<u64>().ok())?;
    let ending = saved.extension();
    let ending = ending.map_or_else(String::new, |ending| format!(".{}", ending.display()));
    Some(saved.with_file_name(format!("{stem}{ending}")))
}

/// The error for a failed action on a file.
pub fn failed(path: &Path, action: Action, cause: io::Error) -> Error {
    let cause = match (action, cause.kind()) {
        (Action::Read | Action::ReadSolved, io::ErrorKind::WouldBlock) => io::Error::new(
            io::ErrorKind::WouldBlock,
            format!("it has no end yet: reading it would wait for more; {COPY}"),
        ),
        _ => cause,
    };
    Error::File {
        path: path.to_owned(),
        action,
        cause,
    }
}

/// The error for a file that is not what it should be.
pub fn damaged(path: &Path, reason: Damage) -> Error {
    let path = path.to_owned();
    Error::Damaged { path, reason }
}

/// The damage of contents that make no sense, for this reason.
pub fn invalid(what: impl Into<String>) -> Damage {
    Damage::Contents(what.into())
}
