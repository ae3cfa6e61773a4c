//! Tests of searches: equal values, laws, counts, solved games.

#[path = "../data/mod.rs"]
mod data;
#[path = "../cli/place.rs"]
mod place;
#[path = "../search.rs"]
mod search;
#[path = "../search_games.rs"]
mod search_games;
#[path = "../search_laws.rs"]
mod search_laws;
#[path = "../search_trees.rs"]
mod search_trees;
#[path = "../solve.rs"]
mod solve;
#[path = "../tools.rs"]
mod tools;
#[path = "../whole.rs"]
mod whole;
