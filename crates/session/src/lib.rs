//! From names to players and rules, the parts lists of machines, and carrying out requests: trainings, studies and
//! games played one by one.
//!
//! # Reading order
//!
//! [`roster`] turns names into players, opponents, rules and searches, once. [`kit`] numbers the boxes of a machine
//! and gives moves their letters and colours, the same on the page, on paper and in tables. [`mod@session`] carries
//! out what was asked: a [`Request`](session::Request) of values becomes a training whose model is kept in a file, a
//! study, or games played one by one.
//!
//! # What it never does
//!
//! It prints nothing: progress goes out through [`Watch`](session::Watch) and its like, which do nothing by default.
//! It replaces no file but one that holds the same training, unless that was asked for.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

pub mod kit;

pub mod roster;

pub mod session;

use matchboxes_exchange as exchange;
use matchboxes_games::{dice, game, games, graph, interrupt, player, text};
use matchboxes_learn as learn;
use matchboxes_measure as arena;
use matchboxes_search as search;
use matchboxes_store as store;
use matchboxes_store::error;
