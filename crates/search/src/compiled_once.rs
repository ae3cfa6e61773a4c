//! What other crates call for [`AnyGame`], compiled here once and at full optimization; see the same file of
//! the crate `matchboxes-games`.

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
