//! The classes in a folder of models, for the user who begins another one, perhaps by another spelling of its name.

use std::path::{Path, PathBuf};

use matchboxes::session::class_names::folded;
use matchboxes::session::{CLASS_FILE, ClassEvent};
use matchboxes::store::{self, Journal};

/// A note for the user who begins this class where others are.
pub(super) fn begins_beside(models: &Path, class: &str) -> Option<String> {
    let begun = |folder: PathBuf| {
        let lines = Journal::read(&folder.join(CLASS_FILE)).ok()?;
        match serde_json::from_str(lines.first()?).ok()? {
            ClassEvent::Begun { class, .. } => Some(class),
            _ => None,
        }
    };
    let mut names: Vec<String> = store::files_in(models)
        .into_iter()
        .filter_map(begun)
        .collect();
    names.sort_unstable();
    let letters = |name: &str| folded(name).replace(|letter: char| !letter.is_alphanumeric(), "");
    let like = names.iter().find(|name| letters(name) == letters(class));
    let like = like.map_or_else(String::new, |like| {
        format!(" and another one than `{like}`: for that one, stop the server and name it so")
    });
    let all = names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    let models = models.display();
    (!names.is_empty())
        .then(|| format!("`{class}` is a new class{like}; the classes in {models} are {all}"))
}
