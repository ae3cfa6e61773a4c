//! `menace study`: repeats a training many times to show how much luck matters.

mod codec;
mod compared;
mod data;
mod expected;
mod pictures;
mod progress;
mod speed;
mod spool;
mod table;
mod unit;
mod view;

use std::cmp::Reverse;
use std::io::Write;

use menace::arena::Study;
use menace::game::Game;
use menace::games::AnyGame;
use menace::session::{self, Comparison, Expected, Request, Trainings};
use menace::text::{count as counted, thousands};

use crate::cli::common::about::GameOption;
use crate::cli::common::console;
use crate::cli::common::exit::Usage;
use crate::cli::common::files;
use crate::cli::common::files::{Force, Kind, put, put_with};
use crate::cli::common::number::{MANY, count};
use crate::cli::common::options::{
    CsvOption, ExactOption, ForceOption, JsonOption, LearnerOption, LengthOptions, OutsideOption,
    Pictures, PicturesOptions, SeedOption, default_is,
};
use crate::cli::common::output::stream_json;
use crate::cli::common::width::{fitted, wrapped};
use codec::RunCodec;
use compared::Compared;
use expected::ExpectedOptions;
use progress::Watch;
use spool::Spool;
use view::ViewOptions;

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("game", default_is("tic-tac-toe")),
    mut_arg("learner", default_is("the rules' own side, else first"))
)]
#[command(after_help = "\
Examples:
  menace study --runs 1000                      the default training, a thousand times
  menace study --rule rote --rule michie-304    two rules in one picture
  menace study --opponent random --opponent perfect --csv figures/
  menace study --expected --game hexapawn --rule her   the chances of each game, computed

--csv writes one file each for the curves, the final figures of every run, how soon the learners rarely \
lost, the difference of two trainings, and the expected curves.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    learner: LearnerOption,

    /// The opponent of a single learner; repeat it to compare opponents [default: the rule's own
    /// opponent, else random]
    #[arg(long, value_name = "PLAYER")]
    opponent: Vec<String>,

    /// The rule for the beads, a name (`menace list rules`) or a TOML file; repeat it to compare rules
    /// [default: rote]
    #[arg(long, short, value_name = "RULE")]
    rule: Vec<String>,

    /// How many runs to play [default: 100]
    #[arg(long, value_name = "N", value_parser = count::<MANY>)]
    runs: Option<u64>,

    #[command(flatten)]
    length: LengthOptions,

    #[command(flatten)]
    seed: SeedOption,

    #[command(flatten)]
    outside: OutsideOption,

    #[command(flatten)]
    exact: ExactOption,

    #[command(flatten)]
    view: ViewOptions,

    #[command(flatten)]
    expected: ExpectedOptions,

    #[command(flatten)]
    pictures: PicturesOptions,

    #[command(flatten)]
    csv: CsvOption,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    json: JsonOption,
}

/// The most games of a study; a fast computer plays this many in three years.
const MOST_GAMES: u64 = 1_000_000_000_000_000;
/// This many games take a fast computer more than a day.
const DAY: u64 = 1_000_000_000_000;

/// The file names of the tables.
const SETS: &str = "study-sets.csv";
const RUNS: &str = "study-runs.csv";
const SPEED: &str = "study-speed.csv";
const DIFFERENCE: &str = "study-difference.csv";
const EXPECTED: &str = "study-expected.csv";

