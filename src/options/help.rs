//! How the help of a shared option ends in a command: with what the command adds, and its default where commands differ.

use clap::{Arg, Command};

/// The lines of `help.txt`: an option, the commands, and how its help ends there.
pub(crate) fn endings() -> impl Iterator<Item = [&'static str; 3]> {
    include_str!("help.txt").lines().map(|line| {
        let mut parts = line.splitn(3, " | ");
        [(); 3].map(|()| parts.next().unwrap_or_default())
    })
}

/// The program with the whole help of all options.
pub(crate) fn complete(mut program: Command) -> Command {
    // Options that are made late replace what is said of their command by what is said of their group.
    let said: Vec<_> = program
        .get_subcommands()
        .map(|command| command.get_about().cloned().unwrap_or_default())
        .collect();
    program.build();
    let mut said = said.into_iter();
    program.mut_subcommands(|command| match said.next() {
        Some(about) => with_endings(command).about(about).long_about(None),
        None => command,
    })
}

fn with_endings(command: Command) -> Command {
    let name = command.get_name();
    let is_here = |commands: &str| commands.split(' ').any(|other| other == name);
    let here: Vec<_> = endings()
        .filter(|[_, commands, _]| is_here(commands))
        .collect();
    command.mut_args(|arg| ended(arg, &here))
}

/// An option with the whole help that it has in the command of these endings.
fn ended(arg: Arg, here: &[[&str; 3]]) -> Arg {
    let ending = here.iter().find(|[option, ..]| arg.get_id() == option);
    match ending.zip(arg.get_help().map(ToString::to_string)) {
        Some(([.., ending], help)) if ending.starts_with([',', '.', ':']) => {
            arg.help(help + ending)
        }
        Some(([.., ending], help)) => arg.help(format!("{help} {ending}")),
        None => arg,
    }
}
