//! A person's game: reads commands line by line and shows the results.

use std::io::Write;
use std::ops::ControlFlow;

use matchboxes::arena::Ending;
use matchboxes::game::{Game, Move, Side, Verdict};
use matchboxes::games::{self, AnyGame};
use matchboxes::search::Worth;
use matchboxes::session::{Hint, Opened, games_against_people, hint, scores, worths};
use matchboxes::text::{Shown as _, count};
use matchboxes_report::boxes;

use super::narrate::{self, PlayerNames};
use super::{curve::curve, input};
use crate::output::{say, say_indented};

const COMMANDS: [(&str, &str); 8] = [
    (
        "undo",
        "takes back your last move and the reply to it, or the last game and what was learnt from it",
    ),
    ("hint", "shows the best moves"),
    (
        "hint all",
        "shows what each move leads to: W wins, D draws, L loses, after so many moves",
    ),
    ("board", "shows the board and your moves again"),
    ("resign", "resigns the game"),
    (
        "new",
        "starts another game; an unfinished one does not count",
    ),
    ("help", "shows this list"),
    ("quit", "ends the program, like the end of the input"),
];

/// Plays games until the person quits or the input ends. `record` is called before a game that has ended is saved in the
/// model, and after each line that was typed: so the record has each game that the model has, whenever the program ends.
pub(super) fn play(
    opened: &mut Opened,
    out: &mut dyn Write,
    record: &mut dyn FnMut(&Opened) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let you = opened.play.person().unwrap_or(Side::First);
    let mut person = Person {
        you,
        shown: 0,
        opened,
        record,
    };
    person.welcome(out)?;
    person.start_game(out)?;
    input::run(out, |line, out| {
        let flow = person.execute(line, out)?;
        (person.record)(person.opened)?;
        Ok(flow)
    })?;
    person.summarize(out)
}

struct Person<'a> {
    you: Side,
    /// How many turns of the game have been shown.
    shown: usize,
    opened: &'a mut Opened,
    record: &'a mut dyn FnMut(&Opened) -> anyhow::Result<()>,
}

