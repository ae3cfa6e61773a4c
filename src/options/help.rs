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

/// Options that only `--help` shows, where `-h` would not fit a screen: the commands, and their options.
const RARE: [(&str, &str); 6] = [
    (
        "train",
        "run from checkpoint_every batch max_boxes max_memory keep_every plots_dir csv fallback games json",
    ),
    (
        "study sweep",
        "fallback games curve after until band y_from y_to width no_title states growth batch window memory part \
         merge missing plots_dir csv json",
    ),
    (
        "solve",
        "scores compare database within book moves entries force json first_best",
    ),
    ("print", "most_beads mix_stages label json force"),
    ("play", "force"),
    ("import", "numbers cells_from own"),
];

/// Leaves the rarer options, and what follows the examples, to `--help`.
fn shortened(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let rare = RARE
        .iter()
        .filter(|(names, _)| names.split(' ').any(|other| other == name));
    let rare: Vec<&str> = rare
        .flat_map(|(_, options)| options.split_whitespace())
        .collect();
    let command = command.mut_args(|arg| {
        let is_rare = rare.contains(&arg.get_id().as_str());
        arg.hide_short_help(is_rare)
    });
    let after = command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let Some((examples, more)) = after.split_once("\n\n") else {
        return command;
    };
    let end =
        format!("`menace {name} --help` has more options and explains what the command does.");
    let short = format!("{examples}\n\n{end}");
    command
        .after_long_help(format!("{examples}\n\n{more}"))
        .after_help(short)
}

fn with_endings(command: Command) -> Command {
    let command = shortened(command);
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
