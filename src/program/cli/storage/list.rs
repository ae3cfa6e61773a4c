//! `menace list`: lists games, players, searches and rules by name, or the models in a folder.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use menace::player::Naming;
use menace::text::count;
use menace::{games, learn, roster, search, store};
use serde_json::{Map, Value, json};

use super::models;
use crate::cli::common::exit::shortened;
use crate::cli::common::options::JsonOption;
use crate::cli::common::output::print_json;
use crate::cli::common::width::{explained, fitted};

#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |arg| arg.conflicts_with("toml")))]
#[command(after_help = "\
Examples:
  menace list players
  menace list rules --toml michie-304 > mine.toml")]
pub(crate) struct Args {
    /// What to list [default: everything except models]
    what: Option<What>,

    /// Print this rule as TOML with every field explained, as a starting point for your own
    #[arg(long, value_name = "RULE")]
    toml: Option<String>,

    /// The folder of models [default: models]
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Games, for --game
    Games,
    /// Players, for match and --opponent
    Players,
    /// Searches with their options, for solve and tree, and as players
    Searches,
    /// Rules, for --rule
    Rules,
    /// The models in a folder
    Models,
}

impl Args {
    fn folder(&self) -> &Path {
        let usual = Path::new(menace::session::MODELS);
        self.models.as_deref().unwrap_or(usual)
    }
}

/// The columns of a model after its path, from the most to the least important: whether it was stopped,
/// boxes, games, rule, game and learner.
const ORDER: [usize; 6] = [6, 5, 4, 3, 1, 2];

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(name) = &args.toml {
        if args.what.is_some_and(|what| what != What::Rules) {
            let what = "--toml prints a rule: write `menace list rules --toml NAME`";
            return Err(crate::cli::common::exit::Usage(what.to_owned()).into());
        }
        return Ok(write!(out, "{}", roster::rule(name)?.to_explained_toml())?);
    }
    if args.models.is_some() && !matches!(args.what, Some(What::Models)) {
        let what = "--models is for models: write `menace list models --models DIR`";
        return Err(crate::cli::common::exit::Usage(what.to_owned()).into());
    }
    if args.json.json {
        return names_json(args, out);
    }
    match args.what {
        Some(What::Models) => list_models(args, out),
        Some(what) => Ok(write!(out, "{}", names(what))?),
        None => {
            let parts = [What::Games, What::Players, What::Searches, What::Rules];
            let titles = ["Games", "Players", "Searches", "Rules"];
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
    let line = |name: &str, about: &str| [name.to_owned(), about.to_owned()];
    let rows: Vec<[String; 2]> = match what {
        What::Games => games::KINDS
            .iter()
            .flat_map(|kind| {
                let moves = format!("moves: {}", kind.moves);
                [line(kind.form, kind.about), line("", &moves)]
            })
            .collect(),
        What::Players => roster::namings()
            .map(|naming| line(naming.form, naming.about))
            .collect(),
        What::Searches => {
            let kinds = search::KINDS.iter();
            let kinds = kinds.map(|kind| line(kind.form, kind.about));
            let parts = search::OFFERED.iter().map(|part| {
                let games = match part.games {
                    [] => String::new(),
                    games => format!("{}: ", games.join(", ")),
                };
                [part.form.to_owned(), format!("{games}{}", part.about)]
            });
            kinds.chain(parts).collect()
        }
        What::Rules => learn::presets()
            .iter()
            .map(|rule| line(&rule.name, &rule.source))
            .collect(),
        What::Models => Vec::new(),
    };
    let rows: Vec<[&str; 2]> = rows
        .iter()
        .map(|[name, about]| [name.as_str(), about.as_str()])
        .collect();
    explained(&rows)
}

/// Prints the lists as JSON, each under its name.
fn names_json(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let lists = match args.what {
        Some(what) => vec![what],
        None => vec![What::Games, What::Players, What::Searches, What::Rules],
    };
    let mut all = Map::new();
    let mut bad = 0;
    for what in lists {
        let (name, list) = match what {
            What::Games => ("games", games_json()),
            What::Players => ("players", players_json()),
            What::Searches => ("searches", searches_json()),
            What::Rules => ("rules", rules_json()),
            What::Models => {
                let [models, under_way, damaged] = models_json(args.folder())?;
                bad = damaged.len() as u64;
                all.insert("under_way".to_owned(), Value::Array(under_way));
                all.insert("damaged".to_owned(), Value::Array(damaged));
                ("models", models)
            }
        };
        all.insert(name.to_owned(), Value::Array(list));
    }
    print_json(out, &Value::Object(all))?;
    check_readable(bad)
}

fn games_json() -> Vec<Value> {
    let kind = |kind: &games::Kind| json!({"name": kind.name, "form": kind.form, "about": kind.about, "moves": kind.moves});
    games::KINDS.iter().map(kind).collect()
}

fn players_json() -> Vec<Value> {
    let naming = |naming: &Naming| json!({"form": naming.form, "names": naming.names, "about": naming.about});
    roster::namings().map(naming).collect()
}

fn searches_json() -> Vec<Value> {
    let kind =
        |kind: &search::Kind| json!({"name": kind.name, "form": kind.form, "about": kind.about});
    search::KINDS.iter().map(kind).collect()
}

fn rules_json() -> Vec<Value> {
    let rule = |rule: &learn::Rule| json!({"name": rule.name, "source": rule.source});
    learn::presets().iter().map(rule).collect()
}

/// The readable models, the trainings in progress that will replace a model, and the unreadable models with
/// the reason.
fn models_json(folder: &Path) -> anyhow::Result<[Vec<Value>; 3]> {
    let [mut sound, mut under_way, mut damaged] = [const { Vec::new() }; 3];
    for (path, model) in store::list(folder)?.chain(store::list_in_progress(folder)?) {
        let name = path.display().to_string();
        let model = match model.and_then(|model| store::verified(&path, model)) {
            Ok(model) => models::json(&name, &model, boxes(&model)),
            Err(error) => {
                damaged.push(json!({"model": name, "error": error.to_string()}));
                continue;
            }
        };
        match store::replaced_by(&path) {
            None => sound.push(model),
            Some(other) => {
                let mut training = model;
                training["replaces"] = other.display().to_string().into();
                under_way.push(training);
            }
        }
    }
    Ok([sound, under_way, damaged])
}

/// Fails if some models cannot be read.
fn check_readable(bad: u64) -> anyhow::Result<()> {
    anyhow::ensure!(bad == 0, "{} cannot be read", count(bad, "model", "models"));
    Ok(())
}

fn list_models(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    let mut damaged = Vec::new();
    let folder = args.folder();
    for (path, model) in store::list(folder)?.chain(store::list_in_progress(folder)?) {
        match model.and_then(|model| store::verified(&path, model)) {
            Ok(model) => rows.push(vec![
                path.display().to_string(),
                model.game.clone(),
                model.learners.to_string(),
                model.rule().name.clone(),
                count(model.games(), "game", "games"),
                count(boxes(&model), "box", "boxes"),
                models::standing(&path, &model),
            ]),
            Err(error) => damaged.push(shortened(&error.to_string())),
        }
    }
    if rows.is_empty() && damaged.is_empty() {
        writeln!(out, "no models in {}", args.folder().display())?;
    }
    write!(out, "{}", fitted(&rows, &ORDER))?;
    for error in &damaged {
        writeln!(out, "{error}")?;
    }
    check_readable(damaged.len() as u64)
}

fn boxes(model: &store::Model) -> u64 {
    model
        .tables
        .iter()
        .flatten()
        .map(|table| table.len() as u64)
        .sum()
}
