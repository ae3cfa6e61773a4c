//! Long text on a terminal through a pager, as `git` shows it.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use terminal_size::{Height, Width, terminal_size_of};

use crate::interrupt;

/// Prints a text, through a pager if that is allowed and the text does not fit a screen.
pub(crate) fn print(text: &[u8], is_allowed: bool) -> io::Result<()> {
    let is_wanted = is_allowed && io::stdout().is_terminal() && !fits(text);
    if is_wanted && interrupt::while_paging(|| page(text).is_ok_and(|shown| shown)) {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

fn fits(text: &[u8]) -> bool {
    let Some((Width(width), Height(height))) = terminal_size_of(io::stdout()) else {
        return true;
    };
    let lines = text.split(|&byte| byte == b'\n');
    let rows = lines.map(|line| line.len().div_ceil(width.max(1).into()).max(1));
    rows.sum::<usize>() <= height.into()
}

/// Whether a pager has shown the text: `$PAGER`, or else `less`, unless the terminal is too simple for one.
fn page(text: &[u8]) -> io::Result<bool> {
    let is_dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    let pager = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let mut words = pager.split_whitespace();
    let Some(name) = words.next().filter(|_| !is_dumb) else {
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
