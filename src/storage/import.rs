//! `menace import`: makes a model from a policy, matchboxes or values in CSV or JSON.

use std::io::Write;
use std::path::PathBuf;

use matchboxes::error::Mismatch;
use matchboxes::game::Game;
use matchboxes::games::parse;
use matchboxes::store::exchange::{Content, Gaps, Sheet};
use matchboxes::text::{capital, count};
use matchboxes::{Error, roster, session};

use super::models;
use crate::common::options::{ForceOption, RuleOption, default_is};
use crate::common::{about::GameOption, exit::usage};
use crate::common::{console, files};

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("game", default_is("the one the file names, else tic-tac-toe")),
    mut_arg("rule", default_is("the one the file names, else rote"))
)]
#[command(after_help = "\
Examples:
  menace import policy.json --out models/policy.menace
  menace import boxes.csv --rule rote --out models/boxes.menace
  menace import --game nim:3,4,5 nim.csv --partial --out models/nim.menace

It reads what `menace export` writes, or the same columns from another program: \
position,side,move,weight and optionally probability for a policy; position,side,ply,moves,beads for \
matchboxes; position,side,ply,moves,value,visits for values, which need a rule that keeps values. The side is first, \
second, or shared for one machine in both seats. Values are \
between -100 and 100 and rounded to the nearest 2^-32. The rows may be in any order. The model plays exactly as the exported one did and records the \
file it came from; `menace train --continue` can train it further. If a row is wrong, the error gives its \
line and nothing is written.")]
pub(crate) struct Args {
    /// The CSV or JSON file
    file: PathBuf,

    /// Write to this path; a model file ending in .menace
    #[arg(long, short, value_name = "PATH")]
    out: PathBuf,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    rule: RuleOption,

    /// Accept a policy that lacks some positions; the model plays at random in them
    #[arg(long)]
    partial: bool,

    #[command(flatten)]
    force: ForceOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = &args.out;
    files::model(path)?;
    let named = args.rule.rule.as_deref().map(roster::rule).transpose()?;
    let sheet = Sheet::read(&args.file)?;
    if args.partial && sheet.content() != Content::Policy {
        return Err(usage(
            "--partial is for a policy; matchboxes never need all positions",
        ));
    }
    let file = args.file.display().to_string();
    let game = match (args.game.given()?, sheet.game()) {
        (Some(requested), Some(named)) if requested.name() != named => {
            let named = named.to_owned();
            let mismatch = Mismatch::Import {
                file,
                named,
                requested: requested.name(),
            };
            return Err(Error::Mismatch(mismatch).into());
        }
        (Some(game), _) => game,
        (None, named) => parse(named.unwrap_or(session::GAME))?,
    };
    let rule = named.or_else(|| sheet.rule().cloned());
    let rule = rule.map_or_else(|| roster::rule("rote"), Ok)?;
    let gaps = if args.partial {
        Gaps::Random
    } else {
        Gaps::Refuse
    };
    let model = sheet.model(&game, &rule, gaps)?;
    models::write(path, &model, args.force.force)?;
    let sides = capital(model.learners().in_words());
    let boxes = count(models::boxes(&model), "matchbox", "matchboxes");
    let rows = count(sheet.len() as u64, "row", "rows");
    let out = &mut console::summary(out);
    writeln!(
        out,
        "{sides} of {}: {boxes} from {rows} in {file}",
        model.game()
    )?;
    Ok(writeln!(out, "\nModel     {}", path.display())?)
}
