//! `menace sweep`: a grid of studies, of which the best is chosen on some runs and reported on others.

mod grid;

use std::env;
use std::io::Write;
use std::path::PathBuf;

use matchboxes::session::{Half, Ranked, SweepFigure};
use matchboxes::store::{HeldPart, Part, PartOf, SweepGrid};
use matchboxes_pictures::plot;
use matchboxes_report::{self as report, Tables};
use serde_json::json;
use toml::Value;

use crate::files::{self, plain};
use crate::interrupt as stop;
use crate::measure::in_play::InPlay;
use crate::measure::parts::{self, PartOptions};
use crate::measure::study::{check_size, different_lengths, play_left};
use crate::messages::console::{self, list_files};
use crate::messages::usage;
use crate::options::number::{GAMES, MANY, count};
use crate::options::{MemoryOption, Pictures, TrainingOptions, choice};
use crate::output::{About, ResultOptions, both, layout, print_json};
use grid::GridFile;

#[derive(Debug, clap::Args)]
#[command(mut_arg("learner", |side| side.help("The side that learns: first, second")))]
#[command(mut_arg("merge", |merge| merge.conflicts_with_all(["grid", "field"])))]
#[command(after_help = "\
Examples:
  menace sweep --rule rote --rule bridle --opponent random --opponent perfect
  menace sweep --field 'win=+1 all,+3 all' --field 'start=[4],[8]' --runs 20
  menace sweep --rule rote --rule bridle --part 1/2 --out parts/1.part
  menace sweep --rule rote --rule bridle --part 2/2 --out parts/2.part
  menace sweep --merge parts                    the sweep, as if played at once

A sweep plays a study of every training in a grid: every rule with every value of its fields, every \
opponent, learner and game. The grid is a TOML file, options, or both; an option replaces what the file \
says. The runs of --seed S choose the best training, and the runs of seed S + 1 are reported, so the choice does \
not flatter the figures of the best one. docs/sweep.md shows a file, the table and the pictures.

A sweep can be played in parts, like a study: each part has some of the runs. The same command resumes a stopped \
part.")]
pub(crate) struct Args {
    /// The grid, a TOML file
    #[arg(value_name = "GRID")]
    grid: Option<PathBuf>,

    #[command(flatten)]
    training: TrainingOptions,

    /// The values of a field of the rules, such as 'win=+1 all,+3 all'. Repeat it for more fields
    #[arg(long, value_name = "NAME=VALUES", value_parser = grid::field)]
    field: Vec<(String, Value)>,

    /// How many runs to play, of each training on each of the two seeds [default: 100]
    #[arg(long, value_name = "N", value_parser = count::<MANY>)]
    runs: Option<u64>,

    /// Rank the trainings by this figure [default: not-lost]
    #[arg(long, value_name = "FIGURE", value_parser = choice([
        ("not-lost", "Games not lost in the last ten sets", SweepFigure::NotLost),
        ("won", "Games won in the last ten sets", SweepFigure::Won),
        ("worst-case", "With --exact, the chance not to lose in the worst case", SweepFigure::WorstCase),
    ]))]
    figure: Option<SweepFigure>,

    /// Measure how soon few games are lost over this many last games [default: 500, or a tenth of a
    /// run that is shorter than 5000]
    #[arg(long, value_name = "N", value_parser = count::<GAMES>)]
    window: Option<u64>,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    part: PartOptions,

    #[command(flatten)]
    result: ResultOptions,
}

