//! The plan for building a machine of matchboxes: every box of a game under a rule, numbered, with its
//! position, the colour of bead for each move and the beads it contains.
//!
//! Michie's machine of 1961 was 304 boxes on a shelf. A [`Kit`] describes such a machine for any game and
//! rule with few enough boxes. Nothing is drawn here; `print` puts a kit on paper.

mod bead;
mod board;
mod boxes;
mod content;

pub use bead::{Bead, Piece, PieceShape, beads, pieces};
pub use board::{BoardCell, KitBoard, Spot};
pub use boxes::{Choice, Kit, KitBox, KitMove, MOST_BOXES};
pub use content::KitBeads;
