//! The one solved game that a process keeps, shared by all players, proofs and evaluations of a game.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use super::budget::Budget;
use super::mirror::Merging;
use super::solve::Solved;
use crate::error::Result;
use crate::fork::PerProcess;
use crate::game::Game;
use crate::locks::lock;

/// The last game requested.
static LAST: PerProcess<Mutex<Option<SharedSolution>>> = PerProcess::at_first(Mutex::new(None));

/// A `Solved<G>`.
struct SharedSolution {
    solved: Weak<dyn Any + Send + Sync>,
    /// Keeps a small game; a large one is freed after its last use.
    _small: Option<Arc<dyn Any + Send + Sync>>,
}

/// The most bytes of a game that is kept while it is not in use.
const SMALL: usize = 128 << 20;

fn last() -> MutexGuard<'static, Option<SharedSolution>> {
    lock(LAST.get())
}

fn find<G: Game>(last: Option<&SharedSolution>, game: &G) -> Option<Arc<Solved<G>>> {
    let kept = last?.solved.upgrade()?;
    let kept: Arc<Solved<G>> = kept.downcast().ok()?;
    kept.graph().game().is_same(game).then_some(kept)
}

/// All positions of a game, without merging mirror images. They are generated once per process, unless
/// another game is requested in between or the game is large and no longer in use, and limited by
/// [`Budget::EXACT`].
///
/// Games are distinguished by their type and by [`Game::is_same`]. A call waits while another thread is
/// generating the positions.
///
/// # Errors
///
/// [`Error::TooLarge`](crate::Error::TooLarge) with the `purpose` when the game is larger, or when there is no
/// memory for exact results besides the game itself.
#[inline(never)]
pub fn shared<G: Game>(game: &G, purpose: &'static str) -> Result<Arc<Solved<G>>> {
    let least = game.at_least();
    let least = [least.positions, least.moves].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    if !Budget::covers_results(least[0], least[1]) {
        return Err(Budget::EXACT.refusal_at(game, purpose, least));
    }
    let solved = shared_solved(game, purpose)?;
    let size @ [positions, moves] = [solved.graph().len(), solved.graph().edge_count()];
    if Budget::covers_results(positions, moves) {
        return Ok(solved);
    }
    Err(Budget::EXACT.refusal_at(game, purpose, size))
}

/// The same for only the values of the positions, which takes less memory.
///
/// # Errors
///
/// [`Error::TooLarge`](crate::Error::TooLarge) with the `purpose` when the game is larger.
#[inline(never)]
pub fn shared_solved<G: Game>(game: &G, purpose: &'static str) -> Result<Arc<Solved<G>>> {
    let mut last = last();
    if let Some(kept) = find(last.as_ref(), game) {
        return Ok(kept);
    }
    // Free the old game first: two large games may not fit in memory together.
    *last = None;
    let solved = Solved::new(game.clone(), Merging::None, Budget::EXACT, purpose)?;
    let (positions, moves) = (solved.graph().len(), solved.graph().edge_count());
    let is_small = Budget::solved_bytes(positions, moves) <= SMALL;
    let solved = Arc::new(solved);
    let kept: Arc<dyn Any + Send + Sync> = solved.clone();
    *last = Some(SharedSolution {
        solved: Arc::downgrade(&kept),
        _small: is_small.then_some(kept),
    });
    Ok(solved)
}

/// The solved game without merged mirror images, if it is in use in this process or if the game has no mirror
/// images; `None` if another form of it is smaller.
///
/// # Errors
///
/// As [`shared`].
#[inline(never)]
pub fn for_play<G: Game>(game: &G, purpose: &'static str) -> Result<Option<Arc<Solved<G>>>> {
    let kept = find(last().as_ref(), game);
    if kept.is_some() || game.symmetries() > 1 {
        return Ok(kept);
    }
    shared_solved(game, purpose).map(Some)
}

/// The same for exact results that are shown without being requested: `None` if the game is larger than
/// [`Budget::OFFERED`], which is found out by a count before anything is built.
#[inline(never)]
pub fn offered<G: Game>(game: &G) -> Option<Arc<Solved<G>>> {
    let kept = find(last().as_ref(), game);
    let Some(kept) = kept else {
        let count = Budget::OFFERED.count(game);
        return count.whole.then(|| shared(game, "exact results").ok())?;
    };
    let graph = kept.graph();
    let small = Budget::OFFERED.covers(graph.len(), graph.edge_count());
    small.then_some(kept)
}
