//! What recorded games are: their results, and what contradicts the moves.

use std::path::Path;

use matchboxes_games::game::{Game, Results, Side};
use matchboxes_games::games::AnyGame;
use matchboxes_games::text::{Shown as _, count, percent, share, thousands};
use matchboxes_measure::RecordedGame;
use serde_json::{Value, json};

use crate::layout::Layout;
use crate::row::Row;

/// What the recorded games are.
#[derive(Default)]
pub struct RecordedCounts {
    results: Results<u64>,
    games: u64,
    /// The games that are over by the rules.
    over: u64,
    unknown: u64,
    /// The games with a result that is written there and understood.
    stated: u64,
    /// The games with a result that is not understood, and the first such text.
    unread: u64,
    first_unread: Option<String>,
    contradictions: Vec<Contradiction>,
}

/// A game whose moves contradict the result that is written there.
struct Contradiction {
    /// The number of the game, from 1.
    number: u64,
    line: Option<u64>,
    reason: String,
}

impl RecordedCounts {
    /// Counts a game.
    pub fn count(&mut self, game: &AnyGame, recorded: RecordedGame) {
        self.games += 1;
        self.over += u64::from(game.outcome(&recorded.end(game)).is_some());
        match recorded.outcome(game) {
            Some(outcome) => self.results.count(outcome),
            None => self.unknown += 1,
        }
        self.stated += u64::from(recorded.stated.is_some());
        if let Some(reason) = recorded.contradiction(game) {
            self.contradictions.push(Contradiction {
                number: self.games,
                line: recorded.line,
                reason,
            });
        }
        if let Some(text) = recorded.unread {
            self.unread += 1;
            self.first_unread.get_or_insert(text);
        }
    }

    /// How many games contradict the results that are written there.
    pub fn contradictions(&self) -> u64 {
        self.contradictions.len() as u64
    }

    /// The games of this file as a document.
    pub fn document(&self, path: &Path, game: &AnyGame) -> Value {
        let [first, draws, second] = self.results.seen_by(Side::First);
        let contradictions = self.contradictions.iter().map(|one| {
            Row::default()
                .with("game", one.number)
                .with("line", one.line)
                .with("reason", &one.reason)
        });
        let contradictions: Vec<Row> = contradictions.collect();
        Row::default()
            .with("file", path.to_string_lossy())
            .with("game", game.name())
            .with("games", self.games)
            .with("first_wins", first)
            .with("draws", draws)
            .with("second_wins", second)
            .with("unknown", self.unknown)
            .with("over_by_the_rules", self.over)
            .with("results_written", self.stated)
            .with("results_unread", self.unread)
            .document(json!({ "contradictions": contradictions }))
    }

    /// The games of this file for people.
    pub fn text(&self, path: &Path, game: &AnyGame, layout: Layout) -> String {
        let (games, path) = (count(self.games, "game", "games"), path.shown());
        let mut text = layout.wrapped(&format!("{}, {games} in {path}", game.name()), "");
        let unknown = (self.unknown > 0).then_some(("unknown", self.unknown));
        let rows = ["first wins", "draw", "second wins"]
            .into_iter()
            .zip(self.results.seen_by(Side::First))
            .chain(unknown)
            .map(|(word, n)| {
                let share = percent(share(n, self.games));
                vec![word.to_owned(), thousands(n), share]
            });
        let table = layout.fitted(&rows.collect::<Vec<_>>(), &[1, 2]);
        text += &format!("\n{table}\n");
        let games = count(self.over, "game is", "games are");
        let results = self.results_written();
        text += &layout.wrapped(&format!("{games} over by the rules; {results}"), "");
        if let Some(first) = &self.first_unread {
            let results = count(self.unread, "result is", "results are");
            text += &layout.wrapped(&format!("{results} not understood, such as `{first}`"), "");
        }
        for one in &self.contradictions {
            let place = one
                .line
                .map_or(String::new(), |line| format!("line {line}, "));
            let (number, reason) = (one.number, &one.reason);
            text += &layout.wrapped(&format!("{path}, {place}game {number}: {reason}"), "  ");
        }
        text
    }
    /// How many results are written there, and what becomes of them.
    fn results_written(&self) -> String {
        let wrong = match self.contradictions.len() as u64 {
            0 => "none contradicts the moves".to_owned(),
            n => format!("{} the moves", count(n, "contradicts", "contradict")),
        };
        match self.stated {
            0 if self.unread == 0 => "no result is written there".to_owned(),
            0 => "no result there is understood".to_owned(),
            n => {
                let results = count(n, "result is", "results are");
                format!("{results} written there, of which {wrong}")
            }
        }
    }
}
