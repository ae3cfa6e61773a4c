//! A person's game: reads commands line by line and shows the results.

use std::io::Write;

use menace::arena::Ending;
use menace::game::{Game, Move, Side, Verdict};
use menace::games;
use menace::session::{Hint, Opened, hint, scores_against_people};
use menace::text::count;

use super::curve::curve;
use super::input;
use super::lesson::draws_beads;
use super::narrate::{self, Names};
use crate::cli::common::width::wrapped;

/// The commands that can be typed, and what they do.
const COMMANDS: [(&str, &str); 7] = [
    (
        "undo",
        "takes back your last move and the reply to it, or the last game and what was learnt from it",
    ),
    ("hint", "shows the best moves"),
    ("board", "shows the board and your moves again"),
    ("resign", "resigns the game"),
    (
        "new",
        "starts another game; an unfinished one does not count",
    ),
    ("help", "shows this list"),
    ("quit", "ends the program, like the end of the input"),
];

/// Plays games until the person quits or the input ends.
pub(super) fn play(opened: &mut Opened, out: &mut dyn Write) -> anyhow::Result<()> {
    let you = if opened.names[0] == menace::store::PERSON {
        Side::First
    } else {
        Side::Second
    };
    let mut person = Person {
        you,
        shown: 0,
        opened,
    };
    person.welcome(out)?;
    person.start_game(out)?;
    loop {
        let Some(line) = input::read(out)? else {
            write!(out, "{}", wrapped("The input has ended.", ""))?;
            break;
        };
        match line.to_lowercase().as_str() {
            "quit" => break,
            "" => {}
            word => person.execute(word, out)?,
        }
    }
    person.summarize(out)
}

struct Person<'a> {
    you: Side,
    /// How many turns of the game have been shown.
    shown: usize,
    opened: &'a mut Opened,
}

