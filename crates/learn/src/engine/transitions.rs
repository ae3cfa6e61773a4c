//! The graph of a game, laid out so that a move costs one look-up.
//!
//! Each node of the graph becomes a list of [`Successor`]s, one for each move that can be drawn there,
//! and a row of weights to draw from. A successor stores where the list and the row of its target are, so
//! a node that is laid out needs no hashing, no move generation and no allocation. A node is laid out when
//! it is first reached.
//!
//! A learner's rows belong to its boxes, so mirror images can share one; the rows of all other players are
//! fixed and belong to the node.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::super::layout::{Layout, Placed};
use super::super::rule::Duplicates;
use super::prefix_sums::PrefixSums;
use crate::dice::Dice;
use crate::game::{Game, Key, LONGEST, Move, Outcome};
use crate::games::{broken, endless};
use crate::graph::{Graph, Merging, Node};
use crate::player::Player;

/// Used instead of a row: every move has weight 1.
pub(super) const UNIFORM: u32 = u32::MAX;

/// The state of the position that a successor leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)] // an explicit tag is the fastest to test, and every move tests it
pub(super) enum SuccessorState {
    /// The game continues.
    Open,
    /// The successor has not been followed yet.
    Unknown,
    Over(Outcome),
}

/// A move from one node to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    /// The row of the position it leads to, or [`UNIFORM`].
    pub(super) row: u32,
    /// The index of the first successor of that position or, where moves share colours, of its first colour.
    pub(super) successors: u32,
    /// The number of colours to draw from there; where there is no box, each move has its own.
    pub(super) count: u16,
    pub(super) state: SuccessorState,
}

impl Successor {
    pub(super) const UNKNOWN: Self = Self {
        row: UNIFORM,
        successors: 0,
        count: 0,
        state: SuccessorState::Unknown,
    };
}

/// A box that has been given a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) key: Key,
    pub(super) row: u32,
    /// The number of its colours.
    pub(super) count: u16,
}

/// The boxes of one side that have a row; all runs use the same rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    index: HashMap<Key, Slot, FixedState>,
    /// In the order of their rows.
    pub(super) all: Vec<Slot>,
}

impl Slots {
    /// Returns the row of a box, and gives it a new one if it has none.
    pub(super) fn row(&mut self, key: Key, count: usize) -> u32 {
        let slot = self.index.entry(key).or_insert_with(|| {
            let row = narrow(self.all.len());
            let count = u16::try_from(count).expect("16 bit moves");
            let slot = Slot { key, row, count };
            self.all.push(slot);
            slot
        });
        slot.row
    }

    /// The box with this key, if it has a row.
    pub(super) fn find(&self, key: Key) -> Option<Slot> {
        self.index.get(&key).copied()
    }
}

/// Who moves for a side.
pub(super) enum Mover<G: Game> {
    /// A learner whose boxes have this layout.
    Learner(Layout),
    /// Players whose weights never change; which of them moves is decided at each move.
    Fixed(Vec<Arc<dyn Player<G>>>),
}

/// The nodes that have been laid out.
pub(super) struct Transitions<G: Game> {
    pub(super) graph: Graph<G>,
    seats: [Mover<G>; 2],
    pub(super) successors: Vec<Successor>,
    /// For each successor, the node it starts from and the edge it follows.
    origins: Vec<(Node, u32)>,
    /// For each node that is laid out, the successor that leads to it.
    entries: Vec<Option<Successor>>,
    /// For each merged colour, its moves.
    spans: Vec<Range<u32>>,
    pub(super) slots: [Slots; 2],
    fixed: PrefixSums,
    pub(super) root: Successor,
}

impl<G: Game> Transitions<G> {
    pub(super) fn new(game: G, seats: [Mover<G>; 2]) -> Self {
        let mut transitions = Self {
            graph: Graph::new(game, Merging::None),
            seats,
            successors: Vec::new(),
            origins: Vec::new(),
            entries: Vec::new(),
            spans: Vec::new(),
            slots: [Slots::default(), Slots::default()],
            fixed: PrefixSums::default(),
            root: Successor::UNKNOWN,
        };
        transitions.root = transitions.enter(transitions.graph.root());
        transitions
    }

    /// Draws a move of the fixed player with this row; `None` if it resigns.
    #[inline]
    pub(super) fn draw_fixed(&self, row: usize, dice: &mut Dice) -> Option<usize> {
        if let Some(block) = self.fixed.ready(row) {
            return Some(block.locate(dice.below(block.total())));
        }
        let total = self.fixed.total(row);
        (total > 0).then(|| self.fixed.locate(row, dice.below(total)))
    }

