//! `menace solve`: finds the value of a position by any search, and shows what the search cost.

mod counts;
mod keep;
mod many;
mod scores;
mod watch;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use matchboxes::game::Game;
use matchboxes::games::{self, AnyGame, Position};
use matchboxes::graph;
use matchboxes::roster;
use matchboxes::search::{Algorithm, Answer, Limits, Question, RatedMove, minimax_nodes};
use matchboxes_report::{Row, SolvedMoves, SolvedPosition};
use serde_json::json;

use crate::interrupt as stop;
use crate::messages::{Stopped, usage};
use crate::options::number::whole;
use crate::options::{GameOption, JsonOption, PositionOption, SearchOptions};
use crate::output::score::points;
use crate::output::{layout, print_json};
use counts::CountOptions;
use keep::DatabaseOptions;
use many::Many;
use scores::PublishedScores;
use watch::SearchClock;

#[derive(Debug, clap::Args)]
#[command(mut_arg("force", |arg| arg.requires("files")))]
#[command(mut_args(|arg| match arg.get_id().as_str() {
    "csv" | "markdown" => arg.requires("counts"),
    "algorithm" | "nodes" | "first_best" | "all" | "positions" | "compare" => arg.conflicts_with("counts"),
    _ => arg,
}))]
#[command(after_help = "\
Examples:
  menace solve
  menace solve --game connect-four:4x4 --algorithm pvs:table=20,keys=canonical
  menace solve --position O../XX./... --algorithm best-result
  menace solve --game connect-four --algorithm id:pvs:eval=lines --seconds 2
  menace solve --position X../.O./... --all
  menace solve --game othello --positions - --algorithm pvs:eval=discs,table=20 --json
  menace solve --depth 6 --compare minimax alphabeta sss mtdf
  menace solve --counts
  menace solve --game connect-four:4x4 --database 4x4.endgames --within 8
  menace solve --game connect-four:4x4 --algorithm alphabeta:database=4x4.endgames
  menace solve --game connect-four:4x4 --book 4x4.book --moves 6
  menace match pvs:depth=4,book=4x4.book random --game connect-four:4x4

The value is for the side to move. A search that is stopped early gives its best answer so far; with iterative \
deepening (`id:`) the answer of the last finished iteration. To find all best moves, every move is \
then searched separately; the counts do not include this. --all shows the value of each; with iterative \
deepening all moves are searched to one depth before any is searched deeper.

A position is a board or moves from the start, such as f5d6c3. With --positions the answers are a CSV table, or \
with --json one document a line; with --all it has a row for each move of each position; --nodes and --seconds hold for \
each position.

--database and --book do not search: they solve all positions reachable from the position backward and \
write them to files. A search looks positions up in a database and searches the rest \
(`database=FILE`); a player follows a book while the position is in it (`book=FILE`).")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    search: SearchOptions,

    /// Visit at most N nodes
    #[arg(long, value_name = "N", value_parser = whole)]
    nodes: Option<u64>,

    /// Stop after S seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,

    /// Find only the first best move
    #[arg(long)]
    first_best: bool,

    /// List every move with its value, the moves until the game ends, and whether that is proved
    #[arg(long, conflicts_with_all = ["first_best", "compare"])]
    all: bool,

    /// Search the positions of a file, one a line, or `-` for standard input, on all cores
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "compare"])]
    positions: Option<PathBuf>,

    /// Compare the values with the scores at the ends of the lines
    #[arg(
        long,
        value_name = "FORM",
        requires = "positions",
        conflicts_with = "all"
    )]
    scores: Option<PublishedScores>,

    /// Compare these searches, each under the same limits
    #[arg(long, value_name = "SEARCH", num_args = 1.., conflicts_with = "algorithm")]
    compare: Vec<String>,

    #[command(flatten)]
    json: JsonOption,

    #[command(flatten)]
    keep: DatabaseOptions,

    #[command(flatten)]
    counts: CountOptions,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "write seconds as a number above 0, such as 0.5".to_owned())
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.game.for_players(&[])?;
    if args.nodes == Some(0) {
        return Err(usage("--nodes must be at least 1"));
    }
    let name = match &args.search.algorithm {
        Some(name) => name.clone(),
        None => default_search(&game, args).to_owned(),
    };
    if let Some(path) = &args.positions {
        let many = Many {
            path,
            game: &game,
            is_json: args.json.json,
            scores: args.scores,
        };
        if args.all {
            many.all(out, &|at| every_move(&game, at, &name, args, false))?;
        } else {
            many.run(out, &|at| answer(&game, at, &name, args, false))?;
        }
        return stopped(out);
    }
    if args.counts.is_wanted {
        let at = args.position.or_start(&game)?;
        let limits = (
            args.keep.budget()?,
            &SearchClock::new(args.seconds, true, None),
        );
        let told = (&args.json, &args.keep.force);
        let plies = args.search.depth;
        args.counts.run((&game, &at), plies, limits, told, out)?;
        return stopped(out);
    }
    if args.keep.is_wanted() {
        let at = args.position.or_start(&game)?;
        return args.keep.run(&game, &at, out, args.json.json);
    }
    let at = args.position.composed_or_start(&game)?;
    let turn = if game.outcome(&at).is_none() {
        format!("{} to move", game.side(&at).name())
    } else {
        let points = points(&game, &at).map_or_else(String::new, |points| format!(", {points}"));
        games::over(&game, &at) + &points
    };
    let head = format!("{}, {}, {turn}\n", game.name(), game.write_position(&at));
    let about = Row::default()
        .with("game", game.name())
        .with("position", game.write_position(&at));
    if !args.compare.is_empty() {
        let names = args.compare.iter();
        let answers = names.map(|name| answer(&game, at, name, args, true));
        let answers: Vec<SolvedPosition<'_>> = answers.collect::<anyhow::Result<_>>()?;
        if args.json.json {
            let searches: Vec<Row> = answers.iter().map(SolvedPosition::row).collect();
            print_json(
                out,
                "solve",
                about.document(json!({ "searches": searches })),
            )?;
        } else {
            write!(out, "{head}{}", SolvedPosition::table(&answers, layout()))?;
        }
    } else if args.all {
        let moves = every_move(&game, at, &name, args, true)?;
        if args.json.json {
            print_json(out, "solve", moves.document(about))?;
        } else {
            write!(out, "{head}{name}\n{}", moves.text())?;
        }
    } else {
        let answer = answer(&game, at, &name, args, true)?;
        if args.json.json {
            print_json(out, "solve", about.and(answer.row()))?;
        } else {
            write!(out, "{head}{name}\n{}", answer.text(&at))?;
        }
    }
    stopped(out)
}

