//! Steps through recorded games.

use std::io::Write;
use std::path::Path;

use matchboxes::Error;
use matchboxes::arena::{PlayedGame, Transcript};
use matchboxes::error::Action;
use matchboxes::game::Game;
use matchboxes::games::{AnyGame, parse};
use matchboxes::store;
use matchboxes::text::count;

use super::{input, narrate};
use crate::common::width::say;

/// The largest file of games that is read, in bytes.
const LONGEST: u64 = 1 << 28;

const COMMANDS: [(&str, &str); 7] = [
    (
        "next",
        "shows the next move, like an empty line; after the last move, the next game",
    ),
    ("back", "goes one move back"),
    ("all", "shows the rest of the game"),
    ("game N", "goes to the start of that game"),
    ("list", "shows all games, one per line"),
    ("help", "shows this list"),
    ("quit", "ends the program, like the end of the input"),
];

pub(super) fn run(path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let text = store::read_at_most(path, LONGEST).map_err(|mut error| {
        if let Error::File { action, .. } = &mut error {
            *action = Action::ReadGames;
        }
        error
    })?;
    let transcript = Transcript::read(&text, path)?;
    let game = parse(&transcript.game)?;
    let [first, second] = &transcript.players;
    let games = count(transcript.games.len() as u64, "game", "games");
    let seed = transcript.seed.map(|seed| format!(", seed {seed}"));
    let (game_name, seed) = (&transcript.game, seed.unwrap_or_default());
    let head = format!("{game_name}: {first} against {second}, {games}{seed}");
    say(out, &head, "")?;
    if transcript.games.is_empty() {
        return Ok(());
    }
    say(out, "`help` lists what you can type.", "")?;
    let mut reader = Reader {
        game,
        transcript: &transcript,
        number: 0,
        turn: 0,
    };
    reader.show(out)?;
    input::run(out, |word, out| reader.execute(word, out))
}

struct Reader<'a> {
    game: AnyGame,
    transcript: &'a Transcript,
    /// The game that is shown, counted from 0.
    number: usize,
    /// How many of its moves have been made.
    turn: usize,
}

impl Reader<'_> {
    fn played(&self) -> &PlayedGame {
        &self.transcript.games[self.number]
    }

    fn execute(&mut self, word: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let games = self.transcript.games.len();
        let moves = self.played().moves.len();
        match word {
            "" | "next" if self.turn < moves => self.turn += 1,
            "" | "next" if self.number + 1 < games => {
                (self.number, self.turn) = (self.number + 1, 0);
            }
            "" | "next" => return say(out, "That was the last game.", "  "),
            "back" if self.turn > 0 => self.turn -= 1,
            "back" if self.number > 0 => {
                self.number -= 1;
                self.turn = self.played().moves.len();
            }
            "back" => return say(out, "That was the first position.", "  "),
            "all" => {
                while self.turn < moves {
                    self.turn += 1;
                    self.show(out)?;
                }
                return Ok(());
            }
            "list" => {
                for (number, played) in (1..).zip(&self.transcript.games) {
                    let line = format!("{number}. {}", played.line(&self.game));
                    say(out, &line, "   ")?;
                }
                return Ok(());
            }
            "help" => return input::list_commands(out, &COMMANDS),
            word => match word.strip_prefix("game ").map(|n| n.trim().parse()) {
                Some(Ok(number)) if (1..=games).contains(&number) => {
                    (self.number, self.turn) = (number - 1, 0);
                }
                Some(_) => return say(out, &format!("the games are numbered 1 to {games}"), "  "),
                None => {
                    let known = COMMANDS.map(|(name, _)| name);
                    let error = Error::unknown("command", word, known);
                    let help = format!("{error}; `help` lists what you can type");
                    return say(out, &help, "  ");
                }
            },
        }
        self.show(out)
    }

    /// Shows the position and the move that led to it.
    fn show(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let played = self.played();
        let mut at = self.game.start();
        for &m in &played.moves[..self.turn] {
            at = self.game.play(&at, m);
        }
        let (games, moves) = (self.transcript.games.len(), played.moves.len());
        let turn = self.turn;
        let head = match turn.checked_sub(1) {
            None => format!("Game {} of {games}", self.number + 1),
            Some(last) => {
                let m = self.game.write_move(played.moves[last]);
                let side = self.game.side(&at).other();
                let player = &self.transcript.players[side.index()];
                format!("Move {turn} of {moves}, {player}: {m}")
            }
        };
        writeln!(out)?;
        say(out, &head, "")?;
        write!(out, "{}", narrate::stones(&self.game, &at))?;
        if turn == moves {
            say(out, &format!("The end: {}.", played.ending.words()), "")?;
        }
        Ok(())
    }
}
