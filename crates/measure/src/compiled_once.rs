//! What other crates call for [`AnyGame`], compiled here once and at full optimization.
//!
//! A crate compiles generic functions for itself, except those marked `#[inline(never)]` of which a crate that it uses
//! has a copy. Each function here is marked so, and its mention makes the copy; without it all remains correct, but is
//! compiled again in every crate that calls it.

use std::hint::black_box;

use crate::games::AnyGame;
use crate::{
    Contest, Evaluation, ExpectedCurve, Ground, OptimalMoves, Study, Tournament, Transcript,
};

/// Names the functions; there is no reason to call it. A short function would be compiled by its callers alone, so it is
/// marked, too.
#[doc(hidden)]
#[inline(never)]
pub fn compiled_once() {
    type G = AnyGame;
    black_box([
        Contest::<G>::sample_into as *const (),
        Contest::<G>::sample_games as *const (),
        Contest::<G>::sample_sets as *const (),
        Contest::<G>::only_game as *const (),
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
        Study::over::<G> as *const (),
        Tournament::exact::<G> as *const (),
        Tournament::only::<G> as *const (),
        Tournament::sampled::<G> as *const (),
        Transcript::write::<G> as *const (),
    ]);
}