/// An error if the search was stopped.
fn stopped(out: &mut dyn Write) -> anyhow::Result<()> {
    if stop::is_asked() {
        out.flush()?;
        return Err(Stopped("the search was stopped".to_owned()).into());
    }
    Ok(())
}

/// The search that is used without --algorithm. Only iterative deepening stops at a depth, and only `solve`, which is for
/// small games, knows the length of draws. When many positions are searched, each core has its own table.
fn default_search(game: &AnyGame, args: &Args) -> &'static str {
    match args.search.depth {
        Some(_) => "id:pvs:table=20,order=table/killer/history",
        None if args.all && graph::offered(game).is_some() => "solve:keys=canonical",
        None if args.positions.is_some() => "best:table=22",
        None => "best",
    }
}

fn limits<'a>(
    args: &Args,
    stop: &'a dyn Fn() -> bool,
    clock: &'a dyn Fn() -> Duration,
) -> Limits<'a> {
    Limits {
        depth: args.search.depth,
        nodes: args.nodes,
        stop: Some(stop),
        clock: Some(clock),
        record: 0,
    }
}

/// Every move of a position, which may be one of many that are searched at the same time.
fn every_move<'a>(
    game: &'a AnyGame,
    at: Position,
    name: &'a str,
    args: &Args,
    is_alone: bool,
) -> anyhow::Result<SolvedMoves<'a>> {
    let search = roster::search(game, name)?;
    let watch = SearchClock::new(args.seconds, is_alone, None);
    let (stop, clock) = (|| watch.stop(), || watch.clock());
    let limits = limits(args, &stop, &clock);
    let moves = RatedMove::all(&*search, &Question { game, at, limits })?;
    let seconds = watch.clock().as_secs_f64();
    Ok(SolvedMoves::new((name, game), &at, moves, seconds))
}

/// The answer of a search, which may be one of many at the same time.
fn answer<'a>(
    game: &'a AnyGame,
    at: Position,
    name: &'a str,
    args: &Args,
    is_alone: bool,
) -> anyhow::Result<SolvedPosition<'a>> {
    let search = roster::search(game, name)?;
    let is_exhaustive = matches!(
        search.profile().kind.algorithm,
        Some(Algorithm::Minimax | Algorithm::Negamax)
    );
    let depth = args.search.depth.or(search.profile().depth);
    let expected = (is_alone && is_exhaustive).then(|| minimax_nodes(game, &at, depth));
    let watch = SearchClock::new(args.seconds, is_alone, expected);
    let (stop, clock) = (|| watch.stop(), || watch.clock());
    let limits = limits(args, &stop, &clock);
    let wants_best = args.compare.is_empty() && !args.first_best;
    Ok(SolvedPosition {
        search: name,
        game,
        answer: Answer::new(&*search, &Question { game, at, limits }, wants_best)?,
    })
}
