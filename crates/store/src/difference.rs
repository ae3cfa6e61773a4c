//! The difference of two tables: boxes that only one of them has, and boxes whose moves have different
//! chances.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::game::{Game, Key};
use crate::learn::{Layout, Matchbox, Table};
use crate::text::share;

/// The difference of two tables of the same side and layout.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TableDifference {
    /// The number of boxes that only the first table has, and that only the second has.
    pub only: [u64; 2],
    /// The number of shared boxes with the same beads and, where the learner keeps values, the same values and
    /// visits.
    pub same_beads: u64,
    /// The number of other shared boxes with the same chances.
    pub same_chances: u64,
    /// The number of shared boxes with different chances.
    pub other_chances: usize,
    /// Some of these, the largest change first; of equal changes, the box met after fewer moves comes first, then the
    /// smaller key.
    pub largest: Vec<ChangedBox>,
}

/// A box that has different chances in the two tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ChangedBox {
    /// Its position.
    pub position: String,
    /// The number of moves before it was first met; the smaller one, if the tables differ.
    pub ply: u16,
    /// The total variation distance of the two draws, 0 to 1: half the sum of the absolute differences
    /// between the chances of each colour and of drawing nothing, as from an empty box. It is the least chance
    /// with which the two draws can differ.
    #[serde(rename = "change")]
    pub distance: f64,
    /// The moves of each colour, separated by blanks.
    pub moves: Vec<String>,
    /// The beads of each colour, in each table.
    pub beads: [Vec<u64>; 2],
    /// The chances of each colour, in each table; all 0 where the box is empty.
    pub chances: [Vec<f64>; 2],
}

impl TableDifference {
    /// Compares two tables of a game, and lists `most` changes; `None` when their sides or layouts differ, so that
    /// their boxes do not correspond.
    pub fn between<G: Game>(game: &G, one: &Table, other: &Table, most: usize) -> Option<Self> {
        if one.side() != other.side() || !one.layout().is_like(other.layout()) {
            return None;
        }
        let (mut difference, mut changes) = (Self::default(), Vec::new());
        let keys = one.iter().chain(other).map(|(key, _)| key);
        for key in keys.collect::<BTreeSet<Key>>() {
            let same_values = one.values_of(key) == other.values_of(key);
            match (one.get(key), other.get(key)) {
                (Some(a), Some(b)) if same_values && a.beads == b.beads => {
                    difference.same_beads += 1;
                }
                (Some(a), Some(b)) if is_alike(&a, &b) => difference.same_chances += 1,
                (Some(a), Some(b)) => changes.push((key, ChangedBox::between([&a, &b]))),
                (Some(_), None) => difference.only[0] += 1,
                (None, _) => difference.only[1] += 1,
            }
        }
        changes.sort_by(|(key, a), (other, b)| {
            let larger = b.distance.total_cmp(&a.distance);
            larger.then((a.ply, key).cmp(&(b.ply, other)))
        });
        difference.other_chances = changes.len();
        let largest = changes.into_iter().take(most);
        let placed = largest.filter_map(|(key, change)| change.at(game, one.layout(), key));
        difference.largest = placed.collect();
        Some(difference)
    }
}

impl ChangedBox {
    fn between(boxes: [&Matchbox; 2]) -> Self {
        let chances = boxes.map(chances);
        let nothing = boxes.map(|b| f64::from(u8::from(b.is_empty())));
        let colours = chances[0].iter().zip(&chances[1]);
        let apart: f64 = colours.map(|(a, b)| (a - b).abs()).sum();
        Self {
            ply: boxes[0].ply.min(boxes[1].ply),
            distance: f64::midpoint(apart, (nothing[0] - nothing[1]).abs()),
            beads: boxes.map(|b| b.beads.clone()),
            chances,
            ..Self::default()
        }
    }

    /// The same with its position and moves.
    fn at<G: Game>(self, game: &G, layout: Layout, key: Key) -> Option<Self> {
        let at = game.position(key)?;
        let colours = layout.place(game, &at).colours;
        Some(Self {
            position: game.write_position(&at),
            moves: colours
                .iter()
                .map(|moves| game.write_moves(moves))
                .collect(),
            ..self
        })
    }
}

/// Whether two boxes of one position have exactly the same chances.
fn is_alike(one: &Matchbox, other: &Matchbox) -> bool {
    let sum = |matchbox: &Matchbox| matchbox.beads.iter().copied().map(u128::from).sum::<u128>();
    let (one_sum, other_sum) = (sum(one), sum(other));
    let mut beads = one.beads.iter().zip(&other.beads);
    one.is_empty() == other.is_empty()
        && beads.all(|(&a, &b)| u128::from(a) * other_sum == u128::from(b) * one_sum)
}

fn chances(matchbox: &Matchbox) -> Vec<f64> {
    let sum: u64 = matchbox.beads.iter().sum();
    matchbox.beads.iter().map(|&n| share(n, sum)).collect()
}
