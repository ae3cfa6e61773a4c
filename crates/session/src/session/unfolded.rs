//! The past of a machine, as its model tells it: its trainings, and its games with people, each learnt again when it is
//! asked for.

use std::borrow::Cow;

use super::play::{ClassMachine, Play, Pupil, Round, UnfoldedGame, built, forward};
use crate::arena::Ending;
use crate::game::{Key, Move};
use crate::games::{AnyGame, Position};
use crate::learn::{BoxContent, Layout};
use crate::store::{Chapter, ListedGame, Model};

/// A machine's trainings and games, in their order.
pub struct Unfolded<'a> {
    game: &'a AnyGame,
    model: Option<&'a Model>,
    entries: Vec<PastEntry<'a>>,
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
    /// Whether a person played it.
    pub is_with_person: bool,
    from: GameFrom<'a>,
}

enum GameFrom<'a> {
    /// The list of this chapter, after this number of sets.
    List(Cow<'a, ListedGame>, &'a Chapter, u64),
    /// The present board.
    Board(&'a Round),
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
                    is_with_person: true,
                    from: GameFrom::List(Cow::Owned(listed), chapter, sets - left - 1),
                }));
            }
        }
        Self {
            game,
            model,
            entries,
        }
    }

    /// The past of a machine of a class: its games, or those that this group has played.
    pub fn of_class(machine: &'a ClassMachine, group: Option<u32>) -> Self {
        let (model, all) = (machine.model(), || (0..machine.listed.len()).collect());
        let places = group.map_or_else(all, |group| machine.games_of(group).to_vec());
        let entries = (1..).zip(places).map(|(number, at)| {
            let listed = Cow::Borrowed(&*machine.listed[at]);
            PastEntry::Game(PastGame {
                number,
                games: at as u64 + 1,
                is_with_person: true,
                from: GameFrom::List(listed, model.last(), at as u64),
            })
        });
        Self {
            game: &machine.game,
            model: Some(model),
            entries: entries.collect(),
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
        let before = self.model.map_or(0, Model::with_people);
        for (number, round) in play.rounds() {
            self.entries.push(PastEntry::Game(PastGame {
                number: before + number,
                games: played + number,
                is_with_person: play.person().is_some(),
                from: GameFrom::Board(round),
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

    /// The game at this place of the entries.
    pub fn unfold(&self, place: usize) -> Option<UnfoldedGame> {
        let PastEntry::Game(past) = &self.entries[place] else {
            return None;
        };
        let (listed, chapter, set) = match &past.from {
            GameFrom::List(listed, chapter, set) => (listed, chapter, *set),
            GameFrom::Board(round) => {
                let (at, turns, end) = (round.at, round.turns.clone(), round.end.clone()?);
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
        let plies = by_hand.then(|| built(self.game, rule, listed.machine));
        let plies = plies.and_then(Result::ok);
        let ply_of = |at: &Position, ply| {
            let key = || Layout::from(rule).place(self.game, at).key;
            let built = plies.as_ref().and_then(|plies| plies.get(&key()));
            built.copied().unwrap_or(ply)
        };
        let moves = past.moves();
        let played = (&*moves, past.ending(self.game));
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
    /// The moves.
    pub fn moves(&self) -> Vec<Move> {
        match &self.from {
            GameFrom::List(listed, ..) => listed.moves().collect(),
            GameFrom::Board(round) => round.turns.iter().map(|turn| turn.m).collect(),
        }
    }

    /// How it ended.
    pub fn ending(&self, game: &AnyGame) -> Ending {
        match &self.from {
            GameFrom::List(listed, ..) => listed.ending(game),
            GameFrom::Board(round) => {
                let end = round.end.as_ref();
                end.map_or(Ending::Stopped, |end| end.ending)
            }
        }
    }

    /// The box of this key, if it was opened in it, with what lay in it before, if it was there.
    pub fn opened(&self, key: Key) -> Option<&(Key, Option<BoxContent>)> {
        let boxes = match &self.from {
            GameFrom::List(listed, ..) => [&listed.boxes[..], &[]],
            GameFrom::Board(round) => [&round.used[0][..], &round.used[1]],
        };
        boxes.into_iter().flatten().find(|(own, _)| *own == key)
    }
}
