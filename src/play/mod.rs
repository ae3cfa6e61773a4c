//! `menace play`: a game against a person, a game to watch, a lesson, or recorded games.
//!
//! Commands come from standard input, one per line, whether it is a terminal or a pipe. When the input
//! ends, the program reports what was saved and ends.

mod curve;
mod input;
mod lesson;
mod narrate;
mod person;
mod replay;
mod taught;

use std::io::Write;
use std::path::Path;

use matchboxes::arena::Transcript;
use matchboxes::exchange::Records;
use matchboxes::game::{Game, Side};
use matchboxes::roster::PlayerSpec;
use matchboxes::session;
use matchboxes::store;
use matchboxes::text::Shown as _;

use super::measure::record::{RecordOption, ReplayOption};
use crate::messages::hints::near_files;
use crate::messages::usage;
use crate::options::{GameOption, PositionOption, RuleOption, SeedOption, number};

#[derive(Debug, clap::Args)]
#[command(mut_arg("opponent", |arg| arg.requires("teach")))]
#[command(mut_arg("position", |arg| arg.conflicts_with_all(["learn", "teach", "replay", "record"])))]
#[command(after_help = "\
Examples:
  menace play models/tic-tac-toe-first.menace
  menace play --game hexapawn --rule her --learn
  menace play perfect --game nim:3,4,5 --side second
  menace play --watch models/tic-tac-toe-first.menace perfect --record games.txt
  menace play perfect --position X../.O./..X --side second
  menace play --replay games.txt
  menace play taught.menace --learn --replay games.txt --new
  menace play --teach 2 --game hexapawn --rule her

When you play, each line of standard input is a move or one of the words undo, hint, board, resign, \
new, help, quit. With --learn the model learns from every finished game and is saved.")]
pub(super) struct Args {
    /// The player to play against [default: the game's model under models/, or a new machine without
    /// training]
    player: Option<String>,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    position: PositionOption,

    /// The side you play; `train --learner` is the side that learns [default: the side that the model has not learnt, else first]
    #[arg(long, value_name = "SIDE", value_parser = read_side, conflicts_with_all = ["watch", "teach", "replay"])]
    side: Option<Side>,

    /// Let the model learn by its own rule, and save it after every game
    #[arg(long, conflicts_with = "watch")]
    learn: bool,

    #[command(flatten)]
    rule: RuleOption,

    /// Learn once more from games that the model has already learnt
    #[arg(long, requires_all = ["learn", "replay"])]
    again: bool,

    /// Make a new machine for recorded games if there is no such file
    #[arg(long, requires_all = ["learn", "replay"])]
    new: bool,

    /// Watch one game between two players: the first that `match` would play
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["player", "rule", "replay"])]
    watch: Option<Vec<String>>,

    /// Show move by move how the machine learns from N games against an opponent
    #[arg(long, value_name = "N", value_parser = number::count::<1000>, conflicts_with_all = ["watch", "replay"])]
    teach: Option<u64>,

    /// The opponent of a single learner [default: the rule's own opponent, else random; a shared machine
    /// plays itself]
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,

    #[command(flatten)]
    replay: ReplayOption,

    #[command(flatten)]
    seed: SeedOption,

    #[command(flatten)]
    record: RecordOption,
}

fn read_side(text: &str) -> Result<Side, String> {
    Side::named(text).ok_or_else(|| "a side is first or second".to_owned())
}

