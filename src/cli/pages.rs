//! Completions and the manual page, made from the command line's own description.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;

#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// The command the page is about (default: the program)
    command: Option<String>,
}

pub(super) fn completions(args: &Completions, out: &mut impl Write) -> anyhow::Result<()> {
    // The generator panics on a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "menace", &mut script);
    Ok(out.write_all(&script)?)
}

pub(super) fn man(args: &Man, out: &mut impl Write) -> anyhow::Result<()> {
    let mut program = Cli::command();
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| super::Usage(format!("there is no command `{name}`")))?,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(out.write_all(&page)?)
}
