//! `menace merge`: the tables of several models added up.

use std::io::Write;
use std::path::{Path, PathBuf};

use menace::game::Game;
use menace::games::{Visitor, with_game};
use menace::store::{self, Lock, Model};
use menace::text::{columns, count, thousands};
use serde_json::{Value, json};

use super::exit::Usage;
use super::files::{self, replace};
use super::models;
use super::output::print_json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace train --seed 7 --out models/seven.menace --plots none
  menace merge models/tic-tac-toe-first.menace models/seven.menace -o models/merged.menace
  menace log models/merged.menace

The models have learnt the same side of the same game by the same rule of beads, in games that are \
not the same. In a box that several have met, the beads that lay there at the start count once, and \
what each of them has put in or taken out is added; what is in one only is taken as it is. Where a \
rule throws all beads of a move away, they are gone if one model has thrown them away; and fewer \
than no beads are none. Models of odds do not add up, nor do imported ones, whose starting beads \
are not known.

The merged model tells how each of them was trained. It plays, and `menace train --continue` goes \
on from it.")]
pub(super) struct Args {
    /// The models, two or more
    #[arg(required = true, num_args = 2.., value_name = "MODEL")]
    models: Vec<PathBuf>,

    /// The model file to write
    #[arg(long, short, value_name = "MODEL")]
    out: PathBuf,

    /// Replace a file that holds something else
    #[arg(long)]
    force: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = &args.out;
    files::model(path)?;
    if args.models.iter().any(|model| is_same(model, path)) {
        let what = format!(
            "--out {}: it is one of the models to merge, which stay; name another file",
            path.display()
        );
        return Err(Usage(what).into());
    }
    let read = |path: &PathBuf| Ok((path.display().to_string(), store::read(path)?));
    let parents: Vec<(String, Model)> = args
        .models
        .iter()
        .map(read)
        .collect::<anyhow::Result<_>>()?;
    let merged = with_game(&parents[0].1.game, Merge(&parents))??;
    let _lock = Lock::take(path)?;
    replace(path, &store::encode_sound(path, &merged)?, args.force)?;
    let name = path.display().to_string();
    if args.json {
        let own = |(name, model): &(String, Model)| models::json(name, model, boxes(model));
        let mut value = models::json(&name, &merged, boxes(&merged));
        value["parents"] = json!(parents.iter().map(own).collect::<Vec<Value>>());
        return print_json(out, &value);
    }
    let row = |name: &str, model: &Model| {
        vec![
            format!("  {name}"),
            count(boxes(model), "box", "boxes"),
            count(model.games(), "game", "games"),
        ]
    };
    let mut rows: Vec<Vec<String>> = parents
        .iter()
        .map(|(name, model)| row(name, model))
        .collect();
    rows.push(row("together", &merged));
    writeln!(
        out,
        "{}: {} learning, rule {}, {} models added up\n\n{}\nModel     {name}",
        merged.game,
        merged.learners.in_words(),
        merged.rule().name,
        thousands(parents.len() as u64),
        columns(&rows),
    )?;
    Ok(())
}

/// Whether two paths name one file.
fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

fn boxes(model: &Model) -> u64 {
    let tables = model.tables.iter().flatten();
    tables.map(|table| table.len() as u64).sum()
}

struct Merge<'a>(&'a [(String, Model)]);

impl Visitor for Merge<'_> {
    type Output = menace::Result<Model>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        for (name, model) in self.0 {
            if model.game == game.name() {
                store::check_for(&game, Path::new(name), model)?;
            }
        }
        store::merge(&game, self.0)
    }
}
