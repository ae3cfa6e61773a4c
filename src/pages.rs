//! `menace completions` and `menace man`, generated from the definition of the command line, and `menace licences`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Arg;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use matchboxes::store::make_folder;
use matchboxes::{games, learn, player, search};

use crate::files::{FileKind, Force, ending, put};
use crate::messages::usage;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace completions bash > menace.bash
  menace completions zsh > _menace

The script completes commands and options. In bash, zsh and fish it also completes the names of games and searches, \
and in bash the names of rules and players.")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace man train > menace-train.1
  menace man --out pages                        every page, for MANPATH")]
pub(super) struct Man {
    /// The command to describe [default: the program]
    command: Option<String>,

    /// Write to this path: a folder for the pages of the program and all its commands
    #[arg(long, short, value_name = "PATH", conflicts_with = "command", value_parser = ending::path(&[]))]
    out: Option<PathBuf>,
}

pub(super) fn completions(
    args: &Completions,
    mut program: clap::Command,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    program =
        program.mut_subcommands(|command| command.mut_args(|arg| with_values(arg, args.shell)));
    // The generator panics on a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "menace", &mut script);
    Ok(out.write_all(&script)?)
}

/// An option or argument with the names that it accepts, for a shell to offer. If it also accepts a file,
/// such as a model, only bash gets the names: its script offers files too when no name fits.
fn with_values(arg: Arg, shell: Shell) -> Arg {
    let searches = search::KINDS.iter().map(|kind| kind.name);
    let names: Vec<&'static str> = match arg.get_id().as_str() {
        "game" => games::KINDS.iter().map(|kind| kind.name).collect(),
        // The few names live as long as the program, which ends with the script.
        "rule" if shell == Shell::Bash => learn::presets()
            .into_iter()
            .map(|rule| &*rule.name.leak())
            .collect(),
        "algorithm" => searches.collect(),
        "opponent" | "player" | "players" | "first" | "second" | "fallback"
            if shell == Shell::Bash =>
        {
            let listed = player::LISTINGS.iter().flat_map(|listing| listing.players);
            let listed = listed.flat_map(|naming| naming.names.iter().copied());
            ["random", "perfect"]
                .into_iter()
                .chain(listed)
                .chain(searches)
                .collect()
        }
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(names))
}

/// Prints the manual page of `program` or of one of its commands, or writes all pages to a folder.
pub(super) fn man(
    args: &Man,
    mut program: clap::Command,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    program.build();
    if let Some(folder) = &args.out {
        make_folder(folder)?;
        for command in program.get_subcommands() {
            if command.get_name() != "help" {
                let name = format!("menace-{}.1", command.get_name());
                write(&folder.join(name), &page(command)?)?;
            }
        }
        return write(&folder.join("menace.1"), &page(&program)?);
    }
    let command = match &args.command {
        None => &program,
        Some(name) => program.find_subcommand(name).ok_or_else(|| {
            usage(format!(
                "there is no command `{name}`; `menace --help` lists them all"
            ))
        })?,
    };
    Ok(out.write_all(&page(command)?)?)
}

pub(super) fn licences(out: &mut dyn Write) -> anyhow::Result<()> {
    let [mit, apache] = [
        include_str!("../LICENSE-MIT"),
        include_str!("../LICENSE-APACHE"),
    ];
    let [dejavu, gothic] = matchboxes_pictures::FONT_LICENCES;
    let crates = include_str!("licences.txt");
    Ok(write!(
        out,
        "menace may be used under the MIT License or the Apache License 2.0, at your choice.\n\n{mit}\n\n{apache}\n\n\
         The fonts of its pictures and sheets:\n\n{dejavu}\n\n{gothic}\n\n\
         The crates that it is made of:\n\n{crates}"
    )?)
}

/// Writes a page, which may replace another page: all begin with the same line.
fn write(path: &Path, page: &[u8]) -> anyhow::Result<()> {
    let first = page.split_inclusive(|&b| b == b'\n').next();
    let kind = FileKind::Text(first.unwrap_or_default());
    Ok(put(path, page, kind, Force::Never)?)
}

fn page(command: &clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
