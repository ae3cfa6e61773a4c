//! Learning small two-player games by rote, as Donald Michie's matchboxes and beads did in 1961,
//! and measuring how well they were learnt.
//!
//! # How to depend on it
//!
//! Once it is published, `cargo add matchboxes`. Until then by path or by git:
//!
//! ```toml
//! [dependencies]
//! matchboxes = { path = "../menace/crates/matchboxes" }
//! ```
//!
//! # In one page
//!
//! A machine that learns by rote keeps a *matchbox* for every position it has met. The box contains
//! coloured *beads*, one colour for each legal move. To move, the machine draws a bead. When the game is
//! over, a *rule* changes the beads of the colours drawn: for example, a win adds one bead of each, and a
//! loss removes all beads of the last colour drawn. The machine resigns at a box that has run empty.
//!
//! ```
//! use matchboxes::prelude::*;
//!
//! // It learns: 100 sets of 100 games, the first side against random play.
//! let game = TicTacToe;
//! let mut run = Training::new(game, preset("rote")?).begin()?;
//! run.play(100);
//! assert!(run.history().last(10).results.not_lost(Side::First) > 850, "nine in ten are not lost");
//!
//! // It is kept in a file and read again.
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("mine.menace");
//! store::write(&file, &Model::from_run(&run))?;
//! let player = store::read(&file)?.player(&game, Reading::Draw)?;
//!
//! // It plays from a position.
//! let at = game.read_position("XX./OO./...")?;
//! let drawn = player.draw(&game, &at, &mut Dice::new(1, Purpose::Match, 0, 0));
//! game.check_move(&at, drawn.expect("its box has beads"))?;
//!
//! // What no opponent can change, without a sample.
//! let ground = Ground::new(game)?;
//! let proof = ground.prove(&ground.policy(&player), Side::First);
//! assert!(!proof.never_loses() && proof.worst_case_loss() < 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The opponent, the learning sides, the rule and the seed are set by the methods of
//! [`Training`](learn::Training), which store their names for the model. A [`Learner`](learn::Learner) is one
//! side that learns, move by move.
//!
//! Whole programs are in [`examples`]: a game of your own, a rule of your own, a table that is asked, a study with its
//! curve.
//!
//! Many runs with intervals are a [`Study`](arena::Study), exact results after every set an
//! [`Evaluation`](arena::Evaluation):
//!
//! ```
//! # use std::sync::Arc;
//! use matchboxes::arena::{Curve, Evaluation, Ground, Study};
//! use matchboxes::learn::{Evaluator, Layout, Learners, Training, preset};
//! use matchboxes::{game::Side, games::Hexapawn};
//!
//! let game = Hexapawn::new(3, 3)?;
//! let ground = Ground::new(game)?;
//! let rule = preset("rote")?;
//! let exact: Arc<dyn Evaluator> = Arc::new(Evaluation::on(&ground, Layout::from(&rule)));
//! let training = Training::new(game, rule).learners(Learners::Second);
//! // 30 runs of 20 sets of 100 games.
//! let study = Study::conduct(&training, 30, 20, Some(&exact), &())?;
//! let last = study.last(Curve::NotLost(Side::Second)).expect("the second side learns");
//! assert!(last.mean() > 900.0, "of the last 1,000 games");
//! # Ok::<(), matchboxes::Error>(())
//! ```
//!
//! [`Reference`](learn::Reference) is the algorithm itself, as a paper would write it down: a hash map of
//! matchboxes in one file. `run` uses the faster engine or, where a game is too large to lay out, the packed
//! learner; both give the reference's tables and history to the byte.
//!
//! # Modules
//!
//! The modules are listed in reading order; each uses only earlier ones.
//!
//! | module | what it holds |
//! |---|---|
//! | [`text`] | formatting of numbers and tables |
//! | [`dice`] | a random generator for each seed, purpose and number |
//! | [`fork`] | state that a child process does not take over from its parent |
//! | [`locks`] | locks whose content stays in use after a panic |
//! | [`interrupt`] | leaving long work from inside |
//! | [`game`] | the common terms: [`Game`](game::Game), sides, outcomes, moves, keys, symmetries |
//! | [`games`] | the games, and [`AnyGame`](games::AnyGame): any of them as one type, read from its name |
//! | [`graph`] | numbered positions, mirror images merged, solved values |
//! | [`player`] | players as pure distributions over moves |
//! | [`search`] | looking ahead: every algorithm behind one trait, its work counted |
//! | [`learn`] | rules, matchboxes, tables; the reference learner and its two fast forms; runs and history; value learners |
//! | [`arena`] | matches and tournaments, sampled and exact, and worst cases |
//! | [`error`] | what can go wrong with files; what is wrong with names, texts and requests is a [`games::Error`] in it |
//! | [`store`] | models on disk, and the contents of their boxes |
//! | [`exchange`] | tables and recorded games as other programs write them |
//! | [`kit`] | the parts list of a machine of matchboxes: every box, its moves and beads |
//! | [`roster`] | from a name to a player, an opponent or a rule |
//! | [`session`] | carrying out requests: trainings, studies, games played one by one |
//!
//! The design rests on five ideas:
//!
//! * A *player* is a pure distribution over moves, so it can be sampled, evaluated exactly or searched
//!   against.
//! * The *rules* of a game do not depend on evaluation, storage or printing.
//! * A *graph* numbers positions, so that a move between known positions needs no hashing, no rules and no
//!   allocation.
//! * A *run* is a pure function of its seed: clock, threads and interruptions do not affect its results.
//! * A *file* is reliable: damage is always detected, and a model on disk is either the complete old one or
//!   the complete new one.
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | game | the rules with their parameters: `nim:3,4,5:misere` |
//! | position | what the rules need to know at one moment, side to move included; no history |
//! | side | the player who moves first, or second |
//! | move | a small number; moves are listed in ascending order |
//! | outcome, verdict | who won or a draw; the same seen from one side |
//! | key | a position as a number that never changes; a *canonical key* stands for all its mirror images |
//! | player | a non-negative whole weight for each legal move; all zero is a resignation |
//! | matchbox, beads | the weights of a learner in one position |
//! | table | all matchboxes of one side |
//! | rule | how a result changes the beads of the colours drawn |
//! | set | 100 games by default, whose counts make one point of a curve |
//! | batch | the games that are played before they are learnt from |
//! | run | one training from its seed to its end |
//! | model | a file: tables, rule, game, provenance, history |
//! | knowledge base | a folder of models |
//!
//! Pictures and sheets of paper are the crate `matchboxes-pictures`.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

