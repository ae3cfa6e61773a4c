//! Rules by name or from a file.

use std::io;
use std::path::Path;

use crate::error::{Error, Result};
use crate::learn::{self, Rule};

/// The rule of this name, or the one in the TOML file of this path.
///
/// # Errors
///
/// [`Error::Name`] when there is no preset of that name, [`Error::Rule`] when the file cannot be read
/// or holds no rule.
pub fn rule(name: &str) -> Result<Rule> {
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        return learn::preset(name);
    }
    let wrong = |reason| Error::Rule {
        rule: name.to_owned(),
        reason,
    };
    let bytes = std::fs::read(path).map_err(|error| {
        wrong(match error.kind() {
            io::ErrorKind::NotFound => {
                "there is no such file; `menace list rules` names the rules there are".to_owned()
            }
            _ => format!("the file cannot be read: {error}"),
        })
    })?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        wrong(format!("line {line} is no text in UTF-8"))
    })?;
    Rule::from_toml(text, name)
}
