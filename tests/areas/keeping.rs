//! Tests of what is stored on disk: models, tables exchanged as text, trainings from a request to a file.

// Some tests are those of Unix, with what they use.
#![cfg_attr(windows, allow(unused))]

#[path = "../exchange.rs"]
mod exchange;
#[path = "../ill_games.rs"]
mod ill_games;
#[path = "../models.rs"]
mod models;
#[path = "../own_game.rs"]
mod own_game;
#[path = "../cli/place.rs"]
mod place;
#[path = "../records.rs"]
mod records;
#[path = "../replaced.rs"]
mod replaced;
#[path = "../session.rs"]
mod session;
#[path = "../cli/shipped.rs"]
mod shipped;
#[path = "../store.rs"]
mod store;
#[path = "../tables.rs"]
mod tables;
#[path = "../tools.rs"]
mod tools;
#[path = "../whole.rs"]
mod whole;
