//! A part that is being played, with its file, which is saved at intervals of time, not of runs.

use std::io::Write;
use std::mem::replace;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, Once};
use std::time::{Duration, Instant};

use matchboxes::arena::{Begun, Keep, Pace, RunResult, Study};
use matchboxes::error::{Damage, Existing};
use matchboxes::locks::{lock, unpoisoned};
use matchboxes::store::{Blob, HeldPart, Lock, NumberedRuns, Part, folder_of};
use matchboxes::text::{Shown as _, count, thousands};
use matchboxes::{Error, Result};

use crate::files::{self, FileKind, Force};
use crate::interrupt as stop;
use crate::measure::parts::difference;
use crate::messages::{Stopped, console, usage};
use crate::options::MemoryOption;

/// How often a part is saved, if that takes less than a tenth of the time. The state of unfinished runs is
/// saved every five seconds ([`Study::keep`]), so a kill costs less than half a minute, or one set of each
/// run in progress where sets take longer.
const SAVED_EVERY: Duration = Duration::from_secs(15);
const TENTH: u32 = 10;

pub(crate) struct InPlay<'a> {
    state: Mutex<HeldState>,
    /// Its file with the lock; nothing is saved without one.
    file: Option<(&'a Path, Lock)>,
    keeps_results: bool,
    memory: MemoryOption,
    /// Whether it was said that memory makes it slower.
    has_noted: Once,
    begun: Instant,
}

struct HeldState {
    held: HeldPart,
    /// What the runs of this round have in common, for each training of a study without a file.
    round: Vec<Study>,
    /// When it was saved last, and how long that took.
    saved: Instant,
    took: Duration,
    is_saved: bool,
}

impl<'a> InPlay<'a> {
    /// The part in this file, if it is the one that is to be played, or else the fresh one.
    pub(crate) fn begin(
        path: &'a Path,
        fresh: Part,
        memory: MemoryOption,
        force: bool,
    ) -> anyhow::Result<Self> {
        files::check_ending(path)?;
        if let Some(fault) = fresh.fault() {
            let path = path.shown();
            return Err(usage(format!(
                "{path} would be a part that cannot be read: {fault}"
            )));
        }
        let lock = Lock::take(path)?;
        let is_there = is_begun(path, &fresh, force)?;
        let mut in_play = Self::new(fresh, &folder_of(path), Some((path, lock)), memory);
        if is_there {
            let state = unpoisoned(in_play.state.get_mut());
            state.held.part = state.held.take_from(path)?;
            state.is_saved = true;
        }
        stop::search_begins();
        Ok(in_play)
    }

    /// A whole that is played without a file, with the results of its runs in this folder, or without them.
    pub(crate) fn without_file(whole: Part, folder: Option<&Path>, memory: MemoryOption) -> Self {
        Self {
            keeps_results: folder.is_some(),
            ..Self::new(whole, folder.unwrap_or(Path::new("")), None, memory)
        }
    }

    fn new(
        part: Part,
        folder: &Path,
        file: Option<(&'a Path, Lock)>,
        memory: MemoryOption,
    ) -> Self {
        let round = file.is_none().then(|| part.studies.clone());
        let state = HeldState {
            round: round.unwrap_or_default(),
            held: HeldPart::new(part, folder),
            saved: Instant::now(),
            took: Duration::ZERO,
            is_saved: false,
        };
        Self {
            state: Mutex::new(state),
            file,
            keeps_results: true,
            memory,
            has_noted: Once::new(),
            begun: Instant::now(),
        }
    }

    fn state(&self) -> MutexGuard<'_, HeldState> {
        lock(&self.state)
    }

