//! What happened at a machine since the server has begun: every game of it as it was told, and the
//! trainings in between. The file of a machine counts games and does not keep them, so this is
//! forgotten with the server.

use std::collections::VecDeque;

use menace::game::Key;
use serde_json::{Value, json};

use super::scene::Round;

/// The most bytes of text that are kept of one machine.
const MOST: usize = 2 << 20;

/// What happened, in its order.
#[derive(Debug, Default)]
pub(super) struct Past {
    entries: VecDeque<Entry>,
    bytes: usize,
    /// The games before the board was set up last.
    before: usize,
}

#[derive(Debug)]
enum Entry {
    Game {
        number: usize,
        /// One line about it.
        brief: Value,
        /// The game as it was told.
        told: String,
        /// The keys of the boxes it has changed, in the order in which they are told.
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
            Self::Game { told, .. } => told.len(),
            Self::Training { .. } => 0,
        }
    }
}

impl Past {
    /// The games before the board was set up last.
    pub(super) const fn before(&self) -> usize {
        self.before
    }

    /// What it takes of memory.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    /// The board is set up again: its games are numbered on from here.
    pub(super) fn begin(&mut self) {
        let last = self.entries.iter().rev().find_map(|entry| match entry {
            Entry::Game { number, .. } => Some(*number),
            Entry::Training { .. } => None,
        });
        self.before = last.unwrap_or(self.before);
    }

    /// Notes the present game as it stands; whatever was noted of it, or of games after it, has been
    /// taken back.
    pub(super) fn note(&mut self, round: &Round, keys: Vec<Key>) {
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
        let Ok(told) = serde_json::to_string(round) else {
            return;
        };
        self.bytes += told.len();
        self.entries.push_back(Entry::Game {
            number,
            brief: round.brief(),
            told,
            keys,
        });
        while self.bytes > MOST && self.entries.len() > 1 {
            let oldest = self.entries.pop_front();
            self.bytes -= oldest.map_or(0, |entry| entry.bytes());
        }
    }

    /// Notes a training.
    pub(super) fn note_training(&mut self, opponent: String, games: u64) {
        self.entries.push_back(Entry::Training { opponent, games });
    }

    /// All that is known, one line each.
    pub(super) fn list(&self) -> Vec<Value> {
        let told = self.entries.iter().map(|entry| match entry {
            Entry::Game { brief, .. } => brief.clone(),
            Entry::Training { opponent, games } => training(opponent, *games),
        });
        told.collect()
    }

    /// A game by its number.
    pub(super) fn game(&self, number: usize) -> Option<Value> {
        let found = self.entries.iter().find_map(|entry| match entry {
            Entry::Game {
                number: n, told, ..
            } if *n == number => Some(told),
            _ => None,
        });
        serde_json::from_str(found?).ok()
    }

    /// Every change of the box with this key, each with its game, and the trainings in between.
    pub(super) fn changes(&self, key: Key) -> Vec<Value> {
        let mut found = Vec::new();
        for entry in &self.entries {
            let (number, told, keys) = match entry {
                Entry::Training { opponent, games } => {
                    found.push(training(opponent, *games));
                    continue;
                }
                Entry::Game {
                    number, told, keys, ..
                } => (number, told, keys),
            };
            if !keys.contains(&key) {
                continue;
            }
            let Ok(round) = serde_json::from_str::<Value>(told) else {
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
