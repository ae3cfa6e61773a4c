//! Backward induction for any purpose: all positions of a complete graph, ordered so that each comes after
//! its successors, and one pass over them for any question.

use std::ops::Range;

use super::nodes::{Graph, Node, narrow};
use crate::error::Result;
use crate::game::{Game, LONGEST, Outcome, Side};
use crate::games::checks;
use crate::interrupt;

/// All positions of a complete graph, each after every position its moves lead to; the start is the
/// last. Positions are numbered in this order, and their moves in the order of the positions.
#[derive(Clone, Debug)]
pub struct Positions {
    nodes: Vec<Node>,
    /// The side to move and, if the game is over, its outcome.
    states: Vec<(Side, Option<Outcome>)>,
    /// The number of the first move of each position, and at the end the number of all moves.
    firsts: Vec<u32>,
    /// The number of the position that each move leads to.
    targets: Vec<u32>,
}

/// An unfinished position, with the values of the positions after its moves.
#[derive(Debug)]
pub struct UnfinishedPosition<'a, V> {
    /// The number of the position.
    pub number: usize,
    /// The side to move.
    pub side: Side,
    /// The numbers of its moves.
    pub moves: Range<usize>,
    /// The numbers of the positions that its moves lead to, by ascending move.
    pub targets: &'a [u32],
    values: &'a [V],
}

impl<'a, V> UnfinishedPosition<'a, V> {
    /// The values of the positions after each move, by ascending move.
    pub fn after(&self) -> impl Iterator<Item = &'a V> + Clone + use<'a, V> {
        let values = self.values;
        self.targets.iter().map(|&to| &values[to as usize])
    }

    /// The value of a position that one of the moves leads to; it must have been evaluated already.
    pub const fn value(&self, number: usize) -> &'a V {
        &self.values[number]
    }
}

#[expect(clippy::len_without_is_empty, reason = "the start is always there")]
impl Positions {
    /// Lays out a graph, which must be complete.
    ///
    /// # Errors
    ///
    /// As [`Graph::children_first`].
    pub fn new<G: Game>(graph: &Graph<G>) -> Result<Self> {
        let nodes = graph.children_first()?;
        let mut numbers = vec![0; nodes.len()];
        let mut positions = Self {
            states: Vec::with_capacity(nodes.len()),
            firsts: Vec::with_capacity(nodes.len() + 1),
            targets: Vec::with_capacity(graph.edge_count()),
            nodes: Vec::new(),
        };
        positions.firsts.push(0);
        for (number, &node) in nodes.iter().enumerate() {
            interrupt::every(1024, number);
            numbers[node.index()] = narrow(number);
            let state = (graph.side(node), graph.outcome(node));
            positions.states.push(state);
            let after = graph.edges(node).iter().filter_map(|edge| edge.to);
            let targets = after.map(|to| numbers[to.index()]);
            positions.targets.extend(targets);
            positions.firsts.push(narrow(positions.targets.len()));
        }
        positions.nodes = nodes;
        Ok(positions)
    }

    /// The number of positions.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of moves of all positions: the length of arrays indexed by number of the move.
    pub const fn move_count(&self) -> usize {
        self.targets.len()
    }

    /// The number of the starting position.
    pub const fn start(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The node of a position in its graph.
    pub fn node(&self, number: usize) -> Node {
        self.nodes[number]
    }

    /// The nodes of all positions, in order.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        self.nodes.iter().copied()
    }

    /// The outcome of a finished position.
    pub fn outcome(&self, number: usize) -> Option<Outcome> {
        self.states[number].1
    }

    /// The side to move in an unfinished position.
    pub fn turn(&self, number: usize) -> Option<Side> {
        let (side, outcome) = self.states[number];
        outcome.is_none().then_some(side)
    }

    /// The numbers of the moves of a position.
    pub fn moves(&self, number: usize) -> Range<usize> {
        self.firsts[number] as usize..self.firsts[number + 1] as usize
    }

    /// The numbers of the positions that the moves of a position lead to.
    pub fn targets(&self, number: usize) -> &[u32] {
        &self.targets[self.moves(number)]
    }

    /// The number of the position that has a move.
    pub fn origin(&self, m: usize) -> usize {
        self.firsts.partition_point(|&first| first as usize <= m) - 1
    }

    /// The number of the position that a move leads to.
    pub fn target(&self, m: usize) -> usize {
        self.targets[m] as usize
    }

    /// A value of every position, by number, from the end of the game to the start: `over` gives the value of a finished
    /// position, and `turn` the value of an unfinished one from the values after its moves.
    pub fn answer<V>(
        &self,
        mut over: impl FnMut(Outcome) -> V,
        mut turn: impl FnMut(&UnfinishedPosition<'_, V>) -> V,
    ) -> Vec<V> {
        let mut values = Vec::with_capacity(self.len());
        let mut first = 0;
        for (number, (&(side, outcome), &end)) in
            self.states.iter().zip(&self.firsts[1..]).enumerate()
        {
            interrupt::every(1024, number);
            let moves = first..end as usize;
            first = moves.end;
            let value = match outcome {
                Some(outcome) => over(outcome),
                None => turn(&UnfinishedPosition {
                    number,
                    side,
                    targets: &self.targets[moves.clone()],
                    moves,
                    values: &values,
                }),
            };
            values.push(value);
        }
        values
    }

    /// For each position, whether play from `start` can reach it by moves that are `open`.
    pub fn reached(&self, start: usize, open: impl Fn(Side, usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        reached[start] = true;
        for number in (0..=start).rev() {
            if let (true, Some(side)) = (reached[number], self.turn(number)) {
                for m in self.moves(number).filter(|&m| open(side, m)) {
                    reached[self.target(m)] = true;
                }
            }
        }
        reached
    }
}

impl<G: Game> Graph<G> {
    /// All nodes, each after every node its edges lead to.
    ///
    /// # Errors
    ///
    /// [`Error::Law`](crate::Error::Law) with the positions if play can come back to one of them, or if a line of
    /// play is longer than [`LONGEST`].
    ///
    /// # Panics
    ///
    /// If the graph is not complete.
    pub fn children_first(&self) -> Result<Vec<Node>> {
        /// A node that has not been entered.
        const NEW: u16 = u16::MAX;
        /// A node on the path.
        const ENTERED: u16 = NEW - 1;
        // For all other nodes, the number of moves of the longest line from there.
        let mut longest = vec![NEW; self.len()];
        let mut order = Vec::with_capacity(self.len());
        let mut path = vec![(self.root(), 0, 0)];
        longest[self.root().index()] = ENTERED;
        while let Some(&mut (node, ref mut next, ref mut most)) = path.last_mut() {
            if let Some(edge) = self.edges(node).get(*next) {
                let to = edge.to.expect("the graph is complete");
                match longest[to.index()] {
                    NEW => {
                        longest[to.index()] = ENTERED;
                        path.push((to, 0, 0));
                        continue;
                    }
                    ENTERED => {
                        let first = path.iter().position(|(on_path, ..)| *on_path == to);
                        let circle = path[first.unwrap_or(0)..].iter();
                        let circle: Vec<_> = circle.map(|step| self.position(step.0)).collect();
                        return Err(checks::circle(self.game(), &circle));
                    }
                    LONGEST => return Err(checks::endless(self.game(), self.position(node))),
                    after => *most = after.saturating_add(1).max(*most),
                }
                *next += 1;
            } else {
                interrupt::every(1024, order.len());
                longest[node.index()] = *most;
                order.push(node);
                path.pop();
            }
        }
        Ok(order)
    }
}
