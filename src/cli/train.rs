//! `menace train`: learns by rote, keeps what was learnt as a model, draws it and sums it up.

use std::io::Write;
use std::path::PathBuf;

use menace::game::Game;
use menace::games::{Visitor, with_game};
use menace::learn::{Learners, Rule};
use menace::roster;
use menace::store::{self, Lock};

use super::asked;
use super::plan::Plan;
use super::{Pictures, history, pictures, print_json, summary};

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
unless --force says so.")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct Args {
    /// The game, such as nim:3,4,5 [default: tic-tac-toe]
    #[arg(long, short, value_name = "GAME")]
    pub(super) game: Option<String>,

    /// Who learns: first, second or both [default: whom the rule is meant for, or first]
    #[arg(long, short, value_name = "SIDE")]
    pub(super) learner: Option<Learners>,

    /// Whom a single learner plays [default: whom the rule was described with, or random]
    #[arg(long, value_name = "PLAYER")]
    pub(super) opponent: Option<String>,

    /// How beads move: the name of a rule or a TOML file, which may name its own learner and opponent
    /// [default: rote]
    #[arg(long, value_name = "RULE")]
    pub(super) rule: Option<String>,

    /// How many sets of games to play [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(super) sets: Option<u64>,

    /// How many games make a set [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(super) games_per_set: Option<u64>,

    /// The seed of all randomness [default: 1961]
    #[arg(long, short, value_name = "S")]
    pub(super) seed: Option<u64>,

    /// The number of the run; runs that differ in it alone are independent [default: 0]
    #[arg(long, value_name = "K")]
    pub(super) run: Option<u64>,

    /// The model file, ending in .menace [default: models/<game>-<learner>.menace]
    #[arg(long, short, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Begin with the tables of this model (may be given twice, for two sides)
    #[arg(long, value_name = "MODEL", conflicts_with = "continue")]
    pub(super) from: Vec<PathBuf>,

    /// Go on where the model stands: finish a stopped training, or play --sets more
    #[arg(long)]
    pub(super) r#continue: bool,

    /// Replace a model that holds another training
    #[arg(long, conflicts_with = "continue")]
    pub(super) force: bool,

    /// Save after every N sets [default: every 10 seconds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) checkpoint_every: Option<u64>,

    /// Find out after every set what the table is worth exactly: against random and perfect play,
    /// against the best opponent, and measured against theory
    #[arg(long)]
    pub(super) exact: bool,

    /// Also keep a numbered copy of the model after every N sets
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) keep_every: Option<u64>,

    /// The pictures to draw
    #[arg(long, value_name = "FORM", value_enum, default_value = "png", num_args = 0..=1, default_missing_value = "png")]
    pub(super) plots: Pictures,

    /// The folder for the pictures
    #[arg(long, value_name = "DIR", default_value = "plots")]
    pub(super) plots_dir: PathBuf,

    /// Print the history as JSON instead of a summary
    #[arg(long)]
    pub(super) json: bool,
}

pub(super) fn run(args: Args, out: &mut impl Write) -> anyhow::Result<()> {
    // A model that is named may tell the game and the learner itself.
    let told = match &args.out {
        Some(path) if args.r#continue && path.exists() => Some(store::read(path)?),
        _ => None,
    };
    let game = match (&args.game, &told) {
        (Some(game), _) => game.clone(),
        (None, Some(model)) => model.game.clone(),
        (None, None) => "tic-tac-toe".to_owned(),
    };
    let rule = args.rule.as_deref().map(roster::rule).transpose()?;
    let learners = args
        .learner
        .or(told.map(|model| model.learners))
        .or(rule.as_ref().and_then(|rule| rule.learner))
        .unwrap_or_default();
    with_game(
        &game,
        Command {
            args,
            rule,
            learners,
            out,
        },
    )?
}

struct Command<'a, W> {
    args: Args,
    /// The rule that was asked for.
    rule: Option<Rule>,
    learners: Learners,
    out: &'a mut W,
}

impl<W: Write> Visitor for Command<'_, W> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let Self {
            args,
            rule,
            learners,
            out,
        } = self;
        let path = match &args.out {
            Some(path) => path.clone(),
            None => store::default_path(&super::default_folders().1, &game.name(), learners),
        };
        // A wrong command line leaves nothing on the disk, not even a folder.
        asked::check(&args, &path)?;
        let opponent = asked::named_opponent(&args, &game, rule.as_ref(), learners)?;
        let _lock = Lock::take(&path)?;
        let plan = Plan::new(&args, &game, rule, learners, &path)?;
        let model = plan.carry_out(&args, &game, &path, opponent)?;
        let drawn = pictures::draw(&game, &model, &path, &args.plots_dir, args.plots, None)?;
        if args.json {
            print_json(out, &history::json(&model, &path))
        } else {
            summary::write(&game, &model, &path, &drawn, out)
        }
    }
}
