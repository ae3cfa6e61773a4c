//! Which moves keep the value in every box, and how often a table's own play reaches each box.

use super::accuracy::Accuracy;
use super::beads::Filled;
use super::boxes::{Boxes, Decider};
use super::ground::Ground;
use crate::game::{Game, Side};
use crate::learn::{Layout, Table};
use crate::text::float;

/// The optimal moves of every box of one side, and what is needed to follow a table's own play.
///
/// Everything that does not depend on beads is laid out once, so that a table can be measured after every
/// set of a training.
#[derive(Clone, Debug)]
pub struct OptimalMoves(pub(super) Boxes);

impl OptimalMoves {
    /// Lays out the boxes of `side`.
    #[must_use]
    #[inline(never)]
    pub fn new<G: Game>(ground: &Ground<G>, layout: Layout, side: Side) -> Self {
        Self(Boxes::new(ground, layout, side))
    }

    /// Measures how close a table is to perfect play: entry `n` is for the boxes that play can reach after `n` moves but
    /// not after fewer. The chance of reaching each box is that against random play.
    ///
    /// # Panics
    ///
    /// If a box of the table has a different number of colours than its position has under the layout;
    /// [`Table::check`] finds such a table.
    pub fn measure(&self, table: &Table) -> Vec<Accuracy> {
        self.judge(&Filled::new(&self.0, &mut |key, beads| {
            table.read(key, beads).is_some()
        }))
    }

    pub(super) fn judge(&self, filled: &Filled) -> Vec<Accuracy> {
        let reached = follow(&self.0, &filled.chances);
        let mut measured = Vec::new();
        let boxes = self.0.outlines.iter().zip(&filled.contents).zip(reached);
        for ((outline, content), reached) in boxes.filter(|((outline, _), _)| outline.matters) {
            let ply = usize::from(outline.ply);
            if measured.len() <= ply {
                measured.resize(ply + 1, Accuracy::default());
            }
            let ply: &mut Accuracy = &mut measured[ply];
            ply.boxes += 1;
            ply.met += u64::from(content.met);
            ply.optimal += u64::from(content.is_optimal);
            ply.reached += reached;
            ply.reached_optimal += if content.is_optimal { reached } else { 0.0 };
            ply.kept += reached * content.optimal;
        }
        measured
    }
}

/// The chance that a game reaches each box, given the chances of the colours.
fn follow(boxes: &Boxes, chances: &[f64]) -> Vec<f64> {
    let mut reached = vec![0.0; boxes.outlines.len()];
    let mut positions = vec![0.0; boxes.positions.len()];
    positions[boxes.positions.start()] = 1.0;
    for number in (0..positions.len()).rev() {
        let here: f64 = positions[number];
        if here == 0.0 {
            continue;
        }
        match boxes.deciders[number] {
            Decider::Box(found) => {
                reached[found as usize] += here;
                for way in boxes.ways(number) {
                    positions[way.to as usize] += here * way.share * chances[way.colour as usize];
                }
            }
            Decider::Chance | Decider::Opponent => {
                let targets = boxes.positions.targets(number);
                let share = 1.0 / float(targets.len() as u64);
                for &to in targets {
                    positions[to as usize] += here * share;
                }
            }
        }
    }
    reached
}
