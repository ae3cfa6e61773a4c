//! A whole training played move by move: sets of games, and their history.

use std::mem::take;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::batch::{Chunk, GameResult, MetPosition};
use super::core::{LearnerCore, Scratch};
use super::learner::{Learner, Mind};
use crate::dice::{Dice, Purpose};
use crate::error::Result;
use crate::game::{Game, Side};
use crate::game_log::GameLog;
use crate::history::{Evaluator, History, Meetings, Record};
use crate::interrupt;
use crate::lesson::LessonDice;
use crate::table::Table;
use crate::training::Training;
use crate::training::opponent::Sampler;

/// A training in progress, played by [`Learner`]s one move at a time.
///
/// The training that it is given already has the rule for its learners; see [`Training::agreed`].
pub(crate) struct PackedRun<G: Game> {
    training: Training<G>,
    pub(crate) learners: [Option<Learner<G>>; 2],
    pub(crate) history: History,
    /// The set played last.
    pub(crate) latest: Record,
    /// Its games.
    pub(crate) log: GameLog,
    /// Games begun since the first set.
    begun: u64,
    sampler: Sampler,
    /// The shards of the last batch, which are used again.
    chunks: Vec<Chunk>,
}

impl<G: Game> PackedRun<G> {
    /// Creates a training that has met no position.
    pub(crate) fn new(training: Training<G>) -> Self {
        let (seed, run) = (training.seed, training.run);
        let most = training
            .terms
            .each(training.learners.sides().count() as u64);
        // It follows from the terms alone: a resumed run must learn in the same parts on every computer.
        let shards = training.terms.shards(&training.rule);
        let learner = |side| {
            let mut learner = Learner::new(training.game.clone(), training.rule.clone(), side);
            match &mut learner.mind {
                Mind::Beads(core, table) => {
                    core.dice = LessonDice { seed, run, game: 0 };
                    core.most = most;
                    core.fallback.clone_from(&training.fallback);
                    table.split_into(shards);
                }
                // It has only the default terms.
                Mind::Values(learner) => learner.fallback.clone_from(&training.fallback),
            }
            learner
        };
        let learns = |side| training.learners.learns(side);
        Self {
            learners: Side::BOTH.map(|side| learns(side).then(|| learner(side))),
            history: History::default(),
            latest: Record::default(),
            log: GameLog::default(),
            begun: 0,
            sampler: Sampler::default(),
            chunks: Vec::new(),
            training,
        }
    }

    /// Resumes a training from these tables and this history; see [`Training::resume`].
    pub(crate) fn resume(
        training: Training<G>,
        tables: [Option<&Table>; 2],
        history: History,
    ) -> Result<Self> {
        let shards = training.terms.shards(&training.rule);
        let mut packed = Self::new(training);
        let last = history.records.last();
        for (i, learner) in packed.learners.iter_mut().enumerate() {
            if let Some(learner) = learner {
                let last = last.and_then(|record| record.snapshots[i].as_ref());
                learner.resume_from(tables[i], last)?;
                if let Mind::Beads(_, table) = &mut learner.mind {
                    table.split_into(shards);
                }
            }
        }
        packed.begun = history.begun();
        packed.history = history;
        Ok(packed)
    }

    /// As [`Group::meetings`](crate::Group::meetings).
    pub(crate) fn meetings(&self, side: Side) -> Option<&Meetings> {
        let (core, _) = self.packed(side)?;
        Some(&core.meetings)
    }

    /// What plays and learns for a side, and its table, if it learns beads.
    fn packed(&self, side: Side) -> Option<(&LearnerCore<G>, &Table)> {
        match &self.learners[side.index()].as_ref()?.mind {
            Mind::Beads(core, table) => Some((core, table)),
            Mind::Values(_) => None,
        }
    }

    /// Plays one more set, and evaluates the tables after it if there is an evaluator.
    pub(crate) fn play_set(&mut self, evaluator: Option<&dyn Evaluator>) {
        let (seed, run) = (self.training.seed, self.training.run);
        let mut dice = Dice::new(seed, Purpose::Training, run, self.history.sets());
        let mut record = Record::one_set();
        let mut left = self.training.games_per_set;
        self.log.begin();
        while left > 0 {
            let batch = self.training.terms.batch.min(left);
            if self.training.terms.batch > 1 {
                self.play_batch(batch, &mut record);
            } else {
                look(left);
                self.play_game(&mut dice, &mut record);
            }
            self.begun += batch;
            left -= batch;
        }
        let learners = self.learners.each_mut();
        record.snapshots = learners.map(|learner| Some(learner.as_mut()?.evaluated(evaluator)));
        self.latest = record.clone();
        self.history.push(record);
    }

