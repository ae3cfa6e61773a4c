//! Lists of moves with or without numbers, as in PGN, and bare transcripts.

use crate::arena::{RawGame, Stated};
use crate::error::Error;

/// Receives games as they are read, their moves not yet; an error ends the reading.
pub(super) type TakeRaw<'a> = &'a mut dyn FnMut(RawGame) -> Result<(), Error>;

/// A text of games. A line is a game, unless tags came before it or its number continues the moves before it; lines that
/// all hold one move are one game.
pub(super) struct Lists<'a> {
    text: &'a str,
    /// Whether all its lines are one game.
    is_one_game: bool,
}

impl<'a> Lists<'a> {
    /// The line of a comment or variation that has no end is the error.
    pub(super) fn parse(text: &'a str) -> Result<Self, u64> {
        let (mut count, mut are_moves) = (0_u64, true);
        let read = each_line(text, &mut |game| {
            count += 1;
            are_moves &= is_one(&game) && game.result.is_none();
            Ok(())
        });
        if let Ok(Some(line)) = read {
            return Err(line);
        }
        let is_one_game = count > 1 && are_moves;
        Ok(Self { text, is_one_game })
    }

    /// Passes on the games, one after another.
    pub(super) fn each(&self, take: TakeRaw<'_>) -> Result<(), Error> {
        let mut whole: Option<RawGame> = None;
        each_line(self.text, &mut |game| match &mut whole {
            _ if !self.is_one_game => take(game),
            Some(whole) => {
                whole.moves.push(' ');
                whole.moves.push_str(&game.moves);
                Ok(())
            }
            None => {
                whole = Some(game);
                Ok(())
            }
        })?;
        whole.map_or(Ok(()), take)
    }
}

/// Passes on the games of the lines, or returns the line of a bracket that has no end.
fn each_line(text: &str, take: TakeRaw<'_>) -> Result<Option<u64>, Error> {
    let mut list = GameList::default();
    let mut comment = Comment::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.starts_with(['#', '%']) && comment.depth == 0 {
            continue;
        }
        match tag(line).filter(|_| comment.depth == 0) {
            Some((key, value)) => list.tag(number, &key, value),
            None => list.line(number, &comment.without(number, line)),
        }
        list.done.take().map_or(Ok(()), &mut *take)?;
    }
    if comment.depth > 0 {
        return Ok(Some(comment.line));
    }
    list.close();
    list.done.take().map_or(Ok(()), take).map(|()| None)
}

/// The key and the value of a tag, `[Key "value"]`.
fn tag(line: &str) -> Option<(String, &str)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (key, value) = inside.split_once(char::is_whitespace)?;
    Some((key.to_lowercase(), value.trim().trim_matches('"')))
}

/// Whether a comment or a variation has begun.
#[derive(Default)]
struct Comment {
    depth: usize,
    /// The line on which the outermost one begins.
    line: u64,
}

impl Comment {
    /// A line without `{comments}`, `(variations)` and marks such as `$1`.
    fn without(&mut self, number: u64, line: &str) -> String {
        let mut rest = String::new();
        for c in line.chars() {
            match c {
                '{' | '(' => {
                    if self.depth == 0 {
                        self.line = number;
                    }
                    self.depth += 1;
                }
                '}' | ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    rest.push(' ');
                }
                _ if self.depth == 0 => rest.push(c),
                _ => {}
            }
        }
        let words = rest
            .split_whitespace()
            .filter(|word| !word.starts_with('$'));
        words.collect::<Vec<_>>().join(" ")
    }
}

#[derive(Default)]
struct GameList {
    /// The game that the last line ended.
    done: Option<RawGame>,
    now: RawGame,
    /// How many moves of it have been read, and whether some of them are joined, so that they are a whole game.
    moves: usize,
    is_joined: bool,
    /// How many words have been looked at.
    #[cfg(test)]
    looked_at: usize,
    /// Whether tags came before the moves of the game.
    is_tagged: bool,
    /// Whether the result after its moves has been read.
    is_over: bool,
    players: [Option<String>; 2],
}

impl GameList {
    fn close(&mut self) {
        let mut game = std::mem::take(&mut self.now);
        if let [Some(first), Some(second)] = std::mem::take(&mut self.players) {
            game.players = Some([first, second]);
        }
        (self.is_tagged, self.is_over) = (false, false);
        (self.moves, self.is_joined) = (0, false);
        if game.line.is_some() {
            self.done = Some(game);
        }
    }

