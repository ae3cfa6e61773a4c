//! `menace tournament`: a round-robin tournament.

use std::io::Write;
use std::sync::Arc;

use matchboxes::arena::{MeetingsSoFar, TournamentMode};
use matchboxes::game::Game as _;
use matchboxes::games::AnyGame;
use matchboxes::player::Player;
use matchboxes::roster::PlayerSpec;
use matchboxes::session;
use matchboxes::store::FileMark;
use matchboxes_pictures::plot;
use matchboxes_report::{Contests, Tables};
use serde_json::json;

use crate::files::plain;
use crate::interrupt;
use crate::messages::console::list_files;
use crate::messages::{Stopped, usage};
use crate::options::{GameOption, Pictures, SampleOptions};
use crate::output::{About, Exactness, ResultOptions, Size, both, layout, print_json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace tournament ai1 ai7 ai14s perfect random
  menace tournament models/tic-tac-toe-*.menace random --plots png
  menace tournament perfect random first --games 1000 --csv scores/
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

The picture is cross-table.png, the tables are meetings.csv and ranking.csv. They replace results of the same \
tournament with as many games or fewer; another file is replaced only with --force, and a model never.")]
pub(crate) struct Args {
    /// The players, two or more (`menace list players` shows all names)
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    sample: SampleOptions,

    #[command(flatten)]
    result: ResultOptions,
}

impl Args {
    /// What the results are of; `marks` belong to the players' files.
    fn about(&self, game: &str, marks: &[FileMark]) -> About {
        let seed = self.sample.seed.or_default();
        let mut of = vec![json!({ "game": game, "seed": seed })];
        of.extend(self.players.iter().map(|name| json!({ "player": name })));
        of.extend(marks.iter().map(|mark| json!(mark)));
        // Without a number of games the results may be exact, which were not played.
        let games = self.sample.games.unwrap_or(0);
        let stem = format!("{}-tournament", plain(game));
        let exact = match self.sample.games {
            None => Exactness::All,
            Some(_) => Exactness::None,
        };
        About::new("tournament", &stem, of, Size::Games(games), exact)
    }
}

const TABLES: [&str; 2] = ["meetings", "ranking"];

const PICTURES: [&str; 1] = ["cross-table"];

/// The most players a picture has room for; its size grows with the square of their number.
const DRAWN: usize = 64;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.result.table.apply();
    let players = args.players.iter().map(|name| name.parse());
    let players: Vec<PlayerSpec> = players.collect::<Result<_, _>>()?;
    let game = args.game.for_players(&players)?;
    let marks = session::file_marks(&players)?;
    let mut about = args.about(&game.name(), &marks);
    check(args, &about)?;
    let (contests, stopped) = play(args, &game, &players)?;
    let Some((meetings, stopped)) = stopped else {
        let (games, exact) = match contests.how {
            TournamentMode::Exact => (0, Exactness::All),
            TournamentMode::Only => (1, Exactness::None),
            TournamentMode::Sampled { games, .. } => (games, Exactness::None),
        };
        (about.size, about.exact) = (Size::Games(games), exact);
        return show(args, &contests, &about, out);
    };
    // Files are for what is whole.
    if meetings > 0 && args.result.csv.is_printed() {
        args.result
            .files(&about, Pictures::None)
            .write_tables(&contests.tables(), out)?;
    } else if meetings > 0 && args.result.json.json {
        print_json(out, "tournament", Tables(&contests.tables()))?;
    } else if meetings > 0 {
        write!(out, "{}", contests.text(layout()))?;
    }
    Err(stopped.into())
}

fn show(
    args: &Args,
    contests: &Contests,
    about: &About,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let files = args.result.files(about, Pictures::None);
    let drawn = files.write_pictures(|| {
        let picture = plot::tournament(contests, args.result.pictures.look.into());
        vec![(PICTURES[0].to_owned(), picture)]
    });
    let tables = contests.tables();
    // What cannot be written to files is still shown.
    let written = files.write_tables(&tables, out);
    if args.result.csv.is_printed() {
        return both(written, drawn);
    }
    if args.result.json.json {
        print_json(out, "tournament", Tables(&tables))?;
        return both(written, drawn);
    }
    write!(out, "{}", contests.text(layout()))?;
    let titles = ["Meetings", "Ranking"].into_iter();
    let tables = titles.zip(written.iter().flatten());
    let pictures = drawn.iter().flatten().map(|path| ("Picture", path));
    list_files(tables.chain(pictures), 8, out)?;
    both(written, drawn)
}

/// Checks the arguments and the output files before any game is played.
fn check(args: &Args, about: &About) -> anyhow::Result<()> {
    let players = &args.players;
    if let Some(name) =
        (1..players.len()).find_map(|i| players[..i].iter().find(|n| **n == players[i]))
    {
        return Err(usage(format!("`{name}` is named twice")));
    }
    let files = args.result.files(about, Pictures::None);
    if files.form != Pictures::None && players.len() > DRAWN {
        return Err(usage(format!(
            "--plots draws at most {DRAWN} players; --csv takes any number"
        )));
    }
    args.result.csv.prepare(&args.result.json)?;
    Ok(files.prepare(&TABLES, &PICTURES)?)
}

/// Plays the meetings; of those that are whole when it is stopped also how many they are, and the words for it.
fn play(
    args: &Args,
    game: &AnyGame,
    specs: &[PlayerSpec],
) -> anyhow::Result<(Contests, Option<(usize, Stopped)>)> {
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
    let look_ahead = players.iter().map(|player| player.looks_ahead()).collect();
    let contests = Contests::new(game.name(), names, look_ahead, how, results);
    Ok((contests, stopped))
}
