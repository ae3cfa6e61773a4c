//! Looks up rules by name or reads them from a file.

use std::io;
use std::path::Path;

use crate::error::Error;
use crate::games;
use crate::learn::{self, Rule};
use crate::store;

/// The largest rule file in bytes; a file that explains every field has about 4,000.
const LONGEST: u64 = 1 << 20;

/// Returns the preset of this name, or the rule in the TOML file of this path, or in a pipe, which has any name.
///
/// # Errors
///
/// [`games::Error::Name`] when there is no preset of this name, [`games::Error::Rule`] when the file cannot be read or
/// does not contain a valid rule.
pub fn rule(name: &str) -> games::Result<Rule> {
    let path = Path::new(name);
    let is_file = path
        .extension()
        .is_some_and(|extension| extension == "toml");
    if !is_file && !store::is_pipe(path) {
        return learn::preset(name);
    }
    let wrong = |reason: String| games::Error::rule(name, reason);
    let bytes = store::read_text(path, LONGEST).map_err(|error| {
        wrong(match error {
            Error::File { cause, .. } if cause.kind() == io::ErrorKind::NotFound => {
                "there is no such file; `menace list rules` lists all rules".to_owned()
            }
            Error::File { cause, .. } => format!("the file cannot be read: {cause}"),
            error => error.to_string(),
        })
    })?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        wrong(format!("line {line} is not valid UTF-8"))
    })?;
    Rule::from_toml(text, name)
}
