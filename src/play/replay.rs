//! Steps through recorded games.

use std::io::Write;
use std::ops::ControlFlow;

use matchboxes::arena::RecordedGame;
use matchboxes::exchange::Records;
use matchboxes::game::{Game, Side};
use matchboxes::games::Error;
use matchboxes::text::count;

use super::{input, narrate};
use crate::output::score::points;
use crate::output::{say, say_indented};

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

pub(super) fn run(records: &Records, out: &mut dyn Write) -> anyhow::Result<()> {
    let players = records.players.as_ref();
    let players = players.map(|[first, second]| format!("{first} against {second}, "));
    let games = count(records.games.len() as u64, "game", "games");
    let seed = records.seed.map(|seed| format!(", seed {seed}"));
    let (game, players, seed) = (
        records.game.name(),
        players.unwrap_or_default(),
        seed.unwrap_or_default(),
    );
    say(out, &format!("{game}: {players}{games}{seed}"))?;
    if records.games.is_empty() {
        return Ok(());
    }
    say(out, "`help` lists what you can type.")?;
    let mut reader = TranscriptView {
        records,
        number: 0,
        turn: 0,
    };
    reader.show(out)?;
    input::run(out, |line, out| match line {
        "quit" => Ok(ControlFlow::Break(())),
        _ => reader.execute(line, out).map(ControlFlow::Continue),
    })
}

struct TranscriptView<'a> {
    records: &'a Records,
    /// The game that is shown, counted from 0.
    number: usize,
    /// How many of its moves have been made.
    turn: usize,
}

impl TranscriptView<'_> {
    fn played(&self) -> &RecordedGame {
        &self.records.games[self.number]
    }

    fn player(&self, side: Side) -> &str {
        let players = self
            .played()
            .players
            .as_ref()
            .or(self.records.players.as_ref());
        players.map_or(side.name(), |players| &players[side.index()])
    }

    fn execute(&mut self, word: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let games = self.records.games.len();
        let moves = self.played().moves.len();
        match word {
            "" | "next" if self.turn < moves => self.turn += 1,
            "" | "next" if self.number + 1 < games => {
                (self.number, self.turn) = (self.number + 1, 0);
            }
            "" | "next" => return say_indented(out, "That was the last game.", "  "),
            "back" if self.turn > 0 => self.turn -= 1,
            "back" if self.number > 0 => {
                self.number -= 1;
                self.turn = self.played().moves.len();
            }
            "back" => return say_indented(out, "That was the first position.", "  "),
            "all" => {
                while self.turn < moves {
                    self.turn += 1;
                    self.show(out)?;
                }
                return Ok(());
            }
            "list" => {
                for (number, played) in (1..).zip(&self.records.games) {
                    let game = &self.records.game;
                    let wrong = played.contradiction(game);
                    let wrong = wrong.map_or_else(String::new, |reason| format!(" ({reason})"));
                    let line = format!("{number}. {}{wrong}", played.text(game));
                    say_indented(out, &line, "   ")?;
                }
                return Ok(());
            }
            "help" => return input::list_commands(out, &COMMANDS),
            word => match word.strip_prefix("game ").map(|n| n.trim().parse()) {
                Some(Ok(number)) if (1..=games).contains(&number) => {
                    (self.number, self.turn) = (number - 1, 0);
                }
                Some(_) => {
                    let numbered = format!("the games are numbered 1 to {games}");
                    return say_indented(out, &numbered, "  ");
                }
                None => {
                    let known = COMMANDS.map(|(name, _)| name);
                    let error = Error::unknown("command", word, known);
                    let help = format!("{error}; `help` lists what you can type");
                    return say_indented(out, &help, "  ");
                }
            },
        }
        self.show(out)
    }

    /// Shows the position and the move that led to it.
    fn show(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let played = self.played();
        let game = &self.records.game;
        let mut at = played.start;
        for &m in &played.moves[..self.turn] {
            at = game.play(&at, m);
        }
        let (games, moves) = (self.records.games.len(), played.moves.len());
        let turn = self.turn;
        let head = match turn.checked_sub(1) {
            None => {
                let players = played.players.as_ref();
                let players = players.map(|[first, second]| format!(": {first} against {second}"));
                format!(
                    "Game {} of {games}{}",
                    self.number + 1,
                    players.unwrap_or_default()
                )
            }
            Some(last) => {
                let m = game.write_move(played.moves[last]);
                let side = game.side(&at).other();
                let player = self.player(side);
                format!("Move {turn} of {moves}, {player}: {m}")
            }
        };
        writeln!(out)?;
        say(out, &head)?;
        write!(out, "{}", narrate::stones(game, &at))?;
        if turn == moves {
            let points = game.outcome(&at).and_then(|_| points(game, &at));
            let points = points.map_or_else(String::new, |points| format!(", {points}"));
            say(out, &format!("The end: {}{points}.", played.ending(game)))?;
            if let Some(reason) = played.contradiction(game) {
                let line = played
                    .line
                    .map_or_else(String::new, |line| format!("line {line}: "));
                say(
                    out,
                    &format!("The result written there is wrong: {line}{reason}."),
                )?;
            }
        }
        Ok(())
    }
}
