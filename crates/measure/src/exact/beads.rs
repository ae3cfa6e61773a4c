//! The beads of a table as chances, box by box.

use super::boxes::Boxes;
use crate::learn::ReadBox;
use crate::text::share;

/// The beads of all boxes as chances, and a summary of each box.
pub(super) struct Filled {
    /// The chance of each colour of all boxes.
    pub(super) chances: Vec<f64>,
    pub(super) contents: Vec<Content>,
}

/// The summary of one box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    /// Whether the table has met it.
    pub(super) met: bool,
    /// Whether it has no beads left and resigns.
    pub(super) empty: bool,
    /// Whether it was met and has beads, and all colours with the most of them are optimal.
    pub(super) is_optimal: bool,
    /// The chance that the move drawn is optimal.
    pub(super) optimal: f64,
}

impl Filled {
    /// Reads the beads of a table; a box that was never met gets one bead of each colour.
    ///
    /// # Panics
    ///
    /// If a box has a different number of colours than its position has under the layout.
    pub(super) fn new(boxes: &Boxes, read: &mut ReadBox<'_>) -> Self {
        let mut filled = Self {
            chances: Vec::with_capacity(boxes.optimal.len()),
            contents: Vec::with_capacity(boxes.outlines.len()),
        };
        let mut beads = Vec::new();
        for outline in &boxes.outlines {
            beads.clear();
            let met = read(outline.key, &mut beads);
            if !met {
                beads.clear();
                beads.resize(outline.colours().len(), 1);
            }
            assert_eq!(
                beads.len(),
                outline.colours().len(),
                "the box has another layout"
            );
            let has_beads = beads.iter().any(|&n| n != 0);
            if !has_beads {
                boxes.fill_empty(outline.colours(), &mut beads);
            }
            let total: u64 = beads.iter().sum();
            let most = beads.iter().copied().max().unwrap_or(0);
            let mut content = Content {
                met,
                empty: total == 0,
                is_optimal: met && has_beads,
                optimal: 0.0,
            };
            for (&n, &optimal) in beads.iter().zip(&boxes.optimal[outline.colours()]) {
                let chance = share(n, total);
                filled.chances.push(chance);
                content.is_optimal &= optimal || n < most;
                content.optimal += if optimal { chance } else { 0.0 };
            }
            filled.contents.push(content);
        }
        filled
    }
}
