//! `menace tournament`: a round-robin tournament.

mod discs;
mod report;

use std::io::Write;
use std::sync::Arc;

use matchboxes::arena::{MeetingsSoFar, TournamentMode};
use matchboxes::game::Game as _;
use matchboxes::games::AnyGame;
use matchboxes::player::Player;
use matchboxes::roster::PlayerSpec;
use matchboxes::session;
use matchboxes_pictures::plot;
use matchboxes_report::{Contests, Row, Tables};

use crate::files::origin::Origin;
use crate::files::plain;
use crate::interrupt;
use crate::messages::console::list_files;
use crate::messages::exit::{Stopped, usage};
use crate::options::game::GameOption;
use crate::options::{ForceOption, JsonOption, Pictures, PicturesOptions, SampleOptions};
use crate::output::pictures::PictureFiles;
use crate::output::tables::{CsvOption, TableFiles};
use crate::output::{both, print_json};
use report::Report;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace tournament ai1 ai7 ai14s perfect random
  menace tournament models/tic-tac-toe-*.menace random --plots png
  menace tournament perfect random first --games 1000 --csv figures/
  menace tournament --game nim:3,4,5 perfect random --json
  menace tournament --game othello m1 m2 m3 m4 m2-d2 m3-d2 m4-d2

Every player meets every other on both sides, and also itself. A win scores 1, a draw 1/2, a loss 0. \
The ranking is by the mean score against the others, on the sides that a player can take; games of a \
player against itself only appear in the cross table. Scores are exact where all positions of the game \
fit in memory, and sampled otherwise or with --games; then the ranking gives standard errors, and players within two standard errors of the best of their group are tied with it. In Elo ratings every meeting weighs the same, and a \
prior of one drawn game in a thousand keeps the ratings of players who never win or never lose finite.

When games are played, two players without randomness play a single game, since all others would be \
the same. If all meetings are single games and the game counts points, as Othello does, the table shows \
the discs of both players. Scores in JSON and CSV are discs if games of such a game were played.

The picture is GAME-tournament.png, the tables are GAME-tournament-meetings.csv and \
GAME-tournament-ranking.csv. They replace older results of the same tournament; another file is replaced only with --force, \
and a model never.")]
pub(crate) struct Args {
    /// The players, two or more (`menace list players` shows all names)
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    sample: SampleOptions,

    #[command(flatten)]
    csv: CsvOption,

    #[command(flatten)]
    pictures: PicturesOptions,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    json: JsonOption,
}

impl Args {
    /// What the results will be known by, as far as that is known before: the players.
    fn players_of(&self, game: &str) -> Origin {
        let players = self.players.iter();
        let rows = players.map(|name| Row::default().with("game", game).with("first", name));
        Origin::of_meetings(stem(game), &rows.collect::<Vec<_>>(), u64::MAX)
    }

    fn picture_files<'a>(&'a self, origin: &'a Origin) -> PictureFiles<'a> {
        PictureFiles::new(origin, &self.pictures, Pictures::None, &self.force)
    }

    fn table_files<'a>(&self, origin: &'a Origin) -> TableFiles<'a> {
        TableFiles::new(origin, &TABLES, "meetings", &self.force)
    }
}

fn stem(game: &str) -> String {
    format!("{}-tournament", plain(game))
}

/// The tables: every meeting, and the players by rank.
const TABLES: [&str; 2] = ["meetings", "ranking"];

/// The names of the pictures.
const PICTURES: [&str; 1] = [""];

