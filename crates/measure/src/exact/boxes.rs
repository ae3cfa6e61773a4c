//! The matchboxes of one side laid out over all positions of a game, so that a table can be measured
//! after every set: which positions share a box, which moves share a colour, and which are optimal.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::ground::Ground;
use crate::game::{Game, Key, Move, Outcome, Side};
use crate::graph::{Graph, Positions};
use crate::interrupt;
use crate::learn::{AtEmpty, Duplicates, Layout};
use crate::text::float;

/// All positions, assigned to the boxes of one side.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    pub(super) positions: Arc<Positions>,
    /// The boxes, ordered from the first positions of the game on.
    pub(super) outlines: Vec<Outline>,
    /// For each colour of each box, whether its moves keep the value of the position.
    pub(super) optimal: Vec<bool>,
    /// What an empty box plays.
    pub(super) empty: AtEmpty,
    /// The number of moves of each colour of each box, where several share one and that matters.
    sizes: Vec<u64>,
    /// What chooses the move at each unfinished position.
    pub(super) deciders: Vec<Decider>,
    /// The outcome of perfect play from each position.
    values: Vec<Outcome>,
    /// Where the ways out of each position with a box begin; if `ways` is `None`, the colours of its box.
    firsts: Vec<u32>,
    /// The moves of positions with a box, in the order of its colours. `None` if each position has a box of its
    /// own, with one colour for each move in the order of the moves.
    ways: Option<Vec<Way>>,
}

/// A box without its beads.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) key: Key,
    first_colour: u32,
    end_colour: u32,
    /// The smallest number of moves after which play can reach it.
    pub(super) ply: u16,
    /// Whether some moves keep the value and others do not.
    pub(super) matters: bool,
}

impl Outline {
    /// The range of its colours among the colours of all boxes.
    pub(super) const fn colours(&self) -> Range<usize> {
        self.first_colour as usize..self.end_colour as usize
    }
}

/// What chooses the move at a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decider {
    /// The beads of the box of this number.
    Box(u32),
    /// Chance, as the side has no box there: all moves are equally likely.
    Chance,
    /// The opponent; also used for finished positions.
    Opponent,
}

/// A move out of a position with a box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The number of the position it leads to.
    pub(super) to: u32,
    /// The index of its colour among the colours of all boxes.
    pub(super) colour: u32,
    /// Its share of that colour's chance.
    pub(super) share: f64,
}

impl Boxes {
    pub(super) fn new<G: Game>(ground: &Ground<G>, layout: Layout, side: Side) -> Self {
        let positions = ground.positions().clone();
        let graph = ground.graph();
        let solved = ground.solved();
        let has_sizes = layout.empty == AtEmpty::AnyMove && layout.duplicates == Duplicates::Merge;
        let is_plain = layout.symmetry.symmetries(graph.game()) == 1 && !layout.shared;
        let mut draft = Draft {
            ground,
            layout,
            has_sizes,
            index: HashMap::default(),
            boxes: Self {
                outlines: Vec::new(),
                optimal: Vec::new(),
                empty: layout.empty,
                sizes: Vec::new(),
                deciders: vec![Decider::Opponent; positions.len()],
                values: positions.nodes().map(|at| solved.outcome(at)).collect(),
                firsts: vec![0; positions.len()],
                ways: (!is_plain).then(Vec::new),
                positions,
            },
        };
        for number in (0..draft.boxes.positions.len()).rev() {
            interrupt::every(1024, number);
            if draft.boxes.positions.turn(number) != Some(side) {
                continue;
            }
            let at = graph.position(draft.boxes.positions.node(number));
            draft.boxes.deciders[number] = if !layout.has_box(graph.game(), at) {
                Decider::Chance
            } else if is_plain {
                Decider::Box(draft.boxes.place_alone(graph, number))
            } else {
                Decider::Box(draft.place(number))
            };
        }
        draft.boxes
    }

