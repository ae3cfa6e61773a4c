//! A kit on paper: sheets of labels to cut out, an index, lists of beads, slips and a page of
//! instructions, in English and in Japanese.
//!
//! A page is a list of shapes in millimetres (`draw`), written as SVG, which names the fonts, or as PDF
//! with the fonts embedded; the same kit gives the same bytes, without a date. `frame` is the paper with
//! its head and foot, and then there is one file for each kind of sheet.

mod colour;
mod document;
mod frame;
mod guide;
mod index;
mod label;
mod labels;
mod language;
mod lists;
mod paper;
mod slips;

pub use document::{Document, Sheets};
pub use language::Language;
pub use paper::{LabelSize, Paper, Printed, Setting};
