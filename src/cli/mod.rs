//! The command line: one file a command, and here how commands are found and how they end.
//!
//! Commands see the public library only. They write what was asked for to standard output and
//! everything else to standard error. Exit codes: 0 success, 1 the work failed, 2 the command line
//! was wrong, 130 stopped by Ctrl-C; a closed pipe is success.

mod article;
mod asked;
mod board;
mod boxes;
mod check;
mod contest;
mod cup;
mod explain;
mod export;
mod files;
mod history;
mod import;
mod list;
mod pages;
mod pictures;
mod plan;
mod plot;
mod prove;
mod provenance;
mod score;
mod show;
mod study;
mod study_data;
mod study_pictures;
mod study_progress;
mod study_table;
mod summary;
mod text;
mod theory;
mod tournament;
mod train;
mod watch;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use menace::game::Game;
use menace::games::{Visitor, with_game};

/// Learns small two-player games by rote, as Michie's matchboxes did, and measures how well.
#[derive(Debug, Parser)]
#[command(name = "menace", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Work on so many threads at once (default: all cores); never changes a result
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
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
    /// Play the six experiments of the rote-learning article and write a report
    Article(article::Args),
    /// Let two players play many games, or work out their exact chances
    Match(contest::Args),
    /// Let everybody play everybody, and rank them
    Tournament(tournament::Args),
    /// Find the worst that any opponent can do to a player, or prove that it never loses
    Prove(prove::Args),
    /// Print what a player makes of every move in a position
    Explain(explain::Args),
    /// Print what a model knows, or one of its matchboxes
    Show(show::Args),
    /// Draw the pictures of models
    Plot(plot::Args),
    /// Write a player's policy or a model's matchboxes as CSV or JSON
    Export(export::Args),
    /// Make a model of an exported policy or of exported matchboxes
    Import(import::Args),
    /// Verify model files
    Check(check::Args),
    /// List games, players, rules or models
    List(list::Args),
    /// Print a script that completes commands in a shell
    #[command(hide = true)]
    Completions(pages::Completions),
    /// Print the manual page
    #[command(hide = true)]
    Man(pages::Man),
}

/// A training that was stopped by Ctrl-C after it had saved what it had learnt.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Stopped(String);

/// A command line that cannot be, beyond what its grammar tells.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

/// Options of every command that plays a game.
#[derive(Debug, clap::Args)]
struct GameOption {
    /// The game, such as nim:3,4,5 (`menace list games` tells all)
    #[arg(long, short, value_name = "GAME", default_value = "tic-tac-toe")]
    game: String,
}

/// A command about one game.
trait AboutGame {
    /// Runs it with the rules of the game.
    fn run<G: Game + 'static>(&self, game: G, out: &mut impl Write) -> anyhow::Result<()>;
}

impl GameOption {
    /// Runs a command with the rules of the game that was asked for.
    fn run(&self, command: &impl AboutGame, out: &mut impl Write) -> anyhow::Result<()> {
        struct Visit<'a, C, W>(&'a C, &'a mut W);

        impl<C: AboutGame, W: Write> Visitor for Visit<'_, C, W> {
            type Output = anyhow::Result<()>;

            fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
                self.0.run(game, self.1)
            }
        }

        with_game(&self.game, Visit(command, out))?
    }
}

/// Why two learners are given no opponent.
fn two_learn() -> Usage {
    Usage("--opponent goes with one learner; two learn against each other".to_owned())
}

/// Reads a position in which there is a move to make.
fn read_unfinished<G: Game>(game: &G, text: &str) -> menace::Result<G::Position> {
    let at = game.read_position(text)?;
    match game.outcome(&at) {
        None => Ok(at),
        Some(_) => Err(menace::Error::Position {
            game: game.name(),
            text: text.to_owned(),
            reason: "the game is over there".to_owned(),
        }),
    }
}

/// The form pictures are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Pictures {
    /// PNG files
    Png,
    /// SVG files
    Svg,
    /// Both
    Both,
    /// No pictures
    None,
}

/// Parses the command line, runs the command, and turns what came of it into an exit code.
pub(crate) fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output, and a closed pipe is no failure.
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()) * 2);
        }
    };
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let mut stderr = io::stderr().lock();
            let _ = writeln!(
                stderr,
                "menace: {}{}",
                one_line(&error.to_string()),
                hint(&error)
            );
            for cause in error.chain().skip(1) {
                let _ = writeln!(stderr, "  because: {}", one_line(&cause.to_string()));
            }
            ExitCode::from(code(&error))
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    if let Some(threads) = cli.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global()?;
    }
    let out = &mut io::stdout().lock();
    match cli.command {
        Command::Train(args) => train::run(args, out),
        Command::Study(args) => study::run(&args, out),
        Command::Article(args) => article::run(&args, out),
        Command::Match(args) => contest::run(&args, out),
        Command::Tournament(args) => tournament::run(&args, out),
        Command::Prove(args) => prove::run(&args, out),
        Command::Explain(args) => explain::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Plot(args) => plot::run(&args, out),
        Command::Export(args) => export::run(&args, out),
        Command::Import(args) => import::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::List(args) => list::run(&args, out),
        Command::Completions(args) => pages::completions(&args, out),
        Command::Man(args) => pages::man(&args, out),
    }?;
    Ok(out.flush()?)
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

fn code(error: &anyhow::Error) -> u8 {
    use menace::Error as E;
    if error.is::<Stopped>() {
        return 130;
    }
    match error.downcast_ref::<E>() {
        Some(
            E::Name { .. }
            | E::Parameter { .. }
            | E::Player { .. }
            | E::Move { .. }
            | E::Position { .. }
            | E::Rule { .. },
        ) => 2,
        _ if error.is::<Usage>() => 2,
        _ => 1,
    }
}

/// A message on one line, whatever was typed that it repeats.
fn one_line(message: &str) -> String {
    let shown = |c: char| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    };
    message.chars().map(shown).collect()
}

/// Where to find the names when none resembles the one that was typed.
fn hint(error: &anyhow::Error) -> String {
    match error.downcast_ref::<menace::Error>() {
        Some(menace::Error::Name { kind, nearest, .. }) if nearest.is_empty() => {
            format!("; `menace list {kind}s` names them all")
        }
        _ => String::new(),
    }
}

/// The folder pictures go to and the one models go to unless told otherwise.
fn default_folders() -> (PathBuf, PathBuf) {
    (PathBuf::from("plots"), PathBuf::from("models"))
}

/// Writes a JSON document and the end of its line.
fn print_json(out: &mut impl Write, value: &serde_json::Value) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
