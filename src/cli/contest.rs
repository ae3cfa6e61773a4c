//! `menace match`: two players, many games.

use std::io::Write;

use menace::arena::{Tally, sample};
use menace::game::{Game, Side};
use menace::games::{Visitor, with_game};
use menace::roster;
use serde_json::{Value, json};

use super::text::{columns, count, percent, share, thousands};
use super::{GameOption, print_json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace match models/tic-tac-toe-first.menace random
  menace match perfect random --games 100000 --both-sides
  menace match --game nim:3,4,5 first perfect --json")]
pub(super) struct Args {
    /// Who plays the first side (`menace list players` tells all names)
    first: String,

    /// Who plays the second side
    second: String,

    #[command(flatten)]
    game: GameOption,

    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed of all randomness
    #[arg(long, short, value_name = "S", default_value_t = 1961)]
    seed: u64,

    /// Play the return match with the sides changed too
    #[arg(long)]
    both_sides: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    with_game(&args.game.game, Command { args, out })?
}

struct Command<'a, W> {
    args: &'a Args,
    out: &'a mut W,
}

impl<W: Write> Visitor for Command<'_, W> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let Self { args, out } = self;
        let given = Sitting::play(&game, args, [&args.first, &args.second])?;
        let sittings = if args.both_sides {
            vec![
                given,
                Sitting::play(&game, args, [&args.second, &args.first])?,
            ]
        } else {
            vec![given]
        };
        if args.json {
            let documents: Vec<Value> = sittings
                .iter()
                .map(|sitting| sitting.json(&game, args))
                .collect();
            return match documents.as_slice() {
                [given, reversed] => {
                    print_json(out, &json!({"as_given": given, "reversed": reversed}))
                }
                documents => print_json(out, &documents[0]),
            };
        }
        let games = count(args.games, "game", "games");
        writeln!(out, "{}, {games}, seed {}\n", game.name(), args.seed)?;
        let texts: Vec<String> = sittings.iter().map(Sitting::text).collect();
        Ok(write!(out, "{}", texts.join("\n"))?)
    }
}

/// One match with its players in their seats.
struct Sitting<'a> {
    players: [&'a str; 2],
    tally: Tally,
}

impl<'a> Sitting<'a> {
    fn play<G: Game + 'static>(
        game: &G,
        args: &Args,
        players: [&'a String; 2],
    ) -> menace::Result<Self> {
        let first = roster::player_for(game, players[0], Side::First)?;
        let second = roster::player_for(game, players[1], Side::Second)?;
        let tally = sample(game, [&*first, &*second], args.games, args.seed);
        Ok(Self {
            players: players.map(String::as_str),
            tally,
        })
    }

    fn text(&self) -> String {
        let Tally {
            first_wins,
            draws,
            second_wins,
            resigned,
        } = self.tally;
        let row = |what: String, n: u64, note: u64| {
            let note = match note {
                0 => String::new(),
                n => format!("{} by resignation", thousands(n)),
            };
            vec![
                what,
                thousands(n),
                percent(share(n, self.tally.games())),
                note,
            ]
        };
        columns(&[
            row(
                format!("{} (first) wins", self.players[0]),
                first_wins,
                resigned[1],
            ),
            row("draw".to_owned(), draws, 0),
            row(
                format!("{} (second) wins", self.players[1]),
                second_wins,
                resigned[0],
            ),
        ])
    }

    fn json<G: Game>(&self, game: &G, args: &Args) -> Value {
        json!({
            "game": game.name(),
            "first": self.players[0],
            "second": self.players[1],
            "mode": "sampled",
            "first_wins": self.tally.first_wins,
            "draws": self.tally.draws,
            "second_wins": self.tally.second_wins,
            "games": args.games,
            "seed": args.seed,
            "resignations": {"first": self.tally.resigned[0], "second": self.tally.resigned[1]},
        })
    }
}
