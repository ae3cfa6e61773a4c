//! How the hand-written players decide: by steps in order, or by a score for every move.
//!
//! Both kinds are data; `roll` defines the players with them.

use super::score::{Halves, LineValues, PatternCounts};
use crate::game::{Game, Move, Side};
use crate::games::tictactoe::{Position, TicTacToe, has_line};

const CENTRE: u16 = 0b000_010_000;
const CORNERS: u16 = 0b101_000_101;
const EDGES: u16 = 0b010_101_010;
const ENDS: [u16; 2] = [0b100_000_001, 0b001_000_100];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerMethod {
    /// The first step that proposes a move decides.
    Steps(&'static [MethodStep]),
    /// Every move is scored by the first criterion that applies, or else by its lines; the player takes the
    /// moves with the best score.
    Scores(&'static [Criterion], LineValues),
}

/// A step that proposes some of the legal moves, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MethodStep {
    /// The lowest legal move.
    FirstCell,
    /// All legal moves.
    AnyMove,
    /// The centre.
    Centre,
    /// The lowest free corner.
    FirstCorner,
    /// The lowest move that wins.
    Win,
    /// The lowest move that takes a cell where the opponent would win.
    Block,
}

impl MethodStep {
    /// The name of the step in an explanation.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::FirstCell => "first cell",
            Self::AnyMove => "any move",
            Self::Centre => "centre",
            Self::FirstCorner => "first corner",
            Self::Win => "win",
            Self::Block => "block",
        }
    }

    /// The cells that it proposes in an unfinished position.
    fn proposes(self, at: Position) -> u16 {
        let side = TicTacToe.side(&at);
        match self {
            Self::FirstCell => lowest(at.free()),
            Self::AnyMove => at.free(),
            Self::Centre => at.free() & CENTRE,
            Self::FirstCorner => lowest(at.free() & CORNERS),
            Self::Win => lowest(completing(at, side)),
            Self::Block => lowest(completing(at, side.other())),
        }
    }
}

/// The first step that proposes any cells, and these cells.
pub(super) fn decide(steps: &[MethodStep], at: Position) -> Option<(MethodStep, u16)> {
    let mut proposals = steps.iter().map(|&step| (step, step.proposes(at)));
    proposals.find(|&(_, cells)| cells != 0)
}

const fn lowest(cells: u16) -> u16 {
    cells & cells.wrapping_neg()
}

/// The free cells with which `side` would complete a line.
fn completing(at: Position, side: Side) -> u16 {
    let completes = |cell: &u16| at.free() & cell != 0 && has_line(at.cells(side) | cell);
    let cells = (0..TicTacToe.move_count()).map(|cell| 1 << cell);
    cells.filter(completes).sum()
}

/// A test, and the score of a move that passes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Criterion {
    pub(super) test: Test,
    pub(super) score: TestScore,
}

/// A test of a move and the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// The move takes the centre.
    Centre,
    /// The move completes a line.
    Win,
    /// The opponent could win at once.
    Threatened,
    /// The mover threatens to win on at least this many lines.
    Threats(u8),
    /// The only marks are First's on both ends of a diagonal and Second's on the centre and an edge.
    Special,
}

/// The score of a move that passes a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TestScore {
    /// This score.
    Flat(Halves),
    /// This score for each line on which the opponent threatens to win.
    EachThreat(Halves),
    /// The same, plus the score of the lines.
    EachThreatAndLines(Halves),
}

impl Test {
    const fn name(self) -> &'static str {
        match self {
            Self::Centre => "centre",
            Self::Win => "win",
            Self::Threatened => "opponent can win",
            Self::Threats(0 | 1) => "threat",
            Self::Threats(_) => "sure win",
            Self::Special => "special",
        }
    }

    fn holds(self, tried: &Tried) -> bool {
        let (first, second) = (
            tried.after.cells(Side::First),
            tried.after.cells(Side::Second),
        );
        match self {
            Self::Centre => 1 << tried.m.0 == CENTRE,
            Self::Win => tried.wins,
            Self::Threatened => tried.counts.opponent_threats() > 0,
            Self::Threats(least) => tried.counts.threats() >= least,
            // When First has two marks, Second has at most two.
            Self::Special => ENDS.contains(&first) && second & CENTRE != 0 && second & EDGES != 0,
        }
    }
}

/// A move with the position after it, from the view of the side that made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    pub(super) m: Move,
    pub(super) wins: bool,
    pub(super) counts: PatternCounts,
    after: Position,
}

impl Tried {
    /// All legal moves, ascending.
    pub(super) fn all(at: &Position) -> impl Iterator<Item = Self> {
        let side = TicTacToe.side(at);
        TicTacToe.moves(at).map(move |m| {
            let after = TicTacToe.play(at, m);
            let own = after.cells(side);
            Self {
                m,
                wins: has_line(own),
                counts: PatternCounts::new(own, after.cells(side.other())),
                after,
            }
        })
    }

    /// The move's score, and the name of the rule that gave it.
    pub(super) fn score(
        &self,
        criteria: &[Criterion],
        lines: &LineValues,
    ) -> (Halves, &'static str) {
        let Some(criterion) = criteria.iter().find(|criterion| criterion.test.holds(self)) else {
            let name = if *lines == LineValues::NONE {
                "any move"
            } else {
                "lines"
            };
            return (lines.score(&self.counts), name);
        };
        let threats = self.counts.opponent_threats();
        let score = match criterion.score {
            TestScore::Flat(score) => score,
            TestScore::EachThreat(score) => score * threats,
            TestScore::EachThreatAndLines(score) => score * threats + lines.score(&self.counts),
        };
        (score, criterion.test.name())
    }
}

/// The cells with the highest score.
pub(super) fn best(criteria: &[Criterion], lines: &LineValues, at: Position) -> u16 {
    let mut highest = Halves(i32::MIN);
    let mut cells = 0;
    for tried in Tried::all(&at) {
        let (score, _) = tried.score(criteria, lines);
        if score > highest {
            (highest, cells) = (score, 0);
        }
        if score == highest {
            cells |= 1 << tried.m.0;
        }
    }
    cells
}
