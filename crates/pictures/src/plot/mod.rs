//! Pictures of trainings, matchboxes and tournaments, one file for each kind of picture.
//!
//! A picture is drawn once, as a list of shapes (`draw`), and written as SVG, PNG or PDF with the font compiled
//! into the program. So both look the same on every machine, and the same input gives the same bytes.
//! `canvas` is the paper, `pen` the backend with which `plotters` draws its charts, `chart` the axes, lines
//! and legend that all curves share, `ramp` the colour scale of the maps. `study/`, `sweep`, `tournament` and `model` choose the
//! pictures of a result and name them.
//!
//! The colours by Okabe and Ito (2008) are used, which colour-blind readers can distinguish. Lines also differ
//! in their dashes, and maps run from light to dark, so that prints in grey can be read.
//!
//! # How to add one
//!
//! A file here with a struct of its contents and a function from it to a [`Picture`], named in this file. Use the colours,
//! axes and legends of `parts/`, and `matrix`, `bands` or `ranges` if one of them already draws it. In `tests/plot.rs`
//! draw an ordinary case, an empty one and a very long one, look at all three, and explain in `docs/pictures.md` how to
//! read it.

mod bands;
mod bars;
mod beads;
mod boxes;
mod chart;
mod curve;
mod exact;
mod front;
mod look;
mod matrix;
mod model;
mod parts;
mod picture;
mod quantity;
mod ranges;
mod score;
mod square;
mod study;
mod sweep;
mod title;
mod tournament;
mod training;
mod tree;

pub use bands::{Bands, MANY, MEAN, Point, Series, bands, panels};
pub use bars::{Bar, BarSeries, Bars, bars};
pub use beads::{Board, Colour, beads};
pub use boxes::{boxes, missing_colour};
pub use curve::curve;
pub use exact::{exact, exact_name};
pub use front::{Front, front};
pub use look::{Heading, Look};
pub use matrix::{Cell, Matrix, matrix};
pub use model::{Draw, model, model_box};
pub use picture::Picture;
pub use quantity::Quantity;
pub use ranges::{Range, RangeGroup, RangeRow, Ranges, ranges};
pub use score::score;
pub use study::{Band, StudyView, study, study_names};
pub use sweep::{sweep, sweep_names};
pub use title::game_title;
pub use tournament::tournament;
pub use training::Training;
pub use tree::tree;
