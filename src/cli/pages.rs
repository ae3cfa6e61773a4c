//! Completions and the manual page, made from the command line's own description.

use std::io::Write;

use clap_complete::Shell;

use super::exit::Usage;

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

/// Prints the script that completes the commands of `program`.
pub(super) fn completions(
    args: &Completions,
    mut program: clap::Command,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    // The generator panics on a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "menace", &mut script);
    Ok(out.write_all(&script)?)
}

/// Prints the page about `program` or one of its commands.
pub(super) fn man(
    args: &Man,
    mut program: clap::Command,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Usage(format!("there is no command `{name}`")))?,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(out.write_all(&page)?)
}
