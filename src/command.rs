//! Defines the commands of the program, parses the command line and runs the command.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::builder::{StyledStr, Styles};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use matchboxes::error::{Error, Existing};
use matchboxes::store;
use matchboxes::text::Shown as _;

use super::measure::{article, r#match, prove, solve, study, sweep, tournament, tree};
#[cfg(feature = "serve")]
use super::serve;
use super::storage::{check, diff, export, import, list, log, merge};
use super::view::{explain, plot, print, show};
use super::{pages, play, train};
use crate::interrupt;
use crate::messages::console::{self, ConsoleOptions};
use crate::messages::exit;
use crate::messages::hints::hint;
use crate::options::help;
use crate::output::{EscapedOutput, pager};

/// Learns small two-player games by rote, as Michie's matchboxes did, and measures how well it plays.
#[derive(Debug, Parser)]
#[command(name = "menace", version = VERSION, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    console: ConsoleOptions,
}

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("MENACE_COMMIT"));

const EXAMPLES: &str = "\
Examples:
  menace play                           play against a machine and see its beads
  menace serve --open                   the same in the browser, with lessons for a class
  menace train                          learn tic-tac-toe, save a model, draw its pictures
  menace show models/tic-tac-toe-first.menace
  menace match models/tic-tac-toe-first.menace perfect
  menace article                        play a source of this program again and judge its figures
  menace COMMAND --help                 the options of a command, with examples";

/// Only the options of the given command are made: making all of them takes as long as a small search.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    /// Learn a game by rote and save the result as a model
    Train(train::Args),
    /// Repeat a training many times and summarize the runs
    Study(study::Args),
    /// Compare a grid of trainings, and test the best ones on new runs
    Sweep(sweep::Args),
    /// Play a source again, and judge its figures
    Article(article::Args),
    /// Play many games of two players, or compute their exact chances
    Match(r#match::Args),
    /// Play against a machine, watch a game, or replay recorded games
    Play(play::Args),
    /// Play a round-robin tournament and rank the players
    Tournament(tournament::Args),
    /// Prove that a player never loses, or find its worst-case loss
    Prove(prove::Args),
    /// Search for the value of a position and its best moves
    Solve(solve::Args),
    /// Print or draw a search tree with its values and cut branches
    Tree(tree::Args),
    /// Serve a web page to play, train and watch the beads
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Explain how a player weighs every move of a position
    Explain(explain::Args),
    /// Show what a model has learnt, or one of its matchboxes
    Show(show::Args),
    /// Draw the pictures of models
    Plot(plot::Args),
    /// Make the sheets of paper to build a machine of matchboxes
    Print(print::Args),
    /// Export a policy, matchboxes or values as CSV or JSON
    Export(export::Args),
    /// Import a policy, matchboxes or values as a model
    Import(import::Args),
    /// Merge the tables of several models into one
    Merge(merge::Args),
    /// Compare two models
    Diff(diff::Args),
    /// Show the history of a model
    Log(log::Args),
    /// Check model files and other files that commands write
    Check(check::Args),
    /// List games, players, searches, rules, articles or models
    List(list::Args),
    /// Print a completion script for a shell
    Completions(pages::Completions),
    /// Print the manual page of the program or of a command
    Man(pages::Man),
    /// Print the licences of the program and its parts
    #[command(after_help = "Examples:\n  menace licences                  all texts, some 120 kB")]
    Licences,
}

/// The commands by what they are for, in the order of the help.
const HEADINGS: [(&str, &[&str]); 7] = [
    ("Learn", &["train", "study", "sweep", "article"]),
    ("Play", &["play", "serve"]),
    ("Measure", &["match", "tournament", "prove", "explain"]),
    ("Search", &["solve", "tree"]),
    ("Build", &["print"]),
    (
        "Files",
        &[
            "show", "plot", "log", "check", "diff", "merge", "export", "import", "list",
        ],
    ),
    ("Other", &["completions", "man", "licences", "help"]),
];

