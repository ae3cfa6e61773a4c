//! `menace diff`: compares two models.

use std::io::Write;
use std::path::PathBuf;

use matchboxes::Error;
use matchboxes::arena::Ground;
use matchboxes::error::Mismatch;
use matchboxes::store;
use matchboxes::text::Shown as _;
use matchboxes_report::ComparedModels;

use crate::options::JsonOption;
use crate::options::number::whole;
use crate::output::{layout, print_json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace diff models/tic-tac-toe-first.menace models/tic-tac-toe-both.menace
  menace diff models/tic-tac-toe-first.menace models/tic-tac-toe-both.menace --most 3 --json

A change is the total variation distance between the move chances of the two boxes: 0 % if both machines \
play alike, 100 % if they have no move in common. If the game is small enough, the exact chances of both \
tables against random play, perfect play and the best opponent of each are shown too.")]
pub(crate) struct Args {
    /// A model
    one: PathBuf,

    /// Another model of the same game
    other: PathBuf,

    /// Show at most N items: the largest changes [default: 10]
    #[arg(long, value_name = "N", value_parser = whole)]
    most: Option<u64>,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let one = store::read(&args.one)?;
    let other = store::read(&args.other)?;
    if one.game() != other.game() {
        return Err(
            Error::Mismatch(Mismatch::game(args.other.shown(), other.game(), one.game())).into(),
        );
    }
    let game = &store::game_of(&args.one, &one)?;
    let models = [(&*args.one, &one), (&*args.other, &other)];
    for (path, model) in models {
        store::check_for(game, path, model)?;
    }
    let most = usize::try_from(args.most.unwrap_or(10)).unwrap_or(usize::MAX);
    let ground = Ground::offered(game);
    let compared = ComparedModels::new(game, models, ground.as_ref(), most)?;
    if args.json.json {
        return print_json(out, "diff", &compared);
    }
    Ok(out.write_all(compared.text(layout()).as_bytes())?)
}
