//! What the program can be told to do, and the way from the words to the command.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use super::printed::Printed;
#[cfg(feature = "serve")]
use super::serve;
use super::{
    article, check, diff, exit, explain, export, growth, import, list, log, r#match, merge, number,
    pages, play, plot, print, prove, show, solve, stop, study, threads, tournament, train, tree,
};

/// Learns small two-player games by rote, as Michie's matchboxes did, and measures how well.
#[derive(Debug, Parser)]
#[command(name = "menace", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Work on so many threads at once (default: all cores); never changes a result
    #[arg(long, global = true, value_name = "N", value_parser = number::count::<1024>)]
    threads: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  menace train                          learn tic-tac-toe, keep a model, draw its pictures
  menace show models/tic-tac-toe-first.menace
  menace match models/tic-tac-toe-first.menace perfect
  menace article                        play a whole article's experiments and report on them
  menace COMMAND --help                 everything about a command";

#[derive(Debug, Subcommand)]
enum Command {
    /// Learn a table by rote and keep it as a model
    Train(train::Args),
    /// Train many times over and show what the runs have in common
    Study(study::Args),
    /// Show how a table grows with the games, and how much of play it knows
    Growth(growth::Args),
    /// Play the six experiments of the rote-learning article and write a report
    Article(article::Args),
    /// Let two players play many games, or work out their exact chances
    Match(r#match::Args),
    /// Play against a machine and see its beads, watch a game, or step through recorded ones
    Play(play::Args),
    /// Let everybody play everybody, and rank them
    Tournament(tournament::Args),
    /// Find the worst that any opponent can do to a player, or prove that it never loses
    Prove(prove::Args),
    /// Find the value of a position by any search, and its best moves
    Solve(solve::Args),
    /// Draw a searched tree with its values and cut branches
    Tree(tree::Args),
    /// Serve a page on this machine to play, train and watch beads move
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Print what a player makes of every move in a position
    Explain(explain::Args),
    /// Print what a model knows, or one of its matchboxes
    Show(show::Args),
    /// Draw the pictures of models
    Plot(plot::Args),
    /// Print the labels, lists and instructions to build a machine of matchboxes
    Print(print::Args),
    /// Write a player's policy or a model's matchboxes as CSV or JSON
    Export(export::Args),
    /// Make a model of an exported policy or of exported matchboxes
    Import(import::Args),
    /// Add up the tables of several models
    Merge(merge::Args),
    /// Print in what two models differ
    Diff(diff::Args),
    /// Print how a model came about
    Log(log::Args),
    /// Verify model files
    Check(check::Args),
    /// List games, players, searches, rules or models
    List(list::Args),
    /// Print a script that completes commands in a shell
    Completions(pages::Completions),
    /// Print the manual page of the program or of one of its commands
    Man(pages::Man),
}

/// Parses the command line, runs the command, and turns what came of it into an exit code.
pub(crate) fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            return exit::misread(&error);
        }
    };
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit::report(&error),
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    stop::listen();
    threads::make(cli.threads)?;
    let out = &mut Printed::new(io::stdout().lock());
    match cli.command {
        Command::Train(args) => train::run(args, out),
        Command::Study(args) => study::run(&args, out),
        Command::Growth(args) => growth::run(&args, out),
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
        Command::Completions(args) => pages::completions(&args, Cli::command(), out),
        Command::Man(args) => pages::man(&args, Cli::command(), out),
    }?;
    Ok(out.flush()?)
}
