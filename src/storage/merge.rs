//! `menace merge`: adds up the tables of several models.

use std::io::Write;
use std::path::{Path, PathBuf};

use matchboxes::game::Game;
use matchboxes::games::parse;
use matchboxes::store::{self, Model};
use matchboxes::text::{columns, count, thousands};

use super::models;
use crate::common::options::{ForceOption, JsonOption};
use crate::common::{console, files};
use crate::common::{exit::usage, output::print_json, width::row};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace train --seed 7 --out models/seven.menace --plots none
  menace merge models/tic-tac-toe-first.menace models/seven.menace -o models/merged.menace
  menace log models/merged.menace

The models must have learnt the same side of the same game by the same rule, from different games. \
If several models have a box, its starting beads count once, and the beads that each model added or removed \
are added up; a box that only one model has is copied. If a rule removes all beads of a move, they are gone \
when any model removed them, and a count below zero becomes zero. Models whose rule uses odds cannot be \
merged, nor can imported ones, whose starting beads are unknown.

The merged model records how each of them was trained. It can play, and `menace train --continue` can train \
it further.")]
pub(crate) struct Args {
    /// The models, two or more
    #[arg(required = true, num_args = 2.., value_name = "MODEL")]
    models: Vec<PathBuf>,

    /// Write to this path: a model file ending in .menace
    #[arg(long, short, value_name = "PATH")]
    out: PathBuf,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = &args.out;
    files::model(path)?;
    if args.models.iter().any(|model| is_same(model, path)) {
        let path = path.display();
        return Err(usage(format!(
            "--out {path}: this is one of the models to merge; name another file"
        )));
    }
    let read = |path: &PathBuf| Ok((path.display().to_string(), store::read(path)?));
    let parents = args.models.iter().map(read);
    let parents = parents.collect::<matchboxes::Result<Vec<(String, Model)>>>()?;
    let game = &parse(parents[0].1.game())?;
    for (name, model) in &parents {
        if model.game() == game.name() {
            store::check_for(game, Path::new(name), model)?;
        }
    }
    let merged = store::merge(game, &parents)?;
    models::write(path, &merged, args.force.force)?;
    let name = path.display().to_string();
    if args.json.json {
        let own = |(name, model): &(String, Model)| models::json(name, model);
        let mut value = models::json(&name, &merged);
        value["parents"] = parents.iter().map(own).collect();
        return print_json(out, "merge", &value);
    }
    let row = |name: &str, model: &Model| {
        let boxes = count(models::boxes(model), "box", "boxes");
        row(
            format!("  {name}"),
            [boxes, count(model.games(), "game", "games")],
        )
    };
    let named = parents.iter().map(|(name, model)| row(name, model));
    let rows: Vec<_> = named.chain([row("merged", &merged)]).collect();
    writeln!(
        console::summary(out),
        "{}: {} learning, rule {}, {} models merged\n\n{}\nModel     {name}",
        merged.game(),
        merged.learners().in_words(),
        merged.rule().name,
        thousands(parents.len() as u64),
        columns(&rows),
    )?;
    Ok(())
}

fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}
