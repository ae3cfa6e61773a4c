//! The classes in a folder of models, for the user who begins another one, perhaps by another spelling of its name.

use std::path::{Path, PathBuf};

use matchboxes::session::class_names::folded;
use matchboxes::session::{CLASS_FILE, ClassEvent};
use matchboxes::store::Journal;

/// The name of the class in this folder, if there is one.
fn class_in(folder: &Path) -> Option<String> {
    let lines = Journal::read(&folder.join(CLASS_FILE)).ok()?;
    match serde_json::from_str(lines.first()?) {
        Ok(ClassEvent::Begun { class, .. }) => Some(class),
        _ => None,
    }
}

/// A note for the user who begins this class where others are.
pub(super) fn begins_beside(models: &Path, class: &str) -> Option<String> {
    let files = std::fs::read_dir(models).ok()?;
    let folders = files.filter_map(|file| Some(file.ok()?.path()));
    let folders: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
    let mut names: Vec<String> = folders
        .iter()
        .filter_map(|folder| class_in(folder))
        .collect();
    names.sort_unstable();
    let letters = |name: &str| -> String {
        let name = folded(name);
        name.chars()
            .filter(|letter| letter.is_alphanumeric())
            .collect()
    };
    let like = names.iter().find(|name| letters(name) == letters(class));
    let like = like.map_or_else(String::new, |like| {
        format!(" and another one than `{like}`: for that one, stop the server and name it so")
    });
    let all = names.iter().map(|name| format!("`{name}`"));
    let all = all.collect::<Vec<_>>().join(", ");
    let models = models.display();
    (!names.is_empty())
        .then(|| format!("`{class}` is a new class{like}; the classes in {models} are {all}"))
}