/// The table, a row for each training.
const TABLES: [&str; 1] = ["trainings"];

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.result.table.apply();
    if !args.part.merge.is_empty() {
        let force = args.result.force.force;
        let Some(merged) = args.part.merged(PartOf::Sweep, force, out)? else {
            return Ok(());
        };
        let about = args.prepare(&merged.whole)?;
        let held = &mut merged.held(Some(&env::temp_dir()))?;
        return args.show(held, &about, true, out);
    }
    let file = args.grid.as_deref().map(GridFile::read).transpose()?;
    let file = file.unwrap_or_default();
    let grid = file.with(&args.training, &args.field, [args.runs, args.window])?;
    let sweep = grid.cells()?;
    let size = sweep.trainings.size();
    if sweep.is_length_chosen {
        console::note(&different_lengths(size))?;
    }
    let warning = check_size(size)?;
    let of = |runs| Part::of_sweep(sweep.grid.clone(), sweep.courses.clone(), runs);
    if let (Some(n), Some(folder)) = (args.part.missing, &args.part.out) {
        return parts::print_missing(folder, n, &(0..size.runs), |runs| Ok(of(runs)), out);
    }
    let part = of(args.part.share(0..size.runs));
    if let Some(path) = &args.part.out {
        let read = args.grid.as_deref().into_iter();
        files::check_not_read(path, read.chain(args.training.rules()))?;
        let in_play = InPlay::begin(path, part, args.memory, args.result.force.force)?;
        play_left(&in_play, &sweep.trainings)?;
        return in_play.end(out);
    }
    let about = args.prepare(&part)?;
    if let Some(warning) = warning {
        writeln!(std::io::stderr(), "menace: {warning}")?;
    }
    let in_play = InPlay::without_file(part, Some(&env::temp_dir()), args.memory);
    stop::unless_left(|| play_left(&in_play, &sweep.trainings)).transpose()?;
    let held = &mut in_play.into_held();
    let (done, all) = (held.part.whole_trainings(), held.part.courses.len());
    held.part.courses.truncate(done);
    if done > 0 {
        let about = args.about(&held.part);
        args.show(held, &about, done == all, out)?;
    }
    let files = args.result.files(&about, Pictures::Png);
    parts::end([done, all].map(|n| n as u64), "trainings", &files)
}

impl Args {
    /// Before any game is played, checks how the sweep is to be shown and makes the folders; what its results are of.
    fn prepare(&self, part: &Part) -> anyhow::Result<About> {
        if self.figure == Some(SweepFigure::WorstCase) && !part.setting().exact.has_end() {
            return Err(usage(
                "--figure worst-case needs exact results; add --exact",
            ));
        }
        let about = self.about(part);
        let names = plot::sweep_names(grid_of(part)).into_iter();
        let names: Vec<String> = names.map(|name| plain(&name)).collect();
        self.result.csv.prepare(&self.result.json)?;
        self.result
            .files(&about, Pictures::Png)
            .prepare(&TABLES, &names)?;
        Ok(about)
    }

    /// What the results are of; the figure decides which training is the best.
    fn about(&self, part: &Part) -> About {
        let figure = self.figure.unwrap_or_default().name();
        let figure = Some(json!({ "figure": figure }));
        About::of_trainings("sweep", &part.courses, figure)
    }

    /// Writes the table, the pictures and the text of a sweep; after a stop no pictures.
    fn show(
        &self,
        held: &mut HeldPart,
        about: &About,
        is_whole: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let figure = self.figure.unwrap_or_default();
        let halves = halves(held, figure)?;
        let part = &held.part;
        let sweep = Ranked::new(grid_of(part), &part.courses, halves, figure);
        let files = self.result.files(about, Pictures::Png);
        let pictures = || {
            let pictures = plot::sweep(&sweep, self.result.pictures.look.into()).into_iter();
            let pictures = pictures.map(|(name, picture)| (plain(&name), picture));
            pictures.collect()
        };
        let drawn = if is_whole {
            files.write_pictures(pictures)
        } else {
            Ok(Vec::new())
        };
        let tables = [report::sweep(&sweep)];
        // What cannot be written to files is still shown.
        let written = files.write_tables(&tables, out);
        if self.result.csv.is_printed() {
            return both(written, drawn);
        }
        if self.result.json.json {
            let mut document = json!(Tables(&tables));
            document["rules"] = json!(sweep.rules());
            print_json(out, "sweep", document)?;
            return both(written, drawn);
        }
        write!(out, "{}", report::sweep_text(&sweep, layout()))?;
        let tables = written.iter().flatten().map(|path| ("Table", path));
        let pictures = drawn.iter().flatten().map(|path| ("Picture", path));
        list_files(tables.chain(pictures), 7, out)?;
        both(written, drawn)
    }
}

fn grid_of(part: &Part) -> &SweepGrid {
    part.grid.as_ref().expect("a part of a sweep has a grid")
}

/// The figures of each training on each of the two seeds.
fn halves(held: &mut HeldPart, figure: SweepFigure) -> matchboxes::Result<Vec<[Half; 2]>> {
    let (runs, cells) = (held.part.setting().runs, held.part.courses.len() as u64);
    let mut half = |study: u64| {
        let swept = held.swept(study * runs..(study + 1) * runs)?;
        let course = held.part.course(0, study * runs).0;
        Ok::<_, matchboxes::Error>(Half::new(&swept, figure, &course))
    };
    (0..cells)
        .map(|i| Ok([half(2 * i)?, half(2 * i + 1)?]))
        .collect()
}
