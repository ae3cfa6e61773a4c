//! Options of every command: the number of threads, quiet mode and colours.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::mpsc::{self, Sender};
use std::thread;

use clap::ColorChoice;
use matchboxes::text::Shown as _;
use rayon::{ThreadBuilder, ThreadPoolBuilder};

use crate::options::number::count;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct ConsoleOptions {
    /// Show no progress and no summary; results and errors are still printed
    #[arg(long, short, global = true)]
    quiet: bool,

    /// Colour help and errors [default: auto]
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        hide_possible_values = true
    )]
    color: Option<ColorChoice>,

    /// Print long help, lists, trees, licences and models without a pager
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) no_pager: bool,

    /// Use N threads. This never changes a result [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = count::<1024>)]
    threads: Option<u64>,
}

static CONSOLE: OnceLock<ConsoleOptions> = OnceLock::new();

impl ConsoleOptions {
    pub(crate) fn apply(self) -> anyhow::Result<()> {
        let wanted = self.threads;
        let _ = CONSOLE.set(self);
        make_threads(wanted)
    }
}

pub(crate) fn is_quiet() -> bool {
    CONSOLE.get().is_some_and(|console| console.quiet)
}

/// Whether to show progress: not in quiet mode, and only on a terminal.
pub(crate) fn has_bars() -> bool {
    !is_quiet() && io::stderr().is_terminal()
}

/// The writer for the summary of a command: nothing is written in quiet mode.
pub(crate) fn summary(out: &mut dyn Write) -> Box<dyn Write + '_> {
    if is_quiet() {
        Box::new(io::sink())
    } else {
        Box::new(out)
    }
}

/// Writes a line about the work to standard error; nothing in quiet mode.
pub(crate) fn note(line: &str) -> io::Result<()> {
    if is_quiet() {
        return Ok(());
    }
    writeln!(io::stderr(), "menace: {line}")
}

/// Lists the files that were written below an empty line, each after what it is, padded to `width`.
pub(crate) fn list_files<'a>(
    files: impl Iterator<Item = (&'a str, &'a PathBuf)>,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut *summary(out);
    for (i, (what, path)) in files.enumerate() {
        let gap = if i == 0 { "\n" } else { "" };
        writeln!(out, "{gap}{what:<width$}  {}", path.shown())?;
    }
    Ok(())
}

/// Finds `--color` before the command line is parsed, because parse errors are coloured too.
pub(crate) fn color_of(words: impl IntoIterator<Item = OsString>) -> ColorChoice {
    let words = words.into_iter().skip(1);
    let mut words = words.filter_map(|word| word.into_string().ok());
    let mut choice = ColorChoice::Auto;
    while let Some(word) = words.next() {
        let value = match word.as_str() {
            "--" => break,
            "--color" => words.next(),
            word => word.strip_prefix("--color=").map(str::to_owned),
        };
        if let Some(value) = value {
            choice = value.parse().unwrap_or(choice);
        }
    }
    choice
}

/// The program name at the start of an error message.
pub(crate) fn error_label() -> &'static str {
    let color = CONSOLE.get().and_then(|console| console.color);
    label(color.unwrap_or_default())
}

/// The same where the command line has not been parsed yet.
pub(crate) fn label(color: ColorChoice) -> &'static str {
    if is_coloured(color, io::stderr().is_terminal()) {
        "\u{1b}[1m\u{1b}[31mmenace:\u{1b}[0m"
    } else {
        "menace:"
    }
}

pub(crate) fn is_coloured(color: ColorChoice, is_terminal: bool) -> bool {
    match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
            is_terminal && !is_set("NO_COLOR") && !is_dumb
        }
    }
}

/// The most threads, unless there are more cores: each takes memory, and more than cores make nothing faster.
const MOST: usize = 64;

/// Starts the threads that the whole program shares. If the system provides fewer than wanted, half of them
/// are used, so that resources are left for their work; if none, the main thread does all work.
fn make_threads(wanted: Option<u64>) -> anyhow::Result<()> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let wanted = match wanted {
        Some(wanted) => usize::try_from(wanted)?.min(cores.max(MOST)),
        None => cores,
    };
    let mut waiting: Vec<Sender<ThreadBuilder>> = Vec::new();
    for _ in 0..wanted {
        let (sender, work) = mpsc::channel::<ThreadBuilder>();
        let thread = thread::Builder::new().spawn(move || work.recv().map(ThreadBuilder::run));
        if thread.is_err() {
            waiting.truncate(waiting.len() / 2);
            break;
        }
        waiting.push(sender);
    }
    let pool = ThreadPoolBuilder::new().num_threads(waiting.len().max(1));
    if waiting.is_empty() {
        return Ok(pool.use_current_thread().build_global()?);
    }
    Ok(pool
        .spawn_handler(|work: ThreadBuilder| {
            let next = waiting.pop();
            let sent = next.and_then(|sender| sender.send(work).ok());
            sent.ok_or_else(|| io::Error::other("a thread has ended"))
        })
        .build_global()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_known_before_the_line_is_parsed() {
        let choice = |line: &str| color_of(line.split(' ').map(OsString::from));
        assert_eq!(choice("menace list --nonsense"), ColorChoice::Auto);
        assert_eq!(choice("menace --color=never list"), ColorChoice::Never);
        assert_eq!(choice("menace list --color always"), ColorChoice::Always);
        assert_eq!(choice("menace list --color mauve"), ColorChoice::Auto);
        assert_eq!(choice("menace list -- --color always"), ColorChoice::Auto);
    }
}
