//! What was measured, as rows of figures. A row is made in one place, and everything is made from it: the CSV
//! files, the JSON documents and Python's frames; [`figures`] says what each figure means.

mod figure;
mod history;
mod row;
mod study;
mod training;

pub use figure::{Named, figures, named};
pub use history::{chances, history};
pub use row::{Cell, Document, Row, Rows, Table, Tables};
pub use study::{Expected, Results, Studied, by_ply, expected, study};
pub use training::training;
