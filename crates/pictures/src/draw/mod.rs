//! Drawings as lists of shapes, with writers for SVG, PNG and PDF.
//!
//! Pictures (`plot`) and sheets of paper (`print`) are both such lists. `svg` writes texts as text, `png` as
//! the outlines of the same letters; `pdf` writes several drawings, one on each page, with embedded fonts.
//! `face` reads the fonts compiled into the program, `font` lays out texts with them.

mod face;
mod font;
#[cfg(feature = "files")]
mod pdf;
#[cfg(feature = "files")]
mod png;
mod shape;
mod svg;

#[cfg(test)]
pub(crate) use font::has;
#[cfg(feature = "files")]
pub(crate) use pdf::pdf;
#[cfg(feature = "files")]
pub(crate) use png::{not_drawn, png};
pub(crate) use shape::{
    Anchor, Colour, Coordinates, Direction, Drawing, Ink, LEAST, LengthUnit, ShapeOutline, Stroke,
    extent,
};
pub(crate) use svg::svg;
