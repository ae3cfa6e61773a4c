//! `menace article`: plays a source again and writes a report with tables and pictures.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::files::ending;
use crate::messages::{console, usage};
use crate::options::{ForceOption, JsonOption, Pictures, PlotsOption, SeedOption};
use crate::output::{About, Exactness, ResultFiles, Size, print_json};
use matchboxes::text::{Shown as _, columns, count};
use matchboxes_article::{ARTICLES, ArticleReport, ArticleRequest, FILES, find};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace article                                the rote-learning article of 2019
  menace article othello-2015                   the Othello players of 2015
  menace article --seed 7 --runs 200 --out plots/article-7

The same command always writes the same bytes. With --plots both the report shows the PNG files; \
--plots none and --plots pdf are refused, because the report shows its pictures.")]
pub(crate) struct Args {
    /// Which article (`menace list articles` shows all) [default: rote-2019]
    name: Option<String>,

    #[command(flatten)]
    seed: SeedOption,

    /// How many runs to play, of an article with chance [default: 100]
    #[arg(long, value_name = "N", value_parser = crate::options::number::count::<10_000>)]
    runs: Option<u64>,

    /// Write to this path: a folder for the report in English and Japanese, its tables and pictures [default: one below plots/]
    #[arg(long, short, value_name = "PATH", value_parser = ending::path(&[]))]
    out: Option<PathBuf>,

    #[command(flatten)]
    plots: PlotsOption,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let article = match &args.name {
        Some(name) => find(name)?,
        None => &ARTICLES[0],
    };
    let form = args.plots.plots.unwrap_or(Pictures::Png);
    if matches!(form, Pictures::None | Pictures::Pdf) {
        let what = "the report shows its pictures: choose --plots png, svg or both";
        return Err(usage(what));
    }
    if article.runs.is_none() && (args.runs.is_some() || args.seed.seed.is_some()) {
        let name = article.name;
        return Err(usage(format!(
            "all of {name} is exact: write `menace article {name}` without --runs and --seed"
        )));
    }
    let runs = article.runs.map(|usual| args.runs.unwrap_or(usual));
    let request = ArticleRequest {
        seed: args.seed.or_default(),
        runs: runs.unwrap_or(0),
        ending: if form == Pictures::Svg { "svg" } else { "png" },
    };
    let of = match runs {
        Some(_) => json!({ "article": article.name, "seed": request.seed }),
        None => json!({ "article": article.name }),
    };
    let stem = format!("{}-article", article.name);
    let size = Size::Runs(request.runs);
    let about = About::new("article", &stem, vec![of], size, Exactness::None);
    let folder = args.out.clone().unwrap_or_else(|| about.folder());
    let files = ResultFiles::of_report(&about, folder.clone(), form, &args.force);
    files.prepare_report(&FILES)?;
    let bar = busy(article.about);
    let report = article.report(&request)?;
    let pictures = files.write_report(&report.pictures, &report.texts, &report.tables)?;
    let pages = FILES.map(|file| folder.join(file));
    bar.finish_and_clear();
    if args.json.json {
        let shown = |path: &PathBuf| path.display().to_string();
        let mut document = report.document;
        for (name, page) in ["report", "report_ja"].into_iter().zip(&pages) {
            document[name] = json!(shown(page));
        }
        document["pictures"] = pictures.iter().map(shown).collect();
        return print_json(out, "article", document);
    }
    summarize(&report, &pages, pictures.len(), out)
}

fn summarize(
    report: &ArticleReport,
    pages: &[PathBuf; 2],
    pictures: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let out = &mut *console::summary(out);
    writeln!(out, "{}\n", report.title)?;
    write!(out, "{}", columns(&report.summary))?;
    let all = count(report.tally.iter().sum(), "figure", "figures");
    let [hold, fail, open] = report.tally;
    writeln!(
        out,
        "\nOf {all} {hold} hold, {fail} fail and {open} are open"
    )?;
    let [english, japanese] = pages.each_ref().map(|path| path.shown());
    writeln!(out, "\nReport    {english}")?;
    writeln!(out, "          {japanese} in Japanese")?;
    let tables: Vec<String> = report
        .tables
        .iter()
        .map(|table| format!("{}.csv", table.name))
        .collect();
    writeln!(out, "Tables    {} in the same folder", tables.join(", "))?;
    let files = count(pictures as u64, "file", "files");
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
