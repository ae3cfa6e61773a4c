//! `menace article`: plays all experiments of the rote-learning article and writes a report with pictures.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::files::ending;
use crate::messages::console;
use crate::messages::exit::usage;
use crate::options::{ForceOption, JsonOption, Pictures, PlotsOption, SeedOption};
use crate::output::about::{About, Size};
use crate::output::print_json;
use crate::output::results::ResultFiles;
use matchboxes::text::{Shown as _, columns, count};
use matchboxes_article::{self as article, Findings, LANGUAGES};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace article                                write the report to plots/article/
  menace article --seed 7 --runs 100 --out plots/article-7

The same command always writes the same bytes. With --plots both the report shows the PNG files; \
--plots none and --plots pdf are refused, because the report shows its pictures.")]
pub(crate) struct Args {
    #[command(flatten)]
    seed: SeedOption,

    /// How many runs to play. The report shows the first one in detail [default: 100]
    #[arg(long, value_name = "N", value_parser = crate::options::number::count::<10_000>)]
    runs: Option<u64>,

    /// Write to this path: a folder for README.md, README.ja.md and the pictures
    #[arg(long, short, value_name = "PATH", default_value = "plots/article", value_parser = ending::path(&[]))]
    out: PathBuf,

    #[command(flatten)]
    plots: PlotsOption,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    json: JsonOption,
}

/// The number of runs without --runs.
const RUNS: u64 = 100;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let form = args.plots.plots.unwrap_or(Pictures::Png);
    if matches!(form, Pictures::None | Pictures::Pdf) {
        let what = "the report shows its pictures: choose --plots png, svg or both";
        return Err(usage(what));
    }
    let (seed, runs) = (args.seed.or_default(), args.runs.unwrap_or(RUNS));
    let about = About::new(
        "article",
        "",
        vec![json!({ "seed": seed })],
        Size::Runs(runs),
    );
    let files = ResultFiles::of_report(&about, args.out.clone(), form, &args.force);
    files.prepare_report(&LANGUAGES.each_ref().map(|words| words.file))?;
    let bar = busy("the article's experiments");
    let findings = Findings::new(seed, runs)?;
    let pictures = article::draw_all(&findings);
    let ending = if form == Pictures::Svg { "svg" } else { "png" };
    let figures = article::all_figures(&findings, ending)?;
    let texts = LANGUAGES
        .each_ref()
        .map(|words| (words.file, figures.fill(words.page)));
    let written = files.write_report(&pictures, &texts)?;
    let paths = LANGUAGES.each_ref().map(|words| args.out.join(words.file));
    bar.finish_and_clear();
    if args.json.json {
        return print_json(
            out,
            "article",
            article::document(&findings, &paths, &written),
        );
    }
    let out = &mut *console::summary(out);
    writeln!(
        out,
        "the rote-learning article: six experiments of 100 sets of 100 games, seed {seed}\n"
    )?;
    write!(out, "{}", columns(&article::summary(&figures)))?;
    let [english, japanese] = paths.each_ref().map(|path| path.shown());
    writeln!(out, "\nReport    {english}")?;
    writeln!(out, "          {japanese} in Japanese")?;
    let files = count(written.len() as u64, "file", "files");
    writeln!(out, "Pictures  {files} in the same folder")?;
    Ok(())
}

/// A spinner on a terminal, hidden elsewhere.
fn busy(what: &str) -> ProgressBar {
    if !console::has_bars() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
