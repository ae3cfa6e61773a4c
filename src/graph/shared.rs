//! The one solved game that a process keeps, so that players, proofs and evaluations of a game share
//! it however they were asked for.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::budget::Budget;
use super::mirror::Merging;
use super::solve::Solved;
use crate::error::Result;
use crate::game::Game;

/// The last game asked for, by name. It is kept until another is asked for; what others hold on to
/// stays theirs.
static LAST: Mutex<Kept> = Mutex::new(None);

type Kept = Option<(String, Arc<dyn Any + Send + Sync>)>;

fn last() -> MutexGuard<'static, Kept> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

fn find<G: Game>(last: &Kept, game: &G) -> Option<Arc<Solved<G>>> {
    let (name, kept) = last.as_ref()?;
    (*name == game.name()).then(|| kept.clone().downcast().ok())?
}

/// All positions of a game, mirror images apart, met once in a process as long as no other game is
/// asked for. At most [`Budget::EXACT`] of them are kept.
///
/// Games are told apart by type and name, so this is for those whose name says all of their rules,
/// as those of [`games`](crate::games) do; [`Solved::new`] is for any. Whoever asks while another
/// thread meets the positions waits for it.
///
/// # Errors
///
/// [`Error::TooLarge`](crate::Error::TooLarge) with the `purpose` when there are more.
pub fn shared<G: Game>(game: &G, purpose: &'static str) -> Result<Arc<Solved<G>>> {
    let mut last = last();
    if let Some(kept) = find(&last, game) {
        return Ok(kept);
    }
    // Room is made first: two large games at once may be more than there is memory.
    *last = None;
    let solved = Solved::new(game.clone(), Merging::None, Budget::EXACT, purpose)?;
    let solved = Arc::new(solved);
    *last = Some((game.name(), solved.clone()));
    Ok(solved)
}

/// The same for exact results that nobody asked for: nothing when the game has more positions than
/// [`Budget::OFFERED`], which a count finds out before anything is built.
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
