//! `menace train`: learns by rote, saves the result as a model, draws its pictures and prints a summary.

use std::io::Write;
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use matchboxes::game::Results;
use matchboxes::learn::{Progress, TrainingSpec};
use matchboxes::locks::lock;
use matchboxes::session::{self, Already, Keeping, Request, Source, Trained, Writing};
use matchboxes::store::{self, Model};
use matchboxes::text::{Shown as _, thousands};
use matchboxes_report::{self as report, Tables};
use serde_json::json;

use crate::files;
use crate::interrupt::save_clock::SaveClock;
use crate::interrupt::{self, TrainingStatus, TrainingStep};
use crate::messages::Stopped;
use crate::messages::console::{self, list_files};
use crate::options::number::{BATCH, count, whole};
use crate::options::{ForceOption, JsonOption, Pictures, PicturesOptions, TrainingOptions, once};
use crate::output::progress::Meter;
use crate::output::{
    About, CsvOption, Exactness, ResultFiles, Size, pictures, print_json, remove_field, summary,
};

#[derive(Debug, clap::Args)]
#[command(mut_args(|option| once(option, &["game", "learner", "opponent", "rule"])))]
#[command(after_help = "\
Examples:
  menace train                                  the first player of tic-tac-toe, against random
  menace train --learner second --opponent perfect --out models/careful.menace
  menace train --learner both --rule scroggs --out models/scroggs.menace
  menace train --game nim:3,4,5 --sets 200 --seed 7
  menace train --opponent fading:random-to-perfect:5000 --out models/faded.menace
  menace train --opponent michie-1961-script --out models/michie.menace     the 220 games of 1961
  menace train --out models/careful.menace --continue                       another 100 sets

The same command writes the same bytes. A model that holds another training is replaced only with \
--force, and only when the new training is complete: until then the new one is saved next to it, as \
x.menace.new for x.menace. If a training was stopped, the same command continues it, with or without \
--continue, and the result is the same as without the stop. A picture replaces only a picture of the same format.")]
pub(super) struct Args {
    #[command(flatten)]
    training: TrainingOptions,

    /// The number of the run. Runs with the same options and different numbers are independent
    /// [default: 0]
    #[arg(long, value_name = "K", value_parser = whole)]
    run: Option<u64>,

    /// Write to this path: a model file ending in .menace [default: models/<game>-<learner>.menace]
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,

    /// Start with the tables of this model (may be given twice, once for each side)
    #[arg(long, value_name = "MODEL", conflicts_with = "continue")]
    from: Vec<PathBuf>,

    /// Continue with the existing model: finish a stopped training, or play --sets further sets
    #[arg(long, conflicts_with = "force")]
    r#continue: bool,

    #[command(flatten)]
    force: ForceOption,

    /// Save after every N sets [default: every 10 seconds, or every 30 where saving takes long]
    #[arg(long, value_name = "N", value_parser = count::<{ u64::MAX }>)]
    checkpoint_every: Option<u64>,

    /// Play N games at a time, on all cores, then learn from them in order. 1 learns after every game. It pays only in large
    /// games: in tic-tac-toe it is slower, and few games teach less. There, `study` plays many runs on all cores
    /// [default: 1]
    #[arg(long, value_name = "N", value_parser = count::<BATCH>)]
    batch: Option<u64>,

    /// Make at most N boxes for each side. Positions without a box are played at random
    #[arg(long, value_name = "N", value_parser = count::<{ u64::MAX }>)]
    max_boxes: Option<u64>,

    /// Make no more boxes once the tables take this much memory, such as 500M
    #[arg(long, value_name = "BYTES", value_parser = count::<{ u64::MAX }>)]
    max_memory: Option<u64>,

    /// Also keep a numbered copy of the model after every N sets
    #[arg(long, value_name = "N", value_parser = count::<{ u64::MAX }>)]
    keep_every: Option<u64>,

    #[command(flatten)]
    pictures: PicturesOptions,

    #[command(flatten)]
    csv: CsvOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(super) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        files::model(path)?;
        files::check_not_read(path, args.training.rules())?;
    }
    let (csv, json, force) = (args.csv, args.json, args.force);
    csv.prepare(&json)?;
    let keeping = Keeping {
        model: args.out,
        nowhere: false,
        already: match (args.r#continue, force.force) {
            (true, _) => Already::Continue,
            (_, true) => Already::Replace,
            _ => Already::Keep,
        },
        from: args.from.into_iter().map(Source::File).collect(),
        checkpoint_every: args.checkpoint_every,
        keep_every: args.keep_every,
    };
    let request = Request {
        run: args.run,
        batch: args.batch,
        max_boxes: args.max_boxes,
        max_memory: args.max_memory,
        ..args.training.request()?
    };
    let form = args.pictures.or(Pictures::Png);
    let by_clock = args.checkpoint_every.is_none();
    let mut watch = ProgressWatch {
        meter: None,
        games_per_set: 0,
        begun: Instant::now(),
        clock: by_clock.then(Mutex::default),
        form,
        pictures: args.pictures,
        drawn: Vec::new(),
    };
    let trained = session::train(&request, &keeping, &mut watch);
    watch.meter = None;
    let trained = trained?;
    if trained.stopped {
        return Err(stopped(&trained).into());
    }
    let (model, path) = (&trained.model, &trained.path);
    let tables = [report::history(&model.history, &model.trainings())];
    let about = about(model);
    let files = ResultFiles::of_tables(&about, &csv, &force);
    let written = files.write_tables(&tables, out)?;
    if csv.is_printed() {
        return Ok(());
    }
    if json.json {
        let document = report::model_file(path, model).document(json!(Tables(&tables)));
        return print_json(out, "train", document);
    }
    let game = store::game_of(path, model)?;
    summary::write(&game, model, &mut console::summary(out))?;
    let files = iter::once(("Model", path));
    let files = files.chain(written.iter().map(|path| ("Table", path)));
    let pictures = iter::once("Pictures")
        .chain(iter::repeat(""))
        .zip(&watch.drawn);
    Ok(list_files(files.chain(pictures), 8, out)?)
}

