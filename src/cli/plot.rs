//! `menace plot`: the pictures of models.

use std::io::Write;
use std::path::{Path, PathBuf};

use menace::game::Game;
use menace::games::{Visitor, with_game};
use menace::store::{self, Model};

use super::output::Pictures;
use super::pictures;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace plot models/tic-tac-toe-first.menace --form svg
  menace plot models/tic-tac-toe-second.menace --position .../.X./...")]
pub(super) struct Args {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,

    /// Draw only the box of this position
    #[arg(long, short, value_name = "POSITION")]
    position: Option<String>,

    /// The form of the pictures
    #[arg(long, short, value_name = "FORM", value_enum, default_value = "png")]
    form: Pictures,

    /// The folder for the pictures
    #[arg(long, value_name = "DIR", default_value = super::output::PLOTS)]
    plots_dir: PathBuf,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
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

struct Command<'a> {
    args: &'a Args,
    model: &'a Model,
    path: &'a Path,
}

impl Visitor for Command<'_> {
    type Output = menace::Result<Vec<PathBuf>>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let Self { args, model, path } = self;
        store::check_for(&game, path, model)?;
        let position = match &args.position {
            Some(text) => Some(game.read_position(text)?),
            None => None,
        };
        pictures::draw(
            &game,
            model,
            path,
            &args.plots_dir,
            args.form,
            position.as_ref(),
        )
    }
}