/// The program with its commands under [`HEADINGS`] in its help.
fn with_headings(program: clap::Command) -> clap::Command {
    let header = Styles::styled();
    let header = header.get_header();
    let mut template = "{about}\n\n{usage-heading} {usage}\n\n".to_owned();
    for (heading, names) in HEADINGS {
        template += &format!("{header}{heading}:{header:#}\n");
        for name in names {
            let command = program.find_subcommand(name);
            let about = match command.and_then(clap::Command::get_about) {
                Some(about) => about.to_string(),
                None if *name == "help" => "Print this message or the help of a command".to_owned(),
                // The program without its server.
                None => continue,
            };
            template += &format!("  {name:<13}{about}\n");
        }
        template.push('\n');
    }
    template += "{all-args}{after-help}";
    // They are listed above.
    let program = program.mut_subcommands(|command| command.hide(true));
    program
        .override_usage("menace [OPTIONS] <COMMAND>")
        .help_template(StyledStr::from(template))
}

/// The words of the command line, with the files that `*` and `?` stand for, as the shells of other systems give them.
fn words() -> Vec<OsString> {
    #[cfg(windows)]
    return wild::args_os().collect();
    #[cfg(not(windows))]
    env::args_os().collect()
}

/// The definition of the command line, with the whole help of all options.
fn program() -> clap::Command {
    help::complete(Cli::command())
}

/// Parses the command line, runs the command, and turns its result into an exit code.
pub(crate) fn main() -> ExitCode {
    // Before anything is read, so that an early signal ends the program in the same way as a later one.
    interrupt::listen();
    let words = words();
    // Windows starts `menace.exe`, but users type `menace`.
    let program = with_headings(Cli::command())
        .bin_name("menace")
        .color(console::color_of(words.iter().cloned()));
    let parsed = parse(program.clone(), &words).or_else(|error| match error.kind() {
        ErrorKind::DisplayHelp => parse(help::complete(program.clone()), &words),
        _ => Err(error),
    });
    match parsed {
        Err(error) => exit::misread(&error, program, &words, |help| {
            pager::print(help, !words.iter().any(|word| word == "--no-pager"))
        }),
        Ok(cli) => run(cli).map_or_else(|error| exit::report(&error), |()| ExitCode::SUCCESS),
    }
}

fn parse(mut program: clap::Command, words: &[OsString]) -> clap::error::Result<Cli> {
    let matches = program.try_get_matches_from_mut(words)?;
    Cli::from_arg_matches(&matches)
}

fn run(cli: Cli) -> anyhow::Result<()> {
    store::when_unlocked(|path| {
        eprintln!(
            "menace: {}: this disk knows no locks; let no other process write the same file at the same time",
            path.shown()
        );
    });
    store::when_rescued(|path, kept| {
        let note = Error::exists(path, Existing::Rescued(kept.to_vec())).into();
        let note = format!("{note}{}", hint(&note));
        eprintln!("menace: {}", matchboxes_report::shortened(&note));
    });
    let is_paged = !cli.console.no_pager;
    cli.console.apply()?;
    let is_long = matches!(
        cli.command,
        Command::List(_) | Command::Tree(_) | Command::Licences | Command::Show(_)
    );
    if is_long && io::stdout().is_terminal() {
        let mut text = Vec::new();
        let ran = run_command(cli.command, &mut EscapedOutput::new(&mut text));
        pager::print(&text, is_paged)?;
        return ran;
    }
    run_command(cli.command, &mut EscapedOutput::new(io::stdout().lock()))
}

