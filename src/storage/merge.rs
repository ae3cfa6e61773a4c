//! `menace merge`: adds up the tables of several models.

use std::io::Write;
use std::path::{Path, PathBuf};

use matchboxes::game::Game;
use matchboxes::store::{self, Merge, Model};
use matchboxes::text::Shown as _;
use matchboxes_report::MergedModels;

use crate::files;
use crate::messages::{console, usage};
use crate::options::{ForceOption, JsonOption};
use crate::output::print_json;

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

    /// Leave out the games with people, of which each model lists the last 300
    #[arg(long)]
    without_games: bool,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = &args.out;
    files::model(path)?;
    if args.models.iter().any(|model| files::is_same(model, path)) {
        let path = path.shown();
        return Err(usage(format!(
            "--out {path}: this is one of the models to merge; name another file"
        )));
    }
    // Read one after another, so that a file that cannot be merged is refused before the rest is read.
    let first = store::read(&args.models[0])?;
    let game = &store::game_of(&args.models[0], &first)?;
    let (mut merge, mut told) = (Merge::new(game), MergedModels::default());
    let mut add = |path: &Path, model: Model| {
        let name = path.display().to_string();
        if model.game() == game.name() {
            store::check_for(game, path, &model)?;
        }
        told.add(&name, &model);
        merge.add(&name, model)
    };
    add(&args.models[0], first)?;
    for path in &args.models[1..] {
        add(path, store::read(path)?)?;
    }
    let mut merged = merge.finish()?;
    if args.without_games {
        merged.forget_games();
    }
    files::write_model(path, &merged, args.force.force)?;
    told.finish(path, &merged);
    if args.json.json {
        return print_json(out, "merge", &told);
    }
    let (text, name) = (told.text(&merged), path.shown());
    Ok(writeln!(console::summary(out), "{text}\nModel     {name}")?)
}
