//! Pictures of trainings and matchboxes, and a machine on sheets of paper.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

mod draw;
pub mod plot;

pub mod print;

pub use draw::DrawingError;

/// The licences of the two fonts in pictures and on sheets.
pub const FONT_LICENCES: [&str; 2] = [
    include_str!("draw/font/LICENSE"),
    include_str!("draw/font/LICENSE-BIZUDGothic"),
];
