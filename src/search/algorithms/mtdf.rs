//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): null-window searches that start from a first
//! guess and converge to the value.

use crate::error::Result;
use crate::game::Game;

use super::memory_test::{Progress, drive};
use crate::search::ask::{Memory, Question, Search};
use crate::search::found::Found;
use crate::search::score::Score;
use crate::search::setting::Setting;

/// Each null window is on the side of the last bound where the value must be.
///
/// Uses all options of its setting except the window, and needs a table. Under iterative deepening the
/// value of the last iteration is the guess.
#[derive(Clone)]
pub struct Mtdf<G: Game> {
    /// The shared options.
    pub setting: Setting<G>,
    /// The value to start from.
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
