//! The ground that runs walk on: the graph of a game, laid out so that a move costs one look-up.
//!
//! Each node of the graph becomes a block of [`Exit`]s, one for each thing that can be drawn there,
//! and a row of weights to draw from. An exit knows its target's block and row, so known ground
//! costs no hashing, no rules and no allocation. Ground is laid out when it is first trodden.
//!
//! A learner's rows belong to its boxes, so mirror images share one; all other players' rows are
//! fixed and belong to the node.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::super::layout::Layout;
use super::prefix_sums::Rows;
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Outcome};
use crate::graph::{Graph, Merging, Node};
use crate::player::Player;

/// In place of a row: every move has weight 1.
pub(super) const EVEN: u32 = u32::MAX;

/// What an exit leads to.
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
pub(super) struct Exit {
    /// The row of the position it leads to, or [`EVEN`].
    pub(super) row: u32,
    /// Where the exits of that position begin; in a field of merged colours, where its colours do.
    pub(super) exits: u32,
    /// How many weights there are to draw from in that position.
    pub(super) count: u16,
    /// Whether there is such a position.
    pub(super) state: State,
}

impl Exit {
    /// An exit nobody has taken yet.
    pub(super) const UNKNOWN: Self = Self {
        row: EVEN,
        exits: 0,
        count: 0,
        state: State::Unknown,
    };
}

/// The moves of one colour: a run of exits.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: u32,
    count: u32,
}

/// A box that has been given a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) key: Key,
    pub(super) row: u32,
    pub(super) count: u16,
}

/// The rows of one side's boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct Sites {
    index: HashMap<Key, Site, FixedState>,
    all: Vec<Site>,
}

impl Sites {
    /// The row of a box, new if it had none.
    pub(super) fn row(&mut self, key: Key, count: usize) -> u32 {
        if let Some(site) = self.index.get(&key) {
            return site.row;
        }
        let row = narrow(self.all.len());
        let count = u16::try_from(count).expect("16 bit moves");
        let site = Site { key, row, count };
        self.index.insert(key, site);
        self.all.push(site);
        row
    }

    /// The box with this key, if it has a row.
    pub(super) fn find(&self, key: Key) -> Option<Site> {
        self.index.get(&key).copied()
    }

    /// All boxes that have a row.
    pub(super) fn all(&self) -> &[Site] {
        &self.all
    }
}

/// Who sits on a side of the field.
pub(super) enum Seat<G: Game> {
    /// A learner, whose boxes are laid out like this.
    Learner(Layout),
    /// Players whose weights never change; which of them moves is decided at each move.
    Fixed(Vec<Arc<dyn Player<G>>>),
}

/// The ground as far as it is known.
pub(super) struct Field<G: Game> {
    graph: Graph<G>,
    seats: [Seat<G>; 2],
    exits: Vec<Exit>,
    origins: Vec<(Node, u32)>,
    arrivals: Vec<Option<Exit>>,
    spans: Vec<Span>,
    merged: [bool; 2],
    pub(super) sites: [Sites; 2],
    fixed: Rows,
    root: Exit,
}

impl<G: Game> Field<G> {
    pub(super) fn new(game: G, seats: [Seat<G>; 2]) -> Self {
        let merged = [&seats[0], &seats[1]].map(|seat| match seat {
            Seat::Learner(layout) => layout.duplicates == super::super::rule::Duplicates::Merge,
            Seat::Fixed(_) => false,
        });
        let mut field = Self {
            graph: Graph::new(game, Merging::None),
            seats,
            exits: Vec::new(),
            origins: Vec::new(),
            arrivals: Vec::new(),
            spans: Vec::new(),
            merged,
            sites: [Sites::default(), Sites::default()],
            fixed: Rows::default(),
            root: Exit::UNKNOWN,
        };
        field.root = field.enter(field.graph.root());
        field
    }

    /// Where every game begins.
    #[inline]
    pub(super) const fn root(&self) -> Exit {
        self.root
    }

    /// What the fixed player number `player` draws at a place where it is its turn, or `None` when
    /// it resigns.
    #[inline]
    pub(super) fn draw_fixed(&self, at: Exit, player: usize, dice: &mut Dice) -> Option<usize> {
        let row = at.row as usize + player;
        if let Some(block) = self.fixed.ready(row) {
            return Some(block.locate(dice.below(block.total())));
        }
        let total = self.fixed.total(row);
        (total > 0).then(|| self.fixed.locate(row, dice.below(total)))
    }

    /// The exits that a merged colour stands for: the first, and how many there are.
    #[inline]
    pub(super) fn meant(&self, colour: usize) -> (usize, u64) {
        let span = self.spans[colour];
        (span.first as usize, u64::from(span.count))
    }

    /// What lies behind an exit, as far as it is known.
    #[inline]
    pub(super) fn behind(&self, exit: usize) -> Exit {
        self.exits[exit]
    }

    /// Finds out what lies behind an exit that nobody has taken yet.
    #[cold]
    pub(super) fn discover(&mut self, exit: usize) {
        let (from, edge) = self.origins[exit];
        let to = self.graph.follow(from, edge as usize);
        self.exits[exit] = self.enter(to);
    }

    /// Lays out a node, unless it has been before.
    fn enter(&mut self, node: Node) -> Exit {
        if self.arrivals.len() <= node.index() {
            self.arrivals.resize(node.index() + 1, None);
        }
        if let Some(arrival) = self.arrivals[node.index()] {
            return arrival;
        }
        let arrival = match self.graph.outcome(node) {
            Some(outcome) => Exit {
                state: State::Over(outcome),
                ..Exit::UNKNOWN
            },
            None => self.lay_out(node),
        };
        self.arrivals[node.index()] = Some(arrival);
        arrival
    }

    fn lay_out(&mut self, node: Node) -> Exit {
        let side = self.graph.side(node).index();
        let position = *self.graph.position(node);
        let game = self.graph.game();
        let moves: Vec<Move> = self.graph.edges(node).iter().map(|edge| edge.m).collect();
        let singly = || moves.iter().map(|&m| vec![m]).collect::<Vec<_>>();
        let (row, colours) = match &self.seats[side] {
            Seat::Learner(layout) if layout.has_box(game, &position) => {
                let placed = layout.place(game, &position);
                (
                    self.sites[side].row(placed.key, placed.colours.len()),
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
        let mut exits = narrow(self.exits.len());
        let first_span = narrow(self.spans.len());
        for colour in &colours {
            let span = Span {
                first: narrow(self.exits.len()),
                count: narrow(colour.len()),
            };
            self.spans.extend(self.merged[side].then_some(span));
            for m in colour {
                let edge = moves
                    .iter()
                    .position(|other| other == m)
                    .expect("a legal move");
                self.exits.push(Exit::UNKNOWN);
                self.origins.push((node, narrow(first_edge + edge)));
            }
        }
        if self.merged[side] {
            exits = first_span;
        }
        let count = u16::try_from(colours.len()).expect("16 bit moves");
        Exit {
            row,
            exits,
            count,
            state: State::Open,
        }
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("a field holds fewer than 2^32 exits")
}
