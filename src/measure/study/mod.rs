//! `menace study`: repeats a training many times to show how much luck matters.

mod extras;
mod part;
mod progress;
mod view;

use std::cell::RefCell;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, iter};

use matchboxes::arena::StudySize;
use matchboxes::session::{RUNS, Request, Trainings};
use matchboxes::store::{Course, HeldPart, Part, PartOf};
use matchboxes::text::{count as counted, thousands};
use matchboxes_pictures::plot;
use matchboxes_report::{self as report, Studied, Tables};
use serde_json::json;

use crate::files;
use crate::measure::in_play::InPlay;
use crate::measure::parts::{self, PartOptions};
use crate::messages::console::{self, list_files};
use crate::messages::usage;
use crate::options::number::{BATCH, GAMES, count};
use crate::options::{MemoryOption, Pictures, TrainingOptions, once};
use crate::output::{About, ResultOptions, both, layout, print_json};
use extras::{ExtraOptions, Extras};
pub(super) use part::play_left;
use part::play_rounds;
use view::ViewOptions;

#[derive(Debug, clap::Args)]
#[command(mut_args(|option| once(option, &["game", "learner"])))]
#[command(mut_arg("merge", |merge| merge.conflicts_with_all(["expected", "growth", "batch", "curve_step"])))]
#[command(after_help = "\
Examples:
  menace study --runs 1000                      the default training, a thousand times
  menace study --rule rote --rule michie-304    two rules in one picture
  menace study --expected --game hexapawn --rule her   the chances of each game, computed
  menace study --runs 200 --part 1/2 --out parts/1.part
  menace study --runs 200 --part 2/2 --out parts/2.part
  menace study --merge parts --plots none       the study of 200 runs

--csv writes curves.csv, trainings.csv, speed.csv (games until 80, 90, 95 % are not lost), runs.csv (the final \
figures of each run), figures.csv (their means with intervals), comparisons.csv (all pairs of trainings), and with \
--expected and --growth expected.csv, never-loses.csv and growth.csv.

A study can be played in parts, on one computer after another or on many at once, and put together in any \
order: the result is the same, byte for byte, as of the whole study at once. The same command resumes a stopped \
part and leaves a complete one as it is.")]
pub(crate) struct Args {
    #[command(flatten)]
    training: TrainingOptions,

    /// How many runs to play, or which ones for a part, such as 1000..5000 for 1000 to 4999 [default: 300]
    #[arg(long, value_name = "N", value_parser = part::runs)]
    runs: Option<Range<u64>>,

    #[command(flatten)]
    view: ViewOptions,

    #[command(flatten)]
    extras: ExtraOptions,

    /// Measure how soon few games are lost over this many last games [default: 500, or a tenth of a run that is shorter
    /// than 5000]
    #[arg(long, value_name = "N", value_parser = count::<GAMES>)]
    window: Option<u64>,

    /// Play N games at a time, then learn from them in order, to see what that costs [default: 1]
    #[arg(long, value_name = "N", value_parser = count::<BATCH>)]
    batch: Option<u64>,

    /// Count N games, in whole sets, in each point of the curves [default: a set, or more for at most 1000 points]
    #[arg(long, value_name = "N", value_parser = count::<GAMES>)]
    curve_step: Option<u64>,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    part: PartOptions,

    #[command(flatten)]
    result: ResultOptions,
}

/// The most games of a study; a fast computer plays this many in three years.
const MOST_GAMES: u64 = 1_000_000_000_000_000;
/// This many games take a fast computer more than a day.
const DAY: u64 = 1_000_000_000_000;

/// The tables, as far as there is something in them.
const TABLES: [&str; 9] = [
    "curves",
    "trainings",
    "speed",
    "runs",
    "figures",
    "comparisons",
    "expected",
    "never-loses",
    "growth",
];

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.result.table.apply();
    if !args.part.merge.is_empty() {
        return args.merge(out);
    }
    let runs = args.runs.clone().unwrap_or(0..RUNS);
    let all = runs.end;
    let request = args.extras.with_length(Request {
        runs: Some(all),
        window: args.window,
        batch: args.batch,
        curve_step: args.curve_step,
        ..args.training.request()?
    });
    let trainings = Trainings::new(&request)?;
    let warning = check_size(trainings.size())?;
    if trainings.lengths_differ {
        console::note(&different_lengths(trainings.size()))?;
    }
    if let Some(path) = &args.part.out {
        return args.play_part(&trainings, path, runs, out);
    }
    if runs.start > 0 {
        return Err(usage(format!(
            "--runs {runs:?} is a part of a study; name its file with --out"
        )));
    }
    let courses = trainings.courses()?;
    let about = args.prepare(&courses)?;
    let extras = args.extras.compute(&trainings)?;
    if let Some(warning) = warning {
        writeln!(std::io::stderr(), "menace: {warning}")?;
    }
    let whole = Part::of_study(courses, 0..all)?;
    let folder = args.folder_of_results(trainings.count());
    let in_play = InPlay::without_file(whole, folder.as_deref(), args.memory);
    let done = play_rounds(&in_play, &trainings)?;
    let mut held = in_play.into_held();
    for course in &mut held.part.courses {
        course.setting.runs = done;
    }
    if done > 0 {
        let about = args.about(&held.part.courses);
        args.show(held, &about, folder.is_some(), &extras, done == all, out)?;
    }
    parts::end(
        [done, all],
        "runs",
        &args.result.files(&about, Pictures::Png),
    )
}

