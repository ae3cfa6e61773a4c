//! `menace show`: shows what a model has learnt, or one of its matchboxes.

use std::io::Write;
use std::path::{Path, PathBuf};

use matchboxes::store;
use matchboxes::text::Shown as _;
use matchboxes_report::ShownModel;

use crate::options::{JsonOption, PositionOption};
use crate::output::{layout, print_json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace show models/tic-tac-toe-first.menace
  menace show models/tic-tac-toe-first.menace --position X../.O./... --json

With --position it shows only the box of that position. How a model was made is what `menace log` shows.")]
pub(crate) struct Args {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.models
        .iter()
        .try_for_each(|path| show(args, path, out))
}

fn show(args: &Args, path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let (game, model) = &store::read_with_game(path)?;
    let shown = ShownModel::new(game, model, args.position.read(game)?.as_ref())?;
    if args.json.json {
        return print_json(out, "show", shown.document(path));
    }
    if args.models.len() > 1 {
        writeln!(out, "{}", path.shown())?;
    }
    Ok(out.write_all(shown.text(layout()).as_bytes())?)
}