/// The most players a picture has room for; its size grows with the square of their number.
const DRAWN: usize = 64;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let players = args.players.iter().map(|name| name.parse());
    let players: Vec<PlayerSpec> = players.collect::<Result<_, _>>()?;
    let game = args.game.for_players(&players)?;
    let marks = session::file_marks(&players)?;
    let marks = (!marks.is_empty()).then(|| {
        let hashes: Vec<_> = marks.iter().map(|file| file.hash).collect();
        crc32fast::hash(&hashes.concat())
    });
    check(args, &game.name(), marks)?;
    let (report, stopped) = play(args, &game, &players)?;
    let Some((meetings, stopped)) = stopped else {
        return show(args, &report, marks, out);
    };
    // Files are for what is whole.
    if meetings > 0 && args.csv.is_printed() {
        let origin = report.origin(stem(&report.game));
        let files = args.table_files(&origin);
        args.csv.write(&files, &report.tables(), out)?;
    } else if meetings > 0 && args.json.json {
        print_json(out, "tournament", Tables(&report.tables()))?;
    } else if meetings > 0 {
        write!(out, "{}", report.text())?;
    }
    Err(stopped.into())
}

/// Writes the table, the picture and the text of a tournament.
/// `marks` is the checksum of the players' files.
fn show(
    args: &Args,
    report: &Report,
    marks: Option<u32>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let origin = report.origin(stem(&report.game)).marked(marks);
    let files = args.picture_files(&origin);
    let mut drawn = Ok(Vec::new());
    if files.form != Pictures::None {
        let picture = (String::new(), plot::matrix(&report.matrix()));
        drawn = files.write(vec![picture], &PICTURES);
    }
    let tables = report.tables();
    // What cannot be written to files is still shown.
    let written = args.csv.write(&args.table_files(&origin), &tables, out);
    if args.csv.is_printed() {
        return both(written, drawn);
    }
    if args.json.json {
        print_json(out, "tournament", Tables(&tables))?;
        return both(written, drawn);
    }
    write!(out, "{}", report.text())?;
    let titles = ["Meetings", "Ranking"].into_iter();
    let tables = titles.zip(written.iter().flatten());
    let pictures = drawn.iter().flatten().map(|path| ("Picture", path));
    list_files(tables.chain(pictures), 8, out)?;
    both(written, drawn)
}

/// Checks the arguments and the output files before any game is played.
fn check(args: &Args, game: &str, marks: Option<u32>) -> anyhow::Result<()> {
    let players = &args.players;
    if let Some(name) =
        (1..players.len()).find_map(|i| players[..i].iter().find(|n| **n == players[i]))
    {
        return Err(usage(format!("`{name}` is named twice")));
    }
    let origin = args.players_of(game).marked(marks);
    let files = args.picture_files(&origin);
    if files.form != Pictures::None && players.len() > DRAWN {
        return Err(usage(format!(
            "--plots draws at most {DRAWN} players; --csv takes any number"
        )));
    }
    files.prepare_folder(&PICTURES)?;
    args.csv.prepare(&args.json, &args.table_files(&origin))
}

/// Plays the meetings; of those that are whole when it is stopped also how many they are, and the words for it.
fn play(
    args: &Args,
    game: &AnyGame,
    specs: &[PlayerSpec],
) -> anyhow::Result<(Report, Option<(usize, Stopped)>)> {
    let players = specs.iter().map(|spec| spec.player(game));
    let players: Vec<Arc<dyn Player<AnyGame>>> = players.collect::<Result<_, _>>()?;
    let sample = &args.sample;
    let names = args.players.clone();
    let (games, seed, so_far) = (
        sample.games,
        sample.seed.or_default(),
        MeetingsSoFar::default(),
    );
    let played =
        interrupt::unless_left(|| TournamentMode::play(game, &players, games, seed, &so_far));
    let (meetings, whole) = so_far.whole(players.len());
    let stopped = played.is_none().then(|| {
        let shown = match meetings {
            0 => "no meeting was played to its end".to_owned(),
            1 => "one meeting was played to its end; no file is written".to_owned(),
            n => format!("{n} meetings were played to their end; no file is written"),
        };
        (meetings, Stopped(format!("stopped; {shown}")))
    });
    let games = games.unwrap_or(TournamentMode::GAMES);
    let (how, results) = played.unwrap_or((TournamentMode::Sampled { games, seed }, whole));
    let look_ahead = players.iter().map(Player::looks_ahead).collect();
    let contests = Contests::new(game.name(), names, look_ahead, how, results);
    Ok((Report(contests), stopped))
}
