//! `menace import`: makes a model from a policy, matchboxes or values in CSV or JSON.

use std::io::Write;
use std::path::PathBuf;

use matchboxes::error::Mismatch;
use matchboxes::game::Game;
use matchboxes::games::parse;
use matchboxes::store::exchange::{Boards, Content, Gaps, ReadBoards, Reading, Sheet};
use matchboxes::text::{capital, count};
use matchboxes::{Error, roster, session};

use super::models;
use crate::common::options::{ForceOption, RuleOption};
use crate::common::{about::GameOption, exit::usage};
use crate::common::{console, files};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace import policy.json --out models/policy.menace
  menace import boxes.csv --rule rote --out models/boxes.menace
  menace import --game nim:3,4,5 nim.csv --partial --out models/nim.menace

It reads what `menace export` writes, or the same columns from another program: \
position,side,move,weight and optionally probability for a policy; position,side,ply,moves,beads for \
matchboxes; position,side,ply,moves,value,visits for values, which need a rule that keeps values. The side is first, \
second, or shared for one machine in both seats; ply is the number of moves played before, by both sides. Values are \
between -100 and 100 and rounded to the nearest 2^-32. The rows may be in any order, and semicolons or tabs between the columns. Also read is a JSON object from \
boards to numbers, as other programs keep their tables: a list with one for each cell, or an object from moves to numbers \
(docs/knowledge-base.md). The model plays exactly as the exported one did and records the \
file it came from; `menace train --continue` can train it further. If a row is wrong, the error gives its \
line and nothing is written.")]
pub(crate) struct Args {
    /// The CSV or JSON file
    file: PathBuf,

    /// Write to this path: a model file ending in .menace
    #[arg(long, short, value_name = "PATH")]
    out: PathBuf,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    rule: RuleOption,

    /// The marks of a free cell, of the first side and of the second in the boards of another program, such as .XO or
    /// 012 [default: found]
    #[arg(long, value_name = "MARKS")]
    marks: Option<String>,

    /// What the numbers of another program's boards are [default: values if one is negative, else weights]
    #[arg(long, value_name = "WHAT")]
    numbers: Option<Meaning>,

    /// Accept a policy that lacks some positions. The model plays at random in them
    #[arg(long)]
    partial: bool,

    #[command(flatten)]
    force: ForceOption,
}

/// What the numbers of another program mean.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Meaning {
    /// A move is played as often as its share of the weights
    Weights,
    /// The move with the greatest value is played
    Values,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = &args.out;
    files::model(path)?;
    let named = args.rule.rule.as_deref().map(roster::rule).transpose()?;
    let foreign = read_boards(args)?;
    let sheet = match &foreign {
        Some(boards) => boards.sheet.clone(),
        None => Sheet::read(&args.file)?,
    };
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
    let usual = match (&foreign, sheet.content()) {
        (Some(_), Content::Values) => "q-learning",
        _ => "rote",
    };
    let rule = rule.map_or_else(|| roster::rule(usual), Ok)?;
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
    if let Some(boards) = &foreign {
        writeln!(out, "{}", how_read(boards))?;
    }
    Ok(writeln!(out, "\nModel     {}", path.display())?)
}

/// The table of another program, if the file is one.
fn read_boards(args: &Args) -> anyhow::Result<Option<ReadBoards>> {
    let reading = Reading {
        content: args.numbers.map(|numbers| match numbers {
            Meaning::Weights => Content::Policy,
            Meaning::Values => Content::Values,
        }),
        marks: args.marks.clone(),
    };
    let is_given = reading.content.is_some() || reading.marks.is_some();
    let Some(boards) = Boards::read(&args.file)? else {
        if is_given {
            let what = "--numbers and --marks are for a JSON object from boards to numbers";
            return Err(usage(format!("{what}; {} is none", args.file.display())));
        }
        return Ok(None);
    };
    let game = args.game.given()?;
    let game = game.map_or_else(|| parse(session::GAME), Ok)?;
    let file = args.file.display().to_string();
    Ok(Some(boards.sheet(&game, &file, &reading)?))
}

/// How a table of another program was read.
fn how_read(boards: &ReadBoards) -> String {
    let [own, mirrored] = boards
        .used
        .map(|n| count(n as u64, "position", "positions"));
    let mut text = match boards.sheet.content() {
        Content::Values => format!("{own} with values of the moves"),
        _ => format!("{own} with weights of the moves"),
    };
    if boards.used[1] > 0 {
        text += &format!(", {mirrored} by a mirror image");
    }
    if boards.left_out > 0 {
        let left_out = count(boards.left_out as u64, "board", "boards");
        text += &format!(", {left_out} left out, over or impossible");
    }
    if let Some([free, first, second]) = &boards.marks {
        text += &format!("; `{free}` is free, `{first}` begins, `{second}` answers");
    }
    text
}