    /// Something of the part, or changes to it.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut HeldPart) -> T) -> T {
        work(&mut self.state().held)
    }

    /// Takes runs of this list as they are played; run 0 of their training has the number `first` there.
    pub(crate) fn keeper(&self, list: usize, first: u64) -> RunKeeper<'_, 'a> {
        RunKeeper {
            in_play: self,
            list,
            first,
        }
    }

    fn save(&self, state: &mut HeldState) -> Result<()> {
        if let Some((path, lock)) = &self.file {
            let began = Instant::now();
            lock.write_with(path, &mut |file| state.held.write(file))?;
            (state.took, state.is_saved) = (began.elapsed(), true);
            state.saved = Instant::now();
        }
        Ok(())
    }

    /// After a change: saves the part if that is due.
    fn changed(&self, state: &mut HeldState) -> Result<()> {
        state.is_saved = false;
        if state.saved.elapsed() >= SAVED_EVERY.max(state.took * TENTH) {
            self.save(state)?;
        }
        Ok(())
    }

    /// Saves the part and prints what it holds; an error if it was stopped.
    pub(crate) fn end(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut state = self.state();
        if !state.is_saved {
            self.save(&mut state)?;
        }
        let path = self.file.as_ref().map_or(Path::new(""), |(path, _)| path);
        let (path, part) = (path.shown(), &state.held.part);
        let (done, all) = part.progress();
        if done < all {
            let begun = part.lists().iter().map(NumberedRuns::begun).sum::<usize>();
            let begun = match begun {
                0 => String::new(),
                n => format!(" and {} in progress", count(n as u64, "run", "runs")),
            };
            let (done, all) = (thousands(done), thousands(all));
            let what = format!(
                "stopped; {path} keeps {done} of {all} runs{begun}, the same command goes on"
            );
            return Err(Stopped(what).into());
        }
        Ok(writeln!(out, "{path}: {}", part.in_words())?)
    }

    /// Counts the runs of a round, unless some of them have not ended.
    pub(crate) fn end_round(&self, runs: u64) -> bool {
        let HeldState { held, round, .. } = &mut *self.state();
        let is_whole = round.iter().all(|study| study.setting.runs == runs);
        let both = held.part.studies.iter_mut().zip(round);
        for (whole, study) in both.filter(|_| is_whole) {
            let fresh = Study::empty(study.setting.clone());
            whole.absorb(replace(study, fresh));
        }
        is_whole
    }

    pub(crate) fn into_held(self) -> HeldPart {
        unpoisoned(self.state.into_inner()).held
    }
}

/// Whether the file holds the fresh part with some of its runs; an error if it is something else that must stay.
fn is_begun(path: &Path, fresh: &Part, force: bool) -> anyhow::Result<bool> {
    let exists = |reason| Error::exists(path, reason);
    let Some(found) = path.exists().then(|| Part::read(path)) else {
        return Ok(false);
    };
    let reason = match found {
        Ok(part) => match difference(fresh, &part) {
            None => return Ok(true),
            Some(what) => exists(Existing::Other(format!(
                "holds {}: {what}",
                part.in_words()
            ))),
        },
        Err(Error::Damaged {
            reason: Damage::NoPart,
            ..
        }) => exists(Existing::Other(files::OTHER_KIND.to_owned())),
        Err(error) => error,
    };
    if force {
        files::check(path, FileKind::Any, Force::Yes)?;
        return Ok(false);
    }
    Err(reason.into())
}

/// Why fewer threads play, or that one run takes more memory than was said.
fn pace_in_words(pace: &Pace) -> String {
    let megabytes = |bytes: u64| format!("{} MB", thousands(bytes.div_ceil(1_000_000)));
    let limit = megabytes(pace.limit);
    if pace.bytes > pace.limit {
        let bytes = megabytes(pace.bytes);
        return format!(
            "1 thread plays, and a run may take {bytes} of memory, more than {limit} (--memory)"
        );
    }
    let (threads, wanted) = (thousands(pace.threads), thousands(pace.wanted));
    format!("{threads} of {wanted} threads, to stay within {limit} of memory (--memory)")
}

/// Takes the runs of a list of a part that is being played.
pub(crate) struct RunKeeper<'b, 'a> {
    in_play: &'b InPlay<'a>,
    list: usize,
    first: u64,
}

impl Keep for RunKeeper<'_, '_> {
    type Error = Error;

    fn now(&self) -> Duration {
        self.in_play.begun.elapsed()
    }

    fn memory(&self) -> u64 {
        self.in_play.memory.or_default()
    }

    fn begins(&self, pace: &Pace) {
        if pace.is_slower() {
            // The work continues even if the note cannot be read.
            self.in_play
                .has_noted
                .call_once(|| drop(console::note(&pace_in_words(pace))));
        }
    }

    fn ended(&self, study: Study, results: Vec<RunResult>) -> Result<()> {
        let kept = results.iter().filter(|_| self.in_play.keeps_results);
        let mut state = self.in_play.state();
        for result in kept {
            let run = self.first + result.run;
            state.held.put(self.list, run, result)?;
        }
        let HeldState { held, round, .. } = &mut *state;
        let round = round.get_mut(self.list);
        // A sweep keeps nothing in common.
        if let Some(whole) = round.or_else(|| held.part.studies.get_mut(self.list)) {
            whole.absorb(study);
        }
        self.in_play.changed(&mut state)
    }

    fn keeps_begun(&self) -> bool {
        self.in_play.file.is_some()
    }

    fn begun(&self, runs: Vec<Begun>) -> Result<()> {
        for begun in runs {
            let run = self.first + begun.run;
            let (course, folder) = self.in_play.state().held.course(self.list, run);
            let blob = Blob::new(&course, begun, &folder)?;
            let mut state = self.in_play.state();
            state.held.note(self.list, run, blob);
            self.in_play.changed(&mut state)?;
        }
        Ok(())
    }

    fn resume(&self, run: u64) -> Result<Option<Begun>> {
        self.in_play
            .state()
            .held
            .resume(self.list, self.first + run)
    }
}
