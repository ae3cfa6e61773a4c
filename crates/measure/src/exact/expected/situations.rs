//! One game as a machine plays it: the positions, each with the draws that the rule may change afterwards.
//!
//! The chances of the draws depend on the beads, but which draw can follow which does not. So this is laid
//! out once, and each state of the machine takes one pass over it.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;

use super::super::boxes::{Boxes, Decider};
use super::super::ground::Policy;
use crate::game::{Side, Verdict};
use crate::interrupt;
use crate::learn::AtEmpty;
use crate::text::float;

/// A bead drawn in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Draw {
    /// The number of the box.
    pub(super) found: usize,
    /// The colour, by its number among the colours of all boxes.
    pub(super) colour: u32,
    /// The number of moves made before.
    pub(super) ply: u16,
}

/// All situations of a game, each after the situations that lead to it.
#[derive(Debug)]
pub(super) struct Situations {
    pub(super) all: Vec<Situation>,
    steps: Vec<Step>,
    pub(super) memories: Memories,
}

/// A position, and what is remembered of the way there.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    pub(super) kind: SituationKind,
    /// The number of the memory.
    pub(super) memory: u32,
    steps: Range<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum SituationKind {
    /// The game is over.
    Over(Verdict),
    /// The machine draws from the box of this number. If an empty box plays any move, its moves are listed a second
    /// time, for games in which nothing is remembered of them.
    Box(usize),
    /// Chances that do not depend on beads.
    Fixed,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The number of the situation after it.
    pub(super) to: u32,
    /// The number of its colour.
    pub(super) colour: u32,
    /// Its chance; from a box, its share of the chance of its colour.
    pub(super) share: f64,
}

/// The draws of games: each memory is a draw and the number of the memory before it. Number 0 is no draw.
#[derive(Debug)]
pub(super) struct Memories {
    draws: Vec<(u32, Draw)>,
    index: HashMap<(u32, Draw), u32, FixedState>,
    /// Whether only the last draw is remembered.
    last_only: bool,
}

impl Memories {
    fn after(&mut self, memory: u32, draw: Draw) -> Option<u32> {
        let entry = (if self.last_only { 0 } else { memory }, draw);
        if let Some(&known) = self.index.get(&entry) {
            return Some(known);
        }
        self.draws.push(entry);
        let number = u32::try_from(self.draws.len()).ok()?;
        self.index.insert(entry, number);
        Some(number)
    }

    /// The number of memories, the one of no draw included.
    pub(super) const fn len(&self) -> usize {
        self.draws.len() + 1
    }

    /// The draws of a memory, the last one first.
    pub(super) fn draws(&self, memory: usize) -> impl Iterator<Item = Draw> {
        let entry = |memory: usize| Some(self.draws[memory.checked_sub(1)?]);
        std::iter::successors(entry(memory), move |&(before, _): &(u32, Draw)| {
            entry(before as usize)
        })
        .map(|(_, draw)| draw)
    }
}

/// A situation that is not laid out yet: the number of the moves made, and of the memory.
type Waiting = HashMap<(u16, u32), u32, FixedState>;

impl Situations {
    /// The largest number of situations and of their moves together. With the layout of a game that has so many, a
    /// command stays below 512 MB.
    const MOST: usize = 1 << 22;

    /// Lays out the game of the machine of `side` against the opponent; `None` if that has too many
    /// situations.
    pub(super) fn new(
        boxes: &Boxes,
        start: usize,
        side: Side,
        opponent: &Policy,
        last_only: bool,
    ) -> Option<Self> {
        let mut laid_out = Self {
            all: Vec::new(),
            steps: Vec::new(),
            memories: Memories {
                draws: Vec::new(),
                index: HashMap::default(),
                last_only,
            },
        };
        // Situations are numbered as they are met, and laid out position by position.
        let mut waiting = vec![Waiting::default(); start + 1];
        waiting[start].insert((0, 0), 0);
        let mut met = 1;
        let mut order = Vec::new();
        let mut ways = Vec::new();
        for number in (0..=start).rev() {
            let mut here: Vec<_> = std::mem::take(&mut waiting[number]).into_iter().collect();
            here.sort_unstable();
            for ((ply, memory), met_as) in here {
                let first = laid_out.steps.len();
                ways.clear();
                let kind = leave(boxes, number, ply, side, opponent, &mut ways);
                for way in &ways {
                    let memory = match way.draw {
                        Some(draw) => laid_out.memories.after(memory, draw)?,
                        None => memory,
                    };
                    let to = *waiting[way.to].entry((ply + 1, memory)).or_insert_with(|| {
                        met += 1;
                        met - 1
                    });
                    laid_out.steps.push(Step {
                        to,
                        colour: way.draw.map_or(0, |draw| draw.colour),
                        share: way.share,
                    });
                }
                laid_out.all.push(Situation {
                    kind,
                    memory,
                    steps: first..laid_out.steps.len(),
                });
                interrupt::every(1024, order.len());
                order.push(met_as);
                if laid_out.all.len() + laid_out.steps.len() > Self::MOST {
                    return None;
                }
            }
        }
        let mut numbers = vec![0; order.len()];
        for (number, met_as) in (0..).zip(order) {
            numbers[met_as as usize] = number;
        }
        for step in &mut laid_out.steps {
            step.to = numbers[step.to as usize];
        }
        Some(laid_out)
    }

    /// The moves out of a situation.
    pub(super) fn steps(&self, situation: &Situation) -> &[Step] {
        &self.steps[situation.steps.clone()]
    }
}

struct WayOut {
    /// The bead that is drawn, where there is one to remember.
    draw: Option<Draw>,
    /// The number of the position that it leads to.
    to: usize,
    /// As in [`Step::share`].
    share: f64,
}

/// Adds the ways out of a position, and returns the kind of its situations.
fn leave(
    boxes: &Boxes,
    number: usize,
    ply: u16,
    side: Side,
    opponent: &Policy,
    ways: &mut Vec<WayOut>,
) -> SituationKind {
    let positions = &boxes.positions;
    if let Some(outcome) = positions.outcome(number) {
        return SituationKind::Over(outcome.verdict(side));
    }
    match boxes.deciders[number] {
        Decider::Box(found) => {
            let found = found as usize;
            ways.extend(boxes.ways(number).map(|way| {
                let colour = way.colour;
                let draw = Some(Draw { found, colour, ply });
                let to = way.to as usize;
                WayOut {
                    draw,
                    to,
                    share: way.share,
                }
            }));
            if boxes.empty == AtEmpty::AnyMove {
                ways.extend(uniform(positions.targets(number)));
            }
            SituationKind::Box(found)
        }
        Decider::Chance => {
            ways.extend(uniform(positions.targets(number)));
            SituationKind::Fixed
        }
        Decider::Opponent => {
            let moves = positions.moves(number);
            let total: u64 = opponent.weights(moves.clone()).sum();
            if total == 0 {
                return SituationKind::Over(Verdict::Win);
            }
            let played = moves.filter(|&m| opponent.weight(m) > 0);
            ways.extend(played.map(|m| WayOut {
                draw: None,
                to: positions.target(m),
                share: float(opponent.weight(m)) / float(total),
            }));
            SituationKind::Fixed
        }
    }
}

/// A way to each of these positions, all with the same chance.
fn uniform(targets: &[u32]) -> impl Iterator<Item = WayOut> {
    let share = 1.0 / float(targets.len() as u64);
    targets.iter().map(move |&to| WayOut {
        draw: None,
        to: to as usize,
        share,
    })
}
