//! Prints a kit: sheets of labels to cut out, an index, lists of beads, slips and a page of instructions, in
//! English and Japanese.
//!
//! A page is a list of shapes in millimetres (`draw`), written as SVG, which names the fonts, or as PDF with
//! the fonts embedded. The same kit gives the same bytes, without a date. `frame` draws the head and foot of
//! a page; each kind of sheet has its own file.

mod colour;
mod document;
mod frame;
mod guide;
mod index;
mod label;
mod language;
mod lists;
mod one_sheet;
mod paper;
mod piece;
mod pieces;
#[cfg(feature = "files")]
mod position;
mod ruler;
mod rules;
mod slips;

pub use document::{PrintedDocument, Sheets};
pub use language::Language;
pub use paper::{LabelSize, Paper, PrintSetting, Printed};
#[cfg(feature = "files")]
pub use position::position;
