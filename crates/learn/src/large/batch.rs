//! Batches: games that are played against an unchanged table and learnt from afterwards, so that many can
//! be played at the same time.
//!
//! The table does not change while they are played. A position without a box is played as if it had a new
//! box; the box is made when the game is learnt from, if the limits allow one more. An empty box that the
//! rule gives beads is played as if it had them, and gets them when the game is learnt from if it is still
//! empty. A fallback player plays where the unchanged table would get no box. Nothing is learnt from its
//! move, even if the box has been made since.
//!
//! Where no box depends on another, all cores learn from a batch: each core takes shards of the table and
//! processes the steps that belong to them, in the order of the games.

use std::ops::Range;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::core::{LearnerCore, Scratch};
use crate::choice::Choice;
use crate::dice::Dice;
use crate::game::{Game, Key, Outcome, Side};
use crate::game_log::GameLog;
use crate::history::{Meetings, Record, Snapshot, entry};
use crate::interrupt;
use crate::layout::Layout;
use crate::lesson::{BeadDraw, GameLesson, LessonDice, Teacher};
use crate::packed::{HashedKey, Shard};
use crate::player::Random;
use crate::table::{Table, TableParts};

/// Consecutive games of a batch. The vectors are reused from batch to batch.
#[derive(Default)]
pub(super) struct Chunk {
    games: Vec<ChunkGame>,
    /// The steps of each side, for each shard of its table, in the order of the games.
    steps: [Vec<Vec<MetPosition>>; 2],
    /// The steps of each side in the current game.
    lines: [Vec<MetPosition>; 2],
    scratch: Scratch,
}

struct ChunkGame {
    ended: GameResult,
    /// For each side, the number of moves before its last one.
    last: [Option<u16>; 2],
    /// For each side, where the steps of this game end in its first shard.
    ends: [usize; 2],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct GameResult {
    /// The outcome; `None` if the game was refused.
    pub(super) outcome: Option<Outcome>,
    /// The number of moves.
    pub(super) plies: u16,
    /// The side that ended it: it resigned or refused.
    ended_by: Option<Side>,
}

impl GameResult {
    /// Plays a game. `choose` is called for each move with the side to move, the position and the number of
    /// moves before it.
    #[inline]
    pub(super) fn play<G: Game>(
        game: &G,
        mut choose: impl FnMut(Side, &G::Position, u16) -> Choice,
    ) -> Self {
        let (mut at, mut plies, mut ended_by) = (game.start(), 0, None);
        let outcome = loop {
            if let Some(outcome) = game.outcome(&at) {
                break Some(outcome);
            }
            let side = game.side(&at);
            match choose(side, &at, plies) {
                Choice::Move(m) => at = game.play(&at, m),
                choice => {
                    ended_by = Some(side);
                    break (choice == Choice::Resign).then_some(Outcome::Win(side.other()));
                }
            }
            plies += 1;
        };
        Self {
            outcome,
            plies,
            ended_by,
        }
    }

    /// The same game with the sides exchanged.
    pub(super) fn turned(self) -> Self {
        Self {
            outcome: self.outcome.map(Outcome::turned),
            ended_by: self.ended_by.map(Side::other),
            ..self
        }
    }

    /// Adds the game to a record, unless it was refused, and to a log.
    pub(super) fn count(self, record: &mut Record, log: &mut GameLog) {
        log.add(self.outcome);
        if let Some(outcome) = self.outcome {
            record.results.count(outcome);
            if let Some(side) = self.ended_by {
                record.resigned[side.index()] += 1;
            }
        }
    }

    fn is_refused_by(self, side: Side) -> bool {
        self.outcome.is_none() && self.ended_by == Some(side)
    }
}

impl Chunk {
    /// Plays these games instead of the earlier ones, for tables with the given numbers of shards.
    pub(super) fn play(
        &mut self,
        games: Range<u64>,
        shards: [usize; 2],
        mut play: impl FnMut(u64, &mut [Vec<MetPosition>; 2], &mut Scratch) -> GameResult,
    ) {
        self.games.clear();
        for (steps, shards) in self.steps.iter_mut().zip(shards) {
            steps.resize_with(shards, Vec::new);
            steps.iter_mut().for_each(Vec::clear);
        }
        for (i, number) in (0..).zip(games) {
            let ended = play(number, &mut self.lines, &mut self.scratch);
            let mut last = [None; 2];
            let sides = self.lines.iter_mut().zip(&mut self.steps);
            for ((line, steps), last) in sides.zip(&mut last) {
                if let Some(step) = line.iter_mut().rfind(|step| !step.is_empty) {
                    step.is_last = true;
                    *last = Some(step.ply);
                }
                for step in line.drain(..) {
                    steps[usize::from(step.shard)].push(MetPosition { game: i, ..step });
                }
            }
            let steps = self.steps.each_ref();
            let ends = steps.map(|shards| shards.first().map_or(0, Vec::len));
            self.games.push(ChunkGame { ended, last, ends });
        }
    }

