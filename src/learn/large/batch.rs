//! Batches: games that are played against an unchanged table and learnt from afterwards, so that many can
//! be played at the same time.
//!
//! The table does not change while they are played. A position without a box is played as if it had a new
//! box; the box is made when the game is learnt from, if the limits allow one more. An empty box that the
//! rule refills is played as a full one, and is filled when the game is learnt from if it is still empty. A
//! learner that asks another player where it has no box asks it where the unchanged table would get no
//! box, and learns nothing from that move, even if the box has been made since.
//!
//! Where no box depends on another, all cores learn from a batch: each core takes shards of the table and
//! processes the steps that belong to them, in the order of the games.

use std::ops::Range;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::core::{Drawn, LearnerCore};
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Outcome, Side};
use crate::learn::event::Choice;
use crate::learn::layout::{Layout, Palette};
use crate::learn::lesson::{Lesson, Teacher};
use crate::learn::meetings::Meetings;
use crate::learn::opponent::Offer;
use crate::learn::packed::{HashedKey, Met, Shard};
use crate::learn::rule::{Empty, Incident, Origin};
use crate::learn::table::{Parts, Table};

/// Consecutive games of a batch. The vectors are reused from batch to batch.
#[derive(Default)]
pub(in crate::learn) struct Chunk {
    games: Vec<Played>,
    /// The steps of each side, for each shard of its table, in the order of the games.
    steps: [Vec<Vec<Step>>; 2],
    /// The steps of each side in the current game.
    lines: [Vec<Step>; 2],
    scratch: Scratch,
}

/// A game of a chunk.
struct Played {
    ended: Ended,
    /// For each side, the number of moves before its last one.
    last: [Option<u16>; 2],
    /// For each side, where the steps of this game end in its first shard.
    ends: [usize; 2],
}

/// How a game of a batch ended.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::learn) struct Ended {
    /// The outcome and the number of moves; `None` if the game was refused.
    pub(in crate::learn) end: Option<(Outcome, u16)>,
    pub(in crate::learn) resigned: Option<Side>,
    pub(in crate::learn) refused: Option<Side>,
}

/// A game of a batch, for learning when each table has one shard.
#[derive(Clone, Copy)]
pub(in crate::learn) struct BatchGame<'a> {
    pub(in crate::learn) ended: Ended,
    lines: [&'a [Step]; 2],
}

impl Chunk {
    /// Plays these games one after the other, for tables with the given numbers of shards, and discards the
    /// games played before.
    pub(in crate::learn) fn play(
        &mut self,
        games: Range<u64>,
        shards: [usize; 2],
        mut play: impl FnMut(u64, &mut [Vec<Step>; 2], &mut Scratch) -> Ended,
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
                if let Some(step) = line.iter_mut().rfind(|step| !step.gives_up) {
                    step.is_last = true;
                    *last = Some(step.ply);
                }
                for step in line.drain(..) {
                    steps[usize::from(step.shard)].push(Step { game: i, ..step });
                }
            }
            let ends = self.steps.each_ref();
            self.games.push(Played {
                ended,
                last,
                ends: ends.map(|shards| shards.first().map_or(0, Vec::len)),
            });
        }
    }

    /// How the games ended.
    pub(in crate::learn) fn ended(&self) -> impl Iterator<Item = Ended> {
        self.games.iter().map(|game| game.ended)
    }

    /// The games that were played.
    pub(in crate::learn) fn games(&self) -> impl Iterator<Item = BatchGame<'_>> {
        let mut starts = [0; 2];
        self.games.iter().map(move |&Played { ended, ends, .. }| {
            let line = |i: usize| match self.steps[i].first() {
                Some(steps) => &steps[starts[i]..ends[i]],
                None => &[],
            };
            let lines = [line(0), line(1)];
            starts = ends;
            BatchGame { ended, lines }
        })
    }

    /// The lesson of each game for one side, in order; `origin` is updated after each game.
    fn lessons(
        &self,
        side: Side,
        teacher: Teacher<'_>,
        origin: &mut Origin,
    ) -> Vec<Option<Lesson>> {
        let games = self.games.iter().map(|game| {
            let (outcome, plies) = game.ended.end?;
            let (verdict, last) = (outcome.verdict(side), game.last[side.index()]);
            let lesson = teacher.lesson(verdict, (last, plies), *origin);
            teacher.slide(origin, verdict);
            Some(lesson)
        });
        games.collect()
    }
}