fn run_command(command: Command, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        Command::Train(args) => train::run(args, out),
        Command::Study(args) => study::run(&args, out),
        Command::Sweep(args) => sweep::run(&args, out),
        Command::Article(args) => article::run(&args, out),
        Command::Match(args) => r#match::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Tournament(args) => tournament::run(&args, out),
        Command::Prove(args) => prove::run(&args, out),
        Command::Solve(args) => solve::run(&args, out),
        Command::Tree(args) => tree::run(&args, out),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args, out),
        Command::Explain(args) => explain::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Plot(args) => plot::run(&args, out),
        Command::Print(args) => print::run(&args, out),
        Command::Export(args) => export::run(&args, out),
        Command::Import(args) => import::run(&args, out),
        Command::Merge(args) => merge::run(&args, out),
        Command::Diff(args) => diff::run(&args, out),
        Command::Log(args) => log::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::List(args) => list::run(&args, out),
        Command::Completions(args) => pages::completions(&args, program(), out),
        Command::Man(args) => pages::man(&args, program(), out),
        Command::Licences => pages::licences(out),
    }?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use clap::Arg;

    use super::*;

    /// All options except `--help`, each with its command.
    fn options() -> Vec<(String, Arg)> {
        let mut program = program();
        program.build();
        let of = |command: &clap::Command| {
            let mut args: Vec<Arg> = command.get_arguments().cloned().collect();
            args.retain(|arg| !arg.is_positional() && arg.get_id() != "help");
            let name = command.get_name().to_owned();
            args.into_iter().map(move |arg| (name.clone(), arg))
        };
        program.get_subcommands().flat_map(of).collect()
    }

    #[test]
    fn every_command_has_a_heading_and_its_line_fits() {
        let program = program();
        let mut listed: Vec<&str> = HEADINGS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        listed.retain(|name| cfg!(feature = "serve") || *name != "serve");
        let mut commands: Vec<&str> = program
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        for name in &commands {
            let about = program
                .find_subcommand(name)
                .and_then(clap::Command::get_about);
            assert!(about.expect("help").to_string().len() <= 65, "{name}");
        }
        listed.sort_unstable();
        commands.sort_unstable();
        commands.dedup();
        assert_eq!(listed, commands);
    }

    /// What `-h` prints fits a screen, and `--help` has every option.
    #[test]
    fn the_short_help_fits_a_screen() {
        let mut program = program();
        program.build();
        for command in program.get_subcommands_mut() {
            let name = command.get_name().to_owned();
            let short = command.render_help().to_string();
            assert!(
                short.lines().count() <= 50,
                "{name}: {}",
                short.lines().count()
            );
            let long = command.render_long_help().to_string();
            for arg in command.get_arguments() {
                let option = arg.get_long().map(|long| format!("--{long}"));
                assert!(option.is_none_or(|option| long.contains(&option)), "{name}");
            }
        }
    }

    fn help_of(arg: &Arg) -> String {
        arg.get_help().map(ToString::to_string).unwrap_or_default()
    }

    /// The part of an option's help that all commands share, before anything a single command adds.
    fn clause(arg: &Arg) -> String {
        let help = help_of(arg);
        let end = help.find([':', ';', ',', '[']).unwrap_or(help.len());
        let end = help.find(". ").map_or(end, |sentence| end.min(sentence));
        help[..end].trim().to_owned()
    }

    #[test]
    fn an_option_has_one_name_and_a_name_means_one_thing() {
        let mut by_name = BTreeMap::new();
        let mut by_letter = BTreeMap::new();
        for (command, arg) in options() {
            let name = arg.get_long().expect("an option has a name").to_owned();
            let mut values = arg.get_value_names().unwrap_or_default().to_vec();
            // A value that may be left out changes nothing where it is.
            let least = arg.get_num_args().map_or(1, |number| number.min_values());
            values.retain(|_| arg.get_action().takes_values() && least > 0);
            let meaning = (arg.get_short(), values, clause(&arg));
            let (first, known) = by_name
                .entry(name.clone())
                .or_insert_with(|| (command.clone(), meaning.clone()));
            assert_eq!(*known, meaning, "--{name} in {first} and in {command}");
            if let Some(letter) = arg.get_short() {
                let known = by_letter.entry(letter).or_insert_with(|| name.clone());
                assert_eq!(*known, name, "-{letter} in {command}");
            }
        }
        let letters: String = by_letter.into_keys().collect();
        assert_eq!(letters, "afglopqrs");
    }

    #[test]
    fn every_command_and_every_option_has_help() {
        for command in program().get_subcommands() {
            let name = command.get_name();
            assert!(command.get_about().is_some(), "{name}");
            for arg in command.get_arguments() {
                assert!(arg.get_help().is_some(), "{name} {}", arg.get_id());
            }
        }
    }

    /// Every line of `help.txt` is of an option that its commands have. If one of them has a default in its
    /// text, so do all commands with the option.
    #[test]
    fn the_help_of_a_shared_option_ends_everywhere() {
        let options = options();
        let is_there = |command: &str| program().find_subcommand(command).is_some();
        for [option, commands, ending] in help::endings() {
            let has = |command: &str| {
                let mut those = options.iter().filter(|(of, _)| of == command);
                those.any(|(_, arg)| arg.get_id() == option && help_of(arg).ends_with(ending))
            };
            for command in commands.split(' ').filter(|command| is_there(command)) {
                assert!(has(command), "{option} of {command}");
            }
            let mut same = options.iter().filter(|(_, arg)| arg.get_id() == option);
            let says = |(_, arg): &(String, Arg)| help_of(arg).ends_with(']');
            assert!(!ending.ends_with(']') || same.all(says), "{option}");
        }
    }
}
