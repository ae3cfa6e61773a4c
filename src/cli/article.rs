//! `menace article`: the whole rote-learning article in one go, as a report with its pictures.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use menace::error::Existing;
use menace::{Error, store};

use super::files::{Kind, put};
use super::output::{Pictures, print_json};
use super::pictures::write_all;
use crate::article::{self, Findings, LANGUAGES, Report};
use menace::text::{columns, count};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace article                                the report under plots/article/
  menace article --seed 7 --runs 100 --out plots/article-7

The same command leaves the same bytes.")]
pub(super) struct Args {
    /// The seed of all randomness
    #[arg(long, short, value_name = "S", value_parser = super::number::whole, default_value_t = menace::session::SEED)]
    seed: u64,

    /// How many times to play the experiments; the first time is told in detail
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = super::number::count::<10_000>)]
    runs: u64,

    /// The folder for the report, README.md and README.ja.md, and its pictures
    #[arg(long, short, value_name = "DIR", default_value = "plots/article")]
    out: PathBuf,

    /// The form of the pictures
    #[arg(long, value_name = "FORM", value_enum, default_value = "png")]
    plots: Form,

    /// Replace a README.md or README.ja.md that is no such report
    #[arg(long)]
    force: bool,

    /// Print all figures as JSON
    #[arg(long)]
    json: bool,
}

/// The form of pictures that a report cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// PNG files
    Png,
    /// SVG files
    Svg,
    /// Both; the report shows the PNG files
    Both,
}

impl From<Form> for Pictures {
    fn from(form: Form) -> Self {
        match form {
            Form::Png => Self::Png,
            Form::Svg => Self::Svg,
            Form::Both => Self::Both,
        }
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let paths = LANGUAGES.each_ref().map(|words| args.out.join(words.file));
    if !args.force {
        for (path, language) in paths.iter().zip(&LANGUAGES) {
            check_free(path, language.title())?;
        }
    }
    let bar = busy("the article's experiments");
    let findings = Findings::new(args.seed, args.runs)?;
    let pictures = article::draw_all(&findings)?;
    let written = write_all(&pictures, |name| args.out.join(name), args.plots.into())?;
    let ending = match args.plots {
        Form::Svg => "svg",
        Form::Png | Form::Both => "png",
    };
    let report = Report::new(&findings, ending)?;
    for (path, language) in paths.iter().zip(&LANGUAGES) {
        let kind = Kind::Text(language.title().as_bytes());
        put(
            path,
            report.text(language).as_bytes(),
            kind,
            args.force.into(),
        )?;
    }
    bar.finish_and_clear();
    if args.json {
        return print_json(out, &article::document(&findings, &paths, &written));
    }
    writeln!(
        out,
        "the rote-learning article: six experiments of 100 sets of 100 games, seed {}\n",
        args.seed
    )?;
    write!(out, "{}", columns(&report.summary()))?;
    let [english, japanese] = paths.each_ref().map(|path| path.display());
    writeln!(out, "\nReport    {english}")?;
    writeln!(out, "          {japanese} in Japanese")?;
    let files = count(written.len() as u64, "file", "files");
    writeln!(out, "Pictures  {files} beside it")?;
    Ok(())
}

/// Refuses to replace a file that is something else than a report of this command.
fn check_free(path: &Path, title: &str) -> menace::Result<()> {
    match store::read_head(path, title.len() as u64) {
        Ok(head) if head == title.as_bytes() => Ok(()),
        Ok(_) => Err(Error::Exists {
            path: path.to_owned(),
            reason: Existing::NoReport,
        }),
        Err(Error::File { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// A sign of life on a terminal.
fn busy(what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
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
