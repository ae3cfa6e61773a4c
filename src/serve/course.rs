//! A machine that trains at full speed while the page looks on.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use menace::error::Result;
use menace::game::{Game, Results, Side};
use menace::learn::Training;
use menace::store::{Chapter, Model};
use menace::{learn, roster};
use serde::{Deserialize, Serialize};

use super::scene::Matchbox;

/// What is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) opponent: String,
    pub(super) games: u64,
}

/// How far a training has come.
#[derive(Debug, Default, Serialize)]
pub(super) struct Point {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    boxes: u64,
}

/// What the page sees of a training.
#[derive(Debug, Default, Serialize)]
pub(super) struct Seen {
    /// How many games there will be.
    games: u64,
    /// The stretches so far, each with its own counts.
    points: Vec<Point>,
    /// The opening box of the machine.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    matchbox: Option<Matchbox>,
}

/// A training that is going on, from the side of those who look on and may stop it.
#[derive(Debug, Default)]
pub(super) struct Course {
    seen: Mutex<Seen>,
    stopped: AtomicBool,
}

/// How many stretches a training is seen in.
const STRETCHES: u64 = 200;
/// The largest set of games.
const LARGEST: u64 = 10_000;

impl Course {
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn seen<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(
            &self
                .seen
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
        )
    }

    /// Trains the learner of `side` of a model, which comes back as it then stands: with all games that
    /// were played when it was stopped.
    pub(super) fn take<G: Game + 'static>(
        &self,
        game: &G,
        side: Side,
        mut model: Model,
        asked: &Asked,
    ) -> Result<Model> {
        let games_per_set = (asked.games / STRETCHES).clamp(1, LARGEST);
        let sets = asked.games.div_ceil(games_per_set);
        let chapter = Chapter {
            rule: model.rule().clone(),
            opponent: asked.opponent.clone(),
            games_per_set,
            seed: learn::SEED,
            run: 0,
            exact: false,
            sets: 0,
            from: Vec::new(),
            terms: learn::Terms::default(),
        };
        let training = Training {
            game: game.clone(),
            rule: chapter.rule.clone(),
            learners: model.learners,
            opponent: roster::opponent(game, &asked.opponent, side.other())?,
            games_per_set,
            seed: chapter.seed,
            run: chapter.run,
        };
        let tables = model.tables.each_ref().map(Option::as_ref);
        let mut run = training.resume(tables, model.history.clone())?;
        self.look(|seen| seen.games = sets * games_per_set);
        let mut played = 0;
        while played < sets && !self.stopped.load(Ordering::Relaxed) {
            let results = Counted::default();
            let _ = run.play_watched(1, &results);
            played += 1;
            let counts = results.take();
            let boxes = run.history().records.last();
            let boxes = boxes.and_then(|record| record.snapshots[side.index()].as_ref());
            self.look(|seen| {
                seen.points.push(Point {
                    games: played * games_per_set,
                    won: counts.wins(side),
                    drawn: counts.draws,
                    lost: counts.wins(side.other()),
                    boxes: boxes.map_or(0, |snapshot| snapshot.boxes),
                });
            });
        }
        model.note_sets(Chapter {
            sets: played,
            ..chapter
        });
        model.tables = Side::BOTH.map(|side| run.table(side));
        model.history = run.history().clone();
        Ok(model)
    }

    fn look(&self, change: impl FnOnce(&mut Seen)) {
        change(
            &mut self
                .seen
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
        );
    }
}

/// How the games of one set ended.
#[derive(Default)]
struct Counted(Mutex<Results<u64>>);

impl Counted {
    fn take(&self) -> Results<u64> {
        *self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl learn::Progress for Counted {
    fn games_ended(&self, results: &Results<u64>) {
        let mut counted = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *counted += *results;
    }

    fn sets_played(&self, _sets: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
