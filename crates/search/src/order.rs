//! Move ordering: it changes only the work of a search, never its value.
//!
//! Moves are sorted by these criteria, in this order: the table's move first, then killers (moves that
//! caused a cut-off at the same ply), then larger ranks, then larger history counters (which grow with the
//! depth of the cut-offs caused by the same move of the same side). Ties keep the game's order.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::game::{Game, Move, Outcome, Side};

use super::{Evaluate, Rank, Searcher};

/// Ranks a move by the static value of the position it leads to.
pub fn one_ply<G: Game>(evaluation: Arc<dyn Evaluate<G>>) -> Arc<Rank<G>> {
    Arc::new(move |game: &G, at: &G::Position, m: Move| {
        let after = game.play(at, m);
        let verdict = |outcome: Outcome| outcome.verdict(game.side(&after));
        let value = match game.outcome(&after).map(verdict) {
            Some(verdict) => evaluation.finished(game, &after, verdict),
            None => evaluation.value(game, &after),
        };
        -value.points()
    })
}

/// A move with its sort key among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankedMove {
    class: u8,
    rank: i32,
    history: u64,
    pub(super) m: Move,
}

/// Killer moves and history counters, collected from cut-offs.
#[derive(Clone, Debug, Default)]
pub(super) struct Experience {
    killers: Vec<[Option<Move>; 2]>,
    history: [Vec<u64>; 2],
}

impl Experience {
    /// Records a cut-off by a move, `left` plies above the depth limit.
    pub(super) fn cut_off(&mut self, m: Move, side: Side, ply: u16, left: i32) {
        let ply = usize::from(ply);
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let history = &mut self.history[side.index()];
        let number = usize::from(m.0);
        if history.len() <= number {
            history.resize(number + 1, 0);
        }
        let depth = u64::from(left.clamp(1, 64).unsigned_abs());
        history[number] = history[number].saturating_add(depth * depth);
    }

    fn killer_class(&self, m: Move, ply: u16) -> u8 {
        match self.killers.get(usize::from(ply)) {
            Some([Some(killer), _]) if *killer == m => 2,
            Some([_, Some(killer)]) if *killer == m => 1,
            _ => 0,
        }
    }

    fn history_of(&self, m: Move, side: Side) -> u64 {
        let counter = self.history[side.index()].get(usize::from(m.0));
        counter.copied().unwrap_or(0)
    }
}

/// Appends the moves of a position to `moves`, in order.
pub(super) fn arrange<G: Game>(
    search: &Searcher<G>,
    experience: &Experience,
    game: &G,
    at: &G::Position,
    ply: u16,
    table_move: Option<Move>,
    moves: &mut Vec<RankedMove>,
) {
    let start = moves.len();
    let (killers, history) = (search.setting.killers, search.setting.history);
    // Then only the table's move can change the game's order.
    let is_plain = !killers && !history && search.rank.is_none();
    if is_plain {
        moves.extend(game.moves(at).map(|m| RankedMove {
            class: 0,
            rank: 0,
            history: 0,
            m,
        }));
        let listed = &mut moves[start..];
        if let Some(place) = listed.iter().position(|one| Some(one.m) == table_move) {
            listed[..=place].rotate_right(1);
        }
        return;
    }
    let side = game.side(at);
    moves.extend(game.moves(at).map(|m| {
        let class = match killers {
            _ if Some(m) == table_move => 3,
            true => experience.killer_class(m, ply),
            false => 0,
        };
        RankedMove {
            class,
            rank: search.rank.as_ref().map_or(0, |by| by(game, at, m)),
            history: if history {
                experience.history_of(m, side)
            } else {
                0
            },
            m,
        }
    }));
    sort(&mut moves[start..]);
}

/// Sorts moves, the most promising first. It is kept out of generic code, since a sort is long and would be
/// compiled again for each game.
fn sort(moves: &mut [RankedMove]) {
    moves.sort_by_key(|one| Reverse((one.class, one.rank, one.history)));
}
