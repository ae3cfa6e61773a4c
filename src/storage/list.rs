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
use matchboxes_report::{ListedModels, ListedParts};
use serde_json::{Value, json};

use crate::messages::usage;
use crate::options::{JsonOption, LanguageOption};
use crate::output::{layout, print_json};

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
        let about = |rule: &Rule| {
            learn::in_japanese(&rule.name)
                .unwrap_or(&rule.source)
                .to_owned()
        };
        let lines = every_rule().map(|rule| [rule.name.clone(), about(&rule)]);
        return Ok(write!(
            out,
            "{}",
            layout().explained(&lines.collect::<Vec<_>>())
        )?);
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
    let lines = games::KINDS.iter().flat_map(|kind| {
        let moves = format!("moves: {}", kind.moves);
        [line(kind.form, kind.about), line("", &moves)]
    });
    (lines.collect(), json!(games::KINDS))
}

fn players() -> List {
    let all: Vec<_> = roster::namings().collect();
    let lines = all.iter().map(|naming| line(naming.form, naming.about));
    (lines.collect(), json!(all))
}

fn searches() -> List {
    let parts = search::OFFERED.iter().map(|part| {
        let games = match part.games {
            [] => String::new(),
            games => format!("{}: ", games.join(", ")),
        };
        line(part.form, &format!("{games}{}", part.about))
    });
    let lines = search::KINDS.iter().map(|kind| line(kind.form, kind.about));
    (lines.chain(parts).collect(), json!(search::KINDS))
}

fn every_rule() -> impl Iterator<Item = Rule> {
    learn::presets().into_iter().chain(learn::baselines())
}

fn rules() -> List {
    let lines = every_rule().map(|rule| line(&rule.name, &rule.source));
    let rows = every_rule().map(|rule| json!({ "name": rule.name, "source": rule.source }));
    (lines.collect(), rows.collect())
}

fn articles() -> List {
    let all = ARTICLES.iter();
    let lines = all.clone().map(|article| line(article.name, article.about));
    (lines.collect(), all.map(Article::listed).collect())
}

/// Lists the models in a folder, the trainings in progress that will replace one, and what cannot be read.
fn list_models(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let usual = Path::new(matchboxes::session::MODELS);
    let folder = args.models.as_deref().unwrap_or(usual);
    let mut listed = ListedModels::default();
    for (path, model) in store::list(folder)?.chain(store::list_in_progress(folder)?) {
        let model = model.and_then(|model| store::verified(&path, model));
        listed.add(&path, model);
    }
    if args.json.json {
        print_json(out, "list", &listed)?;
    } else {
        match listed.text(layout()) {
            none if none.is_empty() => writeln!(out, "no models in {}", folder.shown())?,
            text => out.write_all(text.as_bytes())?,
        }
    }
    all_read(listed.damaged(), "model", "models")
}

fn all_read(bad: u64, one: &str, many: &str) -> anyhow::Result<()> {
    anyhow::ensure!(bad == 0, "{} cannot be read", count(bad, one, many));
    Ok(())
}

/// Lists the parts of studies and sweeps in a folder, and what cannot be read.
fn list_parts(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = args.parts.as_deref().unwrap_or(Path::new("parts"));
    let mut listed = ListedParts::default();
    for path in store::parts_in(folder)? {
        let line = listed.add(&path, Part::read(&path));
        if !args.json.json {
            writeln!(out, "{line}")?;
        }
    }
    if args.json.json {
        print_json(out, "list", &listed)?;
    } else if listed.is_empty() {
        writeln!(out, "no parts in {}", folder.shown())?;
    }
    all_read(listed.damaged(), "part", "parts")
}
