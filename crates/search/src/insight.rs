//! What a game knows about its positions beyond its rules, for the search `best`.
//!
//! Every method has a default that needs only the rules, so a game can omit any of them.

use std::sync::Arc;

use crate::game::{Game, LONGEST, Move, Outcome, Symmetry, Verdict};
use crate::graph::Merging;
use crate::graph::mirror::canonical;

use super::{Evaluate, Score};

/// The value of a game that is won at this moment. A win in `n` plies is worth `n` less: sooner is higher.
pub const WON: i32 = 20_000;

/// After how many moves all answers are tried, to see what the other side threatens.
const TRIED: usize = 2;

/// The lowest and the highest value that a position can have for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is this or more.
    pub lower: i32,
    /// The value is this or less.
    pub upper: i32,
}

impl Bounds {
    /// Any value.
    pub const OPEN: Self = Self {
        lower: -Score::MOST,
        upper: Score::MOST,
    };

    /// This value.
    pub const fn exactly(value: i32) -> Self {
        let (lower, upper) = (value, value);
        Self { lower, upper }
    }

    /// A bound from a search that tested whether the value of a position exceeds `asked`: a `value` above is
    /// a lower bound, any other an upper one.
    pub const fn answered(value: i32, asked: i32) -> Self {
        let mut bounds = Self::OPEN;
        if value > asked {
            bounds.lower = value;
        } else {
            bounds.upper = value;
        }
        bounds
    }
}

/// A move that is worth a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub m: Move,
    /// Moves of a larger rank are tried first.
    pub rank: i32,
}

/// What a game knows about its positions. The defaults find it by trying moves.
///
/// Values are for the side to move: [`WON`] less the plies until it wins, the negative of that if it loses, 0
/// for a draw; or points, if the insight counts them.
pub trait Insight<G: Game>: Send + Sync {
    /// Whether the values are points, such as discs, rather than results with their distance.
    fn counts_points(&self) -> bool {
        false
    }

    /// What is known of a position without a search that asks whether its value exceeds `asked`. Positions visited for it
    /// are added to `nodes`.
    ///
    /// It is never asked about positions that [`Insight::moves`] keeps the search from: if moves that lose at once
    /// are left out, none in which a move wins at once.
    fn look(&self, game: &G, at: &G::Position, _asked: i32, _nodes: &mut u64) -> Bounds {
        let won_or_lost = Bounds {
            lower: 1 - WON,
            upper: WON - 1,
        };
        value_over(game, at).map_or(won_or_lost, Bounds::exactly)
    }

    /// Appends the moves of an unfinished position, unless a move that wins is enough; moves that lose at once may be left
    /// out. Returns the value of the position if none remains.
    fn moves(&self, game: &G, at: &G::Position, moves: &mut Vec<Candidate>) -> i32 {
        let start = moves.len();
        let win = Some(Outcome::Win(game.side(at)));
        for m in game.moves(at) {
            let wins = game.outcome(&game.play(at, m)) == win;
            if wins {
                moves.truncate(start);
            }
            moves.push(Candidate { m, rank: 0 });
            if wins {
                return WON - 1;
            }
        }
        leave_out_lost(game, at, moves, start)
    }

    /// A number that stands for the position and all others of the same value, and the symmetry that turns its moves
    /// into the moves of the position that gave the number.
    fn key(&self, game: &G, at: &G::Position) -> (u128, Symmetry) {
        let form = canonical(game, at, Merging::Full);
        (form.key.0, form.by)
    }

    /// The most plies until the game ends.
    fn longest(&self, _game: &G, _at: &G::Position) -> u16 {
        LONGEST
    }
}

/// The value of a finished position.
pub(super) fn value_over<G: Game>(game: &G, at: &G::Position) -> Option<i32> {
    let verdict = game.outcome(at)?.verdict(game.side(at));
    Some(WON * Score::for_verdict(verdict).points())
}

pub(super) fn wins_at_once<G: Game>(game: &G, at: &G::Position) -> Option<Move> {
    let win = Outcome::Win(game.side(at));
    game.moves(at)
        .find(|&m| game.outcome(&game.play(at, m)) == Some(win))
}

/// Leaves out the moves from `start` on that lose at once. Returns the value if all do.
///
/// The answers to the first moves show what the other side threatens. If it is nothing, the others are kept unseen.
fn leave_out_lost<G: Game>(
    game: &G,
    at: &G::Position,
    moves: &mut Vec<Candidate>,
    start: usize,
) -> i32 {
    let loss = Some(Outcome::Win(game.side(at).other()));
    let mut threat = None;
    let (mut value, mut kept) = (1 - WON, start);
    for index in start..moves.len() {
        let after = game.play(at, moves[index].m);
        let over = game.outcome(&after);
        if over == loss {
            continue;
        }
        let wins = |m: &Move| game.outcome(&game.play(&after, *m)) == loss;
        let lasts =
            threat.filter(|threat| game.moves(&after).any(|m| m == *threat) && wins(threat));
        let is_seen = over.is_none() && (index < start + TRIED || threat.is_some());
        let answer = lasts.or_else(|| game.moves(&after).find(|m| is_seen && wins(m)));
        if answer.is_some() {
            (threat, value) = (answer, 2 - WON);
        } else {
            moves.swap(kept, index);
            kept += 1;
        }
    }
    moves.truncate(kept);
    value
}

/// Knows only the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByRules;

impl<G: Game> Insight<G> for ByRules {}

/// Knows only the values of finished positions, as points.
pub struct Points<G: Game>(pub Arc<dyn Evaluate<G>>);

impl<G: Game> Insight<G> for Points<G> {
    fn counts_points(&self) -> bool {
        true
    }

    fn look(&self, game: &G, at: &G::Position, _asked: i32, _nodes: &mut u64) -> Bounds {
        game.outcome(at).map_or(Bounds::OPEN, |outcome| {
            let verdict: Verdict = outcome.verdict(game.side(at));
            Bounds::exactly(self.0.finished(game, at, verdict).points())
        })
    }

    fn moves(&self, game: &G, at: &G::Position, moves: &mut Vec<Candidate>) -> i32 {
        moves.extend(game.moves(at).map(|m| Candidate { m, rank: 0 }));
        0
    }

    /// An evaluation need not give mirror images the same value.
    fn key(&self, game: &G, at: &G::Position) -> (u128, Symmetry) {
        (game.key(at).0, Symmetry::IDENTITY)
    }
}
