//! An exam: what a table is worth exactly, quickly enough to be asked after every set.
//!
//! Everything that does not depend on beads is laid out once: the positions of the game from the
//! last to the first, the colours of each box, what random and perfect play do in the other
//! positions. One pass over the positions then gives the chances against both and the worst case.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::ground::Ground;
use super::optimal::Theory;
use crate::error::Result;
use crate::game::{Game, Key, Side, Verdict};
use crate::graph::{Edge, Graph, Node, Solution};
use crate::learn::{Exact, Examiner, Layout, ReadBox};
use crate::player::Random;

/// Examines the tables of trainings of one game under one layout.
pub struct Exam {
    sheets: [Sheet; 2],
}

/// Everything about one side's tables that does not depend on beads.
struct Sheet {
    theory: Theory,
    bins: Vec<Bin>,
    /// The positions, each after those its moves lead to.
    spots: Vec<Spot>,
    ways: Vec<Way>,
}

/// A box: where the chances of its colours stand among all.
struct Bin {
    key: Key,
    first: usize,
    count: usize,
}

/// A position.
struct Spot {
    node: usize,
    turn: Turn,
    /// Its moves among all ways.
    ways: std::ops::Range<usize>,
}

/// Whose turn it is in a position.
#[derive(Clone, Copy)]
enum Turn {
    Over(Verdict),
    /// The table's, by the box of this number.
    Box(usize),
    /// The table's, where there is no box: any move.
    Boxless,
    /// The opponent's.
    Opponent,
}

/// A move.
#[derive(Clone, Copy)]
struct Way {
    to: usize,
    /// The colour it belongs to among all, and its share of that colour's chance.
    colour: usize,
    share: f64,
    /// Whether it keeps the game's value.
    keeps: bool,
}

/// What a position is worth to the table.
#[derive(Clone, Copy, Default)]
struct Worth {
    random: [f64; 3],
    perfect: [f64; 3],
    worst_loss: f64,
    best_reply: f64,
}

impl Worth {
    fn certain(verdict: Verdict) -> Self {
        let mut chances = [0.0; 3];
        chances[2 - verdict as usize] = 1.0;
        Self {
            random: chances,
            perfect: chances,
            worst_loss: chances[2],
            best_reply: chances[2] - chances[0],
        }
    }

    fn add(&mut self, chance: f64, to: &Self) {
        for i in 0..3 {
            self.random[i] += chance * to.random[i];
            self.perfect[i] += chance * to.perfect[i];
        }
        self.worst_loss += chance * to.worst_loss;
        self.best_reply += chance * to.best_reply;
    }
}

impl Exam {
    /// Lays out the game.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) when it has too many positions.
    pub fn new<G: Game>(game: G, layout: Layout) -> Result<Self> {
        let ground = Ground::new(game)?;
        let solution = ground.graph().solve();
        let sheets = Side::BOTH.map(|side| Sheet::new(&ground, &solution, layout, side));
        Ok(Self { sheets })
    }
}

impl Sheet {
    fn new<G: Game>(ground: &Ground<G>, solution: &Solution, layout: Layout, side: Side) -> Self {
        let mut sheet = Self {
            theory: Theory::new(ground, layout, side, &Random),
            bins: Vec::new(),
            spots: Vec::new(),
            ways: Vec::new(),
        };
        let graph = ground.graph();
        let mut index: HashMap<Key, usize, FixedState> = HashMap::default();
        for node in graph.children_first() {
            let first = sheet.ways.len();
            let turn = match graph.outcome(node) {
                Some(outcome) => Turn::Over(outcome.verdict(side)),
                None if graph.side(node) != side => {
                    let ways = graph.edges(node).iter().map(|edge| Way {
                        to: edge.to().expect("the graph is complete").index(),
                        colour: 0,
                        share: 1.0,
                        keeps: keeps(solution, node, edge),
                    });
                    sheet.ways.extend(ways);
                    Turn::Opponent
                }
                None if layout.has_box(graph.game(), graph.position(node)) => {
                    let bin = sheet.lay_out_box(graph, layout, node, &mut index);
                    Turn::Box(bin)
                }
                None => {
                    let share = 1.0 / chance(graph.edges(node).len() as u64);
                    let ways = graph.edges(node).iter().map(|edge| Way {
                        to: edge.to().expect("the graph is complete").index(),
                        colour: 0,
                        share,
                        keeps: false,
                    });
                    sheet.ways.extend(ways);
                    Turn::Boxless
                }
            };
            let ways = first..sheet.ways.len();
            sheet.spots.push(Spot {
                node: node.index(),
                turn,
                ways,
            });
        }
        sheet
    }

