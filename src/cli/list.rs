//! `menace list`: every name that can be typed, with one line each.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use menace::{games, learn, roster, store};

use menace::text::{columns, count, thousands};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace list players
  menace list rules --toml michie-304 > mine.toml")]
pub(super) struct Args {
    /// What to list (default: everything but models)
    what: Option<What>,

    /// Print this rule as TOML with every field explained, to start one of your own from
    #[arg(long, value_name = "RULE")]
    toml: Option<String>,

    /// The folder of models to list
    #[arg(long, value_name = "DIR", default_value = menace::session::MODELS)]
    models: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Games, for --game
    Games,
    /// Players, for match and --opponent
    Players,
    /// Rules, for --rule
    Rules,
    /// The models in a folder
    Models,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(name) = &args.toml {
        if args.what.is_some_and(|what| what != What::Rules) {
            let what = "--toml prints a rule: write `menace list rules --toml NAME`";
            return Err(super::exit::Usage(what.to_owned()).into());
        }
        return Ok(write!(out, "{}", roster::rule(name)?.to_explained_toml())?);
    }
    match args.what {
        Some(What::Models) => models(args, out),
        Some(what) => Ok(write!(out, "{}", names(what))?),
        None => {
            let parts = [What::Games, What::Players, What::Rules];
            let titles = ["Games", "Players", "Rules"];
            let lists: Vec<String> = titles
                .iter()
                .zip(parts)
                .map(|(title, what)| format!("{title}\n\n{}", names(what)))
                .collect();
            Ok(write!(out, "{}", lists.join("\n"))?)
        }
    }
}

fn names(what: What) -> String {
    let line = |name: &str, about: &str| vec![name.to_owned(), about.to_owned()];
    let rows: Vec<Vec<String>> = match what {
        What::Games => games::KINDS
            .iter()
            .map(|kind| line(kind.form, kind.about))
            .collect(),
        What::Players => roster::namings()
            .map(|naming| line(naming.form, naming.about))
            .collect(),
        What::Rules => learn::presets()
            .iter()
            .map(|rule| line(&rule.name, &rule.source))
            .collect(),
        What::Models => Vec::new(),
    };
    let width = rows
        .iter()
        .map(|row| row[0].chars().count())
        .max()
        .unwrap_or(0);
    rows.iter()
        .map(|row| format!("{:<width$}  {}\n", row[0], row[1]))
        .collect()
}

fn models(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    let mut damaged = Vec::new();
    for (path, model) in store::list(&args.models)? {
        match model {
            Ok(model) => rows.push(vec![
                path.display().to_string(),
                model.game.clone(),
                model.learners.to_string(),
                model.rule().name.clone(),
                count(model.games(), "game", "games"),
                count(boxes(&model), "box", "boxes"),
            ]),
            Err(error) => damaged.push(error),
        }
    }
    if rows.is_empty() && damaged.is_empty() {
        writeln!(out, "no models in {}", args.models.display())?;
    }
    write!(out, "{}", columns(&rows))?;
    for error in &damaged {
        writeln!(out, "{error}")?;
    }
    anyhow::ensure!(
        damaged.is_empty(),
        "{} cannot be read",
        thousands(damaged.len() as u64)
    );
    Ok(())
}

fn boxes(model: &store::Model) -> u64 {
    model
        .tables
        .iter()
        .flatten()
        .map(|table| table.len() as u64)
        .sum()
}
