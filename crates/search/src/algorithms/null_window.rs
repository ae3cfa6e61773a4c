//! Null-window searches with a table, the memory-enhanced test of Plaat, Schaeffer, Pijls and de Bruin
//! (1996): each search asks whether the value reaches a bound, and the table keeps its results for the
//! next search. MT-SSS*, DUAL* and MTD(f) differ only in how they choose the bounds.

use super::with_table::WithTable;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::{Found, Memory, Profile, Question, Score, Search, Setting, Status, Window};

/// A sequence of null-window searches that closes in on the value.
///
/// Uses all options of its setting except the window, and needs a table.
#[derive(Clone)]
pub struct NullWindows<G: Game> {
    /// The shared options.
    pub setting: Setting<G>,
    /// From where it approaches the value.
    pub from: Approach,
}

/// How the bounds of a sequence of null windows are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approach {
    /// MT-SSS* (Plaat, Schaeffer, Pijls and de Bruin 1996): asks whether the value reaches the last bound, until it
    /// does, beginning with this known upper bound; none to start above all values.
    ///
    /// With a table keyed by paths and moves in their natural order it evaluates exactly the leaves that SSS* evaluates.
    Above(Option<Score>),
    /// DUAL* (Marsland, Reinefeld and Schaeffer 1987), the counterpart of SSS*: asks whether the value exceeds the last
    /// bound, until it does not, beginning with this known lower bound; none to start below all values.
    Below(Option<Score>),
    /// MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): starts from this first guess; each null window is on the side
    /// of the last bound where the value must be. Under iterative deepening the value of the last iteration is the guess.
    Guess(Score),
}

impl Approach {
    const fn name(self) -> &'static str {
        match self {
            Self::Above(_) => "mt-sss",
            Self::Below(_) => "dual",
            Self::Guess(_) => "mtdf",
        }
    }

    /// The known bounds of the value, and the value to start from.
    fn start(self, guessed: Option<Score>) -> [Score; 3] {
        let (low, high) = (-Score::INFINITY, Score::INFINITY);
        match self {
            Self::Above(bound) => [low, bound.unwrap_or(high), bound.unwrap_or(high)],
            Self::Below(bound) => [bound.unwrap_or(low), high, bound.unwrap_or(low)],
            Self::Guess(guess) => [low, high, guessed.unwrap_or(guess)],
        }
    }

    /// The next value to ask about, after the result of the last search.
    fn next(self, lower: Score, last: Score) -> Score {
        match self {
            Self::Below(_) => last.above(),
            Self::Guess(_) if last == lower => last.above(),
            Self::Above(_) | Self::Guess(_) => last,
        }
    }
}

impl<G: Game> Search<G> for NullWindows<G> {
    fn profile(&self) -> Profile {
        self.setting.profile(self.from.name())
    }

    /// Runs null-window searches until the bounds meet. A node is counted only if the table does not answer it.
    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        if self.setting.table.is_none() {
            let reason = "searches the same nodes many times and needs a table";
            return Err(Error::parameter(self.from.name(), reason));
        }
        let [mut lower, mut upper, mut last] = self.from.start(memory.guess);
        let mut aided = WithTable::new(question, &self.setting, memory);
        aided.looks_up_leaves = true;
        if let Some(backed) = aided.win_at_once() {
            aided.walk.counts.passes = 1;
            return Ok(aided.found(Some(backed), Window::OPEN));
        }
        // The first move of the last search that proved a lower bound; before that, of any search.
        let mut first = None;
        let mut backed = None;
        let mut is_proved = false;
        // A bound given at the start can be the value itself; then no search has found the move yet.
        while lower < upper || !is_proved {
            let asked = if lower < upper {
                self.from.next(lower, last)
            } else {
                upper
            };
            let window = Window::reaching(asked);
            aided.walk.counts.passes += 1;
            let root = aided.root();
            backed = aided.visit::<false, true>(&root, window);
            let Some(answer) = backed else {
                break;
            };
            last = answer.value;
            let reaches = last >= window.beta;
            if reaches {
                lower = last;
            } else {
                upper = last;
            }
            if reaches || !is_proved {
                is_proved |= reaches;
                first = aided.walk.first();
            }
        }
        // The line of a single null-window search keeps only one bound; best play needs both bounds.
        if let Some(first) = first {
            aided.walk.lines.replace(0, &[first]);
        }
        if backed.is_none() {
            // The value of the root so far can be an upper bound, which proves no win.
            aided.walk.best = None;
        }
        let mut found = aided.found(backed, Window::OPEN);
        if found.status == Status::CutShort && Window::OPEN.contains(last) {
            found.value = last;
        }
        Ok(found)
    }
}
