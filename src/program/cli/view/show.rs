//! `menace show`: shows what a model has learnt, or one of its matchboxes.

use std::io::Write;
use std::path::{Path, PathBuf};

use menace::game::Side;
use menace::games::{AnyGame, parse};
use menace::learn::Table;
use menace::store::{self, BoxView, Model};
use serde_json::{Value, json};

use super::boxes;
use crate::cli::common::options::{JsonOption, PositionOption, default_is};
use crate::cli::common::{accuracy, output::print_json, provenance::provenance};

#[derive(Debug, clap::Args)]
#[command(mut_arg(
    "position",
    default_is("the opening, and for the second side the box after it with the most beads")
))]
#[command(after_help = "\
Examples:
  menace show models/tic-tac-toe-first.menace
  menace show models/tic-tac-toe-first.menace --position X../.O./... --json

With --position it shows only the box of that position.")]
pub(crate) struct Args {
    /// The model file
    model: PathBuf,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let model = store::read(&args.model)?;
    let game = &parse(&model.game)?;
    store::check_for(game, &args.model, &model)?;
    let at = args.position.read(game)?;
    let shown: Vec<BoxView<AnyGame>> = if let Some(at) = at {
        vec![BoxView::at(game, &model, &at)?]
    } else {
        let landmarks = Side::BOTH.map(|side| BoxView::landmark(game, &model, side));
        landmarks.into_iter().flatten().collect()
    };
    if args.json.json {
        return print_json(out, &model_json(game, &model, &args.model, &shown));
    }
    if at.is_none() {
        write!(out, "{}", provenance(&model))?;
        for table in model.tables.iter().flatten() {
            write!(out, "\n{}", boxes::by_ply(table))?;
            write!(out, "\n{}", accuracy::text(game, &model, table))?;
        }
    }
    for (i, view) in shown.iter().enumerate() {
        let gap = if at.is_none() || i > 0 { "\n" } else { "" };
        write!(out, "{gap}{}", boxes::text(game, view))?;
    }
    Ok(())
}

fn model_json(game: &AnyGame, model: &Model, path: &Path, shown: &[BoxView<AnyGame>]) -> Value {
    let trainings = model.chapters.iter().map(|chapter| {
        json!({
            "rule": chapter.rule.name,
            "opponent": chapter.opponent,
            "sets": chapter.sets,
            "games_per_set": chapter.games_per_set,
            "seed": chapter.seed,
            "run": chapter.run,
            "from": chapter.from,
        })
    });
    let table = |table: &Table| {
        let measured = accuracy::measure(game, model, table);
        json!({
            "boxes": table.len(),
            "zeroed_by_ply": table.zeroed(),
            "accuracy": measured.as_ref().map(accuracy::json),
        })
    };
    let [first, second] = model.tables.each_ref().map(|own| own.as_ref().map(table));
    let shown = shown.iter().map(|view| boxes::json(game, view));
    json!({
        "model": path.display().to_string(),
        "version": model.version,
        "game": model.game,
        "learner": model.learners.name(),
        "trainings": trainings.collect::<Value>(),
        "tables": {"first": first, "second": second},
        "boxes": shown.collect::<Value>(),
    })
}
