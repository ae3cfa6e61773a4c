//! `menace plot`: draws the pictures of models.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use menace::games::parse;
use menace::store::{self, Model};

use super::stages;
use crate::cli::common::options::{Pictures, PicturesOptions, PositionOption, default_is};
use crate::cli::common::{console, exit::usage, pictures};

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("position", default_is("none, all pictures of the training")),
    mut_arg("position", |arg| arg.conflicts_with("growth"))
)]
#[command(after_help = "\
Examples:
  menace plot models/tic-tac-toe-first.menace --plots svg
  menace plot models/tic-tac-toe-second.menace --position .../.X./...
  menace train --learner both --keep-every 20 --out models/grown.menace --plots none
  menace plot models/grown.menace --growth

With --position it draws only the box of that position. --growth uses the numbered copies that `menace train \
--keep-every N` writes next to a model and draws a table: if both sides have learnt, the scores of the first \
side after N sets against the second side after M sets; otherwise the scores of the learner against random \
and perfect play. Scores are exact if all positions of the game fit in memory, else from 1,000 games each.")]
pub(crate) struct Args {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,

    #[command(flatten)]
    position: PositionOption,

    /// Draw only the growth of the model, from its numbered copies
    #[arg(long)]
    growth: bool,

    #[command(flatten)]
    pictures: PicturesOptions,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    check_names(&args.models)?;
    for path in &args.models {
        let model = store::read(path)?;
        for picture in pictures_of(args, &model, path)? {
            writeln!(console::summary(out), "{}", picture.display())?;
        }
    }
    Ok(())
}

fn check_names(models: &[PathBuf]) -> anyhow::Result<()> {
    let mut named = HashMap::new();
    for path in models {
        if let Some(other) = named.insert(path.file_stem(), path) {
            let (one, two) = (other.display(), path.display());
            return Err(usage(if other == path {
                format!("{one} is named twice")
            } else {
                format!(
                    "the pictures of {one} and {two} have the same names; draw them separately, with a \
                     different --plots-dir for each"
                )
            }));
        }
    }
    Ok(())
}

fn pictures_of(args: &Args, model: &Model, path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let game = &parse(&model.game)?;
    store::check_for(game, path, model)?;
    let (form, folder) = (args.pictures.or(Pictures::Png), &args.pictures.plots_dir);
    if args.growth {
        return stages::draw(game, model, path, folder, form);
    }
    let at = args.position.read(game)?;
    let drawn = pictures::draw(game, model, path, folder, form, at.as_ref());
    Ok(drawn?)
}
