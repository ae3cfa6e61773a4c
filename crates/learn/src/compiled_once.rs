//! What other crates call for [`AnyGame`], compiled here once and at full optimization; see the same file of
//! the crate `matchboxes-games`.

use std::hint::black_box;

use crate::games::AnyGame;
use crate::player::Player;
use crate::{Group, Learner, Reader, ReaderWithFallback, Table, Training};

/// Names the functions; there is no reason to call it. A short function would be compiled by its callers alone, so it is
/// marked, too.
#[doc(hidden)]
#[inline(never)]
pub fn compiled_once() {
    type G = AnyGame;
    black_box([
        <ReaderWithFallback<G> as Player<G>>::weigh as *const (),
        <Reader as Player<G>>::weigh as *const (),
        Group::<G>::with_layout_limit as *const (),
        Group::<G>::begin_again as *const (),
        Group::<G>::play_set as *const (),
        Group::<G>::beads as *const (),
        Learner::<G>::new as *const (),
        Learner::<G>::resume_from as *const (),
        Group::<G>::table as *const (),
        Table::belongs::<G> as *const (),
        Table::check::<G> as *const (),
        Table::laid_out::<G> as *const (),
        Training::<G>::begin as *const (),
        Training::<G>::begin_group as *const (),
        Training::<G>::resume as *const (),
    ]);
}
