//! `menace tournament`: everybody against everybody.

mod discs;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use menace::arena::{Ground, Tournament};
use menace::game::Game;
use menace::games::{Visitor, with_game};
use menace::player::Player;
use menace::plot;
use menace::{roster, session};

use super::about::GameOption;
use super::exit::Usage;
use super::files::{self, Kind, put, put_picture};
use super::number;
use super::output::print_json;
use report::{How, Report};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace tournament ai1 ai7 ai14s perfect random
  menace tournament models/*.menace random --plot plots/tournament.png
  menace tournament perfect random first --games 1000 --csv cells.csv
  menace tournament --game nim:3,4,5 perfect random --json
  menace tournament --game othello m1 m2 m3 m4 m2-d2 m3-d2 m4-d2

Everybody meets everybody in both seats, and himself. A win scores 1, a draw 1/2, a loss 0. The \
ranking is by the mean score against the others, in the seats a player can take; games against \
oneself stand in the table only. Scores are exact where all positions of the game can be kept, and \
sampled otherwise or with --games; then the ranking tells standard errors and Elo ratings, and \
scores within two standard errors of the best of a group are tied with it.

Where games are played, two players who leave nothing to chance meet in one game: all others would be \
the same. Where all meetings are such games and the game counts, as Othello does, the table shows the \
discs of both. Scores in JSON and CSV are discs wherever games of such a game were played.

--csv and --plot replace such a table or a picture of the same form; anything else stays unless \
--force says otherwise, and a model always.")]
pub(super) struct Args {
    /// The players, two or more (`menace list players` tells all names)
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,

    #[command(flatten)]
    game: GameOption,

    /// Sample so many games of each meeting [default: exact, or 1000 where the game is too large]
    #[arg(long, value_name = "N", value_parser = number::count::<{ number::GAMES }>)]
    games: Option<u64>,

    /// The seed of all randomness
    #[arg(long, short, value_name = "S", value_parser = number::whole, default_value_t = session::SEED)]
    seed: u64,

    /// Write every meeting as CSV to this file, or to standard output as `-`
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Draw the cross table into this file, PNG or SVG by its ending
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Replace files that are no such table or picture
    #[arg(long)]
    force: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The games of a meeting that has to be sampled, unless told otherwise.
const GAMES: u64 = 1_000;

/// What the table of all meetings begins with.
const HEADING: &[u8] = b"first,second,first_score,";

/// The most players a picture has room for; its size grows with the square of their number.
const DRAWN: usize = 64;

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    check(args)?;
    let force = args.force.into();
    let game = args.game.name(args.players.iter().map(String::as_str))?;
    let report = with_game(&game, Play(args))??;
    if let Some(path) = &args.plot {
        put_picture(path, &plot::matrix(&report.matrix())?, force)?;
    }
    match &args.csv {
        Some(path) if path == Path::new("-") => return Ok(out.write_all(&report.csv()?)?),
        Some(path) => put(path, &report.csv()?, Kind::Text(HEADING), force)?,
        None => {}
    }
    if args.json {
        return print_json(out, &report.json());
    }
    write!(out, "{}", report.text())?;
    let files = [("Meetings", &args.csv), ("Picture", &args.plot)];
    let files = files
        .into_iter()
        .filter_map(|(what, path)| Some((what, path.as_ref()?)));
    for (i, (what, path)) in files.enumerate() {
        let gap = if i == 0 { "\n" } else { "" };
        writeln!(out, "{gap}{what:<8}  {}", path.display())?;
    }
    Ok(())
}

/// What can be found wrong before anybody plays.
fn check(args: &Args) -> anyhow::Result<()> {
    let wrong = |what: String| Err(Usage(what).into());
    let players = &args.players;
    if let Some(name) =
        (1..players.len()).find_map(|i| players[..i].iter().find(|n| **n == players[i]))
    {
        return wrong(format!("`{name}` is named twice"));
    }
    if args.json && args.csv.as_deref() == Some(Path::new("-")) {
        return wrong("--json and --csv - cannot both go to standard output".to_owned());
    }
    let force = args.force.into();
    if let Some(path) = &args.plot {
        if players.len() > DRAWN {
            return wrong(format!(
                "--plot draws {DRAWN} players at most; --csv takes any number"
            ));
        }
        files::check(path, files::picture(path)?, force)?;
    }
    if let Some(path) = args.csv.as_deref().filter(|path| *path != Path::new("-")) {
        files::check(path, Kind::Text(HEADING), force)?;
    }
    Ok(())
}

struct Play<'a>(&'a Args);

impl<'a> Visitor for Play<'a> {
    type Output = anyhow::Result<Report<'a>>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let Self(args) = self;
        let players = args.players.iter().map(|name| roster::player(&game, name));
        let players: Vec<Arc<dyn Player<G>>> = players.collect::<Result<_, _>>()?;
        let players: Vec<&dyn Player<G>> = players.iter().map(|player| &**player).collect();
        let only = || Some((How::Only, Tournament::only(&game, &players)?));
        let exact = || {
            let ground = Ground::offered(&game)?;
            Some((How::Exact, Tournament::exact(&ground, &players)))
        };
        let known = match (args.games, game.points(&game.start())) {
            (Some(_), _) => only(),
            (None, Some(_)) => only().or_else(exact),
            (None, None) => exact().or_else(only),
        };
        let (how, results) = known.unwrap_or_else(|| {
            let (games, seed) = (args.games.unwrap_or(GAMES), args.seed);
            let results = Tournament::sampled(&game, &players, games, seed);
            (How::Sampled { games, seed }, results)
        });
        Ok(Report {
            game: game.name(),
            players: &args.players,
            look_ahead: players.iter().map(|player| player.looks_ahead()).collect(),
            how,
            ranking: results.ranking(),
            ratings: match how {
                How::Sampled { .. } => results.ratings(),
                How::Exact | How::Only => vec![None; players.len()],
            },
            results,
        })
    }
}
