//! The algorithms, and which of them a search runs.

mod alphabeta;
mod best;
mod deepening;
mod mcts;
mod minimax;
mod null_window;
mod pns;
mod soft;
mod solve;
mod sss;
mod with_table;

use crate::ask::SearchOn;
use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::{
    Algorithm, Memory, Profile, Question, RootMove, Search, SearchKind, SearchResult, Searcher,
};
pub(super) use deepening::deepen;
pub use minimax::minimal_leaves;

impl<G: Game> Search<G> for Searcher<G> {
    fn profile(&self) -> Profile {
        let setting = &self.setting;
        let once = setting.step.is_none();
        let kind = SearchKind::running(once.then_some(setting.algorithm));
        Profile {
            kind,
            depth: setting.depth.filter(|_| kind.takes_depth()),
            nodes: setting.nodes,
        }
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<SearchResult> {
        match self.setting.step {
            None => self.once(question, memory),
            Some(step) => {
                let once: &mut SearchOn<'_, G> =
                    &mut |question, memory| self.once(question, memory);
                deepen(question, self.profile(), step, once, memory)
            }
        }
    }

    fn choices(&self, question: &Question<'_, G>) -> Result<Vec<RootMove>> {
        match (self.setting.step, self.setting.algorithm) {
            (None, Algorithm::Best) => best::choices(question, self),
            _ => deepening::choices(question, self),
        }
    }

    fn ties(
        &self,
        question: &Question<'_, G>,
        found: &SearchResult,
        memory: &mut Memory,
    ) -> Result<Option<Vec<Move>>> {
        match (self.setting.step, self.setting.algorithm) {
            (None, Algorithm::Best) => Ok(best::ties(question, self, found, memory)),
            _ => deepening::ties(question, self, found),
        }
    }
}

impl<G: Game> Searcher<G> {
    /// Runs the algorithm, whether or not it is to be repeated.
    fn once(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<SearchResult> {
        let algorithm = self.setting.algorithm;
        let kind = SearchKind::running(Some(algorithm));
        if let (false, Some(depth)) = (kind.takes_depth(), question.limits.depth) {
            let reason = format!(
                "searches to the end of the game and cannot stop at depth {depth}; limit its nodes instead"
            );
            return Err(Error::parameter(kind.name, reason));
        }
        Ok(match algorithm {
            Algorithm::Best => best::best(question, self, memory),
            Algorithm::Minimax => minimax::two_sided(question, self),
            Algorithm::AlphaBeta => alphabeta::two_sided(question, self),
            Algorithm::Negamax => minimax::one_sided(question, self),
            Algorithm::NegaAlpha => alphabeta::one_sided(question, self),
            Algorithm::BestResult => minimax::one_sided(question, &self.to_the_end()),
            Algorithm::AlphaBetaSoft => soft::soft::<G, false>(question, self, memory),
            Algorithm::Pvs => soft::soft::<G, true>(question, self, memory),
            Algorithm::Sss => sss::sss(question, self)?,
            Algorithm::MtSss | Algorithm::Dual | Algorithm::Mtdf => {
                null_window::null_windows(question, self, memory)?
            }
            Algorithm::Solve => solve::solve(question, self)?,
            Algorithm::ProofNumbers => pns::prove(question, self)?,
            Algorithm::Mcts => mcts::sample(question, self),
        })
    }
}