pub use matchboxes_exchange as exchange;
pub use matchboxes_games::{dice, fork, game, games, graph, interrupt, locks, player, text};
pub use matchboxes_learn as learn;
pub use matchboxes_measure as arena;
pub use matchboxes_search as search;
pub use matchboxes_session::{kit, roster, session};
pub use matchboxes_store as store;
pub use matchboxes_store::{Error, Result, error};

/// Programs that use the library, whole: each is compiled and run by the tests of the project.
#[cfg(doc)]
pub mod examples {
    macro_rules! example {
        ($name:ident, $about:literal) => {
            #[doc = concat!($about, "\n\n```text\n", include_str!(concat!("examples/", stringify!($name), ".rs")), "```")]
            pub mod $name {}
        };
    }

    example!(
        ask_a_table,
        "Trains a machine and asks its table for moves."
    );
    example!(
        custom_game,
        "A game of your own: its rules, training, search and proof."
    );
    example!(
        custom_rule,
        "Two rules compared exactly, one of them your own."
    );
    example!(
        study_with_curve,
        "Many runs of two trainings as curves with bands."
    );
}

/// What a program that trains, keeps, measures and plays a machine imports, or has a game of its own, whose methods return
/// [`games::Result`]: `use matchboxes::prelude::*`.
pub mod prelude {
    pub use crate::arena::Ground;
    pub use crate::dice::{Dice, Purpose};
    pub use crate::game::{Game, Key, Move, Nature, Outcome, Side, Symmetry, Verdict};
    pub use crate::games::{self, AnyGame, TicTacToe};
    pub use crate::learn::{Learner, Learners, Reading, Training, preset};
    pub use crate::player::Player;
    pub use crate::store::{self, Model};
}
