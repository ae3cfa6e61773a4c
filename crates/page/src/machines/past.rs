//! The past of a machine since the program started: every game as it was sent to the page, and the trainings in
//! between. The file of a machine counts games but does not store them, so the past is lost when the program stops,
//! unless the [`Surroundings`](crate::Surroundings) keep it.

use std::collections::{BTreeSet, VecDeque};

use matchboxes::game::Key;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::emptied::Emptied;
use super::job::JobStatus;
use super::learnt::FirstBox;
use super::scene::RoundScene;

/// The most bytes of text that are kept for one machine.
const MOST: usize = 2 << 20;

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Past {
    entries: VecDeque<PastEntry>,
    #[serde(skip)]
    pub(crate) bytes: usize,
    /// The number of games before the board was last set up.
    pub(crate) before: usize,
    pub(crate) first_box: FirstBox,
    /// The games that a teacher has taken back, of which the last may still be on the board.
    #[serde(skip)]
    taken_back: BTreeSet<usize>,
    /// Whether a game has ended, or one that had ended was undone, since [`Past::take_change`].
    #[serde(skip)]
    is_changed: bool,
}

#[derive(Debug, Deserialize, Serialize)]
struct PastEntry {
    brief: Value,
    /// The game, unless it is a training.
    game: Option<PastGame>,
    /// The colours that a training has taken out of boxes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    emptied: Vec<Emptied>,
}

#[derive(Debug, Deserialize, Serialize)]
struct PastGame {
    number: usize,
    /// The game as sent to the page.
    json: String,
    /// The keys of the boxes it has changed, in the same order as in `json`.
    keys: Vec<Key>,
}

impl PastEntry {
    fn is_unfinished(&self) -> bool {
        self.brief["ended"] == false
    }

    fn bytes(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.json.len())
    }
}

impl Past {
    /// An empty past, in place of another.
    pub(crate) fn anew() -> Self {
        Self {
            is_changed: true,
            ..Self::default()
        }
    }

    /// The past of this [`text`](Self::text), without a game that had not ended.
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        let mut past: Self = serde_json::from_slice(text).ok()?;
        past.bytes = past.entries.iter().map(PastEntry::bytes).sum();
        past.forget_unfinished();
        Some(past)
    }

    /// Removes the last game if it has not ended: it is played again, or does not count.
    pub(crate) fn forget_unfinished(&mut self) {
        if self.entries.back().is_some_and(PastEntry::is_unfinished)
            && let Some(last) = self.entries.pop_back()
        {
            self.bytes -= last.bytes();
            self.before = last.game.map_or(self.before, |game| game.number - 1);
        }
        self.begin();
    }

    /// Whether it has changed since the last call.
    pub(crate) fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.is_changed)
    }

    pub(crate) fn text(&self) -> Option<Vec<u8>> {
        serde_json::to_vec(self).ok()
    }

    fn games(&self) -> impl DoubleEndedIterator<Item = &PastGame> {
        self.entries.iter().filter_map(|entry| entry.game.as_ref())
    }

    /// Continues the numbering of games for a newly set up board.
    pub(crate) fn begin(&mut self) {
        self.taken_back.clear();
        let last = self.games().next_back();
        self.before = last.map_or(self.before, |game| game.number);
    }

    /// Drops a game that does not count after all.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn take_back(&mut self, number: usize) {
        self.taken_back.insert(number);
        self.is_changed = true;
        self.entries.retain(|entry| {
            let game = entry.game.as_ref();
            let is_kept = game.is_none_or(|game| game.number != number);
            if !is_kept {
                self.bytes -= entry.bytes();
            }
            is_kept
        });
    }

    /// Records the present state of a game, in place of its earlier state and of later games, now undone.
    pub(crate) fn note(&mut self, round: &RoundScene, keys: Vec<Key>) {
        let number = round.number;
        let Ok(json) = serde_json::to_string(round) else {
            return;
        };
        let last = self.games().next_back();
        if last.is_some_and(|game| game.number == number && game.json == json) {
            return;
        }
        while let Some(last) = self.entries.back()
            && last.game.as_ref().is_some_and(|game| game.number >= number)
        {
            self.is_changed |= !last.is_unfinished();
            self.bytes -= last.bytes();
            self.entries.pop_back();
        }
        if round.is_untouched() || self.taken_back.contains(&number) {
            return;
        }
        self.bytes += json.len();
        let entry = PastEntry {
            brief: round.brief(),
            game: Some(PastGame { number, json, keys }),
            emptied: Vec::new(),
        };
        self.is_changed |= !entry.is_unfinished();
        self.entries.push_back(entry);
        while self.bytes > MOST && self.entries.len() > 1 {
            let oldest = self.entries.pop_front();
            self.bytes -= oldest.map_or(0, |entry| entry.bytes());
        }
    }

    /// Records a training, if it has played.
    pub(crate) fn note_training(&mut self, status: &JobStatus) {
        if status.played > 0 {
            self.is_changed = true;
            let (opponent, games) = (&status.opponent, status.played);
            self.entries.push_back(PastEntry {
                brief: json!({ "training": { "opponent": opponent, "games": games } }),
                game: None,
                emptied: status.emptied.clone(),
            });
        }
    }

    pub(crate) fn list(&self) -> Vec<&Value> {
        self.entries.iter().map(|entry| &entry.brief).collect()
    }

    pub(crate) fn game(&self, number: usize) -> Option<Value> {
        let found = self.games().find(|game| game.number == number)?;
        serde_json::from_str(&found.json).ok()
    }

    /// All changes of the box with this key, each with its game, and the trainings in between.
    pub(crate) fn changes(&self, key: Key) -> Vec<Value> {
        let mut found = Vec::new();
        for entry in &self.entries {
            let Some(PastGame { number, json, keys }) = &entry.game else {
                let mut told = entry.brief.clone();
                let here = entry.emptied.iter().filter(|one| one.key == key);
                let here = here.map(|one| json!({ "games": one.games, "colour": one.colour }));
                told["emptied"] = here.collect();
                found.push(told);
                continue;
            };
            if !keys.contains(&key) {
                continue;
            }
            let Ok(round) = serde_json::from_str::<Value>(json) else {
                continue;
            };
            let ended = &round["ended"];
            let places = (0..keys.len()).filter(|&place| keys[place] == key);
            found.extend(places.map(|place| {
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
