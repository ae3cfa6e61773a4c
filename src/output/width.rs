//! How wide the output is, and whether its tables are Markdown.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use matchboxes_report::Layout;

/// Whether tables are written as Markdown: once a command has read its options.
static MARKDOWN: AtomicBool = AtomicBool::new(false);

#[derive(Debug, clap::Args)]
pub(crate) struct TableOption {
    /// Print tables as Markdown, whole at any width
    #[arg(long)]
    markdown: bool,
}

impl TableOption {
    /// Applies to all tables from now on.
    pub(crate) fn apply(&self) {
        MARKDOWN.store(self.markdown, Ordering::Relaxed);
    }
}

/// How text is laid out on the output: its width is from `COLUMNS` or else from the terminal.
pub(crate) fn layout() -> Layout {
    let given = std::env::var("COLUMNS").ok().and_then(|n| n.parse().ok());
    let given = given.filter(|&n: &usize| n > 0);
    Layout {
        width: given.or_else(|| {
            let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
            Some(usize::from(width.0))
        }),
        is_markdown: MARKDOWN.load(Ordering::Relaxed),
    }
}

/// Writes a paragraph, wrapped.
pub(crate) fn say(out: &mut dyn Write, text: &str) -> anyhow::Result<()> {
    say_indented(out, text, "")
}

/// The same; every line but the first begins with `indent`.
pub(crate) fn say_indented(out: &mut dyn Write, text: &str, indent: &str) -> anyhow::Result<()> {
    Ok(out.write_all(layout().wrapped(text, indent).as_bytes())?)
}
