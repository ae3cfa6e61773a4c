//! `menace explain`: how a player weighs every move of a position.

use std::io::Write;

use matchboxes::game::{Game, Move};
use matchboxes::roster::PlayerSpec;
use matchboxes::store::{self, BoxView};
use matchboxes_report::Explained;

use crate::options::{GameOption, JsonOption, PositionOption};
use crate::output::{layout, print_json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace explain ai14s --position O../.XO/.XX
  menace explain models/tic-tac-toe-first.menace
  menace explain perfect --position '3 4 5 first' --game nim:3,4,5 --json

It shows the result of each move with perfect play, and after how many moves of both sides, if 20,000 nodes prove \
it. In games small enough to solve at once it also shows how often the player does not lose after each move, \
against random and against perfect play. For the box of a model it shows how often each move was drawn in training \
and how those games ended. For this, a training of up to half a million games is played again, if its opponent does \
not search for long. For a hand-written player it also describes the eight lines of the board after each move (own marks, the \
opponent's marks and empty cells, with the number of such lines) and gives the resulting score.")]
pub(crate) struct Args {
    /// The player (`menace list players` shows all names)
    player: String,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let player: PlayerSpec = args.player.parse()?;
    let game = args.game.for_players(std::slice::from_ref(&player))?;
    let model = player.model_path().map(|path| store::read_for(&game, path));
    let model = model.transpose()?;
    let own = model.as_ref().filter(|_| !args.position.is_given());
    let at = match own {
        Some(model) => BoxView::first(&game, model).map_or_else(|| game.start(), |view| view.at),
        None => (args.position).unfinished(&game, args.position.composed_or_start(&game)?)?,
    };
    let made = player.player_for(&game, game.side(&at))?;
    let moves: Vec<Move> = game.moves(&at).collect();
    let mut weights = vec![0; moves.len()];
    made.weigh(&game, &at, &moves, &mut weights);
    let weighed = moves.into_iter().zip(weights).collect();
    let named = (player.name(), &*made);
    let found = Explained::new(&game, &at, weighed, named, model.as_ref())?;
    if args.json.json {
        return print_json(out, "explain", found.document());
    }
    Ok(write!(out, "{}", found.text(layout()))?)
}
