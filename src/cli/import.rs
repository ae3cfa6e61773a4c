//! `menace import`: a model from a policy or from matchboxes in text.

use std::io::Write;
use std::path::PathBuf;

use menace::error::Mismatch;
use menace::game::Game;
use menace::games::{Visitor, with_game};
use menace::learn::{Learners, Rule};
use menace::store::exchange::{Content, Gaps, Sheet};
use menace::store::{self, Lock, Model};
use menace::{Error, roster};

use menace::text::{capital, count};

use super::exit::Usage;
use super::files::{self, replace};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace import policy.json --out models/policy.menace
  menace import boxes.csv --rule rote --out models/boxes.menace
  menace import --game nim:3,4,5 nim.csv --partial --out models/nim.menace

Takes what `menace export` writes, or the same columns from any other program: \
position,side,move,weight and, if you like, probability for a policy; \
position,side,ply,moves,beads for matchboxes. Rows may stand in any order. The model plays exactly \
as what was exported. It says that it was imported and from which file; `menace train --continue` \
can go on from it. A row that cannot be is refused by its line, and then nothing is written.")]
pub(super) struct Args {
    /// The CSV or JSON file
    file: PathBuf,

    /// The model file to write
    #[arg(long, short, value_name = "MODEL")]
    out: PathBuf,

    /// The game, such as nim:3,4,5 [default: the one the file tells, or tic-tac-toe]
    #[arg(long, short, value_name = "GAME")]
    game: Option<String>,

    /// The rule that lays the boxes out [default: the one the file tells, or rote]
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,

    /// Take a policy that leaves positions out; any move is played there
    #[arg(long)]
    partial: bool,

    /// Replace a file that holds something else
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = &args.out;
    files::model(path)?;
    let named = args.rule.as_deref().map(roster::rule).transpose()?;
    let sheet = Sheet::read(&args.file)?;
    if args.partial && sheet.content() == Content::Boxes {
        let what = "--partial goes with a policy; a model need not have every box";
        return Err(Usage(what.to_owned()).into());
    }
    let game = match (&args.game, sheet.game()) {
        (Some(game), Some(told)) if game != told => {
            return Err(Error::Mismatch(Mismatch::Import {
                file: args.file.display().to_string(),
                told: told.to_owned(),
                requested: game.clone(),
            })
            .into());
        }
        (Some(game), _) => game,
        (None, told) => told.unwrap_or("tic-tac-toe"),
    };
    let rule = match (named, sheet.rule()) {
        (Some(rule), _) => rule,
        (None, Some(rule)) => rule.clone(),
        (None, None) => roster::rule("rote")?,
    };
    let gaps = if args.partial {
        Gaps::Random
    } else {
        Gaps::Refuse
    };
    let import = Import {
        sheet: &sheet,
        rule: &rule,
        gaps,
    };
    let model = with_game(game, import)??;
    let _lock = Lock::take(path)?;
    replace(path, &store::encode_sound(path, &model)?, args.force)?;
    let boxes = model
        .tables
        .iter()
        .flatten()
        .map(|table| table.len() as u64);
    writeln!(
        out,
        "{} of {}: {} from {} in {}\n\nModel     {}",
        match model.learners {
            Learners::Both => "Both sides".to_owned(),
            one => format!("{} side", capital(one.name())),
        },
        model.game,
        count(boxes.sum(), "matchbox", "matchboxes"),
        count(sheet.len() as u64, "row", "rows"),
        args.file.display(),
        path.display()
    )?;
    Ok(())
}

struct Import<'a> {
    sheet: &'a Sheet,
    rule: &'a Rule,
    gaps: Gaps,
}

impl Visitor for Import<'_> {
    type Output = menace::Result<Model>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        self.sheet.model(&game, self.rule, self.gaps)
    }
}
