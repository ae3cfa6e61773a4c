//! What is learnt: rules, tables, the fast learners against the plain one, the same after a stop.

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../curves.rs"]
mod curves;
#[path = "../differential.rs"]
mod differential;
#[path = "../evaluation.rs"]
mod evaluation;
#[path = "../golden.rs"]
mod golden;
#[path = "../learn.rs"]
mod learn;
#[path = "../plain.rs"]
mod plain;
#[path = "../presets.rs"]
mod presets;
#[path = "../reader.rs"]
mod reader;
#[path = "../resume.rs"]
mod resume;
