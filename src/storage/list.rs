//! `menace list`: lists games, players, searches and rules by name, or the models in a folder.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use matchboxes::learn::Rule;
use matchboxes::store::{self, Part};
use matchboxes::text::{Shown as _, capital, count};
use matchboxes::{games, learn, roster, search};
use matchboxes_article::{ARTICLES, Article};
use matchboxes_pictures::print::Language;
use serde_json::{Value, json};

use super::models;
use crate::messages::exit::{shortened, usage};
use crate::options::{JsonOption, LanguageOption};
use crate::output::print_json;
use crate::output::width::layout;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace list players
  menace list rules --language ja
  menace list rules --toml michie-304 > mine.toml")]
pub(crate) struct Args {
    /// What to list [default: everything except models and parts]
    what: Option<What>,

    /// Print this rule as TOML with every field explained, to start your own
    #[arg(long, value_name = "RULE", conflicts_with = "json")]
    toml: Option<String>,

    /// The folder of models [default: models]
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,

    /// The folder of parts of studies and sweeps [default: parts]
    #[arg(long, value_name = "DIR")]
    parts: Option<PathBuf>,

    #[command(flatten)]
    language: LanguageOption,

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
    /// Sources to play again, for article
    Articles,
    /// The models in a folder
    Models,
    /// The parts of studies and sweeps in a folder and its subfolders
    Parts,
}

/// The columns of a model by importance: whether it was stopped, boxes, games, rule, game and learner.
const ORDER: [usize; 6] = [6, 5, 4, 3, 1, 2];

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(name) = &args.toml {
        if args.what.is_some_and(|what| what != What::Rules) {
            return Err(usage(
                "--toml prints a rule: write `menace list rules --toml NAME`",
            ));
        }
        return Ok(write!(out, "{}", roster::rule(name)?.to_explained_toml())?);
    }
    if args.what == Some(What::Models) {
        return list_models(args, out);
    }
    if args.models.is_some() {
        return Err(usage(
            "--models is for models: write `menace list models --models DIR`",
        ));
    }
    if args.what == Some(What::Parts) {
        return list_parts(args, out);
    }
    if args.parts.is_some() {
        return Err(usage(
            "--parts is for parts: write `menace list parts --parts DIR`",
        ));
    }
    if args.language.language == Language::Japanese {
        if args.what != Some(What::Rules) || args.json.json {
            return Err(usage(
                "only the rules are described in Japanese, and only as text: write `menace list rules --language ja` \
                 without --json",
            ));
        }
        let lines: Vec<_> = every_rule()
            .into_iter()
            .map(|rule| {
                line(
                    &rule.name,
                    learn::in_japanese(&rule.name).unwrap_or(&rule.source),
                )
            })
            .collect();
        return Ok(write!(out, "{}", layout().explained(&lines))?);
    }
    let is_asked = |what| args.what.is_none_or(|asked| asked == what);
    let lists = LISTS.into_iter().filter(|(what, _, _)| is_asked(*what));
    if args.json.json {
        let all = lists.map(|(_, name, list)| (name, list().1));
        return print_json(out, "list", all.collect::<Value>());
    }
    let texts = lists.map(|(_, name, list)| {
        let text = layout().explained(&list().0);
        match args.what {
            Some(_) => text,
            None => format!("{}\n\n{text}", capital(name)),
        }
    });
    let texts: Vec<String> = texts.collect();
    Ok(write!(out, "{}", texts.join("\n"))?)
}

/// The lines of a list, each a name and a description, and the list as JSON.
type List = (Vec<[String; 2]>, Value);

