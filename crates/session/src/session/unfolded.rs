//! The past of a machine, as its model tells it: its trainings, and its games with people, each learnt again when it is
//! asked for.

use super::play::{Change, End, Play, Pupil, Turn, UnfoldedGame, built, forward};
use crate::arena::Ending;
use crate::game::{Key, Move};
use crate::games::{AnyGame, Position};
use crate::learn::Layout;
use crate::store::{Chapter, ListedGame, Model};

/// A machine's trainings and games, in their order.
pub struct Unfolded<'a> {
    game: &'a AnyGame,
    model: Option<&'a Model>,
    entries: Vec<PastEntry<'a>>,
}

/// What changed a box.
pub enum PastChange<'a> {
    /// A training, which may have.
    Training(PastTraining<'a>),
    /// A game in which a bead was drawn from the box.
    Game {
        /// See [`PastGame::number`].
        number: u64,
        /// See [`PastGame::games`].
        games: u64,
        /// How it ended.
        ending: Ending,
        /// What was learnt from it.
        change: Change,
    },
}

/// Games of a training, or a game.
pub enum PastEntry<'a> {
    /// Games that were not played with people.
    Training(PastTraining<'a>),
    /// A game.
    Game(PastGame<'a>),
}

/// Games that were not played with people.
#[derive(Clone, Copy)]
pub struct PastTraining<'a> {
    /// Its chapter.
    pub chapter: &'a Chapter,
    /// How many games of it.
    pub games: u64,
    /// How many games the machine had played before it.
    pub before: u64,
}

/// A game as it was played.
pub struct PastGame<'a> {
    /// Its number among the machine's games with people, from 1.
    pub number: u64,
    /// How many games the machine had played with it.
    pub games: u64,
    /// The moves.
    pub moves: Vec<Move>,
    /// How it ended.
    pub ending: Ending,
    /// Whether a person played it.
    pub is_with_person: bool,
    from: GameFrom<'a>,
}

enum GameFrom<'a> {
    /// The list of this chapter, after this number of sets.
    List(ListedGame, &'a Chapter, u64),
    /// The present board.
    Board(Position, &'a [Turn], &'a End),
}

impl<'a> Unfolded<'a> {
    /// The past that this model tells.
    pub fn new(game: &'a AnyGame, model: Option<&'a Model>) -> Self {
        let (mut entries, mut sets, mut games, mut number) = (Vec::new(), 0, 0, 0);
        for chapter in model.iter().flat_map(|model| &model.chapters) {
            let before = games;
            sets += chapter.sets;
            games += chapter.sets * chapter.games_per_set;
            let Some(texts) = chapter.listed() else {
                entries.push(PastEntry::Training(PastTraining {
                    chapter,
                    games: games - before,
                    before,
                }));
                continue;
            };
            number += chapter.sets;
            for (text, left) in texts.iter().zip((0..texts.len() as u64).rev()) {
                let Some(listed) = ListedGame::read(game, &chapter.rule, text) else {
                    continue;
                };
                entries.push(PastEntry::Game(PastGame {
                    number: number - left,
                    games: games - left,
                    moves: listed.moves.iter().map(|(m, _)| *m).collect(),
                    ending: listed.ending(game),
                    is_with_person: true,
                    from: GameFrom::List(listed, chapter, sets - left - 1),
                }));
            }
        }
        Self {
            game,
            model,
            entries,
        }
    }

    /// The same with the games of a board that are in no list, in place of the sets of a training that they are.
    #[must_use]
    pub fn at_board(mut self, play: &'a Play) -> Self {
        let mut played = 0;
        if let Some(PastEntry::Training(last)) = self.entries.last_mut() {
            last.games -= last.games.min(play.records().count() as u64);
            played = last.before + last.games;
        }
        let chapters = self.model.iter().flat_map(|model| &model.chapters);
        let with_people = chapters.filter(|chapter| chapter.is_with_person());
        let before: u64 = with_people.map(|chapter| chapter.sets).sum();
        for (number, at, turns, end) in play.rounds() {
            self.entries.push(PastEntry::Game(PastGame {
                number: before + number,
                games: played + number,
                moves: turns.iter().map(|turn| turn.m).collect(),
                ending: end.ending,
                is_with_person: play.person().is_some(),
                from: GameFrom::Board(at, turns, end),
            }));
        }
        self
    }

