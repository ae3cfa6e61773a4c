//! Tests of measuring: exact chances, studies, tournaments, generated pages.

// Some tests are those of Unix, with what they use.
#![cfg_attr(windows, allow(unused))]

#[path = "../accuracy.rs"]
mod accuracy;
#[path = "../article.rs"]
mod article;
#[path = "../baselines.rs"]
mod baselines;
#[path = "../calibration.rs"]
mod calibration;
#[path = "../data/mod.rs"]
mod data;
#[path = "../exact.rs"]
mod exact;
#[path = "../expected.rs"]
mod expected;
#[path = "../figures.rs"]
mod figures;
#[path = "../intervals.rs"]
mod intervals;
#[path = "../layout.rs"]
mod layout;
#[path = "../machines.rs"]
mod machines;
#[path = "../cli/place.rs"]
mod place;
#[path = "../study.rs"]
mod study;
#[path = "../sweep.rs"]
mod sweep;
#[path = "../tools.rs"]
mod tools;
#[path = "../tournament.rs"]
mod tournament;
#[path = "../whole.rs"]
mod whole;