/// Steps through recorded games, or teaches a model by them.
fn replayed(args: &Args, path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let player = args.player.as_deref();
    let player: Option<PlayerSpec> = player.map(str::parse).transpose()?;
    let known = player.as_ref().and_then(PlayerSpec::model_path);
    let known = known.filter(|path| path.exists());
    let game = match (args.game.given()?, known) {
        (Some(game), _) => Some(game),
        (None, Some(model)) => Some(store::game_of(model, &store::read(model)?)?),
        (None, None) => None,
    };
    match (&player, args.learn) {
        (None, true) => {
            return Err(usage(
                "--learn with --replay teaches a model; name its file",
            ));
        }
        (Some(_), false) => {
            return Err(usage(
                "--replay shows games without a player; with --learn it teaches one",
            ));
        }
        (None, false) if args.rule.rule.is_some() => {
            return Err(usage(
                "--rule with --replay needs --learn and the file of a new model",
            ));
        }
        (Some(model), true)
            if !args.new
                && let Some(path) = model.model_file().filter(|path| !path.exists()) =>
        {
            let near = near_files(path);
            let path = path.shown();
            return Err(usage(format!(
                "{path}: there is no such file{near}; --new makes a new machine there"
            )));
        }
        _ => {}
    }
    let records = Records::read(path, game.as_ref())?;
    let Some(model) = &player else {
        return replay::run(&records, out);
    };
    let rule = args.rule.read()?;
    taught::teach(
        &records,
        &path.display().to_string(),
        model,
        rule,
        args.again,
        out,
    )
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.replay.replay {
        return replayed(args, path, out);
    }
    let named = |name: &String| name.parse::<PlayerSpec>();
    let player = args.player.as_ref().map(named).transpose()?;
    let opponent = args.opponent.as_ref().map(named).transpose()?;
    let watched = args.watch.iter().flatten().map(named);
    let watched: Vec<PlayerSpec> = watched.collect::<Result<_, _>>()?;
    let watched: Option<[PlayerSpec; 2]> = watched.try_into().ok();
    // A model file that does not exist yet cannot name its game.
    let game = match &watched {
        Some(players) => args.game.for_players(players)?,
        None => args.game.for_players(
            player
                .as_ref()
                .filter(|spec| spec.model_path().is_none_or(Path::exists))
                .map_or(&[], std::slice::from_ref),
        )?,
    };
    let start = args.position.or_start_unfinished(&game)?;
    let with_person = args.watch.is_none() && args.teach.is_none();
    args.record.check(with_person)?;
    let rule = args.rule.read()?;
    if let Some(players) = &watched {
        let mut opened = session::watch(game, players, args.seed.seed)?;
        opened.play.start_at(start);
        lesson::watch(&mut opened, out)?;
        args.record.write(opened.play.game(), &recorded(&opened))
    } else if let Some(games) = args.teach {
        let lesson = session::Lesson {
            model: player,
            opponent,
            rule,
            seat: None,
            learn: args.learn,
            seed: args.seed.seed,
            lock: None,
        };
        teach(args, session::lesson(game, &lesson)?, games, out)
    } else {
        let options = session::WithPerson {
            learner: None,
            player,
            side: args.side,
            rule,
            learn: args.learn,
            anew: false,
            by_hand: false,
            seed: args.seed.seed,
            lock: None,
        };
        let mut opened = session::with_person(game, &options)?;
        if args.position.is_given() {
            opened.play.start_at(start);
        }
        let mut recording = args.record.hold()?;
        person::play(&mut opened, out, &mut |opened| match recorded(opened) {
            none if none.games.is_empty() => Ok(()),
            games => recording.write(opened.play.game(), &games),
        })?;
        recording.end(opened.play.game(), &recorded(&opened))
    }
}

/// Plays a lesson of this many games and records them; while the machine learns, after each game.
fn teach(
    args: &Args,
    mut opened: session::Opened,
    games: u64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if !args.learn {
        lesson::teach(&mut opened, games, &mut |_| Ok(()), out)?;
        return args.record.write(opened.play.game(), &recorded(&opened));
    }
    let mut recording = args.record.hold()?;
    lesson::teach(
        &mut opened,
        games,
        &mut |opened| recording.write(opened.play.game(), &recorded(opened)),
        out,
    )?;
    recording.end(opened.play.game(), &recorded(&opened))
}

/// The games played so far, as they are recorded.
fn recorded(opened: &session::Opened) -> Transcript {
    Transcript {
        game: opened.play.game().name(),
        players: opened.names.clone(),
        seed: Some(opened.seed),
        games: opened.play.played(),
    }
}
