//! `menace article`: plays all experiments of the rote-learning article and writes a report with pictures.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use matchboxes::error::Existing;
use matchboxes::{Error, store};

use crate::files::ending;
use crate::files::{FileKind, Force, put};
use crate::messages::console;
use crate::messages::exit::usage;
use crate::options::{ForceOption, JsonOption, Pictures, PlotsOption, SeedOption};
use crate::output::pictures::write_all;
use crate::output::print_json;
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
    let paths = LANGUAGES.each_ref().map(|words| args.out.join(words.file));
    let form = args.plots.plots.unwrap_or(Pictures::Png);
    if matches!(form, Pictures::None | Pictures::Pdf) {
        let what = "the report shows its pictures: choose --plots png, svg or both";
        return Err(usage(what));
    }
    let (seed, force): (u64, Force) = (args.seed.or_default(), args.force.force.into());
    if force == Force::No {
        for (path, language) in paths.iter().zip(&LANGUAGES) {
            check_free(path, language.title())?;
        }
    }
    let bar = busy("the article's experiments");
    let findings = Findings::new(seed, args.runs.unwrap_or(RUNS))?;
    let pictures = article::draw_all(&findings);
    let written = write_all(&pictures, |name| args.out.join(name), form, force)?;
    let ending = if form == Pictures::Svg { "svg" } else { "png" };
    let figures = article::all_figures(&findings, ending)?;
    for (path, language) in paths.iter().zip(&LANGUAGES) {
        let kind = FileKind::Text(language.title().as_bytes());
        put(path, figures.fill(language.page).as_bytes(), kind, force)?;
    }
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

/// Refuses to replace a file that is not a report of this command.
fn check_free(path: &Path, title: &str) -> matchboxes::Result<()> {
    match store::read_head(path, title.len() as u64) {
        Ok(head) if head == title.as_bytes() => Ok(()),
        Ok(_) => Err(Error::exists(path, Existing::NoReport)),
        Err(Error::File { cause, .. }) if cause.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
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
