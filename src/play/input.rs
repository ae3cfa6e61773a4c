//! Commands typed by a person or read from a script, one per line.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::ops::ControlFlow;

use anyhow::Context as _;

use crate::output::{say, say_indented};

/// The most bytes of a line that are read; the rest of the line is dropped.
const LONGEST: u64 = 400;

/// Executes the lines of the input one by one, in small letters, until one ends it or there are no more.
pub(super) fn run(
    out: &mut dyn Write,
    mut execute: impl FnMut(&str, &mut dyn Write) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    while let Some(line) = read(out)? {
        if execute(&line.to_lowercase(), out)?.is_break() {
            return Ok(());
        }
    }
    say(out, "The input has ended.")
}

/// Prompts for one line and returns it without control characters; `None` at the end of the input. Input that
/// does not come from a terminal is echoed, so that a session looks the same.
fn read(out: &mut dyn Write) -> anyhow::Result<Option<String>> {
    let mut stdin = io::stdin().lock();
    let terminal = io::stdin().is_terminal();
    if terminal {
        write!(out, "> ")?;
        out.flush()?;
    }
    let line = read_from(&mut stdin).context("reading standard input failed")?;
    match &line {
        Some(line) if !terminal => writeln!(out, "> {line}")?,
        None if terminal => writeln!(out)?,
        _ => {}
    }
    Ok(line)
}

pub(super) fn list_commands(out: &mut dyn Write, commands: &[(&str, &str)]) -> anyhow::Result<()> {
    for (name, about) in commands {
        say_indented(out, &format!("  {name:<6}  {about}"), "          ")?;
    }
    Ok(())
}

fn read_from(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    let text = String::from_utf8_lossy(&bytes);
    // Control characters could move the cursor or change colours when the line is echoed. An editor's mark may begin the text.
    let shown: String = text
        .chars()
        .filter(|c| !c.is_control() && *c != '\u{feff}')
        .collect();
    Ok(Some(shown.trim().to_owned()))
}
