//! Theory: which moves keep the value in every box, and how often a table's own play gets there.
//!
//! All that does not depend on beads is laid out once, so that a table can be measured after every
//! set of a training.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::Ground;
use super::accuracy::{Closeness, Measured};
use crate::game::{Game, Key, Move, Side};
use crate::graph::{Edge, Graph, Node, Solution};
use crate::learn::{Layout, Table};
use crate::player::Player;

/// What theory says of every box of one side, and all that is needed to follow a table's own play.
#[derive(Clone, Debug)]
pub struct Theory {
    boxes: Vec<Bin>,
    /// For each colour of each box, whether its moves keep the value.
    keeps: Vec<bool>,
    /// The unfinished positions, each before those its moves lead to.
    steps: Vec<Step>,
    exits: Vec<Exit>,
    nodes: usize,
}

/// A box.
#[derive(Clone, Copy, Debug)]
struct Bin {
    key: Key,
    ply: u16,
    /// Where its colours begin among all, and how many it has.
    first: usize,
    count: usize,
    /// Whether some moves keep the value and others do not.
    matters: bool,
}

/// A position and the range of its exits, those of one box if the side in question has one there.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: usize,
    bin: Option<usize>,
    exits: (usize, usize),
}

/// A move: where it leads, the colour it belongs to among all, and its share of that colour's
/// chance; where there is no box, its chance.
#[derive(Clone, Copy, Debug)]
struct Exit {
    to: usize,
    colour: usize,
    share: f64,
}

impl Theory {
    /// Solves the game and lays out the boxes of `side`. How often play reaches a box is counted
    /// against `opponent`, which reports take to be random play unless they say otherwise.
    pub fn new<G: Game>(
        ground: &Ground<G>,
        layout: Layout,
        side: Side,
        opponent: &dyn Player<G>,
    ) -> Self {
        let graph = ground.graph();
        let solution = graph.solve();
        let mut theory = Self {
            boxes: Vec::new(),
            keeps: Vec::new(),
            steps: Vec::new(),
            exits: Vec::new(),
            nodes: graph.len(),
        };
        let mut index = HashMap::default();
        for node in graph.children_first().into_iter().rev() {
            if graph.outcome(node).is_some() {
                continue;
            }
            let first = theory.exits.len();
            let has_box =
                graph.side(node) == side && layout.has_box(graph.game(), graph.position(node));
            let bin = has_box.then(|| theory.place(graph, &solution, layout, node, &mut index));
            if bin.is_none() {
                let even = graph.side(node) == side;
                theory.weigh(graph, node, (!even).then_some(opponent));
            }
            theory.steps.push(Step {
                node: node.index(),
                bin,
                exits: (first, theory.exits.len()),
            });
        }
        theory
    }

    /// Lays out a position that has a box, and the box if it is new; the number of the box.
    fn place<G: Game>(
        &mut self,
        graph: &Graph<G>,
        solution: &Solution,
        layout: Layout,
        node: Node,
        index: &mut HashMap<Key, usize, FixedState>,
    ) -> usize {
        let placed = layout.place(graph.game(), graph.position(node));
        let to = |m: Move| {
            let edge = graph.edges(node).iter().find(|edge| edge.m == m);
            edge.and_then(Edge::to).expect("a legal move")
        };
        let bin = *index.entry(placed.key).or_insert_with(|| {
            let keeps =
                |moves: &Vec<Move>| solution.outcome(to(moves[0])) == solution.outcome(node);
            let first = self.keeps.len();
            self.keeps.extend(placed.colours.iter().map(keeps));
            self.boxes.push(Bin {
                key: placed.key,
                ply: graph.ply(node),
                first,
                count: placed.colours.len(),
                matters: self.keeps[first..].contains(&false),
            });
            self.boxes.len() - 1
        });
        let ply = &mut self.boxes[bin].ply;
        *ply = (*ply).min(graph.ply(node));
        for (colour, moves) in placed.colours.iter().enumerate() {
            self.exits.extend(moves.iter().map(|&m| Exit {
                to: to(m).index(),
                colour: self.boxes[bin].first + colour,
                share: 1.0 / chance(moves.len() as u64),
            }));
        }
        bin
    }

