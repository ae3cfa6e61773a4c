//! What other crates call for [`AnyGame`], compiled here once and at full optimization.
//!
//! A crate compiles generic functions for itself, except those marked `#[inline(never)]` of which a crate that it uses
//! has a copy. Each function here is marked so, and its mention makes the copy; without it all remains correct, but is
//! compiled again in every crate that calls it.

use std::hint::black_box;

use crate::games::AnyGame;
use crate::graph::{Budget, Graph, Solved, for_play, offered, shared, shared_solved};
use crate::player::{Mixture, Perfect, Player};

/// Names the functions; there is no reason to call it. A short function would be compiled by its callers alone, so it is
/// marked, too.
#[doc(hidden)]
#[inline(never)]
pub fn compiled_once() {
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
        <Mixture<G> as Player<G>>::weigh as *const (),
        <Perfect<G> as Player<G>>::weigh as *const (),
    ]);
}
