//! How the hand-written players decide: by steps in order, or by a score for every move.
//!
//! Both kinds are data; `roll` defines the players with them.

use super::score::{Halves, LineValues, MoveScore, PatternCounts};
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

/// A test of a move and the position after it, and the points of a move that passes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Criterion {
    /// The move takes the centre.
    InCentre(i32),
    /// The move completes a line.
    Wins(i32),
    /// The opponent could win at once.
    Threatened(i32),
    /// The same, with the points for each line on which it could.
    EachThreat(i32),
    /// The same, plus the score of the lines.
    EachThreatAndLines(i32),
    /// The mover threatens to win on at least this many lines.
    Threats(u8, i32),
    /// The only marks are First's on both ends of a diagonal and Second's on the centre and an edge.
    Special(i32),
}

impl Criterion {
    const fn name(self) -> &'static str {
        match self {
            Self::InCentre(_) => "centre",
            Self::Wins(_) => "win",
            Self::Threatened(_) | Self::EachThreat(_) | Self::EachThreatAndLines(_) => {
                "opponent can win"
            }
            Self::Threats(0 | 1, _) => "threat",
            Self::Threats(..) => "sure win",
            Self::Special(_) => "special",
        }
    }

    fn holds(self, tried: &Tried) -> bool {
        let [first, second] = Side::BOTH.map(|side| tried.after.cells(side));
        match self {
            Self::InCentre(_) => 1 << tried.m.0 == CENTRE,
            Self::Wins(_) => tried.wins,
            Self::Threatened(_) | Self::EachThreat(_) | Self::EachThreatAndLines(_) => {
                tried.counts.opponent_threats() > 0
            }
            Self::Threats(least, _) => tried.counts.threats() >= least,
            // When First has two marks, Second has at most two.
            Self::Special(_) => {
                ENDS.contains(&first) && second & CENTRE != 0 && second & EDGES != 0
            }
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
    pub(super) fn score(&self, criteria: &[Criterion], lines: &LineValues) -> MoveScore {
        let of_lines = lines.score(&self.counts);
        let Some(criterion) = criteria.iter().find(|criterion| criterion.holds(self)) else {
            let has_values = *lines != LineValues::default();
            let (value, rule) = (of_lines, if has_values { "lines" } else { "any move" });
            return MoveScore { value, rule };
        };
        let threats = i32::from(self.counts.opponent_threats());
        let value = match *criterion {
            Criterion::EachThreat(points) => Halves::whole(points * threats),
            Criterion::EachThreatAndLines(points) => Halves(2 * points * threats + of_lines.0),
            Criterion::InCentre(points)
            | Criterion::Wins(points)
            | Criterion::Threatened(points)
            | Criterion::Threats(_, points)
            | Criterion::Special(points) => Halves::whole(points),
        };
        let rule = criterion.name();
        MoveScore { value, rule }
    }
}

/// The cells with the highest score.
pub(super) fn best(criteria: &[Criterion], lines: &LineValues, at: Position) -> u16 {
    let mut highest = Halves(i32::MIN);
    let mut cells = 0;
    for tried in Tried::all(&at) {
        let score = tried.score(criteria, lines).value;
        if score > highest {
            (highest, cells) = (score, 0);
        }
        if score == highest {
            cells |= 1 << tried.m.0;
        }
    }
    cells
}
