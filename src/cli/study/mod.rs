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
use std::io::Write;

use menace::arena::Study;
use menace::game::Game;
use menace::games::AnyGame;
use menace::session::{self, Comparison, Request, Trainings};
use menace::text::{count as counted, thousands};

use super::about::GameOption;
use super::console;
use super::exit::Usage;
use super::files::{self, Force, Kind, put, put_with};
use super::number::{MANY, count};
use super::options::{
    CsvOption, ExactOption, ForceOption, JsonOption, LearnerOption, LengthOptions, OutsideOption,
    Pictures, PicturesOptions, SeedOption, default_is,
};
use super::output::stream_json;
use super::width::fitted;
use compared::Compared;
use form::Form;
use progress::Watch;
use shown::Shown;
use spool::Spool;

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

--csv writes the curves, the final figures of every run, how soon the learners lost little, and the \
difference of two trainings, each as a file.")]
pub(super) struct Args {
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
    shown: Shown,

    #[command(flatten)]
    pictures: PicturesOptions,

    #[command(flatten)]
    csv: CsvOption,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    json: JsonOption,
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
    let comparison = Comparison {
        rules: args.rule.clone(),
        opponents: args.opponent.clone(),
        runs: args.runs,
    };
    let trainings = Trainings::new(&game, &request, &comparison)?;
    let long = bounded(trainings.size())?;
    let (_, sets, games_per_set) = trainings.size();
    let games = sets.saturating_mul(games_per_set);
    let exact = args.exact.exact;
    args.shown.check(trainings.learners(), exact, games)?;
    let form = args.pictures.or(Pictures::Png);
    if form != Pictures::None {
        files::prepare(&args.pictures.plots_dir)?;
    }
    if args.csv.is_printed() {
        let what = "--csv -: a study writes several tables; name a folder for them";
        return Err(Usage(what.to_owned()).into());
    }
    let force: Force = args.force.force.into();
    if let Some(folder) = args.csv.folder() {
        files::prepare(folder)?;
        for name in [SETS, RUNS, SPEED, DIFFERENCE] {
            files::check(&folder.join(name), TABLE, force)?;
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
    }
    let drawn = pictures::draw(&studies, &args.shown, &args.pictures.plots_dir, form, force)?;
    if args.json.json {
        let document = data::json(&game, &studies, &spools, compared.as_ref());
        return stream_json(out, &document);
    }
    let out = &mut *console::summary(out);
    tell(&game, &studies, compared.as_ref(), out)?;
    for (i, picture) in drawn.iter().enumerate() {
        let title = if i == 0 { "\nPictures" } else { "        " };
        writeln!(out, "{title}  {}", picture.display())?;
    }
    Ok(())
}

impl Args {
    /// Where the ends of the runs of each training are kept, if something is made of them: rows of a table,
    /// or the difference of two trainings run by run. Beside the tables there has to be room for them.
    fn spools(&self, game: &AnyGame, trainings: &Trainings) -> Vec<Spool> {
        if !self.json.json && self.csv.folder().is_none() && trainings.count() != 2 {
            return Vec::new();
        }
        let form = Form::new(game, trainings.learners(), self.exact.exact);
        let runs = self.runs.unwrap_or(session::RUNS);
        let begin = |_| Spool::new(self.csv.folder(), form.clone(), runs);
        (0..trainings.count()).map(begin).collect()
    }
}

/// Refuses a study that would not end or not fit, and says of a long one what it will take.
fn bounded((runs, sets, games_per_set): (u64, u64, u64)) -> anyhow::Result<Option<String>> {
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

/// Writes what was played and a table for each study.
fn tell(
    game: &AnyGame,
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
        writeln!(out, "\n{} minus {}", headings[0], headings[1])?;
        write!(out, "{}", fitted(&table::differences(compared), &[1, 2]))?;
    }
    Ok(())
}

/// Which openings came out on top, and how often.
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
