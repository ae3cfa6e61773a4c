//! The ground that runs walk on: the graph of a game, laid out so that a move costs one look-up.
//!
//! Each node of the graph becomes a block of [`Successor`]s, one for each thing that can be drawn there,
//! and a row of weights to draw from. A successor knows its target's block and row, so known ground
//! costs no hashing, no rules and no allocation. Ground is laid out when it is first trodden.
//!
//! A learner's rows belong to its boxes, so mirror images share one; all other players' rows are
//! fixed and belong to the node.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::super::layout::Layout;
use super::super::rule::Duplicates;
use super::prefix_sums::PrefixSums;
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Outcome};
use crate::graph::{Graph, Merging, Node};
use crate::player::Player;

/// In place of a row: every move has weight 1.
pub(super) const EVEN: u32 = u32::MAX;

/// What a successor leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)] // a tag of its own is the fastest to ask, and every move asks
pub(super) enum State {
    /// Play goes on there.
    Open,
    /// It has not been followed yet.
    Unknown,
    /// The game ends there.
    Over(Outcome),
}

/// A way out of a node, which is a way into another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    /// The row of the position it leads to, or [`EVEN`].
    pub(super) row: u32,
    /// Where the successors of that position begin; where moves share colours, its colours do.
    pub(super) successors: u32,
    /// How many weights there are to draw from in that position.
    pub(super) count: u16,
    /// Whether there is such a position.
    pub(super) state: State,
}

impl Successor {
    /// A successor nobody has taken yet.
    pub(super) const UNKNOWN: Self = Self {
        row: EVEN,
        successors: 0,
        count: 0,
        state: State::Unknown,
    };
}

/// The moves of one colour: a run of successors.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: u32,
    count: u32,
}

/// A box that has been given a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) key: Key,
    pub(super) row: u32,
    pub(super) count: u16,
}

/// The rows of one side's boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    index: HashMap<Key, Slot, FixedState>,
    all: Vec<Slot>,
}

impl Slots {
    /// The row of a box, new if it had none.
    pub(super) fn row(&mut self, key: Key, count: usize) -> u32 {
        if let Some(slot) = self.index.get(&key) {
            return slot.row;
        }
        let row = narrow(self.all.len());
        let count = u16::try_from(count).expect("16 bit moves");
        let slot = Slot { key, row, count };
        self.index.insert(key, slot);
        self.all.push(slot);
        row
    }

    /// The box with this key, if it has a row.
    pub(super) fn find(&self, key: Key) -> Option<Slot> {
        self.index.get(&key).copied()
    }

    /// All boxes that have a row.
    pub(super) fn all(&self) -> &[Slot] {
        &self.all
    }
}

/// Who sits on a side of the transitions.
pub(super) enum Seat<G: Game> {
    /// A learner, whose boxes are laid out like this.
    Learner(Layout),
    /// Players whose weights never change; which of them moves is decided at each move.
    Fixed(Vec<Arc<dyn Player<G>>>),
}

/// The ground as far as it is known.
pub(super) struct Transitions<G: Game> {
    graph: Graph<G>,
    seats: [Seat<G>; 2],
    successors: Vec<Successor>,
    origins: Vec<(Node, u32)>,
    arrivals: Vec<Option<Successor>>,
    spans: Vec<Span>,
    merged: [bool; 2],
    pub(super) slots: [Slots; 2],
    fixed: PrefixSums,
    root: Successor,
}

impl<G: Game> Transitions<G> {
    pub(super) fn new(game: G, seats: [Seat<G>; 2]) -> Self {
        let merged = [&seats[0], &seats[1]].map(|seat| match seat {
            Seat::Learner(layout) => layout.duplicates == Duplicates::Merge,
            Seat::Fixed(_) => false,
        });
        let mut transitions = Self {
            graph: Graph::new(game, Merging::None),
            seats,
            successors: Vec::new(),
            origins: Vec::new(),
            arrivals: Vec::new(),
            spans: Vec::new(),
            merged,
            slots: [Slots::default(), Slots::default()],
            fixed: PrefixSums::default(),
            root: Successor::UNKNOWN,
        };
        transitions.root = transitions.enter(transitions.graph.root());
        transitions
    }