    pub(super) fn ended(&self) -> impl Iterator<Item = GameResult> {
        self.games.iter().map(|game| game.ended)
    }

    /// How each game ended and, if each table has one shard, the steps of each side in it.
    pub(super) fn games(&self) -> impl Iterator<Item = (GameResult, [&[MetPosition]; 2])> {
        let mut starts = [0; 2];
        self.games
            .iter()
            .map(move |&ChunkGame { ended, ends, .. }| {
                let steps = |i: usize| self.steps[i].first().map(|all| &all[starts[i]..ends[i]]);
                let lines = [0, 1].map(|i| steps(i).unwrap_or_default());
                starts = ends;
                (ended, lines)
            })
    }
}

/// A position met that has a box or may get one.
pub(super) struct MetPosition {
    pub(super) key: Key,
    /// The colour drawn; `None` if the fallback player chose the move, or if the box was empty and was not
    /// refilled.
    colour: Option<u16>,
    /// The number of colours.
    colours: u16,
    /// The number of moves of the game before it.
    ply: u16,
    /// The number of the game in its chunk.
    game: u8,
    /// The number of the shard that has the box.
    shard: u8,
    /// Whether there was a box before the batch.
    known: bool,
    /// Whether its side made its last move of the game here.
    is_last: bool,
    /// Whether the box was empty and stayed so: the game was resigned or refused, or any move was played.
    is_empty: bool,
}

/// The counts that one shard adds to its learner's.
#[derive(Default)]
struct ShardCounts {
    meetings: Meetings,
    counts: Snapshot,
    /// The change in the number of boxes in which some colour has no beads, by ply.
    missing_colour: Vec<i64>,
}

impl<G: Game> LearnerCore<G> {
    /// Chooses a move by the unchanged table, and adds the step to `line`.
    pub(super) fn choose_in_batch(
        &self,
        table: &Table,
        at: &G::Position,
        ply: u16,
        line: &mut Vec<MetPosition>,
        dice: &mut Dice,
        scratch: &mut Scratch,
    ) -> Choice {
        let (teacher, layout) = (&self.teacher, Layout::from(&self.teacher.rule));
        let (palette, beads) = (&mut scratch.palette, &mut scratch.beads);
        let fallback = self.fallback.as_deref();
        if !layout.has_box(&self.game, at) {
            let player = fallback.unwrap_or(&Random);
            return scratch.sampler.choose(player, &self.game, at, dice);
        }
        let boxes = table.boxes();
        let hashed = palette.fill(layout, &self.game, at, boxes);
        let (key, colours) = (hashed.key, palette.colours());
        let box_ply = boxes.read(hashed, beads);
        if let Some(box_ply) = box_ply {
            teacher.revive(beads, box_ply, |colours| Some(dice.index(colours)));
        } else {
            teacher.fill(beads, ply, colours);
        }
        let narrow = |n: usize| u16::try_from(n).expect("moves are 16 bit");
        let mut step = MetPosition {
            key,
            colour: None,
            colours: narrow(colours),
            ply,
            game: 0,
            shard: boxes.shard_number(hashed),
            known: box_ply.is_some(),
            is_last: false,
            is_empty: false,
        };
        if let (None, Some(fallback)) = (box_ply, fallback)
            && !self.would_open(table, key, ply, beads)
        {
            line.push(step);
            return scratch.sampler.choose(fallback, &self.game, at, dice);
        }
        let Some(colour) = dice.draw(beads) else {
            let is_first = line.iter().all(|step| step.colour.is_none());
            step.is_empty = true;
            line.push(step);
            if teacher.plays_on() {
                return Choice::Move(palette.any(dice));
            }
            if teacher.refuses(self.side, is_first) {
                return Choice::Refuse;
            }
            return Choice::Resign;
        };
        step.colour = Some(narrow(colour));
        line.push(step);
        Choice::Move(palette.choose(colour, dice))
    }

