//! What a training command has to do, given what is on disk; and doing it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use menace::Error;
use menace::arena::Exam;
use menace::game::{Game, Side};
use menace::learn::{History, Layout, Learners, Opponent, Rule, Run, Training};
use menace::player::script;
use menace::store::{self, Chapter, Model, Pending};

use super::asked::{chapter, exists, find_opponent, replays};
use super::text::{self, count, thousands};
use super::train::Args;
use super::watch::{Watch, stop_asked};
use super::{Stopped, Usage};

/// What there is to do: where it starts, what is played, and for how long.
pub(super) struct Plan {
    model: Model,
    chapter: Chapter,
    asked: u64,
    left: u64,
    /// The file exists and holds what this very command makes.
    again: bool,
}

impl Plan {
    pub(super) fn new<G: Game>(
        args: &Args,
        game: &G,
        rule: Option<Rule>,
        learners: Learners,
        path: &Path,
    ) -> anyhow::Result<Self> {
        if args.r#continue {
            return Self::onward(args, game, rule, learners, path);
        }
        let chapter = chapter(args, rule, learners, None)?;
        let usual = if replays(args) {
            script::GAMES.div_ceil(chapter.games_per_set)
        } else {
            100
        };
        let sets = args.sets.unwrap_or(usual);
        let model = fresh(args, game, learners, &chapter)?;
        let mut plan = Self {
            model,
            chapter,
            asked: sets,
            left: sets,
            again: false,
        };
        if !args.force && exists(path)? {
            let old = store::read(path)
                .with_context(|| format!("{} stays; --force replaces it", path.display()))?;
            plan.check_same(&old, path)?;
            plan.again = true;
        }
        Ok(plan)
    }

    fn onward<G: Game>(
        args: &Args,
        game: &G,
        rule: Option<Rule>,
        learners: Learners,
        path: &Path,
    ) -> anyhow::Result<Self> {
        let model = store::read(path)?;
        if model.game != game.name() || model.learners != learners {
            return Err(Error::Mismatch(format!(
                "{} holds {}, {} learning; asked for is {}, {} learning",
                path.display(),
                model.game,
                text::learners(model.learners),
                game.name(),
                text::learners(learners)
            ))
            .into());
        }
        let chapter = chapter(args, rule, learners, model.chapters.last())?;
        let (asked, left) = match (&model.pending, args.sets) {
            (Some(pending), None) => (pending.asked, pending.left),
            (Some(pending), Some(sets)) if sets == pending.asked => (sets, pending.left),
            (_, sets) => (sets.unwrap_or(100), sets.unwrap_or(100)),
        };
        Ok(Self {
            model,
            chapter,
            asked,
            left,
            again: false,
        })
    }

    /// Refuses to replace a model by anything but itself.
    fn check_same(&self, old: &Model, path: &Path) -> Result<(), Error> {
        let exists = |reason: String| Error::Exists {
            path: path.to_owned(),
            reason,
        };
        let mut planned = self.chapter.clone();
        planned.sets = old.sets();
        let same = old.game == self.model.game
            && old.learners == self.model.learners
            && old.chapters == [planned];
        match &old.pending {
            Some(pending) if same => Err(exists(format!(
                "holds this training stopped after {}; --continue finishes the {} left, --force \
                 begins again",
                count(old.sets(), "set", "sets"),
                count(pending.left, "set", "sets"),
            ))),
            None if same && old.sets() == self.asked => Ok(()),
            _ if same => Err(exists(format!(
                "holds {} of this training; --continue goes on with it, --force replaces it",
                count(old.sets(), "set", "sets"),
            ))),
            _ => Err(exists(format!(
                "holds another training ({}); --force replaces it, --continue goes on with it, \
                 --out names another file",
                describe(old)
            ))),
        }
    }

    pub(super) fn carry_out<G: Game + 'static>(
        mut self,
        args: &Args,
        game: &G,
        path: &Path,
        opponent: Option<Opponent<G>>,
    ) -> anyhow::Result<Model> {
        let learners = self.model.learners;
        let opponent = match opponent {
            Some(opponent) => opponent,
            None => find_opponent(game, &self.chapter.opponent, learners)?,
        };
        let training = Training {
            game: game.clone(),
            rule: self.chapter.rule.clone(),
            learners,
            opponent,
            games_per_set: self.chapter.games_per_set,
            seed: self.chapter.seed,
            run: self.chapter.run,
        };
        let layout = Layout::from(&self.chapter.rule);
        for table in self.model.tables.iter_mut().flatten() {
            *table = table.laid_out(layout, game)?;
        }
        let tables = [self.model.tables[0].as_ref(), self.model.tables[1].as_ref()];
        let mut run = training.resume(tables, std::mem::take(&mut self.model.history))?;
        if self.chapter.exact {
            run = run.evaluated_by(Arc::new(Exam::new(game.clone(), layout)?));
        }
        let watch = Watch::new(self.left, &self.chapter, args.checkpoint_every);
        while self.left > 0 {
            let done = run.history().sets();
            let stretch = args
                .keep_every
                .map_or(self.left, |n| (n - done % n).min(self.left));
            let ended = run.play_watched(stretch, &watch);
            let played = run.history().sets() - done;
            self.left -= played;
            self.take_from(&run, played);
            if ended.is_break() && self.left > 0 && !self.again {
                store::write(path, &self.model)?;
            }
            if stop_asked() && self.left > 0 {
                watch.clear();
                return Err(self.stopped(run.history().sets(), path).into());
            }
            if args
                .keep_every
                .is_some_and(|n| run.history().sets().is_multiple_of(n))
            {
                self.keep(args, path)?;
            }
        }
        watch.clear();
        self.finish(path)
    }

    /// Brings the model up to what the run has come to.
    fn take_from<G: Game>(&mut self, run: &Run<G>, played: u64) {
        self.model.note_sets(Chapter {
            sets: played,
            ..self.chapter.clone()
        });
        self.model.tables = Side::BOTH.map(|side| run.table(side));
        self.model.history = run.history().clone();
        let pending = Pending {
            asked: self.asked,
            left: self.left,
        };
        self.model.pending = (self.left > 0).then_some(pending);
    }

    /// Keeps a numbered copy of the model, as if its training had been meant to end here.
    ///
    /// A copy of another training in its place is not replaced; the model itself is saved then, so
    /// that nothing is lost by stopping.
    fn keep(&self, args: &Args, path: &Path) -> anyhow::Result<()> {
        let copy = store::encode(&Model {
            pending: None,
            ..self.model.clone()
        });
        let kept = numbered(path, self.model.sets());
        match std::fs::read(&kept) {
            Ok(old) if old == copy => return Ok(()),
            Ok(_) if !args.force => {
                if !self.again {
                    store::write(path, &self.model)?;
                }
                let reason = "holds another training and stays; move it away".to_owned();
                return Err(Error::Exists { path: kept, reason }.into());
            }
            _ => {}
        }
        Ok(store::replace(&kept, &copy)?)
    }

    fn stopped(&self, done: u64, path: &Path) -> Stopped {
        let done = format!("set {} of {}", thousands(done), thousands(done + self.left));
        let path = path.display();
        Stopped(if self.again {
            format!("stopped after {done}; {path} holds all of this training already")
        } else {
            format!(
                "stopped after {done}; {path} keeps what was learnt, the same command with \
                 --continue goes on"
            )
        })
    }

    /// Writes the model, unless the file already has exactly these bytes.
    fn finish(self, path: &Path) -> anyhow::Result<Model> {
        let bytes = store::encode(&self.model);
        let old = if self.again {
            std::fs::read(path).ok()
        } else {
            None
        };
        match old {
            Some(old) if old == bytes => {}
            Some(_) => {
                return Err(Error::Exists {
                    path: path.to_owned(),
                    reason: "holds this training with other bytes, by another version of the \
                             program or against another opponent of that name; --force replaces it"
                        .to_owned(),
                }
                .into());
            }
            None => store::replace(path, &bytes)?,
        }
        Ok(self.model)
    }
}

