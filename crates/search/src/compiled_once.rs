//! What other crates call for [`AnyGame`], compiled here once and at full optimization.
//!
//! A crate compiles generic functions for itself, except those marked `#[inline(never)]` of which a crate that it uses
//! has a copy. Each function here is marked so, and its mention makes the copy; without it all remains correct, but is
//! compiled again in every crate that calls it.

use std::hint::black_box;

use crate::games::AnyGame;
use crate::{Book, Database, PlyCounts};

/// Names the functions; there is no reason to call it. A short function would be compiled by its callers alone, so it is
/// marked, too.
#[doc(hidden)]
#[inline(never)]
pub fn compiled_once() {
    type G = AnyGame;
    black_box([
        PlyCounts::of_game::<G> as *const (),
        Book::from_solved::<G> as *const (),
        Database::follows::<G> as *const (),
        Database::from_solved::<G> as *const (),
    ]);
}
