//! `menace train`: learns by rote, keeps what was learnt as a model, draws it and sums it up.

mod watch;

use std::io::Write;
use std::path::PathBuf;

use menace::game::Game;
use menace::games::{Visitor, with_game};
use menace::learn::Learners;
use menace::session::{self, Already, Keeping, Request, Stop, Trained};
use menace::store;
use menace::text::thousands;

use super::exit::Stopped;
use super::number::{BATCH, GAMES, MANY, count, whole};
use super::output::{PLOTS, Pictures, print_json};
use super::{history, summary};
use watch::Watch;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace train                                  the first player of tic-tac-toe, against random
  menace train --learner second --opponent perfect --out models/careful.menace
  menace train --learner both --rule scroggs --out models/scroggs.menace
  menace train --game nim:3,4,5 --sets 200 --seed 7
  menace train --opponent fading:random-to-perfect:5000 --out models/faded.menace
  menace train --opponent michie-1961-script --out models/michie.menace     the 220 games of 1961
  menace train --out models/careful.menace --continue                       another 100 sets

The same command leaves the same bytes. A model that holds another training is never replaced \
unless --force says so. A training that was stopped goes on when the same command is given again, \
with --continue or without, and ends where it would have ended. With --force the model that is there \
stays until the training is complete, which is kept beside it meanwhile, x.menace.new for x.menace. A \
picture takes the place of a picture of the same form only.")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct Args {
    /// The game, such as nim:3,4,5 [default: tic-tac-toe]
    #[arg(long, short, value_name = "GAME")]
    game: Option<String>,

    /// Who learns: first, second or both [default: whom the rule is meant for, or first]
    #[arg(long, short, value_name = "SIDE")]
    learner: Option<Learners>,

    /// Whom a single learner plays [default: whom the rule was described with, or random]
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,

    /// How beads move: the name of a rule or a TOML file, which may name its own learner and opponent
    /// [default: rote]
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,

    /// How many sets of games to play [default: 100]
    #[arg(long, value_name = "N", value_parser = count::<MANY>)]
    sets: Option<u64>,

    /// How many games to play, instead of --sets; whole sets are played, as many as hold them
    #[arg(long, value_name = "N", value_parser = count::<GAMES>, conflicts_with = "sets")]
    games: Option<u64>,

    /// How many games make a set [default: 100]
    #[arg(long, value_name = "N", value_parser = count::<MANY>)]
    games_per_set: Option<u64>,

    /// The seed of all randomness [default: 1961]
    #[arg(long, short, value_name = "S", value_parser = whole)]
    seed: Option<u64>,

    /// The number of the run; runs that differ in it alone are independent [default: 0]
    #[arg(long, value_name = "K", value_parser = whole)]
    run: Option<u64>,

    /// The model file, ending in .menace [default: models/<game>-<learner>.menace]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Begin with the tables of this model (may be given twice, for two sides)
    #[arg(long, value_name = "MODEL", conflicts_with = "continue")]
    from: Vec<PathBuf>,

    /// Go on where the model stands: finish a stopped training, or play --sets more
    #[arg(long)]
    r#continue: bool,

    /// Replace a model that holds another training, once this one is complete
    #[arg(long, conflicts_with = "continue")]
    force: bool,

    /// Save after every N sets [default: every 10 seconds]
    #[arg(long, value_name = "N", value_parser = count::<{ u64::MAX }>)]
    checkpoint_every: Option<u64>,

    /// Play N games at a time against the table as it stands, on all cores, and then learn from them in
    /// their order; a set ends a batch. One game at a time is the classical rule [default: 1]
    #[arg(long, value_name = "N", value_parser = count::<BATCH>)]
    batch: Option<u64>,

    /// Make at most N boxes a side; new positions are then played at random and not kept
    #[arg(long, value_name = "N", value_parser = count::<{ u64::MAX }>)]
    max_boxes: Option<u64>,

    /// The same when the tables take so many bytes, such as 500M
    #[arg(long, value_name = "BYTES", value_parser = count::<{ u64::MAX }>)]
    max_memory: Option<u64>,

    /// Ask this player in every position without a box, as a full table has them, instead of playing any
    /// move; nothing is learnt from its moves [default: random]
    #[arg(long, value_name = "PLAYER")]
    outside: Option<String>,

    /// Find out after every set what the table is worth exactly: against random and perfect play,
    /// against the best opponent, and measured against optimal moves
    #[arg(long)]
    exact: bool,

    /// Also keep a numbered copy of the model after every N sets
    #[arg(long, value_name = "N", value_parser = count::<{ u64::MAX }>)]
    keep_every: Option<u64>,

    /// The pictures to draw
    #[arg(long, value_name = "FORM", value_enum, default_value = "png", num_args = 0..=1, default_missing_value = "png")]
    plots: Pictures,

    /// The folder for the pictures
    #[arg(long, value_name = "DIR", default_value = PLOTS)]
    plots_dir: PathBuf,

    /// Print the history as JSON instead of a summary
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let already = match (args.r#continue, args.force) {
        (true, _) => Already::Continue,
        (_, true) => Already::Replace,
        _ => Already::Keep,
    };
    let keeping = Keeping {
        model: args.out,
        already,
        from: args.from,
        checkpoint_every: args.checkpoint_every,
        keep_every: args.keep_every,
    };
    let request = Request {
        game: args.game,
        learners: args.learner,
        rule: args.rule,
        opponent: args.opponent,
        sets: args.sets,
        games: args.games,
        games_per_set: args.games_per_set,
        seed: args.seed,
        run: args.run,
        exact: args.exact,
        batch: args.batch,
        most_boxes: args.max_boxes,
        most_bytes: args.max_memory,
        outside: args.outside,
    };
    let mut watch = Watch::new(args.checkpoint_every.is_none(), args.plots, args.plots_dir);
    let trained = session::train(&request, &keeping, &mut watch);
    watch.clear();
    let trained = trained?;
    if let Some(stop) = trained.stopped {
        return Err(stopped(&trained, stop).into());
    }
    let shown = Shown {
        trained: &trained,
        drawn: &watch.drawn,
        json: args.json,
        out,
    };
    with_game(&trained.model.game, shown)?
}

/// What is told of a training that was stopped.
fn stopped(trained: &Trained, stop: Stop) -> Stopped {
    let sets = trained.model.sets();
    let done = format!("set {} of {}", thousands(sets), thousands(sets + stop.left));
    let path = trained.path.display();
    Stopped(if let Some(model) = store::replaced_by(&trained.path) {
        format!(
            "stopped after {done}; {path} keeps what was learnt and {} is as it was, the same command \
             goes on, and so it does with --continue in place of --force",
            model.display()
        )
    } else if stop.again {
        format!("stopped after {done}; {path} holds all of this training already")
    } else {
        format!(
            "stopped after {done}; {path} keeps what was learnt, the same command with --continue \
             goes on, and so it does without"
        )
    })
}

/// Tells what came of a training.
struct Shown<'a> {
    trained: &'a Trained,
    drawn: &'a [PathBuf],
    json: bool,
    out: &'a mut dyn Write,
}

impl Visitor for Shown<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let Trained { model, path, .. } = self.trained;
        if self.json {
            print_json(self.out, &history::json(model, path))
        } else {
            summary::write(&game, model, path, self.drawn, self.out)
        }
    }
}