impl BatchGame<'_> {
    /// Prefetches the boxes of a side. They are read once the previous game has been learnt from.
    pub(in crate::learn) fn fetch(&self, side: Side, parts: &Parts<'_>) {
        for step in self.lines[side.index()] {
            parts.boxes.seek(step.key);
        }
    }
}

/// A position met that has a box or may get one.
#[derive(Debug)]
pub(in crate::learn) struct Step {
    key: Key,
    /// The colour drawn; `None` if another player was asked or the box was empty.
    colour: Option<u16>,
    colours: u16,
    ply: u16,
    /// The number of the game in its chunk.
    game: u8,
    /// The shard of the box.
    shard: u8,
    known: bool,
    /// Whether its side made its last move of the game here.
    is_last: bool,
    /// Whether the box was empty, so that the game was resigned or refused.
    gives_up: bool,
}

/// The counts that one shard adds to those of its learner.
#[derive(Default)]
struct Tally {
    meetings: Meetings,
    opened: u64,
    rescued: u64,
    saturated: u64,
    /// The change in the number of boxes in which some colour has no beads, by ply.
    zeroed: Vec<i64>,
}

impl Tally {
    fn recount(&mut self, ply: u16, lacked: bool, lacks: bool) {
        if lacked != lacks {
            let ply = usize::from(ply);
            if self.zeroed.len() <= ply {
                self.zeroed.resize(ply + 1, 0);
            }
            self.zeroed[ply] += i64::from(lacks) - i64::from(lacked);
        }
    }
}

/// Buffers that are reused from game to game.
#[derive(Default)]
pub(in crate::learn) struct Scratch {
    palette: Palette,
    beads: Vec<u64>,
    /// The moves and weights of the opponent.
    pub(in crate::learn) offer: Offer,
}

impl<G: Game> LearnerCore<G> {
    /// Chooses a move by the unchanged table, and adds the step to `line`.
    pub(in crate::learn) fn choose_in_batch(
        &self,
        table: &Table,
        (at, ply): (&G::Position, u16),
        line: &mut Vec<Step>,
        dice: &mut Dice,
        scratch: &mut Scratch,
    ) -> Choice {
        let (rule, layout) = (&self.rule, Layout::from(&self.rule));
        let mut ask = |dice: &mut Dice| {
            let adviser = self.adviser.as_deref()?;
            let m = scratch.offer.play(adviser, (&self.game, at), dice);
            Some(m.map_or(Choice::Resign, Choice::Move))
        };
        if !layout.has_box(&self.game, at) {
            if let Some(choice) = ask(dice) {
                return choice;
            }
            let moves: Vec<Move> = self.game.moves(at).collect();
            return Choice::Move(moves[dice.index(moves.len())]);
        }
        let (palette, beads) = (&mut scratch.palette, &mut scratch.beads);
        let seek = |key| table.boxes().seek(key);
        let hashed = palette.fill(layout, (&self.game, at), seek);
        let (key, colours) = (hashed.key, palette.colours());
        let met = table.boxes().read(hashed, beads);
        if met.is_none() || rule.empty == Empty::Refill && beads.iter().all(|&n| n == 0) {
            beads.clear();
            beads.resize(colours, rule.start_beads(met.unwrap_or(ply), colours));
        }
        let narrow = |n: usize| u16::try_from(n).expect("moves are 16 bit");
        let mut step = Step {
            key,
            colour: None,
            colours: narrow(colours),
            ply,
            game: 0,
            shard: table.boxes().place(hashed),
            known: met.is_some(),
            is_last: false,
            gives_up: false,
        };
        if met.is_none()
            && !self.would_open(table, (key, ply), beads)
            && let Some(choice) = ask(dice)
        {
            line.push(step);
            return choice;
        }
        let Some(colour) = dice.draw(beads) else {
            let is_undrawn = line.iter().all(|step| step.colour.is_none());
            step.gives_up = true;
            line.push(step);
            return if rule.empty == Empty::Refuse && self.side == Side::First && is_undrawn {
                Choice::Refuse
            } else {
                Choice::Resign
            };
        };
        step.colour = Some(narrow(colour));
        line.push(step);
        Choice::Move(match palette.moves(colour) {
            [m] => *m,
            several => several[dice.index(several.len())],
        })
    }

