//! DUAL* (Marsland, Reinefeld and Schaeffer 1987), the counterpart of SSS*, as null-window searches
//! that approach the value from below.

use crate::error::Result;
use crate::game::Game;

use super::memory_test::{Progress, drive};
use crate::search::ask::{Memory, Question, Search};
use crate::search::found::Found;
use crate::search::score::Score;
use crate::search::setting::Setting;

/// Asks whether the value exceeds the last bound, until it does not.
///
/// Uses all options of its setting except the window, and needs a table.
#[derive(Clone)]
pub struct Dual<G: Game> {
    /// The shared options.
    pub setting: Setting<G>,
    /// A known lower bound of the value; none to start below all values.
    pub start: Option<Score>,
}

impl<G: Game> Search<G> for Dual<G> {
    fn name(&self) -> &'static str {
        "dual"
    }

    fn depth(&self) -> Option<u16> {
        self.setting.depth
    }

    fn nodes(&self) -> Option<u64> {
        self.setting.nodes
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        let start = self.start.unwrap_or(-Score::INFINITY);
        let progress = Progress {
            lower: start,
            upper: Score::INFINITY,
            last: start,
        };
        let begin = (self.name(), progress);
        drive(question, &self.setting, memory, begin, |now| {
            now.last.above()
        })
    }
}