    fn play_game(&mut self, dice: &mut Dice, record: &mut Record) {
        let Training { game, opponent, .. } = &self.training;
        let (sampler, number) = (&mut self.sampler, self.begun);
        let movers = Side::BOTH.map(|side| self.training.mover(side, number));
        let learners = self.learners.each_mut();
        let mut learners = learners.map(|learner| Some(learner.as_mut()?.begin_game(number)));
        let ended = GameResult::play(game, |side, at, plies| {
            let table = movers[side.index()].map(Side::index);
            match table.and_then(|table| learners[table].as_mut()) {
                Some(learner) => learner.choose(side, at, plies, dice),
                None => sampler.choose(opponent.mover(number, dice), game, at, dice),
            }
        });
        let is_turned = self.training.is_turned(number);
        let counted = if is_turned { ended.turned() } else { ended };
        counted.count(record, &mut self.log);
        let Some(outcome) = ended.outcome else { return };
        for side in Side::BOTH {
            let table = movers[side.index()].map(Side::index);
            if let Some(learner) = table.and_then(|table| learners[table].as_mut()) {
                learner.conclude(side, outcome.verdict(side), ended.plies);
            }
        }
    }

    /// Plays games on all threads and then learns from them: also on all threads if no box depends on another,
    /// otherwise from one game after the other.
    #[inline(never)]
    fn play_batch(&mut self, games: u64, record: &mut Record) {
        // Several chunks per thread, because games differ in length, but with many games in each chunk, so
        // that their steps are stored one after the other.
        let each = (games / (4 * rayon::current_num_threads() as u64)).clamp(1, 64);
        let mut chunks = take(&mut self.chunks);
        let count = usize::try_from(games.div_ceil(each)).expect("a batch fits into memory");
        chunks.resize_with(count, Chunk::default);
        let (first, end) = (self.begun, self.begun + games);
        let shards = Side::BOTH.map(|side| {
            let packed = self.packed(side);
            packed.map_or(0, |(_, table)| table.boxes().shards.len())
        });
        chunks.par_iter_mut().enumerate().for_each(|(i, chunk)| {
            let from = first + i as u64 * each;
            let games = from..end.min(from + each);
            chunk.play(games, shards, |game, lines: &mut _, scratch: &mut _| {
                look(game);
                self.play_apart(game, lines, scratch)
            });
        });
        let learners = self.learners.each_mut();
        let mut cores = learners.map(|learner| match &mut learner.as_mut()?.mind {
            Mind::Beads(core, table) => Some((core, table.parts_mut())),
            Mind::Values(_) => None,
        });
        let ended = chunks.iter().flat_map(Chunk::ended);
        ended.for_each(|ended| ended.count(record, &mut self.log));
        if self.training.terms.learns_in_shards(&self.training.rule) {
            for (core, parts) in cores.iter_mut().flatten() {
                core.learn_in_parallel(parts, &chunks, first);
            }
        } else {
            let mut played = chunks.iter().flat_map(Chunk::games).peekable();
            let mut numbers = first..;
            while let Some(((ended, lines), number)) = played.next().zip(numbers.next()) {
                look(number);
                for (core, parts) in cores.iter_mut().flatten() {
                    let i = core.side.index();
                    // Prefetches the boxes that are read once this game has been learnt from.
                    for step in played.peek().map_or(&[][..], |(_, next)| next[i]) {
                        parts.boxes.seek(step.key);
                    }
                    core.learn_from(parts, number, ended, lines[i]);
                }
            }
        }
        self.chunks = chunks;
    }

    /// Plays the game with this number against the unchanged tables.
    fn play_apart(
        &self,
        number: u64,
        lines: &mut [Vec<MetPosition>; 2],
        scratch: &mut Scratch,
    ) -> GameResult {
        let Training { game, opponent, .. } = &self.training;
        let (seed, run) = (self.training.seed, self.training.run);
        // By the number of the game, so that it does not matter which thread plays it, or when.
        let mut dice = Dice::new(seed, Purpose::Batch, run, number);
        GameResult::play(game, |side, at, plies| {
            if let Some((core, table)) = self.packed(side) {
                let line = &mut lines[side.index()];
                return core.choose_in_batch(table, at, plies, line, &mut dice, scratch);
            }
            let player = opponent.mover(number, &mut dice);
            scratch.sampler.choose(player, game, at, &mut dice)
        })
    }
}

/// Looks at some of the games whether the run is left.
#[inline]
fn look(game: u64) {
    if game.is_multiple_of(64) {
        interrupt::point();
    }
}
