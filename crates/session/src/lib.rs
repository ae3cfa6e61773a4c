//! From names to players and rules, the parts lists of machines, and carrying out requests: trainings, studies and
//! games played one by one.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

pub mod kit;

pub mod roster;

pub mod session;

use matchboxes_games::{decimal, dice, game, games, graph, player, text};
use matchboxes_learn as learn;
use matchboxes_measure as arena;
use matchboxes_search as search;
use matchboxes_store as store;
use matchboxes_store::error;