impl Person<'_> {
    fn say(out: &mut dyn Write, text: &str) -> anyhow::Result<()> {
        Ok(write!(out, "{}", wrapped(text, ""))?)
    }

    fn machine(&self) -> &str {
        &self.opened.names[self.you.other().index()]
    }

    fn names(&self) -> Names<'static> {
        let mut names = Names {
            players: ["The machine"; 2],
            you: Some(self.you),
            draws: [draws_beads(self.machine()); 2],
        };
        names.players[self.you.index()] = "You";
        names
    }

    fn welcome(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let play = &self.opened.play;
        let (you, other) = (self.you.name(), self.you.other().name());
        let head = format!(
            "{}: you play {you}, {} plays {other}.",
            play.game().name(),
            self.machine()
        );
        Self::say(out, &head)?;
        if let Some(rule) = &self.opened.new {
            let new = format!(
                "This model does not exist yet; a new machine starts with the rule {}.",
                rule.name
            );
            Self::say(out, &new)?;
        }
        Self::say(out, "`help` lists what you can type.")
    }

    /// Shows the number of the game, and starts it.
    fn start_game(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "\n-- Game {} --", self.opened.play.number())?;
        self.advance(out)
    }

    /// Lets the machine move if it is its turn, and shows what is new.
    fn advance(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        while self.opened.play.step() {}
        let names = self.names();
        let play = &self.opened.play;
        let new = play.turns().get(self.shown..).unwrap_or_default();
        for turn in new.iter().filter(|turn| turn.thought.is_some()) {
            write!(out, "\n{}", narrate::turn(play.game(), turn, &names))?;
        }
        let moved = !new.is_empty();
        self.shown = play.turns().len();
        if play.end().is_none() {
            return self.show_board(out);
        }
        if moved {
            write!(out, "{}", narrate::stones(play.game(), play.at()))?;
        }
        self.show_end(out)
    }

    fn show_board(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let play = &self.opened.play;
        write!(out, "{}", narrate::stones(play.game(), play.at()))?;
        if play.waits() {
            Self::indented(out, &format!("Your moves: {}", self.legal().join(" ")))?;
        }
        Ok(())
    }

    fn indented(out: &mut dyn Write, text: &str) -> anyhow::Result<()> {
        Ok(write!(out, "{}", wrapped(text, "  "))?)
    }

    fn legal(&self) -> Vec<String> {
        let (game, at) = (self.opened.play.game(), self.opened.play.at());
        game.moves(at).map(|m| game.write_move(m)).collect()
    }

    fn show_end(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let play = &self.opened.play;
        let Some(end) = play.end() else { return Ok(()) };
        write!(out, "{}", narrate::end(play.game(), end, &self.names()))?;
        if let Some(keeper) = &self.opened.keeper {
            let rule = self.opened.rule.clone().unwrap_or_default();
            write!(
                out,
                "\n{}",
                narrate::changes(play.game(), &end.changes, &rule)
            )?;
            let scores = |model: &_| scores_against_people(model, self.you.other());
            let scores = keeper.keep(play, scores)?;
            let games = count(scores.len() as u64 - 1, "game", "games");
            Self::say(out, &format!("Saved in {}.", keeper.path().display()))?;
            if scores.len() > 2 {
                let head = format!(
                    "Its score over {games} against people (a win 3, a draw 1, a loss -1):"
                );
                write!(out, "\n{}{}", wrapped(&head, ""), curve(&scores))?;
            }
        }
        writeln!(out)?;
        Self::say(
            out,
            "`new` starts another game, `undo` goes back, `quit` ends the program.",
        )
    }

    /// Runs a command or makes a move.
    fn execute(&mut self, word: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        match word {
            "undo" => self.undo(out),
            "hint" => self.hint(out),
            "board" => self.show_board(out),
            "help" => self.help(out),
            "new" => {
                self.opened.play.begin()?;
                self.shown = 0;
                self.start_game(out)
            }
            "resign" => {
                if self.opened.play.end().is_some() {
                    return Self::say(out, "The game is over.");
                }
                self.opened.play.resign()?;
                self.advance(out)
            }
            word => match self.read_move(word) {
                Ok(m) => {
                    self.opened.play.make(m)?;
                    self.advance(out)
                }
                Err(reason) => Self::indented(out, &reason),
            },
        }
    }

    /// The legal move of this name; as an error, what can be typed instead.
    fn read_move(&self, word: &str) -> Result<Move, String> {
        let (game, at) = (self.opened.play.game(), self.opened.play.at());
        let legal = self.legal();
        let named = |m: &Move| game.write_move(*m).eq_ignore_ascii_case(word);
        let over = self.opened.play.end().is_some();
        if let Some(m) = game.moves(at).find(named).filter(|_| !over) {
            return Ok(m);
        }
        if game.read_move(word).is_ok() {
            return Err(if over {
                "The game is over; `new` starts another, `undo` goes back.".to_owned()
            } else {
                format!(
                    "`{word}` is not legal here; your moves: {}",
                    legal.join(" ")
                )
            });
        }
        let near = nearest(word, &legal);
        Err(match near.as_slice() {
            [] => {
                format!("`{word}` is neither a move nor a command; `help` lists what you can type")
            }
            near => format!(
                "`{word}` is neither a move nor a command; did you mean {}?",
                near.join(" or ")
            ),
        })
    }

    fn help(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let kind = games::kind(&self.opened.play.game().name());
        let moves = kind.map_or("", |kind| kind.moves);
        Self::say(
            out,
            &format!("A move by its name: {moves}. Or one of these words:"),
        )?;
        input::list_commands(out, &COMMANDS)?;
        Ok(())
    }

    fn hint(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let play = &self.opened.play;
        if !play.waits() {
            return Self::say(out, "The game is over.");
        }
        let Hint { moves, value } = hint(play.game(), play.at())?;
        let moves: Vec<String> = moves.iter().map(|&m| play.game().write_move(m)).collect();
        let after = |n: u16| {
            let moves = count(u64::from(n), "move", "moves");
            format!("after {moves}, counting both sides")
        };
        let worth = match value {
            None => "A search with 2,000 random playouts found nothing better.".to_owned(),
            Some((Verdict::Draw, _)) => "With perfect play it is a draw.".to_owned(),
            Some((Verdict::Win, 1)) => "It wins immediately.".to_owned(),
            Some((Verdict::Win, n)) => format!("With perfect play you win {}.", after(n)),
            Some((Verdict::Loss, n)) => format!("With perfect play you lose {}.", after(n)),
        };
        Self::say(out, &format!("Best: {}. {worth}", moves.join(" ")))
    }

    fn undo(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let learnt = self.opened.play.records().count();
        let Some(undone) = self.opened.play.undo()? else {
            return Self::say(out, "You have no move to take back.");
        };
        let number = self.opened.play.number();
        let what = match (undone.earlier, undone.reopened) {
            (true, _) => format!("Back in game {number}."),
            (false, true) => "The end of the game was taken back.".to_owned(),
            (false, false) => "Your last move was taken back.".to_owned(),
        };
        Self::say(out, &what)?;
        let fewer = self.opened.play.records().count() < learnt;
        if let Some(keeper) = self.opened.keeper.as_ref().filter(|_| fewer) {
            keeper.keep(&self.opened.play, |_| ())?;
            let removed = format!(
                "What was learnt from it was removed from {}, bead for bead.",
                keeper.path().display()
            );
            Self::say(out, &removed)?;
        }
        self.shown = self.opened.play.turns().len();
        self.advance(out)
    }

    /// Sums up all games of the session.
    fn summarize(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let played = self.opened.play.played();
        let mut tally = [0_u64; 3];
        for game in &played {
            // A machine whose first box is empty refuses to play; such a game does not count.
            let is_unplayed =
                game.moves.is_empty() && game.ending == Ending::Resigned(self.you.other());
            if let Some(outcome) = game.ending.outcome().filter(|_| !is_unplayed) {
                tally[outcome.verdict(self.you) as usize] += 1;
            }
        }
        let [lost, drawn, won] = tally;
        let finished = lost + drawn + won;
        let games = count(finished, "game", "games");
        let sum = match finished {
            0 => "No game was played to its end.".to_owned(),
            _ => format!("{games} played to the end: you won {won}, drew {drawn}, lost {lost}."),
        };
        Self::say(out, &sum)?;
        let learnt = match &self.opened.keeper {
            Some(keeper) if self.opened.play.records().next().is_some() => {
                let games = count(self.opened.play.records().count() as u64, "game", "games");
                format!(
                    "{} now holds what it learnt from {games}.",
                    keeper.path().display()
                )
            }
            Some(keeper) => format!("{} has learnt nothing new.", keeper.path().display()),
            None => "Nothing was learnt, since --learn was not given.".to_owned(),
        };
        Self::say(out, &learnt)
    }
}

/// Up to three moves and commands that are similar to a word, the most similar first; if there are
/// none, up to three moves with the same first letter.
fn nearest<'a>(word: &str, moves: &'a [String]) -> Vec<&'a str> {
    let most = (word.chars().count() / 3).max(1);
    let moves = moves.iter().map(String::as_str);
    let known = moves.clone().chain(COMMANDS.iter().map(|(name, _)| *name));
    let near = known.map(|other| (strsim::osa_distance(word, other), other));
    let mut near: Vec<_> = near.filter(|(distance, _)| *distance <= most).collect();
    near.sort_by_key(|(distance, _)| *distance);
    let near: Vec<&str> = near.into_iter().map(|(_, other)| other).take(3).collect();
    if !near.is_empty() {
        return near;
    }
    let initial = word.chars().next();
    let alike = moves.filter(|other| other.chars().next() == initial);
    alike.take(3).collect()
}
