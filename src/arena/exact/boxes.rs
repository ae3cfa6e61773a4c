//! The matchboxes of one side laid out over all positions of a game, so that a table can be measured
//! after every set: which positions share a box, which moves share a colour, and which are optimal.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::ground::Ground;
use crate::game::{Game, Key, Move, Side};
use crate::graph::{Positions, Solution};
use crate::learn::Layout;
use crate::text::float;

/// All positions, assigned to the boxes of one side.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    pub(super) positions: Arc<Positions>,
    /// The boxes, those of the first positions of the game first.
    pub(super) outlines: Vec<Outline>,
    /// For each colour of each box, whether its moves keep the value of the position.
    pub(super) optimal: Vec<bool>,
    /// What chooses the move at each unfinished position.
    pub(super) deciders: Vec<Decider>,
    /// The moves of all positions; those of a position with a box in the order of its colours.
    pub(super) ways: Vec<Way>,
}

/// A box without its beads.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) key: Key,
    /// The smallest number of moves after which play can reach it.
    pub(super) ply: u16,
    /// The range of its colours among those of all boxes.
    pub(super) colours: Range<usize>,
    /// Whether some moves keep the value and others do not.
    pub(super) matters: bool,
}

/// What chooses the move at a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decider {
    /// The beads of the box of this number.
    Box(usize),
    /// Chance, as the side has no box there: all moves are equally likely.
    Chance,
    /// The opponent; also used for finished positions.
    Opponent,
}

/// A move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    /// The number of the position it leads to.
    pub(super) to: u32,
    /// The index of its colour among those of all boxes.
    pub(super) colour: u32,
    /// Its share of that colour's chance; without a box, its chance among all moves.
    pub(super) share: f64,
    /// Whether it keeps the value.
    pub(super) optimal: bool,
}

impl Boxes {
    pub(super) fn new<G: Game>(ground: &Ground<G>, layout: Layout, side: Side) -> Self {
        let positions = ground.positions().clone();
        let mut draft = Draft {
            ground,
            solution: ground.solved().solution(),
            layout,
            index: HashMap::default(),
            boxes: Self {
                outlines: Vec::new(),
                optimal: Vec::new(),
                deciders: vec![Decider::Opponent; positions.len()],
                ways: vec![Way::default(); positions.move_count()],
                positions,
            },
        };
        let graph = ground.graph();
        for number in (0..draft.boxes.positions.len()).rev() {
            let Some(turn) = draft.boxes.positions.turn(number) else {
                continue;
            };
            let at = graph.position(draft.boxes.positions.node(number));
            draft.boxes.deciders[number] = if turn != side {
                draft.any_move(number);
                Decider::Opponent
            } else if layout.has_box(graph.game(), at) {
                Decider::Box(draft.place(number))
            } else {
                draft.any_move(number);
                Decider::Chance
            };
        }
        draft.boxes
    }

    pub(super) fn ways(&self, number: usize) -> &[Way] {
        &self.ways[self.positions.moves(number)]
    }
}

/// Boxes while they are being laid out.
struct Draft<'a, G: Game> {
    ground: &'a Ground<G>,
    solution: &'a Solution,
    layout: Layout,
    index: HashMap<Key, usize, FixedState>,
    boxes: Boxes,
}

impl<G: Game> Draft<'_, G> {
    /// Lays out a position that has a box, and the box if it is new. Returns the number of the box.
    fn place(&mut self, number: usize) -> usize {
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
                let to = boxes.positions.node(boxes.positions.target(way(moves[0])));
                let optimal = self.solution.outcome(to) == self.solution.outcome(node);
                boxes.optimal.push(optimal);
            }
            boxes.outlines.push(Outline {
                key: placed.key,
                ply: graph.ply(node),
                colours: begin..boxes.optimal.len(),
                matters: boxes.optimal[begin..].contains(&false),
            });
            boxes.outlines.len() - 1
        });
        let outline = &mut boxes.outlines[found];
        outline.ply = outline.ply.min(graph.ply(node));
        let colours = outline.colours.clone().zip(&placed.colours);
        let coloured = colours
            .flat_map(|(colour, moves)| moves.iter().map(move |&m| (colour, m, moves.len())));
        for (place, (colour, m, together)) in (first..).zip(coloured) {
            boxes.ways[place] = Way {
                to: narrow(boxes.positions.target(way(m))),
                colour: narrow(colour),
                share: 1.0 / float(together as u64),
                optimal: boxes.optimal[colour],
            };
        }
        found
    }

    /// Lays out a position without a box.
    fn any_move(&mut self, number: usize) {
        let positions = &self.boxes.positions;
        let value = |number: usize| self.solution.outcome(positions.node(number));
        let moves = positions.moves(number);
        let share = 1.0 / float(moves.len() as u64);
        for m in moves {
            let to = positions.target(m);
            self.boxes.ways[m] = Way {
                to: narrow(to),
                colour: 0,
                share,
                optimal: value(to) == value(number),
            };
        }
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("a graph holds fewer than 2^32 positions and moves")
}