    /// The successors of a merged colour: the index of the first, and their number.
    #[inline]
    pub(super) fn merged_moves(&self, colour: usize) -> (usize, usize) {
        let Range { start, end } = self.spans[colour];
        (start as usize, (end - start) as usize)
    }

    /// The successors of all moves of a position: the index of the first, and their number.
    #[cold]
    pub(super) fn all_moves(&self, at: Successor, is_merged: bool) -> (usize, usize) {
        let (first, count) = (at.successors as usize, usize::from(at.count));
        if !is_merged {
            return (first, count);
        }
        // The colours come one after the other, each with its moves.
        let spans = &self.spans[first..first + count];
        let (start, end) = (spans[0].start, spans[count - 1].end);
        (start as usize, (end - start) as usize)
    }

    #[inline]
    pub(super) fn target(&self, successor: usize) -> Successor {
        self.successors[successor]
    }

    /// Follows a successor that is not known, stores where it leads and returns that; `ply` is the number of moves
    /// of the game so far, this one included.
    ///
    /// On known ground the rules are not called, so they cannot notice that a game does not end. Where the
    /// rules may allow a position to repeat, each way back therefore remains unknown, and the moves are
    /// counted here.
    #[cold]
    pub(super) fn discover(&mut self, successor: usize, ply: u16) -> Successor {
        let (from, edge) = self.origins[successor];
        let to = self.graph.follow(from, edge as usize);
        let entry = self.enter(to);
        let game = self.graph.game();
        if game.always_ends() || self.graph.ply(to) > self.graph.ply(from) {
            self.successors[successor] = entry;
        } else if ply > LONGEST {
            broken(endless(game, self.graph.position(to)));
        }
        entry
    }

    /// Returns the successor that leads to a node, and lays the node out if necessary.
    fn enter(&mut self, node: Node) -> Successor {
        if let Some(&Some(entry)) = self.entries.get(node.index()) {
            return entry;
        }
        let entry = match self.graph.outcome(node) {
            Some(outcome) => Successor {
                state: SuccessorState::Over(outcome),
                ..Successor::UNKNOWN
            },
            None => self.lay_out(node),
        };
        let len = self.entries.len().max(node.index() + 1);
        self.entries.resize(len, None);
        self.entries[node.index()] = Some(entry);
        entry
    }

    fn lay_out(&mut self, node: Node) -> Successor {
        let side = self.graph.side(node).index();
        let is_merged = matches!(&self.seats[side], Mover::Learner(layout)
            if layout.duplicates == Duplicates::Merge);
        let position = *self.graph.position(node);
        let game = self.graph.game();
        let moves: Vec<Move> = self.graph.edges(node).iter().map(|edge| edge.m).collect();
        let singly = || moves.iter().map(|&m| vec![m]).collect::<Vec<_>>();
        let (row, colours) = match &self.seats[side] {
            Mover::Learner(layout) if layout.has_box(game, &position) => {
                let Placed { key, colours } = layout.place(game, &position);
                (self.slots[side].row(key, colours.len()), colours)
            }
            Mover::Learner(_) => (UNIFORM, singly()),
            Mover::Fixed(players) => {
                let mut rows = vec![vec![0; moves.len()]; players.len()];
                for (player, weights) in players.iter().zip(&mut rows) {
                    player.weigh(game, &position, &moves, weights);
                }
                let mut row = UNIFORM;
                // Random play, and forced moves, are drawn without a row.
                if rows.iter().flatten().any(|&weight| weight != 1) {
                    let first = self.fixed.len();
                    row = narrow(first);
                    self.fixed.grow_to(first + rows.len());
                    for (row, weights) in (first..).zip(&rows) {
                        self.fixed.write(row, weights);
                    }
                }
                (row, singly())
            }
        };
        let first_edge = self.graph.edge_range(node).start;
        let successors = if is_merged {
            narrow(self.spans.len())
        } else {
            narrow(self.successors.len())
        };
        for colour in &colours {
            let first = self.successors.len();
            let span = narrow(first)..narrow(first + colour.len());
            self.spans.extend(is_merged.then_some(span));
            for m in colour {
                let edge = moves.iter().position(|other| other == m);
                let edge = narrow(first_edge + edge.expect("a legal move"));
                self.successors.push(Successor::UNKNOWN);
                self.origins.push((node, edge));
            }
        }
        let count = u16::try_from(colours.len()).expect("16 bit moves");
        Successor {
            row,
            successors,
            count,
            state: SuccessorState::Open,
        }
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("runs lay out fewer than 2^32 successors")
}