    /// The ways out of a position with a box.
    pub(super) fn ways(&self, number: usize) -> impl Iterator<Item = Way> {
        let first = self.firsts[number];
        let targets = self.positions.targets(number).iter();
        targets.zip(first..).map(|(&to, place)| match &self.ways {
            Some(ways) => ways[place as usize],
            None => Way {
                to,
                colour: place,
                share: 1.0,
            },
        })
    }

    /// Puts beads into an empty box of these colours for the chances with which it plays on; none if it resigns.
    pub(super) fn fill_empty(&self, colours: Range<usize>, beads: &mut [u64]) {
        match self.empty {
            AtEmpty::Resign => {}
            AtEmpty::AnyMove if !self.sizes.is_empty() => {
                beads.copy_from_slice(&self.sizes[colours]);
            }
            AtEmpty::AnyMove | AtEmpty::AnyColour => beads.fill(1),
        }
    }

    /// Whether a move from one position to another keeps the value.
    pub(super) fn keeps(&self, from: usize, to: u32) -> bool {
        self.values[to as usize] == self.values[from]
    }

    /// Lays out the box of a position that has one of its own. Returns the number of the box.
    fn place_alone<G: Game>(&mut self, graph: &Graph<G>, number: usize) -> u32 {
        let node = self.positions.node(number);
        self.firsts[number] = narrow(self.optimal.len());
        let targets = self.positions.targets(number).iter();
        let value = self.values[number];
        let optimal = targets.map(|&to| self.values[to as usize] == value);
        self.optimal.extend(optimal);
        let key = graph.game().key(graph.position(node));
        self.outline(key, graph.ply(node), self.firsts[number] as usize)
    }

    /// Adds the box with the colours from this one on. Returns its number.
    fn outline(&mut self, key: Key, ply: u16, first: usize) -> u32 {
        self.outlines.push(Outline {
            key,
            ply,
            first_colour: narrow(first),
            end_colour: narrow(self.optimal.len()),
            matters: self.optimal[first..].contains(&false),
        });
        narrow(self.outlines.len() - 1)
    }
}

/// Boxes while they are being laid out.
struct Draft<'a, G: Game> {
    ground: &'a Ground<G>,
    layout: Layout,
    /// Whether the numbers of moves of colours are kept.
    has_sizes: bool,
    index: HashMap<Key, u32, FixedState>,
    boxes: Boxes,
}

impl<G: Game> Draft<'_, G> {
    /// Lays out a position that has a box, and the box if it is new. Returns the number of the box.
    fn place(&mut self, number: usize) -> u32 {
        let graph = self.ground.graph();
        let node = self.boxes.positions.node(number);
        let placed = self.layout.place(graph.game(), graph.position(node));
        let first = self.boxes.positions.moves(number).start;
        let edges = graph.edges(node);
        let edge = |m: Move| edges.iter().position(|edge| edge.m == m);
        let way = |m: Move| first + edge(m).expect("a legal move");
        let boxes = &mut self.boxes;
        let found = *self.index.entry(placed.key).or_insert_with(|| {
            let begin = boxes.optimal.len();
            for moves in &placed.colours {
                let to = boxes.positions.target(way(moves[0]));
                let optimal = boxes.keeps(number, narrow(to));
                boxes.optimal.push(optimal);
                if self.has_sizes {
                    boxes.sizes.push(moves.len() as u64);
                }
            }
            boxes.outline(placed.key, graph.ply(node), begin)
        });
        let outline = &mut boxes.outlines[found as usize];
        outline.ply = outline.ply.min(graph.ply(node));
        let ways = boxes.ways.get_or_insert_default();
        boxes.firsts[number] = narrow(ways.len());
        for (colour, moves) in outline.colours().zip(&placed.colours) {
            let share = 1.0 / float(moves.len() as u64);
            ways.extend(moves.iter().map(|&m| Way {
                to: narrow(boxes.positions.target(way(m))),
                colour: narrow(colour),
                share,
            }));
        }
        found
    }
}

pub(super) fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("a graph holds fewer than 2^32 positions and moves")
}
