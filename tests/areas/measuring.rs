//! How well it was learnt: exact chances, studies, tournaments, generated pages.

#[path = "../accuracy.rs"]
mod accuracy;
#[path = "../article.rs"]
mod article;
#[path = "../exact.rs"]
mod exact;
#[path = "../machines.rs"]
mod machines;
#[path = "../study.rs"]
mod study;
#[path = "../tournament.rs"]
mod tournament;
