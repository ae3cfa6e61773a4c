//! MT-SSS* (Plaat, Schaeffer, Pijls and de Bruin 1996): Stockman's SSS* as null-window searches that
//! approach the value from above. With a table keyed by paths and moves in their natural order it
//! evaluates exactly the leaves that SSS* evaluates.

use crate::error::Result;
use crate::game::Game;

use super::memory_test::{Progress, drive};
use crate::search::ask::{Memory, Question, Search};
use crate::search::found::Found;
use crate::search::score::Score;
use crate::search::setting::Setting;

/// Asks whether the value reaches the last bound, until it does.
///
/// Uses all options of its setting except the window, and needs a table.
#[derive(Clone)]
pub struct MtSss<G: Game> {
    /// The shared options.
    pub setting: Setting<G>,
    /// A known upper bound of the value; none to start above all values.
    pub start: Option<Score>,
}

impl<G: Game> Search<G> for MtSss<G> {
    fn name(&self) -> &'static str {
        "mt-sss"
    }

    fn depth(&self) -> Option<u16> {
        self.setting.depth
    }

    fn nodes(&self) -> Option<u64> {
        self.setting.nodes
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        let start = self.start.unwrap_or(Score::INFINITY);
        let progress = Progress {
            lower: -Score::INFINITY,
            upper: start,
            last: start,
        };
        let begin = (self.name(), progress);
        drive(question, &self.setting, memory, begin, |now| now.last)
    }
}
