//! Searches: equal values, laws, counts, solved games.

#[path = "../search.rs"]
mod search;
#[path = "../search_games.rs"]
mod search_games;
#[path = "../search_laws.rs"]
mod search_laws;
#[path = "../solve.rs"]
mod solve;
