//! `menace export`: writes a player's policy, or a model's matchboxes or values, as CSV or JSON.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use matchboxes::exchange::{Encoding, Sheet};
use matchboxes::roster::PlayerSpec;
use matchboxes::store;

use crate::files::{FileKind, ending, put_with};
use crate::messages::usage;
use crate::options::{ForceOption, GameOption, choice};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace export perfect > perfect.csv
  menace export models/tic-tac-toe-first.menace --out policy.json
  menace export models/tic-tac-toe-first.menace --table --out boxes.csv
  menace export --game nim:3,4,5 mix:0.9*perfect+0.1*random --out nim.csv

A policy has one row for each legal move of every reachable position of the sides the player plays, in \
the columns position,side,move,weight,probability; if all weights of a position are 0, the player \
resigns. With --table the rows are the matchboxes themselves, in the columns \
position,side,ply,moves,beads: moves that share their beads are in one row, and only positions that were \
met are listed. A model of a rule that keeps values, such as q-learning, has the columns \
position,side,ply,moves,value,visits instead: a value is written in full, and visits counts how often it \
has been learnt from. `menace import` makes a model from each of these.")]
pub(crate) struct Args {
    /// The player (`menace list players` shows all names)
    player: String,

    /// Write the matchboxes or values of a model instead of its policy
    #[arg(long)]
    table: bool,

    /// The format of the output [default: from the ending of --out, else csv]
    #[arg(long, short, value_name = "FORMAT", value_parser = choice([
        ("csv", "Comma-separated values", Encoding::Csv),
        ("json", "One JSON object", Encoding::Json),
    ]))]
    format: Option<Encoding>,

    /// Write to this path: a file [default: standard output]
    #[arg(long, short, value_name = "PATH", value_parser = ending::path(&["csv", "json"]))]
    out: Option<PathBuf>,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    force: ForceOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let formats = [("csv", Encoding::Csv), ("json", Encoding::Json)];
    let encoding = ending::format(args.out.as_deref(), &formats, args.format)?;
    let encoding = encoding.unwrap_or(Encoding::Csv);
    let player: PlayerSpec = args.player.parse()?;
    let sheet = if args.table {
        let path = player.model_file().ok_or_else(|| {
            let what = "--table writes the matchboxes of a model file, and";
            usage(format!("{what} `{player}` is not one"))
        })?;
        // Read once: another program may replace the file at any moment.
        let model = store::read(path)?;
        let game = args.game.given()?;
        let game = game.map_or_else(|| store::game_of(path, &model), Ok)?;
        store::check_for(&game, path, &model)?;
        Sheet::of_boxes(&game, &model, &args.player)?
    } else {
        let game = args.game.for_players(std::slice::from_ref(&player))?;
        Sheet::of_policy(&game, &*player.player(&game)?)?
    };
    let Some(path) = &args.out else {
        let mut out = BufWriter::new(out);
        sheet.write(encoding, &mut out)?;
        return Ok(out.flush()?);
    };
    Ok(put_with(
        path,
        FileKind::Any,
        args.force.force.into(),
        |mut out: &mut dyn Write| sheet.write(encoding, &mut out),
    )?)
}