    /// Its trainings and games, in their order.
    pub fn entries(&self) -> &[PastEntry<'a>] {
        &self.entries
    }

    /// The game of this number.
    pub fn round(&self, number: u64) -> Option<UnfoldedGame> {
        let is_it =
            |entry: &PastEntry<'_>| matches!(entry, PastEntry::Game(one) if one.number == number);
        self.unfold(self.entries.iter().position(is_it)?)
    }

    /// What changed the box of this key, which has this layout.
    pub fn changes(&self, layout: Layout, key: Key) -> Vec<PastChange<'a>> {
        let mut found = Vec::new();
        for (place, entry) in self.entries.iter().enumerate() {
            match entry {
                PastEntry::Training(training) if training.games > 0 => {
                    found.push(PastChange::Training(*training));
                }
                PastEntry::Game(game) if game.may_open(key) => {
                    let changes = self
                        .unfold(place)
                        .into_iter()
                        .flat_map(|game| game.end.changes);
                    let is_its = |change: &Change| {
                        let at = &change.before.at;
                        layout.place(self.game, at).key == key
                    };
                    let here = changes.filter(is_its);
                    found.extend(here.map(|change| PastChange::Game {
                        number: game.number,
                        games: game.games,
                        ending: game.ending,
                        change,
                    }));
                }
                _ => {}
            }
        }
        found
    }

    fn unfold(&self, place: usize) -> Option<UnfoldedGame> {
        let PastEntry::Game(past) = &self.entries[place] else {
            return None;
        };
        let (listed, chapter, set) = match &past.from {
            GameFrom::List(listed, chapter, set) => (listed, chapter, *set),
            GameFrom::Board(at, turns, end) => {
                let (at, turns, end) = (*at, turns.to_vec(), End::clone(end));
                return Some(UnfoldedGame { at, turns, end });
            }
        };
        let (rule, side) = (&chapter.rule, chapter.learners.table_of(listed.machine)?);
        let (mut sets, mut begun, mut last) = (0, 0, None);
        let mut records = self.model?.history.records.iter();
        while sets < set {
            let record = records.next()?;
            (sets, begun) = (sets + record.sets, begun + record.begun());
            last = record.snapshots[side.index()].as_ref();
        }
        let table = listed.table(rule, |key| self.is_made(key, place));
        let pupil = Pupil::new(
            self.game.clone(),
            rule.clone(),
            listed.machine,
            Some(&table),
            last,
        );
        let by_hand = chapter.is_by_hand();
        let plies = by_hand.then(|| built(self.game, rule, listed.machine).ok());
        let plies = plies.flatten();
        let layout = Layout::from(rule);
        let ply_of = |at: &Position, ply| {
            let key = layout.place(self.game, at).key;
            plies
                .as_ref()
                .and_then(|plies| plies.get(&key))
                .copied()
                .unwrap_or(ply)
        };
        let played = (&*past.moves, past.ending);
        let by = (&mut pupil.ok()?, listed.machine);
        let mut unfolded = forward(self.game, by, played, begun, ply_of).ok()?;
        for (turn, (_, chosen)) in unfolded.turns.iter_mut().zip(&listed.moves) {
            turn.chosen = if by_hand { *chosen } else { turn.chosen };
        }
        Some(unfolded)
    }

    /// Whether there is a box of this key after the game at this place.
    fn is_made(&self, key: Key, place: usize) -> bool {
        let later = self.entries[place + 1..]
            .iter()
            .filter_map(|entry| match entry {
                PastEntry::Game(PastGame {
                    from: GameFrom::List(listed, ..),
                    ..
                }) => Some(listed),
                _ => None,
            });
        let mut found = later
            .flat_map(|listed| &listed.boxes)
            .filter(|(other, _)| *other == key);
        let tables = || {
            self.model
                .iter()
                .flat_map(|model| model.tables.iter().flatten())
        };
        found.next().map_or_else(
            || tables().any(|table| table.get(key).is_some()),
            |(_, lay)| lay.is_some(),
        )
    }
}

impl PastGame<'_> {
    fn may_open(&self, key: Key) -> bool {
        match &self.from {
            GameFrom::List(listed, ..) => listed.boxes.iter().any(|(own, _)| *own == key),
            GameFrom::Board(..) => true,
        }
    }
}
