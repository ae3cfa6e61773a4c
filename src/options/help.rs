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
    // Options that are made late replace the description of their command by the description of their group.
    let abouts: Vec<_> = program
        .get_subcommands()
        .map(|command| command.get_about().cloned().unwrap_or_default())
        .collect();
    // Clap decides while it builds a command whether `--help` differs from `-h`: the long help is set before.
    let mut trial = program.clone();
    trial.build();
    let mut long = trial.get_subcommands().map(explanation);
    program = program.mut_subcommands(|command| match long.next().flatten() {
        Some(text) => command.after_long_help(text),
        None => command,
    });
    program.build();
    let mut abouts = abouts.into_iter();
    program.mut_subcommands(|command| match abouts.next() {
        Some(about) => with_endings(command).about(about).long_about(None),
        None => command,
    })
}

/// What follows the options in the long help, if it has more than the examples.
fn explanation(command: &Command) -> Option<String> {
    let after = command.get_after_help()?.to_string();
    after.contains("\n\n").then_some(after)
}

/// Options that only `--help` shows, where `-h` would not fit a screen: the commands, and their options.
const RARE: [(&str, &str); 5] = [
    (
        "train",
        "run from checkpoint_every batch max_boxes max_memory keep_every plots_dir width no_title csv fallback games json",
    ),
    (
        "study sweep",
        "fallback games curve all_tables markdown after until band y_from y_to per_picture width no_title states growth batch window curve_step memory part \
         merge missing plots_dir csv json",
    ),
    (
        "solve",
        "scores compare database within book moves entries counts csv markdown force json first_best",
    ),
    ("print", "most_beads mix_stages label json force"),
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
    let Some(after) = explanation(&command) else {
        return command;
    };
    let examples = after.split("\n\n").next().unwrap_or_default();
    let options = if rare.is_empty() {
        ""
    } else {
        "has more options and "
    };
    let end = format!("`menace {name} --help` {options}explains what the command does.");
    command.after_help(format!("{examples}\n\n{end}"))
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