    /// Learns from the games of a batch on all cores; only where no box depends on another.
    pub(in crate::learn) fn learn_in_parallel(&mut self, parts: &mut Parts<'_>, chunks: &[Chunk]) {
        let (side, mut origin) = (self.side, self.snapshot.origin);
        let teacher = Teacher {
            rule: &self.rule,
            odds: self.odds.as_ref(),
        };
        let with_lessons = |chunk| (chunk, Chunk::lessons(chunk, side, teacher, &mut origin));
        let chunks: Vec<(&Chunk, Vec<_>)> = chunks.iter().map(with_lessons).collect();
        let shards = parts.boxes.shards_mut().par_iter_mut().enumerate();
        let tallies = shards.map(|(place, shard)| {
            let (mut tally, mut beads) = (Tally::default(), Vec::new());
            for (chunk, lessons) in &chunks {
                let steps = &chunk.steps[side.index()][place];
                for step in steps {
                    shard.fetch(step.key.into());
                }
                for step in steps {
                    let lesson = lessons[usize::from(step.game)].as_ref();
                    learn(teacher, shard, (step, lesson), &mut tally, &mut beads);
                }
            }
            tally
        });
        let tallies: Vec<Tally> = tallies.collect();
        self.snapshot.origin = origin;
        for tally in tallies {
            self.meetings.add(&tally.meetings);
            self.snapshot.boxes += tally.opened;
            self.snapshot.rescued += tally.rescued;
            self.snapshot.saturated += tally.saturated;
            self.snapshot.add_zeroed(&tally.zeroed);
        }
        let refused = |ended: &Ended| ended.refused == Some(side);
        let ended = chunks.iter().flat_map(|(chunk, _)| chunk.ended());
        let refused = ended.filter(refused).count();
        self.snapshot.refused += refused as u64;
    }

    /// Learns from a game of a batch, unless it was refused.
    pub(in crate::learn) fn learn_from(&mut self, parts: &mut Parts<'_>, game: &BatchGame<'_>) {
        self.begin();
        let Ended { end, refused, .. } = game.ended;
        self.snapshot.refused += u64::from(refused == Some(self.side));
        for step in game.lines[self.side.index()] {
            let Step { key, ply, .. } = *step;
            self.meetings.count(ply, step.known);
            let hashed = parts.boxes.seek(key);
            let found = parts.boxes.meet(hashed, &mut self.beads);
            if let Some(met) = found {
                self.meetings.again += u64::from(met.again);
                self.refill(parts, key, met.ply);
            }
            let colours = usize::from(step.colours);
            let met = found.or_else(|| self.open(parts, (hashed, ply), colours));
            if step.gives_up {
                // The previous move was the last one.
                continue;
            }
            let Some(Met { number, .. }) = met else {
                self.boxless = true;
                continue;
            };
            self.boxless = step.colour.is_none();
            if let Some(colour) = step.colour.map(usize::from) {
                self.drawn.push(Drawn {
                    key,
                    number,
                    colour,
                    ply,
                });
            }
        }
        if let Some((outcome, plies)) = end {
            let verdict = outcome.verdict(self.side);
            self.conclude(parts, (verdict, plies), &mut |_, _| {});
        }
    }
}

/// Learns from one step of a game, and from the result if the game counts.
fn learn(
    teacher: Teacher<'_>,
    shard: &mut Shard,
    (step, lesson): (&Step, Option<&Lesson>),
    tally: &mut Tally,
    beads: &mut Vec<u64>,
) {
    let (rule, ply, hashed) = (teacher.rule, step.ply, HashedKey::from(step.key));
    tally.meetings.count(ply, step.known);
    let met = shard.meet(hashed, beads);
    let first = met.map_or(ply, |met| met.ply);
    let colours = usize::from(step.colours);
    tally.meetings.again += u64::from(met.is_some_and(|met| met.again));
    tally.opened += u64::from(met.is_none());
    let mut changes = met.is_none();
    if changes || rule.empty == Empty::Refill && beads.iter().all(|&n| n == 0) {
        beads.clear();
        beads.resize(colours, rule.start_beads(first, colours));
        if met.is_some() {
            tally.rescued += 1;
            tally.recount(first, true, false);
        }
        changes = true;
    }
    let lesson = lesson.filter(|lesson| teacher.concerns(lesson, (ply, step.is_last)));
    if let Some((colour, lesson)) = step.colour.map(usize::from).zip(lesson) {
        let done = teacher.teach(lesson, (colour, ply), first, beads);
        tally.recount(first, done.lacked, done.lacks);
        tally.rescued += u64::from(done.incident == Some(Incident::Rescued));
        tally.saturated += u64::from(done.incident == Some(Incident::Saturated));
        changes = true;
    }
    match met {
        None => {
            shard.add(hashed, ply, beads);
        }
        Some(met) if changes => shard.rewrite(met.number, hashed, first, beads),
        Some(_) => {}
    }
}
