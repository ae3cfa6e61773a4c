//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): null-window searches that close in on the
//! value from a first guess.

use crate::error::Result;
use crate::game::Game;

use super::ask::{Memory, Question, Search};
use super::found::Found;
use super::memory_test::{Progress, drive};
use super::score::Score;
use super::setting::Setting;

/// Asks on the side of the last bound where the value must lie.
///
/// It minds everything in its setting but the window, and needs a table. Under iterative deepening
/// the value of the last iteration is the guess.
#[derive(Clone)]
pub struct Mtdf<G: Game> {
    /// The shared options.
    pub setting: Setting<G>,
    /// Where to begin.
    pub guess: Score,
}

impl<G: Game> Search<G> for Mtdf<G> {
    fn name(&self) -> &'static str {
        "mtdf"
    }

    fn depth(&self) -> Option<u16> {
        self.setting.depth
    }

    fn nodes(&self) -> Option<u64> {
        self.setting.nodes
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        let progress = Progress {
            lower: -Score::INFINITY,
            upper: Score::INFINITY,
            last: memory.guess.unwrap_or(self.guess),
        };
        let begin = (self.name(), progress);
        drive(question, &self.setting, memory, begin, |now| {
            if now.last == now.lower {
                now.last.above()
            } else {
                now.last
            }
        })
    }
}