/// The first bytes of a table that may be overwritten.
const TABLE: Kind<'static> = Kind::Text(b"rule,opponent,");

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.game.of(&[])?;
    let request = Request {
        learners: args.learner.learner,
        sets: args.length.sets,
        games: args.length.games,
        games_per_set: args.length.games_per_set,
        seed: args.seed.seed,
        exact: args.exact.exact,
        outside: args.outside.outside.clone(),
        ..Request::default()
    };
    let request = args.expected.with_length(request);
    let comparison = Comparison {
        rules: args.rule.clone(),
        opponents: args.opponent.clone(),
        runs: args.runs,
    };
    let trainings = Trainings::new(&game, &request, &comparison)?;
    let warning = check_size(trainings.size())?;
    let (_, sets, games_per_set) = trainings.size();
    let games = sets.saturating_mul(games_per_set);
    let exact = args.exact.exact;
    args.view.check(trainings.learners(), exact, games)?;
    let form = args.pictures.or(Pictures::Png);
    if form != Pictures::None {
        files::prepare(&args.pictures.plots_dir)?;
    }
    if args.csv.is_printed() {
        let what = "--csv -: a study writes several tables; name a folder for them";
        return Err(Usage(what.to_owned()).into());
    }
    let expected = args.expected.curves(&trainings)?;
    let force: Force = args.force.force.into();
    if let Some(folder) = args.csv.folder() {
        files::prepare(folder)?;
        for name in [SETS, RUNS, SPEED, DIFFERENCE, EXPECTED] {
            files::check(&folder.join(name), TABLE, force)?;
        }
    }
    if let Some(warning) = warning {
        writeln!(std::io::stderr(), "menace: {warning}")?;
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
    if let Some(folder) = args.csv.folder() {
        let write = |name: &str, table: &[u8]| put(&folder.join(name), table, TABLE, force);
        write(SETS, &data::sets_csv(&studies)?)?;
        put_with(&folder.join(RUNS), TABLE, force, |file| {
            data::runs_csv(&game, &studies, &spools, file)
        })?;
        write(SPEED, &data::speed_csv(&studies)?)?;
        if let Some(compared) = &compared {
            write(DIFFERENCE, &data::difference_csv(compared)?)?;
        }
        if !expected.is_empty() {
            write(EXPECTED, &expected::csv(&expected)?)?;
        }
    }
    let drawn = pictures::draw(
        &studies,
        &expected,
        &args.view,
        &args.pictures.plots_dir,
        form,
        force,
    )?;
    if args.json.json {
        let document = data::json(&game, &studies, &spools, &expected, compared.as_ref());
        return stream_json(out, &document);
    }
    let out = &mut *console::summary(out);
    write_summary(&game, &studies, &expected, compared.as_ref(), out)?;
    for (i, picture) in drawn.iter().enumerate() {
        let title = if i == 0 { "\nPictures" } else { "        " };
        writeln!(out, "{title}  {}", picture.display())?;
    }
    Ok(())
}

impl Args {
    /// Storage for the results of the runs of each training, if they are needed: for rows of a table, or
    /// for the difference of two trainings run by run. With tables, the files are in the folder of the
    /// tables, which must have room for them.
    fn spools(&self, game: &AnyGame, trainings: &Trainings) -> Vec<Spool> {
        if !self.json.json && self.csv.folder().is_none() && trainings.count() != 2 {
            return Vec::new();
        }
        let codec = RunCodec::new(game, trainings.learners(), self.exact.exact);
        let runs = self.runs.unwrap_or(session::RUNS);
        let spool = |_| Spool::new(self.csv.folder(), codec.clone(), runs);
        (0..trainings.count()).map(spool).collect()
    }
}

/// Refuses a study that would not end, and returns a warning for one that takes more than a day.
fn check_size((runs, sets, games_per_set): (u64, u64, u64)) -> anyhow::Result<Option<String>> {
    let games = runs.saturating_mul(sets).saturating_mul(games_per_set);
    let size = format!(
        "{} of {} of {}",
        counted(runs, "run", "runs"),
        counted(sets, "set", "sets"),
        counted(games_per_set, "game", "games")
    );
    if games > MOST_GAMES {
        let most = thousands(MOST_GAMES);
        let what = format!("{size} would never end; a study plays at most {most} games");
        return Err(Usage(what).into());
    }
    Ok((games >= DAY).then(|| {
        let games = thousands(games);
        format!("{size} are {games} games, which will take more than a day")
    }))
}

/// Writes a summary of the runs and a table for each study.
fn write_summary(
    game: &AnyGame,
    studies: &[Study],
    expected: &[Expected],
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
        if let Some(expected) = expected.get(i) {
            write!(
                out,
                "{}",
                fitted(&expected::table(expected), &expected::ORDER)
            )?;
            for remark in expected::remarks(expected) {
                write!(out, "{}", wrapped(&format!("  {remark}"), "  "))?;
            }
        }
    }
    if let Some(compared) = compared {
        let headings = [compared.one, compared.other].map(|study| study.setting.heading());
        writeln!(out, "\n{} minus {}", headings[0], headings[1])?;
        write!(out, "{}", fitted(&table::differences(compared), &[1, 2]))?;
    }
    Ok(())
}

/// The favourite openings and how often each was the favourite.
fn favourites(game: &AnyGame, study: &Study) -> Option<String> {
    if study.is_undecided() {
        return Some("favourite opening: none, all moves have the same number of beads".to_owned());
    }
    let mut times: Vec<_> = study.favourites().into_iter().collect();
    times.sort_by_key(|&(m, n)| (Reverse(n), m));
    let times: Vec<String> = times
        .iter()
        .map(|&(m, n)| format!("{} {}", game.write_move(m), thousands(n)))
        .collect();
    (!times.is_empty()).then(|| format!("favourite opening: {}", times.join(", ")))
}
