//! `menace log`: shows how a model was made, step by step.

use std::io::Write;
use std::path::{Path, PathBuf};

use matchboxes::store;
use matchboxes_report::ModelLog;

use crate::options::JsonOption;
use crate::output::{layout, print_json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace log models/tic-tac-toe-first.menace
  menace log models/tic-tac-toe-both.menace --json

Below each training are its results, if the history still has them separately: beyond 4,096 sets it combines \
several sets. The numbered copies that `menace train --keep-every` wrote next to the model are listed too; \
each is a model and can be used as a player. What a model has learnt is what `menace show` shows.")]
pub(crate) struct Args {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.models.iter().try_for_each(|path| log(args, path, out))
}

fn log(args: &Args, path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let model = &store::read_history(path)?;
    let log = ModelLog::new(path, model, store::kept(path, model, false)?);
    if args.json.json {
        return print_json(out, "log", log.document());
    }
    Ok(out.write_all(log.text(layout()).as_bytes())?)
}