/// What the history of a model is of: all its trainings, but for the length of the last.
fn about(model: &Model) -> About {
    let chapters = model.chapters.iter();
    let mut of: Vec<_> = chapters.clone().map(|chapter| json!(chapter)).collect();
    for chapter in &mut of {
        remove_field(&mut chapter["spec"], "exact");
    }
    if let Some(last) = of.last_mut() {
        remove_field(last, "sets");
    }
    let exact = if chapters.clone().all(|chapter| chapter.exact.has_sets()) {
        Exactness::All
    } else {
        Exactness::None
    };
    About::new("training", "", of, Size::Games(model.games()), exact)
}

fn stopped(trained: &Trained) -> Stopped {
    let sets = trained.model.sets();
    let left = trained.model.pending.map_or(0, |pending| pending.left);
    let done = format!("set {} of {}", thousands(sets), thousands(sets + left));
    let what = if let Some(model) = store::replaced_by(&trained.path) {
        let model = model.shown();
        format!(
            "keeps what was learnt, {model} is unchanged, and the same command continues the training, \
             also with --continue in place of --force"
        )
    } else if trained.again {
        "already holds the whole training".to_owned()
    } else {
        "keeps what was learnt, and the same command continues it".to_owned()
    };
    let path = trained.path.shown();
    Stopped(format!("stopped after {done}; {path} {what}"))
}

struct ProgressWatch {
    meter: Option<Meter>,
    games_per_set: u64,
    begun: Instant,
    /// Decides when to save, unless --checkpoint-every does.
    clock: Option<Mutex<SaveClock>>,
    form: Pictures,
    pictures: PicturesOptions,
    /// The paths of the pictures, once they are drawn.
    drawn: Vec<PathBuf>,
}

impl ProgressWatch {
    /// Tells the clock, if it decides, what happens now.
    fn tell<T>(&self, happens: impl FnOnce(&mut SaveClock, Duration) -> T) -> Option<T> {
        let clock = self.clock.as_ref()?;
        Some(happens(&mut lock(clock), self.begun.elapsed()))
    }
}

impl session::Watch for ProgressWatch {
    fn begin(&mut self, sets: u64, training: &TrainingSpec) {
        interrupt::sets_begin();
        self.games_per_set = training.games_per_set;
        let games = sets.saturating_mul(training.games_per_set);
        self.meter = Some(Meter::new(games, training.learners));
    }

    fn writing(&self, path: &Path, kind: Writing) {
        let step = TrainingStep::Writing(kind, path.to_owned(), interrupt::stamp(path));
        interrupt::update(|training| training.step = step);
        self.tell(SaveClock::writing);
    }

    fn written(&self, path: &Path, kind: Writing) {
        match kind {
            Writing::Copy => {
                self.tell(SaveClock::copied);
                interrupt::update(|training| training.step = TrainingStep::Sets);
            }
            Writing::Progress => {
                self.tell(SaveClock::saved);
                interrupt::update(|training| {
                    *training = TrainingStatus {
                        kept: Some(path.to_owned()),
                        ..TrainingStatus::default()
                    };
                });
            }
            Writing::Whole => {
                let step = TrainingStep::Finished(path.to_owned());
                interrupt::update(|training| training.step = step);
                interrupt::end_if_asked();
            }
        }
    }

    fn has_more(&self) -> bool {
        self.form != Pictures::None
    }

    fn learnt(&mut self, model: &Model, path: &Path) -> matchboxes::Result<()> {
        let mut kept = path.to_owned();
        if self.has_more() {
            interrupt::update(|training| {
                kept = training.kept.clone().unwrap_or(kept.clone());
                training.step = TrainingStep::Drawing(kept.clone());
            });
            interrupt::end_if_asked();
        }
        self.meter = None;
        let game = store::game_of(path, model)?;
        let folder = self.pictures.folder_of(path);
        let drawn = pictures::draw(
            &game,
            model,
            path,
            &folder,
            (self.form, self.pictures.look.into()),
            None,
        );
        if drawn.is_err() {
            let kept = kept.shown();
            // The error itself follows, even if the note cannot be read.
            drop(console::note(&format!(
                "{kept} keeps what was learnt; the same command goes on to draw"
            )));
        }
        self.drawn = drawn?;
        Ok(())
    }

    fn stop_asked(&self) -> bool {
        interrupt::is_asked()
    }
}

impl Progress for ProgressWatch {
    fn games_ended(&self, results: &Results<u64>) {
        if let Some(meter) = &self.meter {
            meter.ended(results);
        }
    }

    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        if let Some(meter) = &self.meter {
            meter.played(sets.saturating_mul(self.games_per_set), &String::new);
        }
        let due = self.tell(SaveClock::set_ended) == Some(true);
        interrupt::update(|training| training.unsaved += sets);
        if due || interrupt::is_asked() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
