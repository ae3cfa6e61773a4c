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
pub(crate) fn complete(program: Command) -> Command {
    program.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        command.mut_args(|arg| ended(arg, &name))
    })
}

/// An option with the whole help that it has in this command.
fn ended(arg: Arg, command: &str) -> Arg {
    let is_here = |[option, commands, _]: &[&str; 3]| {
        arg.get_id() == option && commands.split(' ').any(|other| other == command)
    };
    let ending = endings().find(is_here);
    match ending.zip(arg.get_help().map(ToString::to_string)) {
        Some(([.., ending], help)) if ending.starts_with([',', '.', ':']) => {
            arg.help(help + ending)
        }
        Some(([.., ending], help)) => arg.help(format!("{help} {ending}")),
        None => arg,
    }
}
