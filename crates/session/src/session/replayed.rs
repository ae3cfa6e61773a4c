//! What lay in a box after the sets of the trainings of a model, which are played again for that: a model holds what
//! lies in it now.

use super::resolve::recorded_opponent;
use crate::game::{Key, Side};
use crate::games::AnyGame;
use crate::graph::offered;
use crate::learn::{BoxContent, History, Record, Table, Training};
use crate::store::{Chapter, ListedGame, Model, Provenance};

/// The most games that are played again.
const MOST_GAMES: u64 = 100_000;

/// What lay in a box from one moment on.
#[derive(Clone, Debug)]
pub struct BoxMoment {
    /// After how many games of the machine it was seen, and after how many there still was something else.
    pub games: u64,
    /// See `games`.
    pub since: u64,
    /// The content.
    pub content: BoxContent,
}

/// What lay in a box until the end of the last training of a model, as far as that can be played again.
#[derive(Clone, Debug)]
pub struct Replayed {
    key: Key,
    side: Side,
    chapters: Vec<Chapter>,
    moments: Vec<BoxMoment>,
}

impl Replayed {
    /// Plays the trainings of a model again, and its games with people before the last of them: what lay in the box of this
    /// key in the table of this side.
    pub fn new(game: &AnyGame, model: &Model, (side, key): (Side, Key)) -> Self {
        let mut replayed = Self {
            key,
            side,
            chapters: until_last_training(model).to_vec(),
            moments: Vec::new(),
        };
        // In a large game an opponent may take long for a move.
        let games = replayed
            .chapters
            .iter()
            .map(|one| one.sets.saturating_mul(one.games_per_set));
        let games = games.fold(0, u64::saturating_add);
        let is_short = games <= MOST_GAMES && offered(game).is_some();
        if is_short && replayed.play(game).is_none() {
            // It is not known what later games began with.
            replayed.moments.clear();
        }
        replayed
    }

    /// Whether this model has the same trainings.
    pub fn is_of(&self, model: &Model, (side, key): (Side, Key)) -> bool {
        (self.side, self.key) == (side, key) && self.chapters == until_last_training(model)
    }

    /// What lay in the box, in order.
    pub fn moments(&self) -> &[BoxMoment] {
        &self.moments
    }

    fn play(&mut self, game: &AnyGame) -> Option<()> {
        let (mut tables, mut history) = ([None, None], History::default());
        let (place, key) = (self.side.index(), self.key);
        let mut games = 0;
        for chapter in &self.chapters {
            let mut note = |table: Option<&Table>| {
                let since = games;
                games += chapter.games_per_set;
                let content = table.and_then(|table| table.content(key));
                let last = self.moments.last().map(|last| &last.content);
                if let Some(content) = content.filter(|content| last != Some(content)) {
                    self.moments.push(BoxMoment {
                        games,
                        since,
                        content,
                    });
                }
            };
            match &chapter.how {
                Provenance::Trained { run, from, .. } if from.is_empty() => {
                    let training = Training {
                        spec: chapter.spec.clone(),
                        run: *run,
                        game: game.clone(),
                        opponent: recorded_opponent(game, &chapter.opponent, chapter.learners)
                            .ok()?,
                        fallback: None,
                    };
                    chapter.fallback.is_empty().then_some(())?;
                    let run = training.resume(tables.each_ref().map(Option::as_ref), history);
                    let mut run = run.ok()?;
                    for _ in 0..chapter.sets {
                        run.play(1);
                        note(run.table(self.side).as_ref());
                    }
                    tables = Side::BOTH.map(|side| run.table(side));
                    history = run.history().clone();
                }
                Provenance::WithPerson { games: texts } if texts.len() as u64 == chapter.sets => {
                    for text in texts {
                        let listed = ListedGame::read(game, &chapter.rule, text)?;
                        let own = chapter.learners.table_of(listed.machine)?.index();
                        let last = history
                            .records
                            .last()
                            .and_then(|last| last.snapshots[own].as_ref());
                        let learnt = listed.learnt(
                            game,
                            &chapter.rule,
                            history.begun(),
                            (tables[own].as_ref()?, last),
                        );
                        let mut learnt = learnt?;
                        let mut record = Record {
                            sets: 1,
                            ..Record::default()
                        };
                        record.results.count(listed.ending(game).outcome()?);
                        if let Some(last) = history.records.last() {
                            record.snapshots.clone_from(&last.snapshots);
                        }
                        record.snapshots[own] = Some(learnt.report());
                        history.push(record);
                        tables[own] = Some(learnt.table());
                        note(tables[place].as_ref());
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }
}

fn until_last_training(model: &Model) -> &[Chapter] {
    let last = model.chapters.iter().rposition(Chapter::is_trained);
    &model.chapters[..last.map_or(0, |last| last + 1)]
}