impl Person<'_> {
    fn machine(&self) -> &str {
        &self.opened.names[self.you.other().index()]
    }

    fn names(&self) -> PlayerNames {
        PlayerNames {
            players: self.you.ordered(["You", "The machine"]).map(str::to_owned),
            you: Some(self.you),
            draws: self.opened.draws,
        }
    }

    fn welcome(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (you, other) = (self.you.name(), self.you.other().name());
        let (game, machine) = (self.opened.play.game().name(), self.machine());
        let head = format!("{game}: you play {you}, {machine} plays {other}.");
        say(out, &head)?;
        if let Some(rule) = &self.opened.new {
            let new = "This model does not exist yet; a new machine starts with the rule";
            say(out, &format!("{new} {}.", rule.name))?;
        }
        say(out, "`help` lists what you can type.")
    }

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
            let moves = self.legal().join(" ");
            say_indented(out, &format!("Your moves: {moves}"), "  ")?;
        }
        Ok(())
    }

    fn legal(&self) -> Vec<String> {
        let (game, at) = (self.opened.play.game(), self.opened.play.at());
        game.moves(at).map(|m| game.write_move(m)).collect()
    }

    fn show_end(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let play = &self.opened.play;
        let Some(end) = play.end() else { return Ok(()) };
        write!(
            out,
            "{}",
            narrate::end(play.game(), play.at(), end, &self.names())
        )?;
        if let Some(keeper) = &self.opened.keeper {
            let rule = self.opened.rule.as_deref().unwrap_or_default();
            let changes = narrate::changes(play.game(), &end.changes, rule);
            write!(out, "\n{changes}")?;
            // A record that cannot be written ends the session, but what was learnt from its last game is kept.
            let recorded = (self.record)(self.opened);
            let scores = |model: &_| scores(&games_against_people(model), self.you.other());
            let scores = keeper.keep(play, scores)?;
            let games = count(scores.len() as u64 - 1, "game", "games");
            say(out, &format!("Saved in {}.", keeper.path().shown()))?;
            recorded?;
            if scores.len() > 2 {
                let against = "against people (a win 3, a draw 1, a loss -1)";
                writeln!(out)?;
                say(out, &format!("Its score over {games} {against}:"))?;
                write!(out, "{}", curve(&scores))?;
            }
        }
        writeln!(out)?;
        let next = "`new` starts another game, `undo` goes back, `quit` ends the program.";
        say(out, next)
    }

    /// Executes the moves and commands of a line one after another, as if each stood on its own.
    fn execute(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<ControlFlow<()>> {
        let words = line.split([' ', ',', ';']);
        let mut words = words.filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            match word {
                "undo" => self.undo(out)?,
                "hint" if words.next_if_eq(&"all").is_some() => self.hint_all(out)?,
                "hint" => self.hint(out)?,
                "board" => self.show_board(out)?,
                "help" => self.help(out)?,
                "quit" => return Ok(ControlFlow::Break(())),
                "new" => {
                    self.opened.play.begin()?;
                    self.shown = 0;
                    self.start_game(out)?;
                }
                "resign" if self.opened.play.end().is_some() => say(out, "The game is over.")?,
                "resign" => {
                    self.opened.play.resign()?;
                    self.advance(out)?;
                }
                _ => match self.read_move(word) {
                    Ok(m) => {
                        self.opened.play.make(m)?;
                        self.advance(out)?;
                    }
                    Err(reason) => {
                        say_indented(out, &reason, "  ")?;
                        let rest = words.by_ref().collect::<Vec<_>>().join(" ");
                        if !rest.is_empty() {
                            say(out, &format!("The rest of the line was left out: {rest}"))?;
                        }
                    }
                },
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn help(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let kind = games::kind(&self.opened.play.game().name());
        let moves = kind.map_or("", |kind| kind.moves);
        let numbers = match self.opened.play.game() {
            AnyGame::ConnectFour(_) => "; or the number of the column, from 1",
            AnyGame::TicTacToe(_) => "; or the number of the square, 1 to 9",
            _ => "",
        };
        let head = format!(
            "A move by its name: {moves}{numbers}. Or one of the words below. Several on a line are taken one after \
             another."
        );
        say(out, &head)?;
        input::list_commands(out, &COMMANDS)
    }

    /// The legal move of this name; as an error, what can be typed instead.
    fn read_move(&self, word: &str) -> Result<Move, String> {
        let (game, at) = (self.opened.play.game(), self.opened.play.at());
        let legal = self.legal();
        let moves = legal.join(" ");
        let over = self.opened.play.end().is_some();
        let read = games::read_move(game, at, word);
        if let Ok(m) = read
            && !over
            && game.moves(at).any(|legal| legal == m)
        {
            return Ok(m);
        }
        if read.is_ok() {
            return Err(if over {
                "The game is over; `new` starts another, `undo` goes back.".to_owned()
            } else {
                format!("`{word}` is not legal here; your moves: {moves}")
            });
        }
        if let Ok(several @ [first, _, ..]) = games::read_moves(game, at, word).as_deref()
            && !over
        {
            let (n, first) = (several.len(), game.write_move(*first));
            return Err(format!(
                "`{word}` is {n} moves, of which the second is the machine's: type {first}"
            ));
        }
        let help = match nearest(word, &legal).as_slice() {
            [] => "`help` lists what you can type".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        Err(format!("`{word}` is neither a move nor a command; {help}"))
    }

    fn hint(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let play = &self.opened.play;
        if !play.waits() {
            return say(out, "The game is over.");
        }
        let Hint { moves, value } = hint(play.game(), play.at())?;
        let moves = play.game().write_moves(&moves);
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
        say(out, &format!("Best: {moves}. {worth}"))
    }

    /// The board with what each move leads to at its place.
    fn hint_all(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let play = &self.opened.play;
        if !play.waits() {
            return say(out, "The game is over.");
        }
        let (game, at) = (play.game(), play.at());
        let known = worths(game, at)?;
        let label = |m| {
            let found = known.iter().find(|(other, _)| *other == m);
            found.map_or_else(
                || ".".to_owned(),
                |&(_, found)| found.map_or_else(|| "?".to_owned(), Worth::label),
            )
        };
        write!(out, "{}", boxes::draw(game, at, label))?;
        let mut meaning =
            "W wins, D draws, L loses, after so many moves of both sides with perfect play."
                .to_owned();
        if known.iter().any(|(_, worth)| worth.is_none()) {
            meaning += " ? is too far from the end to be proved.";
        }
        say(out, &meaning)
    }

    fn undo(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let learnt = self.opened.play.records().count();
        let Some(undone) = self.opened.play.undo()? else {
            return say(out, "You have no move to take back.");
        };
        let number = self.opened.play.number();
        let what = match (undone.earlier, undone.reopened) {
            (true, _) => format!("Back in game {number}."),
            (false, true) => "The end of the game was taken back.".to_owned(),
            (false, false) => "Your last move was taken back.".to_owned(),
        };
        say(out, &what)?;
        let fewer = self.opened.play.records().count() < learnt;
        if let Some(keeper) = self.opened.keeper.as_ref().filter(|_| fewer) {
            keeper.keep(&self.opened.play, |_| ())?;
            let path = keeper.path().shown();
            let removed = "What was learnt from it was removed from";
            let what = match keeper.rule().values() {
                Some(_) => "value for value",
                None => "bead for bead",
            };
            say(out, &format!("{removed} {path}, {what}."))?;
        }
        self.shown = self.opened.play.turns().len();
        self.advance(out)
    }

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
        let games = |n| count(n, "game", "games");
        let all = games(lost + drawn + won);
        let sum = if tally == [0; 3] {
            "No game was played to its end.".to_owned()
        } else {
            format!("{all} played to the end: you won {won}, drew {drawn}, lost {lost}.")
        };
        say(out, &sum)?;
        let learnt = self.opened.play.learnt_here();
        let keeper = self.opened.keeper.as_ref();
        let what = match (keeper.map(|keeper| keeper.path().shown()), learnt) {
            (Some(path), 0) => format!("{path} has learnt nothing new."),
            (Some(path), n) => format!("{path} now holds what it learnt from {}.", games(n)),
            (None, _) => "Nothing was learnt, since --learn was not given.".to_owned(),
        };
        say(out, &what)
    }
}

/// Up to three moves and commands that are similar to a word, else moves with the same first letter.
fn nearest<'a>(word: &str, moves: &'a [String]) -> Vec<&'a str> {
    let most = (word.chars().count() / 3).max(1);
    let moves = moves.iter().map(String::as_str);
    let known = moves.clone().chain(COMMANDS.iter().map(|(name, _)| *name));
    let near = known.map(|other| (strsim::osa_distance(word, other), other));
    let mut near: Vec<_> = near.filter(|(distance, _)| *distance <= most).collect();
    near.sort_by_key(|(distance, _)| *distance);
    if near.is_empty() {
        let initial = word.chars().next();
        let alike = moves.filter(|other| other.chars().next() == initial);
        return alike.take(3).collect();
    }
    near.into_iter().map(|(_, other)| other).take(3).collect()
}
