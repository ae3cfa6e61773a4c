//! The one solved game that a process keeps, shared by all players, proofs and evaluations of a game.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::budget::Budget;
use super::mirror::Merging;
use super::solve::Solved;
use crate::error::Result;
use crate::fork::PerProcess;
use crate::game::Game;

/// The last game requested, a `Solved<G>`; references held elsewhere outlive it.
static LAST: PerProcess<Mutex<Kept>> = PerProcess::at_first(Mutex::new(None));

type Kept = Option<Arc<dyn Any + Send + Sync>>;

fn last() -> MutexGuard<'static, Kept> {
    LAST.get().lock().unwrap_or_else(PoisonError::into_inner)
}

fn find<G: Game>(last: &Kept, game: &G) -> Option<Arc<Solved<G>>> {
    let kept: Arc<Solved<G>> = last.clone()?.downcast().ok()?;
    kept.graph().game().is_same(game).then_some(kept)
}

/// All positions of a game, without merging mirror images. They are generated once per process, unless
/// another game is requested in between, and limited by [`Budget::EXACT`].
///
/// Games are distinguished by their type and by [`Game::is_same`]. A call waits while another thread is
/// generating the positions.
///
/// # Errors
///
/// [`Error::TooLarge`](crate::Error::TooLarge) with the `purpose` when the game is larger.
pub fn shared<G: Game>(game: &G, purpose: &'static str) -> Result<Arc<Solved<G>>> {
    let mut last = last();
    if let Some(kept) = find(&last, game) {
        return Ok(kept);
    }
    // Free the old game first: two large games may not fit in memory together.
    *last = None;
    let solved = Solved::new(game.clone(), Merging::None, Budget::EXACT, purpose)?;
    let solved = Arc::new(solved);
    *last = Some(solved.clone());
    Ok(solved)
}

/// The same for exact results that are shown without being requested: `None` if the game is larger than
/// [`Budget::OFFERED`], which is found out by a count before anything is built.
pub fn offered<G: Game>(game: &G) -> Option<Arc<Solved<G>>> {
    let kept = find(&last(), game);
    let Some(kept) = kept else {
        let count = Budget::OFFERED.count(game);
        return count.whole.then(|| shared(game, "exact results").ok())?;
    };
    let graph = kept.graph();
    let small = Budget::OFFERED.covers(graph.len(), graph.edge_count());
    small.then_some(kept)
}
