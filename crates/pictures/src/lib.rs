//! Pictures of trainings and matchboxes, and a machine on sheets of paper.
//!
//! # Reading order
//!
//! A drawing is a list of shapes (`draw/shape.rs`) with writers for SVG, PNG and PDF beside it. [`plot`] draws charts
//! into such a list, one file for each kind, on what `plot/parts/` has in common. [`mod@print`] draws sheets of
//! labels, lists and a guide in millimetres.
//!
//! # What it never does
//!
//! It writes no file and measures nothing: it draws the numbers that it is given. The same numbers give the same
//! bytes on every system, with fonts that are compiled in, and without a date.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(
    not(feature = "files"),
    allow(dead_code, unused_imports, reason = "charts and files need the rest")
)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

mod draw;
#[cfg(feature = "files")]
pub mod plot;
pub mod print;

/// The licences of the two fonts in pictures and on sheets.
pub const FONT_LICENCES: [&str; 2] = [
    include_str!("draw/font/LICENSE"),
    include_str!("draw/font/LICENSE-BIZUDGothic"),
];
