//! What other crates call for [`AnyGame`], compiled here once.
//!
//! A crate compiles generic functions for itself, except those marked `#[inline(never)]` of which a crate that it uses
//! has a copy. Each function here is marked so, and its mention makes the copy; without it all remains correct, but is
//! compiled again in every crate that calls it.

use std::hint::black_box;

use crate::Sheet;
use crate::games::AnyGame;

/// Names the functions; there is no reason to call it. A short function would be compiled by its callers alone, so it is
/// marked, too.
#[doc(hidden)]
#[inline(never)]
pub fn compiled_once() {
    type G = AnyGame;
    black_box([
        Sheet::of_boxes::<G> as *const (),
        Sheet::of_policy::<G> as *const (),
    ]);
}
