//! Iterative deepening (de Groot 1965; Slate and Atkin 1977): one ply deeper each time, so that there
//! is an answer whenever a limit ends the search, and what an iteration taught helps the next.

use crate::error::Result;
use crate::game::Game;

use super::ask::{Memory, Question, Search};
use super::found::{Counts, Found, Status};
use super::limits::{Limits, elapsed, tighter};

/// Any search with a depth limit, again and again.
///
/// It ends at its depth limit, when no depth limit stood in the way any more, or when another limit
/// is reached; then the answer is that of the last finished iteration. All its counts are those of
/// all iterations together.
pub struct Deepening<G: Game> {
    /// What is repeated.
    pub inner: Box<dyn Search<G>>,
    /// The last depth, when the limits name no smaller one.
    pub depth: Option<u16>,
    /// The limit of nodes for all iterations together.
    pub nodes: Option<u64>,
    /// How many plies each iteration looks further than the one before; the first begins there.
    pub step: u16,
}

impl<G: Game> Search<G> for Deepening<G> {
    fn name(&self) -> &'static str {
        "id"
    }

    fn depth(&self) -> Option<u16> {
        tighter(self.depth, self.inner.depth())
    }

    fn nodes(&self) -> Option<u64> {
        tighter(self.nodes, self.inner.nodes())
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        let limits = question.limits;
        let began = limits.clock.map(|clock| clock());
        let last = tighter(limits.depth, self.depth()).unwrap_or(u16::MAX);
        let most = tighter(limits.nodes, self.nodes());
        let mut counts = Counts::default();
        let mut depth = self.step.max(1).min(last);
        let mut finished: Option<Found> = None;
        let mut found = loop {
            let mut question = question.clone();
            question.limits = Limits {
                nodes: most.map(|most| most.saturating_sub(counts.nodes)),
                ..limits.to_depth(depth)
            };
            let found = self.inner.search_on(&question, memory)?;
            counts += found.counts;
            if found.status == Status::CutShort {
                let limit = finished.as_ref().and_then(|found| found.limit);
                break Found {
                    status: Status::CutShort,
                    limit,
                    ..finished.unwrap_or(found)
                };
            }
            if found.whole || depth == last {
                break found;
            }
            finished = Some(found);
            depth = depth.saturating_add(self.step.max(1)).min(last);
        };
        found.counts = counts;
        found.time = elapsed(limits.clock, began);
        Ok(found)
    }
}
