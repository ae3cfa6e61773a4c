//! Learning small two-player games by rote, as Donald Michie's matchboxes and beads did in 1961,
//! and measuring honestly how well it was learnt.
//!
//! # In one page
//!
//! A machine that learns by rote keeps a *matchbox* for every position it has met. In the box lie
//! coloured *beads*, one colour for each legal move. To move it draws a bead. When the game is over
//! a *rule* says what becomes of the beads drawn: after a win there may be one more of each, after a
//! loss the last one is thrown away with all of its colour; and a box that has run empty resigns.
//!
//! ```
//! use menace::game::Side;
//! use menace::games::TicTacToe;
//! use menace::learn::{Training, preset};
//!
//! let mut run = Training::new(TicTacToe, preset("rote")?).begin();
//! run.play(100);
//! assert!(run.history().last(10).results.not_lost(Side::First) > 850, "nine in ten are not lost");
//! # Ok::<(), menace::Error>(())
//! ```
//!
//! That was a hundred sets of a hundred games against random play. `run.table(Side::First)` is what
//! the first side has learnt, `run.player()` plays by it, and another opponent, side, rule or seed is
//! a field of [`Training`](learn::Training).
//!
//! The algorithm itself, as a paper would write it down, is [`Reference`](learn::Reference): a hash map of
//! matchboxes in one file. `run` plays by the engine or, where a game is too large to lay out, by the packed
//! learner ([`Plain`](learn::Plain)); both give the reference's tables and history to the byte.
//!
//! # The house
//!
//! Modules stand in reading order; each uses only those before it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`text`], [`decimal`] | numbers and tables as people read them, decimal numbers as they write them |
//! | [`error`] | what can go wrong outside our own code |
//! | [`dice`] | a generator for each seed, purpose and number |
//! | [`game`] | the language: [`Game`](game::Game), sides, outcomes, moves, keys, symmetries |
//! | [`games`] | the games, and [`AnyGame`](games::AnyGame): all of them as one, read by its name |
//! | [`graph`] | positions with numbers, mirror images merged, solved values |
//! | [`player`] | players as pure distributions over moves |
//! | [`search`] | looking ahead: every algorithm behind one trait, counted |
//! | [`learn`] | rules, matchboxes and tables; the learner one reads and its two fast forms; runs and their history |
//! | [`arena`] | matches and tournaments, sampled and exact, and worst cases |
//! | [`store`] | models on disk, what lies in their boxes, and text to exchange |
//! | [`kit`] | what a machine of matchboxes is built of: every box, its moves and beads |
//! | [`plot`] | pictures |
//! | [`mod@print`] | a kit on paper, as PDF and SVG |
//! | [`roster`] | from a name to a player, an opponent or a rule |
//! | [`session`] | from what is asked for to what is kept: trainings, studies, games played one by one |
//!
//! Five ideas carry it. A *player* is a distribution and pure, so it can be sampled, multiplied out
//! exactly, or searched against. The *rules* of a game know nothing of evaluation, storage or
//! printing. A *graph* numbers positions, so that on known ground a move costs no hashing, no rules
//! and no allocation. A *run* is a pure function of its seed: clock, threads and interruptions
//! reach no result. A *file* is a promise: damage is always noticed, and a model on disk is the old
//! one or the new one, whole.
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | game | the rules with their parameters: `nim:3,4,5:misere` |
//! | position | what the rules need to know at one moment, side to move included; no history |
//! | side | the one who moves first, or second |
//! | move | a small number; listed ascending |
//! | outcome, verdict | who won or a draw; the same seen from one side |
//! | key | a position as a number, for ever; a *canonical key* stands for all its mirror images |
//! | player | a non-negative whole weight for each legal move; all zero is a resignation |
//! | matchbox, beads | the weights of a learner in one position |
//! | table | all matchboxes of one side |
//! | rule | what a result does to the beads drawn |
//! | set | a batch of games whose counts make one point of a curve |
//! | run | one training from its seed to its end |
//! | model | a file: tables, rule, game, provenance, history |
//! | knowledge base | a folder of models |

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop"))]

pub mod text;

pub mod decimal;

pub mod error;

pub mod dice;

pub mod game;

pub mod games;

pub mod graph;

pub mod player;

pub mod search;

pub mod learn;

pub mod arena;

pub mod store;

pub mod kit;

#[cfg(feature = "plot")]
mod draw;
#[cfg(feature = "plot")]
pub mod plot;

#[cfg(feature = "print")]
pub mod print;

pub mod roster;

pub mod session;

pub use error::{Error, Result};
