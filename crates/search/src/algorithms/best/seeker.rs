//! One null window after another, each below the root of a search.

use crate::game::{Game, Move, Side};
use crate::insight::{Bounds, Candidate, Insight};
use crate::limits::Checks;
use crate::tables::bounds::{BoundsTable, HeldBounds};
use crate::tables::{turned, turned_back};
use crate::{Counts, Limits};

/// The most nodes that are counted for one success of a move.
const MOST_COUNTED: u64 = 1000;

/// The state of one search. Its functions return `None` once a limit has ended it.
pub(super) struct Seeker<'a, 'm, G: Game> {
    pub(super) game: &'a G,
    pub(super) insight: &'a dyn Insight<G>,
    /// By how much a win is worth less one ply earlier.
    pub(super) step: i32,
    pub(super) table: &'m mut BoundsTable,
    pub(super) counts: Counts,
    pub(super) limits: Limits<'a>,
    pub(super) checks: Checks,
    /// By side and move, the nodes that cut-offs by it took.
    pub(super) history: [Vec<u64>; 2],
    /// The moves that are left to be tried at all nodes from the root to the current one.
    pub(super) moves: Vec<Candidate>,
}

impl<G: Game> Seeker<'_, '_, G> {
    /// The value of a move that leads to this value of the other side.
    fn up(&self, theirs: i32) -> i32 {
        self.step * theirs.signum() - theirs
    }

    /// The largest value of the other side after a move that is worth at least `value`.
    pub(super) fn down(&self, value: i32) -> i32 {
        -value - self.step * value.signum()
    }

    /// Tests whether the value of a position exceeds `asked`. The answer is a bound on the value: a lower one
    /// if it exceeds `asked`, else an upper one.
    pub(super) fn visit(&mut self, at: &G::Position, asked: i32) -> Option<i32> {
        self.enter()?;
        let (game, insight) = (self.game, self.insight);
        let seen = insight.look(game, at, asked, &mut self.counts.nodes);
        if let Some(answer) = answer(seen, asked) {
            self.counts.leaves += 1;
            return Some(answer);
        }
        let (key, by) = insight.key(game, at);
        self.counts.probes += 1;
        let known = self.table.look(key);
        if let Some(answer) = known.and_then(|known| answer(known.bounds, asked)) {
            self.counts.hits += 1;
            return Some(answer);
        }
        let first = known.and_then(|known| turned_back(game, at, known.best?, by));
        let before = self.counts.nodes;
        let (value, best) = self.try_moves(at, asked, first)?;
        let new = Bounds::answered(value, asked);
        let old = known.map_or(Bounds::OPEN, |known| known.bounds);
        let held = HeldBounds {
            bounds: Bounds {
                lower: new.lower.max(old.lower),
                upper: new.upper.min(old.upper),
            },
            best: best.map(|m| turned(game, m, by)),
            work: self.counts.nodes - before,
        };
        self.table.keep(key, held);
        self.counts.stores += 1;
        Some(value)
    }

    /// Tries the moves of a position, `first` before all others, until one exceeds `asked`. Returns the bound on the
    /// value and the move that gave it.
    pub(super) fn try_moves(
        &mut self,
        at: &G::Position,
        asked: i32,
        first: Option<Move>,
    ) -> Option<(i32, Option<Move>)> {
        let start = self.moves.len();
        let (side, before) = (self.game.side(at), self.counts.nodes);
        let lost = self.insight.moves(self.game, at, &mut self.moves);
        let mut first = first.and_then(|first| {
            let mut all = self.moves[start..].iter();
            all.position(|candidate| candidate.m == first)
        });
        let mut best: Option<(i32, Move)> = None;
        for next in start..self.moves.len() {
            let place = match first.take() {
                Some(place) => start + place,
                None => self.highest(next, side),
            };
            self.moves.swap(next, place);
            let m = self.moves[next].m;
            let below = self.game.play(at, m);
            let theirs = self.visit(&below, self.down(asked + 1))?;
            let value = self.up(theirs);
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, m));
            }
            if value > asked {
                self.succeeded(m, side, before);
                self.counts.cutoffs += u64::from(next + 1 < self.moves.len());
                break;
            }
        }
        self.moves.truncate(start);
        Some(best.map_or((lost, None), |(value, m)| (value, Some(m))))
    }

    /// Counts the nodes since `before` for a move that caused a cut-off.
    fn succeeded(&mut self, m: Move, side: Side, before: u64) {
        let history = &mut self.history[side.index()];
        let number = usize::from(m.0);
        if history.len() <= number {
            history.resize(number + 1, 0);
        }
        history[number] += (self.counts.nodes - before).min(MOST_COUNTED);
    }

    /// The place of the remaining move with the highest rank; among equals, of the move with the most
    /// successes.
    fn highest(&self, next: usize, side: Side) -> usize {
        let history = &self.history[side.index()];
        let rank = |place: usize| {
            let Candidate { m, rank } = self.moves[place];
            (rank, history.get(usize::from(m.0)).copied().unwrap_or(0))
        };
        let mut highest = (rank(next), next);
        for place in next + 1..self.moves.len() {
            let rank = rank(place);
            if rank > highest.0 {
                highest = (rank, place);
            }
        }
        highest.1
    }

    /// Counts a node; `None` if a limit has been reached.
    #[inline]
    pub(super) fn enter(&mut self) -> Option<()> {
        self.checks.enter(&mut self.counts.nodes, &self.limits)
    }
}

/// The bound that decides whether a value exceeds `asked`, if there is one.
fn answer(known: Bounds, asked: i32) -> Option<i32> {
    if known.lower > asked {
        Some(known.lower)
    } else {
        Some(known.upper).filter(|upper| *upper <= asked)
    }
}
