//! Long text on a terminal through a pager, as `git` shows it.

use std::env;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use terminal_size::{Height, terminal_size_of};

use crate::interrupt;

/// Prints a text, through a pager if that is allowed and the text does not fit a screen.
pub(crate) fn print(text: &[u8], is_allowed: bool) -> io::Result<()> {
    let lines = text.split(|&byte| byte == b'\n').count();
    let size = terminal_size_of(io::stdout()).filter(|_| is_allowed);
    let is_wanted = size.is_some_and(|(_, Height(height))| lines > height.into());
    // `TERM=dumb` is of a terminal that is too simple for one.
    let is_dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    let pager = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    if is_wanted
        && !is_dumb
        && interrupt::while_paging(|| page(text, &pager).is_ok_and(|shown| shown))
    {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

/// Whether a pager has shown the text.
fn page(text: &[u8], pager: &str) -> io::Result<bool> {
    let mut words = pager.split_whitespace();
    let Some(name) = words.next() else {
        return Ok(false);
    };
    let mut command = Command::new(name);
    command.args(words).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let mut child = command.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // Whoever has seen enough ends the pager before it has read all.
        let _ = input.write_all(text);
    }
    Ok(child.wait()?.success())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// What no pager has shown is printed, so none must say that it has.
    #[test]
    fn a_pager_that_fails_has_shown_nothing() {
        let text = vec![b'x'; 1_000_000];
        for (pager, has_shown) in [
            ("true", true),
            ("false", false),
            ("", false),
            ("/none -R", false),
        ] {
            assert_eq!(page(&text, pager).unwrap_or(false), has_shown, "{pager}");
        }
    }
}
