//! `menace study`: the same training many times over, so that luck shows.

mod compared;
mod data;
mod form;
mod pictures;
mod progress;
mod shown;
mod soon;
mod spool;
mod table;

use std::cmp::Reverse;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use menace::arena::Study;
use menace::game::Game;
use menace::games::Visitor;
use menace::learn::Learners;
use menace::session::{self, Comparison, Request, Trainings};
use menace::text::{count as counted, thousands};

use super::about::{About, GameOption};
use super::exit::Usage;
use super::files::{self, Kind, put, put_with};
use super::number::{GAMES, MANY, count, whole};
use super::output::{PLOTS, Pictures, stream_json};
use super::width::fitted;
use compared::Compared;
use form::Form;
use progress::Watch;
use shown::Shown;
use spool::Spool;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace study --runs 1000                      the default training, a thousand times
  menace study --rule rote --rule michie-304    two rules in one picture
  menace study --opponent random --opponent perfect --csv figures/")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameOption,

    /// Who learns: first, second or both [default: whom the rules are meant for, or first]
    #[arg(long, short, value_name = "SIDE")]
    learner: Option<Learners>,

    /// Whom a single learner plays; give it again to compare [default: whom the rule was described
    /// with, or random]
    #[arg(long, value_name = "PLAYER")]
    opponent: Vec<String>,

    /// How beads move: the name of a rule or a TOML file; give it again to compare [default: rote]
    #[arg(long, value_name = "RULE")]
    rule: Vec<String>,

    /// How many runs to play
    #[arg(long, value_name = "N", default_value_t = session::RUNS, value_parser = count::<MANY>)]
    runs: u64,

    /// How many sets of games a run has
    #[arg(long, value_name = "N", default_value_t = session::SETS, value_parser = count::<MANY>)]
    sets: u64,

    /// How many games to play, instead of --sets; whole sets are played, as many as hold them
    #[arg(long, value_name = "N", value_parser = count::<GAMES>, conflicts_with = "sets")]
    games: Option<u64>,

    /// How many games make a set
    #[arg(long, value_name = "N", default_value_t = session::GAMES_PER_SET, value_parser = count::<MANY>)]
    games_per_set: u64,

    /// The seed of all randomness
    #[arg(long, short, value_name = "S", value_parser = whole, default_value_t = session::SEED)]
    seed: u64,

    /// Ask this player in every position without a box, as some rules leave them, instead of playing any
    /// move; nothing is learnt from its moves [default: random]
    #[arg(long, value_name = "PLAYER")]
    outside: Option<String>,

    /// Also follow what the tables are worth exactly after every set
    #[arg(long)]
    exact: bool,

    /// The pictures to draw
    #[arg(long, value_name = "FORM", value_enum, default_value = "png", num_args = 0..=1, default_missing_value = "png")]
    plots: Pictures,

    #[command(flatten)]
    shown: Shown,

    /// The folder for the pictures
    #[arg(long, value_name = "DIR", default_value = PLOTS)]
    plots_dir: PathBuf,

    /// Write the curves, the final figures of every run, how soon they lost little, and the difference
    /// of two trainings as CSV files into this folder
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,

    /// Replace files that are no such tables
    #[arg(long)]
    force: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The most games of a study: a fast machine plays so many in three years.
const MOST_GAMES: u64 = 1_000_000_000_000_000;
/// How many games take a fast machine more than a day.
const DAY: u64 = 1_000_000_000_000;

/// What the tables are called.
const SETS: &str = "study-sets.csv";
const RUNS: &str = "study-runs.csv";
const SPEED: &str = "study-speed.csv";
const DIFFERENCE: &str = "study-difference.csv";

/// By what a table is known that may be written anew.
const TABLE: Kind<'static> = Kind::Text(b"rule,opponent,");

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.game.run(&[], args, out)
}