    fn tag(&mut self, number: u64, key: &str, value: &str) {
        if !self.now.moves.is_empty() || self.is_over {
            self.close();
        }
        self.is_tagged = true;
        self.now.line = Some(number);
        match key {
            "result" => self.now.result = Some(value.to_owned()),
            "fen" | "position" => self.now.start = Some(value.to_owned()),
            _ => {}
        }
        let side = match key {
            "black" | "first" => 0,
            "white" | "second" => 1,
            _ => return,
        };
        self.players[side] = Some(value.to_owned());
    }

    /// Reads a line of moves, which may end with a result.
    fn line(&mut self, number: u64, line: &str) {
        let (moves, result) = split_result(line);
        if moves.is_empty() && result.is_none() {
            return;
        }
        let only_result = moves.is_empty() && !self.now.moves.is_empty();
        let goes_on = !self.is_over && (self.is_tagged || only_result || self.continues(moves));
        if !goes_on {
            self.close();
            self.now.line = Some(number);
        }
        if !moves.is_empty() {
            self.now.moves.push_str(moves);
            self.now.moves.push(' ');
            self.count(moves);
        }
        if let Some(result) = result {
            self.is_over = true;
            let tagged = self.now.result.take();
            self.now.result = match tagged {
                Some(tagged) if result != "*" && !is_none(&tagged) && tagged != result => {
                    Some(format!("{tagged} as a tag, {result} behind the moves"))
                }
                tagged if result == "*" => tagged,
                _ => Some(result.to_owned()),
            };
        }
    }

    /// Counts the moves of a line of the game.
    fn count(&mut self, line: &str) {
        for word in line.split_whitespace() {
            #[cfg(test)]
            {
                self.looked_at += 1;
            }
            let word = after_number(word);
            self.moves += usize::from(!word.is_empty());
            self.is_joined |= word.len() > 3 && word != "pass" && !word.contains('-');
        }
    }

    /// Whether the number of a line's first move follows the moves before it, counted in pairs or one by one.
    fn continues(&self, line: &str) -> bool {
        let Some((number, _)) = line.split_once('.') else {
            return false;
        };
        let Ok(number) = number.parse::<usize>() else {
            return false;
        };
        number > 1 && !self.is_joined && [self.moves / 2 + 1, self.moves + 1].contains(&number)
    }
}

/// A word without the number of the move before it.
fn after_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix('.')
        .map_or(word, |rest| rest.trim_start_matches('.'))
}

/// Whether a game is a single move: a letter, a digit, or a letter and a number.
fn is_one(game: &RawGame) -> bool {
    let word = game.moves.trim().to_lowercase();
    let number = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let is_square = word.len() - number.len() == 1 && number.bytes().all(|b| b.is_ascii_digit());
    is_square || ["pass", "--"].contains(&word.as_str()) || number.len() == 1
}

/// Whether a tag marks a game without a result.
fn is_none(tagged: &str) -> bool {
    matches!(tagged.trim(), "" | "*" | "?")
}

/// Splits a line into its moves and the result after them.
fn split_result(line: &str) -> (&str, Option<&str>) {
    if let Some((moves, result)) = line.rsplit_once(": ")
        && (Stated::read(result).is_some() || result == "stopped")
    {
        return (moves, Some(if result == "stopped" { "*" } else { result }));
    }
    let mut end = line.trim_end();
    if end == "*" || Stated::is_no_move(end) && !end.contains(' ') {
        return ("", Some(end));
    }
    for _ in 0..2 {
        let Some((before, word)) = end.rsplit_once([' ', '\t', ',', ';']) else {
            break;
        };
        let tail = line[before.len() + 1..].trim();
        if word == "*" || Stated::is_no_move(tail) && Stated::read(tail).is_some() {
            return (before.trim_end_matches([',', ';', ' ', '\t']), Some(tail));
        }
        end = before;
    }
    (line, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each word is read only once, even in a game of many lines.
    #[test]
    fn a_numbered_list_is_read_in_linear_time() {
        for lines in [1, 1000, 20_000] {
            let mut list = GameList::default();
            for number in 1..=lines {
                list.line(number, &format!("{number}. e6 f4"));
                assert!(list.done.is_none(), "line {number} continues the game");
            }
            let words = 3 * usize::try_from(lines).unwrap();
            assert_eq!((list.looked_at, list.moves), (words, words / 3 * 2));
        }
    }
}
