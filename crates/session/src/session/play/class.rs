//! A machine that several boards teach at once: each board plays against it as it stands, and games are learnt in the
//! order in which they end.

use std::collections::HashMap;
use std::sync::Arc;

use super::rounds::Play;
use super::seat::{Seat, Thought};
use super::setup::{Opened, fresh, opened, options, reading};
use super::taught::teach;
use super::turns::BoxChange;
use crate::arena::{Ending, PlayedGame};
use crate::error::Result;
use crate::game::{Game, Key, Move, Results, Side, Verdict};
use crate::games::AnyGame;
use crate::learn::{Learners, Rule};
use crate::store::{Chapter, ListedGame, MOST_LISTED, Model, Provenance};

/// A machine on one side of a game, taught by games with people that end one after the other.
#[derive(Clone)]
pub struct ClassMachine {
    pub(in crate::session) game: AnyGame,
    side: Side,
    model: Arc<Model>,
    /// Its games, each with what lay in its boxes before.
    pub(in crate::session) listed: Vec<Arc<ListedGame>>,
    results: String,
    /// How the games of each group ended.
    scores: HashMap<u32, Results<u64>>,
    /// The last game in which each box was used, from 1.
    used: HashMap<Key, u64>,
    /// The places of the games that each group has played among them.
    own: HashMap<u32, Vec<usize>>,
}

impl ClassMachine {
    /// A machine that knows nothing. The seed tells it from others with which it may be merged; nothing is drawn from it.
    ///
    /// # Errors
    ///
    /// When there is no such machine for the game.
    pub fn new(game: AnyGame, rule: Rule, side: Side, seed: u64) -> Result<Self> {
        let learners = match side {
            Side::First => Learners::First,
            Side::Second => Learners::Second,
        };
        let (mut model, _) = fresh(&game, Some(rule), learners)?;
        model.chapters = vec![Chapter {
            how: Provenance::WithPerson { games: Vec::new() },
            ..options(&model.last().spec, "", seed)
        }];
        Ok(Self {
            game,
            side,
            model: Arc::new(model),
            listed: Vec::new(),
            results: String::new(),
            scores: HashMap::new(),
            used: HashMap::new(),
            own: HashMap::new(),
        })
    }

    /// The machine as it stands, without the list of its games.
    pub const fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The machine as it is saved, with the list of its last games.
    pub fn to_save(&self) -> Model {
        let mut model = Model::clone(&self.model);
        let last = &self.listed[self.listed.len().saturating_sub(MOST_LISTED)..];
        for chapter in &mut model.chapters {
            chapter.list(last.iter().map(|listed| listed.text(&self.game)));
        }
        model
    }

    /// The number of games that it has learnt from.
    pub fn games(&self) -> u64 {
        self.listed.len() as u64
    }

    /// The places of the games that a group has played among its games.
    pub fn games_of(&self, group: u32) -> &[usize] {
        self.own.get(&group).map_or(&[], Vec::as_slice)
    }

    /// How its games ended for it, a letter each: `w`, `d` or `l`.
    pub fn results(&self) -> &str {
        &self.results
    }

    /// How its games with a group ended for it: how many it won, drew and lost.
    pub fn score(&self, group: u32) -> [u64; 3] {
        let ended = self.scores.get(&group).copied().unwrap_or_default();
        ended.seen_by(self.side)
    }

    /// The last of its games in which a box was used, from 1; 0 if none was.
    pub fn last_use(&self, key: Key) -> u64 {
        self.used.get(&key).copied().unwrap_or_default()
    }

    /// Learns from these games, each played by the group of this number. One without a result changes nothing.
    ///
    /// # Errors
    ///
    /// [`games::Error::Move`](crate::games::Error::Move) when a move is not legal.
    pub fn learn<'g>(
        &mut self,
        games: impl IntoIterator<Item = (u32, &'g PlayedGame)>,
    ) -> Result<()> {
        let chapter = self.model.last().clone();
        let Self { game, side, .. } = self;
        let games = games.into_iter().filter_map(|(group, played)| {
            let outcome = played.ending.outcome()?;
            Some((&*played.moves, played.ending, (group, outcome)))
        });
        let model = Arc::make_mut(&mut self.model);
        teach(
            game,
            model,
            &chapter,
            games,
            |pupils, (moves, ending, (group, outcome))| {
                let (mut at, mut boxes) = (game.start(), Vec::new());
                for next in moves.iter().map(Some).chain([None]) {
                    let has_opened = next.is_some() || ending == Ending::Resigned(*side);
                    if let Some(pupil) = &pupils[game.side(&at).index()]
                        && has_opened
                    {
                        boxes.extend(pupil.used(&at));
                    }
                    if let Some(&m) = next {
                        game.check_move(&at, m)?;
                        at = game.play(&at, m);
                    }
                }
                self.own.entry(group).or_default().push(self.listed.len());
                let number = self.listed.len() as u64 + 1;
                self.used
                    .extend(boxes.iter().map(|(key, _)| (*key, number)));
                self.scores.entry(group).or_default().count(outcome);
                self.results.push(letter(ending, *side));
                self.listed.push(Arc::new(ListedGame {
                    machine: *side,
                    moves: moves.iter().map(|&m| (m, true)).collect(),
                    boxes,
                }));
                Ok(())
            },
        )
    }

    /// A board at which a person plays against the machine as it stands, which learns nothing there.
    #[must_use]
    pub fn board(&self, name: &str, seed: u64) -> Opened {
        let seat = reading(self.model.clone(), name);
        let opened = opened(self.game.clone(), self.side.other(), name, seat, seed, 0);
        Opened {
            rule: Some(self.model.rule().name.clone()),
            ..opened
        }
    }
}

/// How a game ended for the machine of this side: `w`, `d` or `l`.
pub(in crate::session) fn letter(ending: Ending, side: Side) -> char {
    match ending.outcome().map(|outcome| outcome.verdict(side)) {
        Some(Verdict::Win) => 'w',
        Some(Verdict::Loss) => 'l',
        _ => 'd',
    }
}

impl Play {
    /// Lets the machine that is read at this board be this one from now on, as it has learnt since.
    pub fn read_now(&mut self, model: &Arc<Model>, name: &str) {
        for seat in &mut self.seats {
            if matches!(seat, Seat::Player { boxes: Some(_), .. }) {
                *seat = reading(model.clone(), name);
            }
        }
    }

    /// Puts a game there as it was left, with the moves of both sides, up to one that is not legal.
    pub fn put(&mut self, moves: &[Move]) {
        for &m in moves {
            if self.now.end.is_some() || self.game.check_move(&self.now.at, m).is_err() {
                return;
            }
            let chosen = self.is_person(self.side());
            let thought = || self.matchbox().map_or(Thought::NoBox, Thought::Matchbox);
            let machine = (!chosen).then(|| (thought(), self.now.dice.clone()));
            self.turn(m, machine, chosen);
        }
    }

    /// Notes that the game that has ended was learnt elsewhere, and how that changed the boxes that were used in it.
    pub fn note_learnt(&mut self, changes: Vec<BoxChange>) {
        if let Some(end) = &mut self.now.end {
            end.changes = changes;
            self.now.counts = true;
        }
    }

    /// Whether the game has ended and was learnt.
    pub const fn is_learnt(&self) -> bool {
        self.now.counts
    }
}