    fn lay_out_box<G: Game>(
        &mut self,
        graph: &Graph<G>,
        layout: Layout,
        node: Node,
        index: &mut HashMap<Key, usize, FixedState>,
    ) -> usize {
        let placed = layout.place(graph.game(), graph.position(node));
        let bin = *index.entry(placed.key).or_insert_with(|| {
            let first = self.bins.last().map_or(0, |bin| bin.first + bin.count);
            self.bins.push(Bin {
                key: placed.key,
                first,
                count: placed.colours.len(),
            });
            self.bins.len() - 1
        });
        for (colour, moves) in placed.colours.iter().enumerate() {
            for edge in graph
                .edges(node)
                .iter()
                .filter(|edge| moves.contains(&edge.m))
            {
                self.ways.push(Way {
                    to: edge.to().expect("the graph is complete").index(),
                    colour: self.bins[bin].first + colour,
                    share: 1.0 / chance(moves.len() as u64),
                    keeps: false,
                });
            }
        }
        bin
    }

    fn examine(&self, read: &mut ReadBox<'_>) -> Exact {
        let closeness = self.theory.measure_with(read).all();
        let (chances, empty) = self.chances(read);
        let mut worths = vec![Worth::default(); self.spots.len()];
        for spot in &self.spots {
            let ways = &self.ways[spot.ways.clone()];
            worths[spot.node] = match spot.turn {
                Turn::Over(verdict) => Worth::certain(verdict),
                Turn::Box(bin) if empty[bin] => Worth::certain(Verdict::Loss),
                Turn::Box(_) => {
                    let mut worth = Worth::default();
                    for way in ways {
                        worth.add(chances[way.colour] * way.share, &worths[way.to]);
                    }
                    worth
                }
                Turn::Boxless => {
                    let mut worth = Worth::default();
                    for way in ways {
                        worth.add(way.share, &worths[way.to]);
                    }
                    worth
                }
                Turn::Opponent => reply(ways, &worths),
            };
        }
        let start = self
            .spots
            .last()
            .map_or(Worth::default(), |spot| worths[spot.node]);
        Exact {
            random: start.random.map(parts),
            perfect: start.perfect.map(parts),
            worst_loss: parts(start.worst_loss),
            best_reply: signed_parts(start.best_reply),
            sound: parts(closeness.share().unwrap_or(1.0)),
            sound_reached: parts(closeness.weighted_share().unwrap_or(1.0)),
        }
    }

    /// The chance of each colour of each box, and which boxes are empty.
    fn chances(&self, read: &mut ReadBox<'_>) -> (Vec<f64>, Vec<bool>) {
        let mut chances = Vec::new();
        let mut empty = Vec::with_capacity(self.bins.len());
        let mut beads = Vec::new();
        for bin in &self.bins {
            beads.clear();
            if !read(bin.key, &mut beads) {
                beads.clear();
                beads.resize(bin.count, 1);
            }
            let total: u64 = beads.iter().sum();
            empty.push(total == 0);
            chances.extend(beads.iter().map(|&n| chance(n) / chance(total.max(1))));
        }
        (chances, empty)
    }
}

impl Examiner for Exam {
    fn examine(&self, side: Side, read: &mut ReadBox<'_>) -> Exact {
        self.sheets[side.index()].examine(read)
    }
}

/// What a position is worth where the opponent moves: random, perfect, or the best against the
/// table in each of two senses.
fn reply(ways: &[Way], worths: &[Worth]) -> Worth {
    let mut worth = Worth {
        worst_loss: 0.0,
        best_reply: -1.0,
        ..Worth::default()
    };
    let all = chance(ways.len() as u64);
    let keeping = chance(ways.iter().filter(|way| way.keeps).count() as u64);
    for way in ways {
        let to = &worths[way.to];
        for i in 0..3 {
            worth.random[i] += to.random[i] / all;
            if way.keeps {
                worth.perfect[i] += to.perfect[i] / keeping;
            }
        }
        worth.worst_loss = worth.worst_loss.max(to.worst_loss);
        worth.best_reply = worth.best_reply.max(to.best_reply);
    }
    worth
}

fn keeps(solution: &Solution, node: Node, edge: &Edge) -> bool {
    let to = edge.to().expect("the graph is complete");
    solution.outcome(to) == solution.outcome(node)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a chance is kept to twelve decimals"
)]
const fn chance(n: u64) -> f64 {
    n as f64
}

/// A chance in units of 10^-12.
fn parts(chance: f64) -> u64 {
    signed_parts(chance).unsigned_abs()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the number is within -1 and 1 times 10^12"
)]
fn signed_parts(x: f64) -> i64 {
    (x * 1e12).round() as i64
}
