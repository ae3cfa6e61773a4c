//! Models as players: `models/x.menace`, or with a way of reading it, `models/x.menace:greedy`.

use std::path::Path;

use crate::error::{Error, Result};
use crate::learn::Reading;
use crate::search::Kind;
use crate::store::EXTENSION;

/// The file of the model that a name stands for, if it stands for one.
#[must_use]
pub fn model_path(name: &str) -> Option<&Path> {
    split_model(name).ok()?.map(|(path, _)| path)
}

/// Splits `models/x.menace:greedy` into the path and the way of reading it.
pub(super) fn split_model(name: &str) -> Result<Option<(&Path, Reading)>> {
    let ending = format!(".{EXTENSION}");
    let end = name.rfind(&ending).map(|start| start + ending.len());
    // The models of a mixture are read part by part, and a search's is what it judges by.
    let is_part = name.starts_with("mix:") || Kind::has(name);
    let Some(end) = end.filter(|_| !is_part) else {
        return Ok(None);
    };
    let (path, option) = name.split_at(end);
    let wrong = || Error::Parameter {
        name: name.to_owned(),
        reason: "a model is read as it is, with `:greedy`, or with `:sharpness=` and 1 to 64"
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
    Ok(Some((Path::new(path), reading)))
}