    /// Lays out a position without a box: the moves of a player, or all alike.
    fn weigh<G: Game>(&mut self, graph: &Graph<G>, node: Node, player: Option<&dyn Player<G>>) {
        let edges = graph.edges(node);
        let mut weights = vec![1; edges.len()];
        if let Some(player) = player {
            let moves: Vec<Move> = edges.iter().map(|edge| edge.m).collect();
            weights.fill(0);
            player.weigh(graph.game(), graph.position(node), &moves, &mut weights);
        }
        let total = chance(weights.iter().sum::<u64>().max(1));
        for (edge, weight) in edges.iter().zip(weights) {
            if weight > 0 {
                self.exits.push(Exit {
                    to: edge.to().expect("the graph is complete").index(),
                    colour: 0,
                    share: chance(weight) / total,
                });
            }
        }
    }

    /// How near a table is to perfect play.
    ///
    /// # Panics
    ///
    /// If a box of the table has another number of colours than its position has under the layout;
    /// [`Layout::check`] finds such a table.
    #[must_use]
    pub fn measure(&self, table: &Table) -> Measured {
        self.measure_with(&mut |key, beads| {
            let found = table.get(key);
            beads.extend(found.iter().flat_map(|found| &found.beads));
            found.is_some()
        })
    }

    /// The same for boxes kept elsewhere: `read` puts the beads of each colour of the box with a
    /// key into an empty vector, or nothing if the box has never been met, and says whether it has.
    ///
    /// # Panics
    ///
    /// As [`Theory::measure`].
    #[must_use]
    pub fn measure_with(&self, read: &mut dyn FnMut(Key, &mut Vec<u64>) -> bool) -> Measured {
        let mut measured = Measured::default();
        let mut chances = vec![0.0; self.keeps.len()];
        let mut findings = Vec::with_capacity(self.boxes.len());
        let mut beads = Vec::new();
        for bin in &self.boxes {
            beads.clear();
            let met = read(bin.key, &mut beads);
            if !met {
                beads.clear();
                beads.resize(bin.count, 1);
            }
            assert_eq!(beads.len(), bin.count, "the box of another layout");
            findings.push(self.judge(bin, &beads, met, &mut chances, &mut measured));
        }
        let reached = self.follow(&chances);
        for ((bin, finding), reached) in self.boxes.iter().zip(findings).zip(reached) {
            if bin.matters {
                let ply = &mut measured.by_ply[usize::from(bin.ply)];
                ply.reached += reached;
                ply.reached_right += if finding.right { reached } else { 0.0 };
                ply.kept += reached * finding.kept;
            }
        }
        measured
    }

    /// Counts a box and notes the chances of its colours.
    fn judge(
        &self,
        bin: &Bin,
        beads: &[u64],
        met: bool,
        chances: &mut [f64],
        measured: &mut Measured,
    ) -> Finding {
        let total: u64 = beads.iter().sum();
        let most = beads.iter().copied().max().unwrap_or(0);
        let colours = bin.first..bin.first + bin.count;
        let mut finding = Finding {
            right: met && total > 0,
            kept: 0.0,
        };
        for ((&n, &keeps), chance_of) in beads
            .iter()
            .zip(&self.keeps[colours.clone()])
            .zip(&mut chances[colours])
        {
            *chance_of = chance(n) / chance(total.max(1));
            finding.right &= keeps || n < most;
            finding.kept += if keeps { *chance_of } else { 0.0 };
        }
        if bin.matters {
            let ply = usize::from(bin.ply);
            if measured.by_ply.len() <= ply {
                measured.by_ply.resize(ply + 1, Closeness::default());
            }
            let ply = &mut measured.by_ply[ply];
            ply.boxes += 1;
            ply.met += u64::from(met);
            ply.right += u64::from(finding.right);
        }
        finding
    }

    /// The chance that a game reaches each box, given those of the colours.
    fn follow(&self, chances: &[f64]) -> Vec<f64> {
        let mut boxes = vec![0.0; self.boxes.len()];
        let mut nodes = vec![0.0; self.nodes];
        if let Some(start) = self.steps.first() {
            nodes[start.node] = 1.0;
        }
        for step in &self.steps {
            let here: f64 = nodes[step.node];
            if here == 0.0 {
                continue;
            }
            let exits = &self.exits[step.exits.0..step.exits.1];
            match step.bin {
                Some(bin) => {
                    boxes[bin] += here;
                    for exit in exits {
                        nodes[exit.to] += here * exit.share * chances[exit.colour];
                    }
                }
                None => exits
                    .iter()
                    .for_each(|exit| nodes[exit.to] += here * exit.share),
            }
        }
        boxes
    }
}

/// What is said of one box.
#[derive(Clone, Copy, Debug)]
struct Finding {
    right: bool,
    kept: f64,
}

#[expect(clippy::cast_precision_loss, reason = "chances are for reports")]
fn chance(n: u64) -> f64 {
    n as f64
}
