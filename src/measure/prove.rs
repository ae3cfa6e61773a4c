//! `menace prove`: finds the worst case of a player against any opponent.

use std::io::Write;

use anyhow::{Context, bail};
use matchboxes::arena::Ground;
use matchboxes::game::Side;
use matchboxes::roster::PlayerSpec;
use matchboxes_report::ProofReport;

use crate::options::{GameOption, JsonOption, PositionOption};
use crate::output::{layout, print_json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace prove ai12s
  menace prove models/tic-tac-toe-first.menace --json
  menace prove perfect --game nim:3,4,5

All moves that the player may make and all replies are followed to the end, so `never loses` is a proof. \
The best response is what the best opponent scores: a win counts 1, a draw 0, a loss -1. That opponent knows the \
chance of every move of the player, but not which move will be drawn.")]
pub(crate) struct Args {
    /// The player (`menace list players` shows all names)
    player: String,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let named: PlayerSpec = args.player.parse()?;
    let game = args.game.for_players(std::slice::from_ref(&named))?;
    // Refused before a player is made, which may take as long; a perfect one then uses these positions.
    let ground = Ground::shared(&game);
    let mut ground =
        ground.context("a proof needs a smaller game; `menace match` samples games of any size")?;
    let player = named.player(&game)?;
    let sides = Side::BOTH.into_iter();
    let sides: Vec<Side> = sides.filter(|&side| player.plays(side)).collect();
    if sides.is_empty() {
        bail!(
            "`{}` has no side that all of its parts can play",
            args.player
        );
    }
    let start = args.position.or_start_unfinished(&game)?;
    ground.begin_at(&start)?;
    let policy = ground.policy(&*player);
    // The player may use as much memory as `ground`.
    drop(player);
    let proofs = sides.into_iter().map(|side| ground.prove(&policy, side));
    let report = ProofReport {
        game: &game,
        player: &args.player,
        start,
        proofs: proofs.collect(),
    };
    if args.json.json {
        return print_json(out, "prove", report.document());
    }
    Ok(out.write_all(report.text(layout()).as_bytes())?)
}