/// A model that has played nothing yet, with the tables of the models it begins from.
fn fresh<G: Game>(
    args: &Args,
    game: &G,
    learners: Learners,
    chapter: &Chapter,
) -> anyhow::Result<Model> {
    let mut model = Model {
        game: game.name(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        learners,
        chapters: Vec::new(),
        pending: None,
        tables: [None, None],
        history: History::default(),
    };
    for path in &args.from {
        let source = store::read(path)?;
        let fits = source.game == model.game && source.layout() == Layout::from(&chapter.rule);
        if !fits {
            return Err(Error::Mismatch(format!(
                "{} holds {} by {}; a training of {} by {} cannot begin with its boxes",
                path.display(),
                source.game,
                source.rule().name,
                model.game,
                chapter.rule.name,
            ))
            .into());
        }
        for side in learners.sides() {
            let table = &mut model.tables[side.index()];
            let learnt = source.tables[side.index()].clone();
            if table.is_some() && learnt.is_some() {
                let why = format!("--from gives two tables for the {} side", side.name());
                return Err(Usage(why).into());
            }
            *table = table.take().or(learnt);
        }
    }
    Ok(model)
}

/// One line on what made a model.
fn describe(model: &Model) -> String {
    let parts: Vec<String> = model
        .chapters
        .iter()
        .map(|chapter| {
            if chapter.is_import() {
                return format!("imported from {}", chapter.from.join(" and "));
            }
            let against = match chapter.opponent.as_str() {
                "" => String::new(),
                opponent => format!(" against {opponent}"),
            };
            format!(
                "{} of {}{against}, rule {}, seed {}",
                count(chapter.sets, "set", "sets"),
                count(chapter.games_per_set, "game", "games"),
                chapter.rule.name,
                chapter.seed
            )
        })
        .collect();
    format!(
        "{}, {} learning, {}",
        model.game,
        text::learners(model.learners),
        parts.join(", then ")
    )
}

/// `models/x.menace` after 50 sets is kept as `models/x-000050.menace`.
fn numbered(path: &Path, sets: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{sets:06}.{}", store::EXTENSION))
}