    /// Learns from the games of a batch, whose first has this number, on all cores; only where no box depends on another.
    pub(super) fn learn_in_parallel(
        &mut self,
        parts: &mut TableParts<'_>,
        chunks: &[Chunk],
        first: u64,
    ) {
        let (side, teacher) = (self.side, &self.teacher);
        let origin = &mut self.snapshot.origin;
        let mut numbers = first..;
        let mut lesson = |game: &ChunkGame| {
            let dice = LessonDice {
                game: numbers.next()?,
                ..self.dice
            };
            let verdict = game.ended.outcome?.verdict(side);
            let last = game.last[side.index()];
            let plies = game.ended.plies;
            Some(teacher.lesson(side, verdict, last, plies, (&mut *origin, dice)))
        };
        let lessons = |chunk: &Chunk| chunk.games.iter().map(&mut lesson).collect();
        let lessons: Vec<Vec<Option<GameLesson>>> = chunks.iter().map(lessons).collect();
        let shards = parts.boxes.shards.par_iter_mut().enumerate();
        let tallies = shards.map(|(number, shard)| {
            let (mut tally, mut beads) = (ShardCounts::default(), Vec::new());
            for (i, (chunk, lessons)) in chunks.iter().zip(&lessons).enumerate() {
                interrupt::every(64, i);
                let steps = &chunk.steps[side.index()][number];
                for step in steps {
                    shard.fetch(step.key.into());
                }
                for step in steps {
                    let lesson = lessons[usize::from(step.game)].as_ref();
                    learn(teacher, shard, step, lesson, &mut tally, &mut beads);
                }
            }
            tally
        });
        let tallies: Vec<ShardCounts> = tallies.collect();
        for tally in tallies {
            self.meetings.add(&tally.meetings);
            self.snapshot.boxes += tally.counts.boxes;
            self.snapshot.rescued += tally.counts.rescued;
            self.snapshot.saturated += tally.counts.saturated;
            self.snapshot.add_missing_colour(&tally.missing_colour);
        }
        let ended = chunks.iter().flat_map(Chunk::ended);
        let refused = ended.filter(|ended| ended.is_refused_by(side)).count();
        self.snapshot.refused += refused as u64;
    }

    /// Learns from the game of a batch with this number, unless it was refused.
    pub(super) fn learn_from(
        &mut self,
        parts: &mut TableParts<'_>,
        number: u64,
        ended: GameResult,
        line: &[MetPosition],
    ) {
        self.begin(number);
        self.snapshot.refused += u64::from(ended.is_refused_by(self.side));
        for step in line {
            let MetPosition { key, ply, .. } = *step;
            self.meetings.count(ply, step.known);
            let hashed = parts.boxes.seek(key);
            let colours = step.colours.into();
            let colour = step.colour.map(usize::from);
            // A single bead has the colour that was drawn.
            let (_, met) = self.meet(parts, hashed, ply, colours, |_| colour);
            if step.is_empty {
                // The previous draw was the last one.
                continue;
            }
            let drawn = met.zip(colour);
            self.boxless[self.side.index()] = drawn.is_none();
            if let Some((met, colour)) = drawn {
                self.note(key, met, BeadDraw { colour, ply });
            }
        }
        if let Some(outcome) = ended.outcome {
            let verdict = outcome.verdict(self.side);
            self.conclude(parts, verdict, ended.plies);
        }
    }
}

/// Learns from one step of a game, and from the result if the game counts.
fn learn(
    teacher: &Teacher,
    shard: &mut Shard,
    step: &MetPosition,
    lesson: Option<&GameLesson>,
    tally: &mut ShardCounts,
    beads: &mut Vec<u64>,
) {
    let (ply, hashed) = (step.ply, HashedKey::from(step.key));
    tally.meetings.count(ply, step.known);
    let met = shard.meet(hashed, beads);
    let box_ply = met.map_or(ply, |met| met.ply);
    let counts = &mut tally.counts;
    let drawn = step.colour.map(usize::from);
    let mut changes = met.is_none();
    if changes {
        teacher.fill(beads, box_ply, step.colours.into());
    } else if teacher.revive(beads, box_ply, |_| drawn) {
        changes = true;
        counts.rescued += 1;
        *entry(&mut tally.missing_colour, box_ply) += i64::from(beads.contains(&0)) - 1;
    }
    let lesson = lesson.filter(|lesson| teacher.concerns(lesson, ply, step.is_last));
    if let Some((colour, lesson)) = drawn.zip(lesson) {
        let lacked = beads.contains(&0);
        counts.count(teacher.teach(lesson, BeadDraw { colour, ply }, box_ply, beads));
        *entry(&mut tally.missing_colour, box_ply) +=
            i64::from(beads.contains(&0)) - i64::from(lacked);
        changes = true;
    }
    match met {
        None => {
            counts.boxes += 1;
            shard.add(hashed, ply, beads);
        }
        Some(met) => {
            tally.meetings.again += u64::from(met.again);
            if changes {
                shard.rewrite(met.number, hashed, box_ply, beads);
            }
        }
    }
}
