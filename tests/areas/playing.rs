//! Tests of games and the players made for them: rules, move counts, texts, published results, layers of the
//! code.

#[path = "../contract.rs"]
mod contract;
#[path = "../data/mod.rs"]
mod data;
#[path = "../layers.rs"]
mod layers;
#[path = "../names.rs"]
mod names;
#[path = "../numbering.rs"]
mod numbering;
#[path = "../opponents.rs"]
mod opponents;
#[path = "../othello.rs"]
mod othello;
#[path = "../perfect.rs"]
mod perfect;
#[path = "../perft.rs"]
mod perft;
#[path = "../cli/place.rs"]
mod place;
#[path = "../rules.rs"]
mod rules;
#[path = "../texts.rs"]
mod texts;
#[path = "../theory.rs"]
mod theory;
#[path = "../tools.rs"]
mod tools;
#[path = "../variants.rs"]
mod variants;
#[path = "../view.rs"]
mod view;
#[path = "../whole.rs"]
mod whole;
