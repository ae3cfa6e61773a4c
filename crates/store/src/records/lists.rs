//! Lists of moves with or without numbers, as in PGN, and bare transcripts.

use crate::arena::{RawGame, Stated};

/// The games of a text. A line is a game, unless tags came before it or its number continues the moves before it;
/// lines that all hold one move are one game. The line of a comment or variation that has no end is the error.
pub(super) fn games(text: &str) -> Result<Vec<RawGame>, u64> {
    let mut list = List::default();
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
    }
    if comment.depth > 0 {
        return Err(comment.line);
    }
    list.close();
    let mut games = list.games;
    if games.len() > 1
        && games
            .iter()
            .all(|game| is_one(game) && game.result.is_none())
    {
        let moves: Vec<String> = games.iter().map(|game| game.moves.clone()).collect();
        games.truncate(1);
        games[0].moves = moves.join(" ");
    }
    Ok(games)
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
struct List {
    games: Vec<RawGame>,
    now: RawGame,
    /// Whether tags came before the moves of the game.
    is_tagged: bool,
    /// Whether the result after its moves has been read.
    is_over: bool,
    players: [Option<String>; 2],
}

impl List {
    fn close(&mut self) {
        let mut game = std::mem::take(&mut self.now);
        if let [Some(first), Some(second)] = std::mem::take(&mut self.players) {
            game.players = Some([first, second]);
        }
        (self.is_tagged, self.is_over) = (false, false);
        if game.line.is_some() {
            self.games.push(game);
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

    /// Reads a line of moves, at the end of which a result may stand.
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
        }
        if let Some(result) = result {
            self.is_over = true;
            if result != "*" {
                self.now.result = Some(result.to_owned());
            }
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
        let words = self.now.moves.split_whitespace();
        let moves: Vec<&str> = words
            .map(after_number)
            .filter(|word| !word.is_empty())
            .collect();
        // Moves that are joined are a whole game.
        let is_joined = |word: &&str| word.len() > 3 && *word != "pass" && !word.contains('-');
        let before = moves.len();
        number > 1 && !moves.iter().any(is_joined) && [before / 2 + 1, before + 1].contains(&number)
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
