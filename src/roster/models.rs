//! Models as players: `models/x.menace`, or with an option, such as `models/x.menace:greedy`.

use std::path::Path;

use crate::error::{Error, Result};
use crate::learn::Reading;
use crate::search::Kind;
use crate::store::EXTENSION;

/// The file of the model that a player's name refers to; `None` if the player is not a model.
#[must_use]
pub fn model_path(name: &str) -> Option<&Path> {
    split_model(name).ok()?.map(|model| model.path)
}

/// The parts of a player's name that refers to a model.
pub(super) struct Named<'a> {
    pub(super) path: &'a Path,
    pub(super) reading: Reading,
    /// The player that moves where the model has no box.
    pub(super) outside: Option<&'a str>,
}

/// Splits `models/x.menace:greedy:outside=m3` into the path, the reading of the beads and the player for
/// positions without a box; `None` if the name does not refer to a model.
pub(super) fn split_model(name: &str) -> Result<Option<Named<'_>>> {
    let ending = format!(".{EXTENSION}");
    let (table, outside) = match name.split_once(":outside=") {
        Some((table, outside)) => (table, Some(outside)),
        None => (name, None),
    };
    let end = table.rfind(&ending).map(|start| start + ending.len());
    // The models in a mixture are read part by part, and a model in a search is its evaluation.
    let is_part = name.starts_with("mix:") || Kind::has(name);
    let Some(end) = end.filter(|_| !is_part) else {
        return Ok(None);
    };
    let (path, option) = table.split_at(end);
    let wrong = || Error::Parameter {
        name: name.to_owned(),
        reason: "write the file name alone, with `:greedy`, or with `:sharpness=` and 1 to 64; \
                 `:outside=` and a player for positions without a box may follow"
            .to_owned(),
    };
    let reading = match option {
        "" => Reading::Draw,
        ":greedy" => Reading::Greedy,
        _ => {
            let power = option
                .strip_prefix(":sharpness=")
                .and_then(|n| n.parse().ok());
            Reading::Sharpness(power.filter(|n| (1..=64).contains(n)).ok_or_else(wrong)?)
        }
    };
    Ok(Some(Named {
        path: Path::new(path),
        reading,
        outside,
    }))
}
