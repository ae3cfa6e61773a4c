//! A kit on paper: sheets of labels to cut out, an index, lists of beads, slips and a page of
//! instructions, in English and in Japanese.
//!
//! A page is a short list of shapes in millimetres. It is written as SVG as it is, and as PDF by
//! `krilla` with the letters used embedded; the same kit gives the same bytes, without a date.
//! `shape` is the list, `svg` and `pdf` write it, `frame` is the paper with its head and foot, and
//! then there is one file for each kind of sheet.

mod colour;
mod document;
mod font;
mod frame;
mod guide;
mod index;
mod label;
mod labels;
mod language;
mod lists;
mod paper;
mod pdf;
mod shape;
mod slips;
mod svg;

pub use document::{Document, Sheets};
pub use language::Language;
pub use paper::{LabelSize, Paper, Printed, Setting};
