//! Tests of learning: rules, tables, the fast learners compared with the plain one, resumed trainings.

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../dice.rs"]
mod dice;
#[path = "../differential.rs"]
mod differential;
#[path = "../evaluation.rs"]
mod evaluation;
#[path = "../golden.rs"]
mod golden;
#[path = "../learn.rs"]
mod learn;
#[path = "../odds.rs"]
mod odds;
#[path = "../plain.rs"]
mod plain;
#[path = "../presets.rs"]
mod presets;
#[path = "../reader.rs"]
mod reader;
#[path = "../resume.rs"]
mod resume;
#[path = "../shared.rs"]
mod shared;
#[path = "../tools.rs"]
mod tools;
#[path = "../values.rs"]
mod values;
#[path = "../whole.rs"]
mod whole;
