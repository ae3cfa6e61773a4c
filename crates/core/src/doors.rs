//! What other crates call for [`AnyGame`], compiled here once and at full optimization.
//!
//! A crate compiles generic functions for itself, except those marked `#[inline(never)]` of which a crate that it uses
//! has a copy. Each function here is marked so, and its mention makes the copy; without it all remains correct, but is
//! compiled again in every crate that calls it.

use std::hint::black_box;

use crate::Error;
use crate::arena::{
    Evaluation, ExpectedCurve, Ground, OptimalMoves, Study, Tournament, Transcript,
    deterministic_game, sample, sample_games, sample_sets,
};
use crate::games::AnyGame;
use crate::graph::{Budget, Graph, Solved, for_play, offered, shared, shared_solved};
use crate::learn::{Group, Learner, Reader, ReaderAndOutside, Run, Table, Training};
use crate::player::{Mixture, Perfect, Player};
use crate::search::{Book, Database, Searching};

/// Names the functions; there is no reason to call it.
#[doc(hidden)]
pub fn doors() {
    type G = AnyGame;
    black_box([
        for_play::<G> as *const (),
        offered::<G> as *const (),
        shared::<G> as *const (),
        shared_solved::<G> as *const (),
        Budget::count::<G> as *const (),
        Graph::<G>::completed as *const (),
        Solved::<G>::longest as *const (),
        Mixture::<G>::new as *const (),
        Perfect::<G>::shared as *const (),
        <ReaderAndOutside<G> as Player<G>>::weigh as *const (),
        <Mixture<G> as Player<G>>::weigh as *const (),
        <Perfect<G> as Player<G>>::weigh as *const (),
        <Reader as Player<G>>::weigh as *const (),
        <Searching<G> as Player<G>>::weigh as *const (),
        Book::of::<G> as *const (),
        Database::follows::<G> as *const (),
        Database::of::<G> as *const (),
        Group::<G>::with_layout_limit as *const (),
        Group::<G>::with_outside as *const (),
        Group::<G>::begin_again as *const (),
        Group::<G>::play_set as *const (),
        Group::<G>::beads as *const (),
        Learner::<G>::new as *const (),
        Learner::<G>::resume_from as *const (),
        Run::<G>::table as *const (),
        Run::<G>::under as *const (),
        Table::belongs::<G> as *const (),
        Table::check::<G> as *const (),
        Table::laid_out::<G> as *const (),
        Training::<G>::begin as *const (),
        Training::<G>::begin_group as *const (),
        Training::<G>::resume as *const (),
        sample::<G> as *const (),
        sample_games::<G> as *const (),
        sample_sets::<G> as *const (),
        deterministic_game::<G> as *const (),
        Evaluation::on::<G> as *const (),
        Evaluation::shared::<G> as *const (),
        ExpectedCurve::new::<G> as *const (),
        ExpectedCurve::with_exact::<G> as *const (),
        Ground::<G>::best_response as *const (),
        Ground::<G>::chances as *const (),
        Ground::<G>::fractions as *const (),
        Ground::<G>::policy as *const (),
        Ground::<G>::prove as *const (),
        OptimalMoves::new::<G> as *const (),
        Study::over::<G, Error> as *const (),
        Tournament::exact::<G> as *const (),
        Tournament::only::<G> as *const (),
        Tournament::sampled::<G> as *const (),
        Transcript::write::<G> as *const (),
    ]);
}
