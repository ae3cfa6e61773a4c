//! The past of a machine since the server started: every game as it was sent to the page, and the
//! trainings in between. The file of a machine counts games but does not store them, so the past is lost
//! when the server stops.

use std::collections::VecDeque;

use menace::game::Key;
use serde_json::{Value, json};

use super::scene::Round;

/// The most bytes of text that are kept for one machine.
const MOST: usize = 2 << 20;

/// The games and trainings, in order.
#[derive(Debug, Default)]
pub(crate) struct Past {
    entries: VecDeque<Entry>,
    bytes: usize,
    /// The number of games before the board was last set up.
    before: usize,
}

#[derive(Debug)]
enum Entry {
    Game {
        number: usize,
        /// A summary of it.
        brief: Value,
        /// The game as sent to the page.
        json: String,
        /// The keys of the boxes it has changed, in the same order as in `json`.
        keys: Vec<Key>,
    },
    Training {
        opponent: String,
        games: u64,
    },
}

impl Entry {
    fn bytes(&self) -> usize {
        match self {
            Self::Game { json, .. } => json.len(),
            Self::Training { .. } => 0,
        }
    }
}

impl Past {
    /// The number of games before the board was last set up.
    pub(crate) const fn before(&self) -> usize {
        self.before
    }

    /// Its memory in bytes.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    /// Continues the numbering of games for a newly set up board.
    pub(crate) fn begin(&mut self) {
        let last = self.entries.iter().rev().find_map(|entry| match entry {
            Entry::Game { number, .. } => Some(*number),
            Entry::Training { .. } => None,
        });
        self.before = last.unwrap_or(self.before);
    }

    /// Records the present state of a game, in place of what was recorded of it and of all later entries,
    /// which have been undone.
    pub(crate) fn note(&mut self, round: &Round, keys: Vec<Key>) {
        let number = round.number;
        let is_later =
            |entry: &Entry| matches!(entry, Entry::Game { number: n, .. } if *n >= number);
        while self.entries.back().is_some_and(is_later) {
            let taken = self.entries.pop_back();
            self.bytes -= taken.map_or(0, |entry| entry.bytes());
        }
        if round.is_untouched() {
            return;
        }
        let Ok(json) = serde_json::to_string(round) else {
            return;
        };
        self.bytes += json.len();
        self.entries.push_back(Entry::Game {
            number,
            brief: round.brief(),
            json,
            keys,
        });
        while self.bytes > MOST && self.entries.len() > 1 {
            let oldest = self.entries.pop_front();
            self.bytes -= oldest.map_or(0, |entry| entry.bytes());
        }
    }

    /// Records a training.
    pub(crate) fn note_training(&mut self, opponent: String, games: u64) {
        self.entries.push_back(Entry::Training { opponent, games });
    }

    /// Summaries of all entries.
    pub(crate) fn list(&self) -> Vec<Value> {
        let summaries = self.entries.iter().map(|entry| match entry {
            Entry::Game { brief, .. } => brief.clone(),
            Entry::Training { opponent, games } => training(opponent, *games),
        });
        summaries.collect()
    }

    /// A game by its number.
    pub(crate) fn game(&self, number: usize) -> Option<Value> {
        let found = self.entries.iter().find_map(|entry| match entry {
            Entry::Game {
                number: n, json, ..
            } if *n == number => Some(json),
            _ => None,
        });
        serde_json::from_str(found?).ok()
    }

    /// All changes of the box with this key, each with its game, and the trainings in between.
    pub(crate) fn changes(&self, key: Key) -> Vec<Value> {
        let mut found = Vec::new();
        for entry in &self.entries {
            let (number, json, keys) = match entry {
                Entry::Training { opponent, games } => {
                    found.push(training(opponent, *games));
                    continue;
                }
                Entry::Game {
                    number, json, keys, ..
                } => (number, json, keys),
            };
            if !keys.contains(&key) {
                continue;
            }
            let Ok(round) = serde_json::from_str::<Value>(json) else {
                continue;
            };
            let changes = keys.iter().enumerate().filter(|(_, other)| **other == key);
            found.extend(changes.map(|(place, _)| {
                let ended = &round["ended"];
                let change = &ended["changes"][place];
                json!({
                    "game": number,
                    "winner": ended["winner"],
                    "move": change["move"],
                    "before": change["before"],
                    "after": change["after"],
                })
            }));
        }
        found
    }
}

fn training(opponent: &str, games: u64) -> Value {
    json!({ "training": { "opponent": opponent, "games": games } })
}
