//! `menace show`: shows what a model has learnt, or one of its matchboxes.

use std::io::Write;
use std::path::{Path, PathBuf};

use matchboxes::arena::{AccuracyByPly, Ground, Holding, OptimalMoves};
use matchboxes::game::Side;
use matchboxes::games::AnyGame;
use matchboxes::graph::Budget;
use matchboxes::kit::{self, Bead, Kit};
use matchboxes::learn::Table;
use matchboxes::store::{self, BoxView, Model};
use matchboxes::text::{Shown as _, capital, percent, thousands};
use matchboxes_pictures::print::Language;
use serde_json::{Value, json};

use super::boxes;
use crate::options::{JsonOption, PositionOption};
use crate::output::chapters;
use crate::output::print_json;
use crate::output::summary::provenance;
use crate::output::width::layout;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace show models/tic-tac-toe-first.menace
  menace show models/tic-tac-toe-first.menace --position X../.O./... --json

With --position it shows only the box of that position. How a model was made is what `menace log` shows.")]
pub(crate) struct Args {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.models
        .iter()
        .try_for_each(|path| show(args, path, out))
}

fn show(args: &Args, path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let (game, model) = store::read_with_game(path)?;
    let game = &game;
    let at = args.position.read(game)?;
    let shown: Vec<BoxView<AnyGame>> = if let Some(at) = at {
        vec![BoxView::at(game, &model, &at)?]
    } else {
        let landmarks = Side::BOTH.map(|side| BoxView::landmark(game, &model, side));
        landmarks.into_iter().flatten().collect()
    };
    if args.json.json {
        return print_json(out, "show", model_json(game, &model, path, &shown));
    }
    if args.models.len() > 1 {
        writeln!(out, "{}", path.shown())?;
    }
    if at.is_none() {
        let has_values = model.rule().values().is_some();
        write!(out, "{}", provenance(&model))?;
        for table in model.tables.iter().flatten() {
            write!(out, "\n{}", boxes::by_ply(table, has_values))?;
            write!(out, "\n{}", accuracy(game, &model, table))?;
        }
    }
    for (i, view) in shown.iter().enumerate() {
        let gap = if at.is_none() || i > 0 { "\n" } else { "" };
        write!(out, "{gap}{}", boxes::text(game, view))?;
        if let Some(built) = BuiltBox::new(game, &model, view) {
            write!(out, "\n{}", layout().wrapped(&built.text(game, view), "  "))?;
        }
    }
    Ok(())
}

/// A box as it is built: its number in the kit that `menace print` prints, and the bead of each colour.
struct BuiltBox {
    number: usize,
    beads: Vec<Bead>,
}

impl BuiltBox {
    /// `None` if no kit can be built.
    fn new(game: &AnyGame, model: &Model, view: &BoxView<AnyGame>) -> Option<Self> {
        let side = model.layout().side_of_table(view.side);
        let kit = Kit::new(game, model.rule(), side).ok()?;
        Some(Self {
            number: kit.find(game, &view.at)?.number,
            beads: kit::beads(game, model.layout(), &view.at),
        })
    }

    fn text(&self, game: &AnyGame, view: &BoxView<AnyGame>) -> String {
        let colours = view.colours.iter().zip(&self.beads);
        let colours = colours.map(|(colour, bead)| {
            let (letter, name) = (bead.letter(), Language::English.bead(*bead));
            format!("{letter} {name} for {}", boxes::moves(game, colour))
        });
        let colours: Vec<String> = colours.collect();
        format!("Box {} of the kit: {}", self.number, colours.join(", "))
    }
}

fn model_json(game: &AnyGame, model: &Model, path: &Path, shown: &[BoxView<AnyGame>]) -> Value {
    let chapters = model.chapters.iter().map(chapters::json_of);
    let table = |table: &Table| {
        let accuracy = measure(game, model, table).map(|measured| {
            let all = measured.all();
            json!({
                "against": "random",
                "boxes": all.boxes,
                "met": all.met,
                "optimal": all.optimal,
                "share": all.share(),
                "weighted_share": all.weighted_share(),
                "kept_share": all.kept_share(),
            })
        });
        json!({
            "boxes": table.len(),
            "missing_colour_by_ply": table.missing_colour(),
            "accuracy": accuracy,
        })
    };
    let [first, second] = model.tables.each_ref().map(|own| own.as_ref().map(table));
    let shown = shown.iter().map(|view| {
        let mut shown = boxes::json(game, view);
        if let Some(built) = BuiltBox::new(game, model, view) {
            shown["number"] = built.number.into();
            for (i, bead) in built.beads.iter().enumerate() {
                shown["colours"][i]["letter"] = bead.letter().to_string().into();
                shown["colours"][i]["colour"] = Language::English.bead(*bead).into();
            }
        }
        shown
    });
    json!({
        "model": path.display().to_string(),
        "version": model.made_by,
        "written_by": model.written_by,
        "game": model.game(),
        "learner": model.learners().name(),
        "chapters": chapters.collect::<Value>(),
        "tables": {"first": first, "second": second},
        "boxes": shown.collect::<Value>(),
    })
}

/// Compares a table of a model with optimal moves; `None` if the game is larger than [`Budget::OFFERED`].
fn measure(game: &AnyGame, model: &Model, table: &Table) -> Option<AccuracyByPly> {
    let ground = Ground::offered(game)?;
    let optimal = OptimalMoves::new(&ground, model.layout(), table.side());
    Some(optimal.measure(table))
}

/// The comparison as text, by the number of moves played.
fn accuracy(game: &AnyGame, model: &Model, table: &Table) -> String {
    let Some(AccuracyByPly { by_ply }) = measure(game, model, table) else {
        let Budget { positions, moves } = Budget::OFFERED;
        let [positions, moves] = [positions, moves].map(|n| thousands(n as u64));
        return format!(
            "Not measured against optimal moves: the game has more than {positions} positions or {moves} \
             moves\n"
        );
    };
    let plies: Vec<usize> = (0..by_ply.len()).filter(|&n| by_ply[n].boxes > 0).collect();
    let of = |plies: &[usize]| {
        let by_ply = plies.iter().map(|&ply| by_ply[ply]).collect();
        AccuracyByPly { by_ply }.all()
    };
    let share = |share: Option<f64>| share.map_or("-".to_owned(), percent);
    let side = capital(table.side().name());
    let has_values = model.rule().values().is_some();
    let are_best = format!("    {}", Holding::from_trainings([has_values]).optimal());
    let is_best = if has_values {
        "  chance that greedy play makes a best move there"
    } else {
        "  chance that a bead drawn there is a best move"
    };
    layout().by_ply(
        &format!("{side} side against optimal moves, by moves played"),
        &plies,
        &[
            ("  boxes where the choice matters", &|plies| {
                thousands(of(plies).boxes)
            }),
            ("    met", &|plies| thousands(of(plies).met)),
            (&are_best, &|plies: &[usize]| thousands(of(plies).optimal)),
            ("  share of such boxes", &|plies| share(of(plies).share())),
            (
                "    weighted by visits in play against random",
                &|plies: &[usize]| share(of(plies).weighted_share()),
            ),
            (is_best, &|plies: &[usize]| share(of(plies).kept_share())),
        ],
    )
}
