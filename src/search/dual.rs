//! DUAL* (Marsland, Reinefeld and Schaeffer 1987) as null-window searches that come up from below:
//! the mirror image of SSS*.

use crate::error::Result;
use crate::game::Game;

use super::ask::{Memory, Question, Search};
use super::found::Found;
use super::memory_test::{Progress, drive};
use super::score::Score;
use super::setting::Setting;

/// Asks whether the value exceeds the last bound, until it does not.
///
/// It minds everything in its setting but the window, and needs a table.
#[derive(Clone)]
pub struct Dual<G: Game> {
    /// The shared options.
    pub setting: Setting<G>,
    /// A value known to be reached; none to begin below all values.
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