    /// How many positions have been met.
    pub(super) fn positions(&self) -> usize {
        self.graph.len()
    }

    /// Where every game begins.
    #[inline]
    pub(super) const fn root(&self) -> Successor {
        self.root
    }

    /// What the fixed player number `player` draws at a place where it is its turn, or `None` when
    /// it resigns.
    #[inline]
    pub(super) fn draw_fixed(
        &self,
        at: Successor,
        player: usize,
        dice: &mut Dice,
    ) -> Option<usize> {
        let row = at.row as usize + player;
        if let Some(block) = self.fixed.ready(row) {
            return Some(block.locate(dice.below(block.total())));
        }
        let total = self.fixed.total(row);
        (total > 0).then(|| self.fixed.locate(row, dice.below(total)))
    }

    /// The successors that a merged colour stands for: the first, and how many there are.
    #[inline]
    pub(super) fn meant(&self, colour: usize) -> (usize, usize) {
        let span = self.spans[colour];
        (span.first as usize, span.count as usize)
    }

    /// What lies behind a successor, as far as it is known.
    #[inline]
    pub(super) fn behind(&self, successor: usize) -> Successor {
        self.successors[successor]
    }

    /// Finds out what lies behind a successor that nobody has taken yet.
    #[cold]
    pub(super) fn discover(&mut self, successor: usize) {
        let (from, edge) = self.origins[successor];
        let to = self.graph.follow(from, edge as usize);
        self.successors[successor] = self.enter(to);
    }

    /// Lays out a node, unless it has been before.
    fn enter(&mut self, node: Node) -> Successor {
        if self.arrivals.len() <= node.index() {
            self.arrivals.resize(node.index() + 1, None);
        }
        if let Some(arrival) = self.arrivals[node.index()] {
            return arrival;
        }
        let arrival = match self.graph.outcome(node) {
            Some(outcome) => Successor {
                state: State::Over(outcome),
                ..Successor::UNKNOWN
            },
            None => self.lay_out(node),
        };
        self.arrivals[node.index()] = Some(arrival);
        arrival
    }

    fn lay_out(&mut self, node: Node) -> Successor {
        let side = self.graph.side(node).index();
        let position = *self.graph.position(node);
        let game = self.graph.game();
        let moves: Vec<Move> = self.graph.edges(node).iter().map(|edge| edge.m).collect();
        let singly = || moves.iter().map(|&m| vec![m]).collect::<Vec<_>>();
        let (row, colours) = match &self.seats[side] {
            Seat::Learner(layout) if layout.has_box(game, &position) => {
                let placed = layout.place(game, &position);
                (
                    self.slots[side].row(placed.key, placed.colours.len()),
                    placed.colours,
                )
            }
            Seat::Learner(_) => (EVEN, singly()),
            Seat::Fixed(players) => {
                let weights: Vec<Vec<u64>> = players
                    .iter()
                    .map(|player| {
                        let mut weights = vec![0; moves.len()];
                        player.weigh(game, &position, &moves, &mut weights);
                        weights
                    })
                    .collect();
                let row = if weights.iter().flatten().all(|&weight| weight == 1) {
                    EVEN
                } else {
                    let row = self.fixed.len();
                    self.fixed.reach(row + weights.len());
                    for (i, weights) in weights.iter().enumerate() {
                        self.fixed.write(row + i, weights);
                    }
                    narrow(row)
                };
                (row, singly())
            }
        };
        let first_edge = self.graph.edge_range(node).start;
        let mut successors = narrow(self.successors.len());
        let first_span = narrow(self.spans.len());
        for colour in &colours {
            let span = Span {
                first: narrow(self.successors.len()),
                count: narrow(colour.len()),
            };
            self.spans.extend(self.merged[side].then_some(span));
            for m in colour {
                let edge = moves
                    .iter()
                    .position(|other| other == m)
                    .expect("a legal move");
                self.successors.push(Successor::UNKNOWN);
                self.origins.push((node, narrow(first_edge + edge)));
            }
        }
        if self.merged[side] {
            successors = first_span;
        }
        let count = u16::try_from(colours.len()).expect("16 bit moves");
        Successor {
            row,
            successors,
            count,
            state: State::Open,
        }
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("runs lay out fewer than 2^32 successors")
}