/// A kind of list, its name, and the function that makes it.
type Listing = (What, &'static str, fn() -> List);

const LISTS: [Listing; 5] = [
    (What::Games, "games", games),
    (What::Players, "players", players),
    (What::Searches, "searches", searches),
    (What::Rules, "rules", rules),
    (What::Articles, "articles", articles),
];

fn line(name: &str, about: &str) -> [String; 2] {
    [name, about].map(str::to_owned)
}

fn games() -> List {
    let kinds = games::KINDS.iter();
    let json = |kind: &games::Kind| json!({"name": kind.name, "form": kind.form, "about": kind.about, "moves": kind.moves});
    let lines = kinds.clone().flat_map(|kind| {
        let moves = format!("moves: {}", kind.moves);
        [line(kind.form, kind.about), line("", &moves)]
    });
    (lines.collect(), kinds.map(json).collect())
}

fn players() -> List {
    let lines = roster::namings().map(|naming| line(naming.form, naming.about));
    (
        lines.collect(),
        roster::namings()
            .map(
                |naming| json!({"form": naming.form, "names": naming.names, "about": naming.about}),
            )
            .collect(),
    )
}

fn searches() -> List {
    let kinds = search::KINDS.iter();
    let parts = search::OFFERED.iter().map(|part| {
        let games = match part.games {
            [] => String::new(),
            games => format!("{}: ", games.join(", ")),
        };
        line(part.form, &format!("{games}{}", part.about))
    });
    let lines = kinds.clone().map(|kind| line(kind.form, kind.about));
    (
        lines.chain(parts).collect(),
        kinds
            .map(|kind| json!({"name": kind.name, "form": kind.form, "about": kind.about}))
            .collect(),
    )
}

fn every_rule() -> Vec<Rule> {
    [learn::presets(), learn::baselines()].concat()
}

fn rules() -> List {
    let rules = every_rule();
    let lines = rules.iter().map(|rule| line(&rule.name, &rule.source));
    (
        lines.collect(),
        rules
            .iter()
            .map(|rule| json!({"name": rule.name, "source": rule.source}))
            .collect(),
    )
}

fn articles() -> List {
    let lines = ARTICLES
        .iter()
        .map(|article| line(article.name, article.about));
    let json = |article: &Article| {
        let source = article.source().ok();
        json!({"name": article.name, "about": article.about, "source": source})
    };
    (lines.collect(), ARTICLES.iter().map(json).collect())
}

/// Lists the models in a folder, the trainings in progress that will replace one, and what cannot be read.
fn list_models(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let usual = Path::new(matchboxes::session::MODELS);
    let folder = args.models.as_deref().unwrap_or(usual);
    let (mut rows, mut errors) = (Vec::new(), Vec::new());
    let [mut sound, mut under_way, mut damaged] = [const { Vec::new() }; 3];
    for (path, model) in store::list(folder)?.chain(store::list_in_progress(folder)?) {
        match model.and_then(|model| store::verified(&path, model)) {
            Ok(model) => {
                match store::replaced_by(&path) {
                    Some(_) => under_way.push(models::of_file(&path, &model)),
                    None => sound.push(models::of_file(&path, &model)),
                }
                rows.push(vec![
                    path.shown(),
                    model.game().to_owned(),
                    model.learners().to_string(),
                    model.rule().name.clone(),
                    count(model.games(), "game", "games"),
                    count(model.boxes(), "box", "boxes"),
                    models::standing(&path, &model),
                ]);
            }
            Err(error) => {
                let error = error.to_string();
                errors.push(shortened(&error) + "\n");
                damaged.push(json!({"model": path.display().to_string(), "error": error}));
            }
        }
    }
    if args.json.json {
        let all = json!({"under_way": under_way, "damaged": damaged, "models": sound});
        print_json(out, "list", &all)?;
    } else if rows.is_empty() && errors.is_empty() {
        writeln!(out, "no models in {}", folder.shown())?;
    } else {
        write!(out, "{}{}", layout().fitted(&rows, &ORDER), errors.concat())?;
    }
    let bad = errors.len() as u64;
    anyhow::ensure!(bad == 0, "{} cannot be read", count(bad, "model", "models"));
    Ok(())
}

/// Lists the parts of studies and sweeps in a folder, and what cannot be read.
fn list_parts(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = args.parts.as_deref().unwrap_or(Path::new("parts"));
    let (mut sound, mut damaged) = (Vec::new(), Vec::new());
    for path in store::parts_in(folder)? {
        let name = path.display().to_string();
        let line = match Part::read(&path) {
            Ok(part) => {
                sound.push(models::of_part(&path, &part));
                format!("{}: {}", path.shown(), part.in_words())
            }
            Err(error) => {
                let error = error.to_string();
                damaged.push(json!({"part": name, "error": error}));
                shortened(&error)
            }
        };
        if !args.json.json {
            writeln!(out, "{line}")?;
        }
    }
    let bad = damaged.len() as u64;
    if args.json.json {
        print_json(out, "list", json!({"damaged": damaged, "parts": sound}))?;
    } else if sound.is_empty() && bad == 0 {
        writeln!(out, "no parts in {}", folder.shown())?;
    }
    anyhow::ensure!(bad == 0, "{} cannot be read", count(bad, "part", "parts"));
    Ok(())
}
