//! Fail-soft alpha-beta with a table and move ordering: the returned value may be outside the window, and is
//! then the tightest bound that the search has proved.

use super::with_table::WithTable;
use crate::error::Result;
use crate::game::Game;
use crate::{Found, Memory, Profile, Question, Search, Setting};

/// Negamax alpha-beta, fail-soft (Fishburn 1983), with an optional table and move ordering. With a table
/// this is the search of most game programs.
///
/// Uses all options of its setting.
#[derive(Clone)]
pub struct AlphaBetaSoft<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for AlphaBetaSoft<G> {
    fn profile(&self) -> Profile {
        self.0.profile("alphabeta-soft")
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        Ok(search::<G, false>(question, &self.0, memory))
    }
}

/// Principal variation search (Marsland and Campbell 1982; Reinefeld's `NegaScout` 1983), also fail-soft.
///
/// It searches the first move with the full window and every other move with a null window, which asks
/// only whether it is better; a move that is better is searched again.
///
/// Uses all options of its setting. Nodes that are searched again are counted again.
#[derive(Clone)]
pub struct Pvs<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for Pvs<G> {
    fn profile(&self) -> Profile {
        self.0.profile("pvs")
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        Ok(search::<G, true>(question, &self.0, memory))
    }
}

fn search<G: Game, const SCOUTS: bool>(
    question: &Question<'_, G>,
    setting: &Setting<G>,
    memory: &mut Memory,
) -> Found {
    let mut aided = WithTable::new(question, setting, memory);
    aided.walk.counts.passes = 1;
    if setting.table.is_some()
        && let Some(backed) = aided.win_at_once()
    {
        return aided.found(Some(backed), setting.window);
    }
    let root = aided.root();
    let backed = aided.visit::<SCOUTS, false>(&root, setting.window);
    aided.found(backed, setting.window)
}