impl Visitor for About<'_, Args> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let About { args, out } = self;
        let request = Request {
            learners: args.learner,
            sets: args.games.is_none().then_some(args.sets),
            games: args.games,
            games_per_set: Some(args.games_per_set),
            seed: Some(args.seed),
            exact: args.exact,
            outside: args.outside.clone(),
            ..Request::default()
        };
        let comparison = Comparison {
            rules: args.rule.clone(),
            opponents: args.opponent.clone(),
            runs: Some(args.runs),
        };
        let trainings = Trainings::new(&game, &request, &comparison)?;
        let long = bounded(trainings.size())?;
        let games = args.sets.saturating_mul(args.games_per_set);
        args.shown.check(trainings.learners(), args.exact, games)?;
        if args.plots != Pictures::None {
            prepare(&args.plots_dir)?;
        }
        if let Some(folder) = &args.csv {
            prepare(folder)?;
            for name in [SETS, RUNS, SPEED, DIFFERENCE] {
                files::check(&folder.join(name), TABLE, args.force.into())?;
            }
        }
        if let Some(long) = long {
            writeln!(std::io::stderr(), "menace: {long}")?;
        }
        let watch = Watch::new(trainings.size(), trainings.learners());
        let spools = args.spools(&game, &trainings);
        let played = trainings.play(&watch, &|i, result| {
            let spool: Option<&Spool> = spools.get(i);
            spool.map_or(Ok(()), |spool| spool.keep(&result))
        });
        watch.clear();
        let studies = played?;
        let compared = Compared::of(&studies, &spools)?;
        if let Some(folder) = &args.csv {
            let write =
                |name: &str, table: &[u8]| put(&folder.join(name), table, TABLE, args.force.into());
            write(SETS, &data::sets_csv(&studies)?)?;
            put_with(&folder.join(RUNS), TABLE, args.force.into(), |file| {
                data::runs_csv(&game, &studies, &spools, file)
            })?;
            write(SPEED, &data::speed_csv(&studies)?)?;
            if let Some(compared) = &compared {
                write(DIFFERENCE, &data::difference_csv(compared)?)?;
            }
        }
        let drawn = pictures::draw(&studies, &args.shown, &args.plots_dir, args.plots)?;
        if args.json {
            let told = data::json(&game, &studies, &spools, compared.as_ref());
            return stream_json(out, &told);
        }
        tell(&game, &studies, compared.as_ref(), out)?;
        for (i, picture) in drawn.iter().enumerate() {
            let title = if i == 0 { "\nPictures" } else { "        " };
            writeln!(out, "{title}  {}", picture.display())?;
        }
        Ok(())
    }
}

impl Args {
    /// Where the ends of the runs of each training are kept, if something is made of them: rows of a table,
    /// or the difference of two trainings run by run. Beside the tables there has to be room for them.
    fn spools<G: Game + 'static>(&self, game: &G, trainings: &Trainings<G>) -> Vec<Spool> {
        if !self.json && self.csv.is_none() && trainings.count() != 2 {
            return Vec::new();
        }
        let form = Form::new(game, trainings.learners(), self.exact);
        let begin = |_| Spool::new(self.csv.as_deref(), form.clone(), self.runs);
        (0..trainings.count()).map(begin).collect()
    }
}

/// Refuses a study that would not end or not fit, and says of a long one what it will take.
fn bounded((runs, sets, games_per_set): (u64, u64, u64)) -> anyhow::Result<Option<String>> {
    let games = runs.saturating_mul(sets).saturating_mul(games_per_set);
    let told = format!(
        "{} of {} of {}",
        counted(runs, "run", "runs"),
        counted(sets, "set", "sets"),
        counted(games_per_set, "game", "games")
    );
    if games > MOST_GAMES {
        let most = thousands(MOST_GAMES);
        let what = format!("{told} would not end; a study has {most} games at most");
        return Err(Usage(what).into());
    }
    Ok((games >= DAY).then(|| {
        let games = thousands(games);
        format!("{told} are {games} games, which take more than a day")
    }))
}

/// Writes what was played and a table for each study.
fn tell<G: Game>(
    game: &G,
    studies: &[Study],
    compared: Option<&Compared<'_>>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for (i, study) in studies.iter().enumerate() {
        let setting = &study.setting;
        if i == 0 {
            writeln!(
                out,
                "{}, {} learning: {} of {} of {}, {}",
                setting.game,
                setting.learners,
                counted(setting.runs, "run", "runs"),
                counted(setting.sets, "set", "sets"),
                counted(setting.games_per_set, "game", "games"),
                setting.provenance()
            )?;
        }
        writeln!(out, "\n{}", setting.heading())?;
        write!(out, "{}", fitted(&table::figures(study), &table::ORDER))?;
        if let Some(line) = favourites(game, study) {
            writeln!(out, "  {line}")?;
        }
        write!(
            out,
            "{}",
            fitted(&table::speeds(study), &table::SPEED_ORDER)
        )?;
    }
    if let Some(compared) = compared {
        let headings = [compared.one, compared.other].map(|study| study.setting.heading());
        writeln!(out, "\n{} less {}", headings[0], headings[1])?;
        write!(out, "{}", fitted(&table::differences(compared), &[1, 2]))?;
    }
    Ok(())
}

/// Makes a folder, and makes sure that files can be written there before hours of work are done.
fn prepare(folder: &Path) -> menace::Result<()> {
    let failed = |action| {
        move |source| menace::Error::File {
            path: folder.to_owned(),
            action,
            source,
        }
    };
    fs::create_dir_all(folder).map_err(failed("making the folder"))?;
    tempfile::tempfile_in(folder).map_err(failed("writing into the folder"))?;
    Ok(())
}

/// Which openings came out on top, and how often.
fn favourites<G: Game>(game: &G, study: &Study) -> Option<String> {
    if study.is_undecided() {
        return Some("favourite opening: none, all moves have as many beads".to_owned());
    }
    let mut times: Vec<_> = study.favourites().into_iter().collect();
    times.sort_by_key(|&(m, n)| (Reverse(n), m));
    let times: Vec<String> = times
        .iter()
        .map(|&(m, n)| format!("{} {}", game.write_move(m), thousands(n)))
        .collect();
    (!times.is_empty()).then(|| format!("favourite opening: {}", times.join(", ")))
}