impl Args {
    /// Plays a part of a study into a file, as far as that lacks it; or prints which parts are missing.
    fn play_part(
        &self,
        trainings: &Trainings,
        path: &Path,
        all: Range<u64>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let courses = trainings.courses()?;
        if let Some(n) = self.part.missing {
            return parts::print_missing(
                path,
                n,
                &all,
                |runs| Part::of_study(courses.clone(), runs),
                out,
            );
        }
        files::check_not_read(path, self.training.rules())?;
        let part = Part::of_study(courses, self.part.share(all))?;
        let in_play = InPlay::begin(path, part, self.memory, self.result.force.force)?;
        play_left(&in_play, trainings)?;
        in_play.end(out)
    }

    /// Puts parts together, and shows the study or writes a larger part.
    fn merge(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let force = self.result.force.force;
        let Some(merged) = self.part.merged(PartOf::Study, force, out)? else {
            return Ok(());
        };
        let about = self.prepare(&merged.whole.courses)?;
        let folder = self.folder_of_results(merged.whole.courses.len());
        let held = merged.held(folder.as_deref())?;
        let extras = Extras::default();
        self.show(held, &about, folder.is_some(), &extras, true, out)
    }

    /// Before any game is played, checks how the study is to be shown and makes the folders; what its results are of.
    fn prepare(&self, courses: &[Course]) -> anyhow::Result<About> {
        let setting = &courses[0].setting;
        let view = self.view.of(setting, self.result.pictures.look.into())?;
        let about = self.about(courses);
        // What this study does not write may be somebody else's.
        let is_written = |name: &str| match name {
            "growth" => self.extras.growth,
            "expected" | "never-loses" => self.extras.expected,
            "comparisons" | "each" | "differences" => courses.len() > 1,
            _ => true,
        };
        let mut tables = TABLES.to_vec();
        tables.retain(|name| is_written(name));
        let mut names = plot::study_names(setting.learners, courses.len(), &view);
        names.retain(|name| is_written(name));
        self.result.csv.prepare(&self.result.json)?;
        self.result
            .files(&about, Pictures::Png)
            .prepare(&tables, &names)?;
        Ok(about)
    }

    fn about(&self, courses: &[Course]) -> About {
        let step = courses[0].setting.step;
        let step = step.map(|sets| json!({ "sets_of_a_point": sets }));
        let mut about = About::of_trainings("study", courses, step);
        let states = self.extras.states().map(|n| ("states".to_owned(), n));
        about.further.extend(states);
        about
    }

    /// Writes the tables, the pictures and the summary of a study, perhaps with single runs; after a stop no pictures.
    fn show(
        &self,
        mut held: HeldPart,
        about: &About,
        has_results: bool,
        extras: &Extras,
        is_whole: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let game = &held.part.courses[0].game()?;
        // The program ends after this, so the many small maps of a study are not freed one by one.
        let studies = &*ManuallyDrop::new(std::mem::take(&mut held.part.studies));
        let held = RefCell::new(held);
        let all = (0..studies.len()).map(|i| part::results(&held, i));
        let compared =
            has_results.then(|| report::compared(game, studies, &self.view.compare_by, all));
        let compared = compared.transpose()?;
        let rows = |i: usize| {
            let results = part::results(&held, i);
            Box::new(results.map(|one| one.map_err(io::Error::other))) as report::Results<'_>
        };
        let of = Studied {
            game,
            studies,
            results: has_results.then_some(&rows as &dyn Fn(usize) -> _),
            compared: compared.as_ref(),
            expected: &extras.expected,
            growth: &extras.growth,
        };
        let tables = report::study(&of);
        // What cannot be written to files is still shown.
        let files = self.result.files(about, Pictures::Png);
        let written = files.write_tables(&tables, out);
        if self.result.csv.is_printed() {
            return written.map(drop);
        }
        let drawn = if is_whole {
            let view = self
                .view
                .of(&studies[0].setting, self.result.pictures.look.into())?;
            files.write_pictures(|| plot::study(&of, &view))
        } else {
            Ok(Vec::new())
        };
        if self.result.json.json {
            print_json(out, "study", Tables(&tables))?;
            return both(written, drawn);
        }
        drop(tables);
        write!(
            out,
            "{}",
            of.text(self.view.all_tables, "--window", layout())
        )?;
        let list = |title| iter::once(title).chain(iter::repeat(""));
        let tables = list("Tables").zip(written.iter().flatten());
        let pictures = list("Pictures").zip(drawn.iter().flatten());
        list_files(tables.chain(pictures), 8, out)?;
        both(written, drawn)
    }

    /// The folder for the results of single runs, if they are needed: for rows of a table, or to compare trainings
    /// run by run. The memory for the tables must have room for them anyway.
    fn folder_of_results(&self, trainings: usize) -> Option<PathBuf> {
        let are_needed = self.result.json.json || self.result.csv.csv.is_some() || trainings > 1;
        are_needed.then(|| {
            self.result
                .csv
                .folder()
                .map_or_else(env::temp_dir, Path::to_owned)
        })
    }
}

/// Refuses a study that would not end, and returns a warning for one that takes more than a day.
pub(super) fn check_size(size: StudySize) -> anyhow::Result<Option<String>> {
    let (games, size) = (size.games(), size.in_words());
    if games > MOST_GAMES {
        let most = thousands(MOST_GAMES);
        let what = format!("{size} would never end; a study plays at most {most} games");
        return Err(usage(what));
    }
    Ok((games >= DAY).then(|| {
        let games = thousands(games);
        format!("{size} are {games} games, which will take more than a day")
    }))
}

/// The note where rules of different usual lengths are compared.
pub(super) fn different_lengths(size: StudySize) -> String {
    let sets = counted(size.sets, "set", "sets");
    let games = counted(size.games_per_set, "game", "games");
    format!("the rules have different usual lengths; each run has {sets} of {games} here")
}
