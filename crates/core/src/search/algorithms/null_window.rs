//! Null-window searches with a table, the memory-enhanced test of Plaat, Schaeffer, Pijls and de Bruin
//! (1996): each search asks whether the value reaches a bound, and the table keeps its results for the
//! next search. MT-SSS*, DUAL* and MTD(f) differ only in how they choose the bounds.

use super::with_table::WithTable;
use crate::error::Result;
use crate::game::Game;
use crate::search::limits::refused;
use crate::search::{Found, Memory, Profile, Question, Score, Search, Setting, Status, Window};

/// MT-SSS* (Plaat, Schaeffer, Pijls and de Bruin 1996): asks whether the value reaches the last bound, until
/// it does, and so approaches it from above.
///
/// With a table keyed by paths and moves in their natural order it evaluates exactly the leaves that SSS*
/// evaluates. Uses all options of its setting except the window, and needs a table.
#[derive(Clone)]
pub struct MtSss<G: Game> {
    /// The shared options.
    pub setting: Setting<G>,
    /// A known upper bound of the value; none to start above all values.
    pub start: Option<Score>,
}

impl<G: Game> Search<G> for MtSss<G> {
    fn profile(&self) -> Profile {
        self.setting.profile("mt-sss")
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        let start = self.start.unwrap_or(Score::INFINITY);
        let progress = Progress::new(-Score::INFINITY, start, start);
        let next = |now: Progress| now.last;
        drive(&self.setting, "mt-sss", progress, question, memory, next)
    }
}

/// DUAL* (Marsland, Reinefeld and Schaeffer 1987), the counterpart of SSS*: asks whether the value exceeds
/// the last bound, until it does not, and so approaches it from below.
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
    fn profile(&self) -> Profile {
        self.setting.profile("dual")
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        let start = self.start.unwrap_or(-Score::INFINITY);
        let progress = Progress::new(start, Score::INFINITY, start);
        let next = |now: Progress| now.last.above();
        drive(&self.setting, "dual", progress, question, memory, next)
    }
}

/// MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): starts from a first guess; each null window is on the
/// side of the last bound where the value must be.
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
    fn profile(&self) -> Profile {
        self.setting.profile("mtdf")
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        let progress = Progress::new(
            -Score::INFINITY,
            Score::INFINITY,
            memory.guess.unwrap_or(self.guess),
        );
        let next = |now: Progress| match now.last {
            last if last == now.lower => last.above(),
            last => last,
        };
        drive(&self.setting, "mtdf", progress, question, memory, next)
    }
}

/// The bounds of a sequence of null windows.
#[derive(Clone, Copy)]
struct Progress {
    /// A proved lower bound of the value.
    lower: Score,
    /// A proved upper bound of the value.
    upper: Score,
    /// The result of the last search; before the first search, the value to start from.
    last: Score,
}

impl Progress {
    const fn new(lower: Score, upper: Score, last: Score) -> Self {
        Self { lower, upper, last }
    }
}

/// Runs null-window searches until the bounds meet; `next` chooses the next value to ask about.
///
/// A node is counted only if the table does not answer it.
fn drive<G: Game>(
    setting: &Setting<G>,
    name: &str,
    mut progress: Progress,
    question: &Question<'_, G>,
    memory: &mut Memory,
    next: impl Fn(Progress) -> Score,
) -> Result<Found> {
    if setting.table.is_none() {
        let reason = "searches the same nodes many times and needs a table";
        return Err(refused(name, reason));
    }
    let mut aided = WithTable::new(question, setting, memory);
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
    while progress.lower < progress.upper || !is_proved {
        let asked = if progress.lower < progress.upper {
            next(progress)
        } else {
            progress.upper
        };
        let window = Window::reaching(asked);
        aided.walk.counts.passes += 1;
        let root = aided.root();
        backed = aided.visit::<false, true>(&root, window);
        let Some(answer) = backed else {
            break;
        };
        progress.last = answer.value;
        let reaches = answer.value >= window.beta;
        if reaches {
            progress.lower = answer.value;
        } else {
            progress.upper = answer.value;
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
    if found.status == Status::CutShort && Window::OPEN.contains(progress.last) {
        found.value = progress.last;
    }
    Ok(found)
}
