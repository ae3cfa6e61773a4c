//! What was measured, as rows of figures. A row is made in one place, and everything is made from it: the CSV
//! files, the JSON documents, Python's frames, and by a [`View`] the tables for people.

mod history;
mod row;
mod study;
mod training;
mod view;

pub use history::{chances, history};
pub use row::{Cell, Document, Row, Rows, Table, Tables};
pub use study::{
    Expected, Results, Studied, by_ply, comparison, expected, expected_game, final_figure, mark,
    speed_of, study,
};
pub use training::training;
pub use view::{Column, Form, TextTable, View};
