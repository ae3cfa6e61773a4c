//! `menace plot`: the pictures of models.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use menace::game::Game;
use menace::games::{Visitor, with_game};
use menace::store::{self, Model};

use super::exit::Usage;
use super::output::Pictures;
use super::{former, pictures};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace plot models/tic-tac-toe-first.menace --form svg
  menace plot models/tic-tac-toe-second.menace --position .../.X./...
  menace train --learner both --keep-every 20 --out models/grown.menace --plots none
  menace plot models/grown.menace --growth

--growth takes the numbered copies that `menace train --keep-every N` leaves beside a model and draws \
a table: where both sides have learnt, the first side after so many sets against the second after so \
many; where one has, its scores against random and perfect play. Scores are exact where all positions \
of the game can be kept, and of 1,000 games each otherwise.")]
pub(super) struct Args {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,

    /// Draw only the box of this position
    #[arg(long, short, value_name = "POSITION")]
    position: Option<String>,

    /// Draw only how it has grown: the model and its kept copies against their former selves
    #[arg(long, conflicts_with = "position")]
    growth: bool,

    /// The form of the pictures
    #[arg(long, short, value_name = "FORM", value_enum, default_value = "png")]
    form: Pictures,

    /// The folder for the pictures
    #[arg(long, value_name = "DIR", default_value = super::output::PLOTS)]
    plots_dir: PathBuf,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    check_names(&args.models)?;
    for path in &args.models {
        let model = store::read(path)?;
        for picture in with_game(
            &model.game,
            Command {
                args,
                model: &model,
                path,
            },
        )?? {
            writeln!(out, "{}", picture.display())?;
        }
    }
    Ok(())
}

/// Refuses models whose pictures would have the same names.
fn check_names(models: &[PathBuf]) -> anyhow::Result<()> {
    let mut named = HashMap::new();
    for path in models {
        if let Some(other) = named.insert(path.file_stem(), path) {
            let (one, two) = (other.display(), path.display());
            let what = if other == path {
                format!("{one} is named twice")
            } else {
                format!(
                    "the pictures of {one} and {two} have the same names; draw them one at a time, with a \
                     --plots-dir for each"
                )
            };
            return Err(Usage(what).into());
        }
    }
    Ok(())
}

struct Command<'a> {
    args: &'a Args,
    model: &'a Model,
    path: &'a Path,
}

impl Visitor for Command<'_> {
    type Output = anyhow::Result<Vec<PathBuf>>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let Self { args, model, path } = self;
        store::check_for(&game, path, model)?;
        if args.growth {
            return former::draw(&game, model, path, &args.plots_dir, args.form);
        }
        let position = match &args.position {
            Some(text) => Some(game.read_position(text)?),
            None => None,
        };
        Ok(pictures::draw(
            &game,
            model,
            path,
            &args.plots_dir,
            args.form,
            position.as_ref(),
        )?)
    }
}
