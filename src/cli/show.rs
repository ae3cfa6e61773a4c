//! `menace show`: what a model knows, and any one of its matchboxes; also the JSON that a training
//! ends with.

use std::io::Write;
use std::path::{Path, PathBuf};

use menace::game::{Game, Move, Side};
use menace::games::{Visitor, with_game};
use menace::learn::{Empty, Exact, Matchbox, Snapshot, Table};
use menace::store::{self, Model};
use serde_json::{Value, json};

use super::output::print_json;
use super::{board, theory};
use menace::text::{capital, columns, count, thousands};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace show models/tic-tac-toe-first.menace
  menace show models/tic-tac-toe-first.menace X../.O./... --json")]
pub(super) struct Args {
    /// The model file
    model: PathBuf,

    /// The position whose box to show [default: the opening, or the most used answer to it]
    position: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let model = store::read(&args.model)?;
    with_game(
        &model.game,
        Command {
            args,
            model: &model,
            out,
        },
    )?
}

struct Command<'a> {
    args: &'a Args,
    model: &'a Model,
    out: &'a mut dyn Write,
}

impl Visitor for Command<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let Self { args, model, out } = self;
        for table in model.tables.iter().flatten() {
            table.check(&game)?;
        }
        let at = match &args.position {
            Some(text) => Some(game.read_position(text)?),
            None => None,
        };
        let shown: Vec<BoxView<G>> = match at {
            Some(at) => vec![BoxView::at(&game, model, &at)?],
            None => model
                .tables
                .iter()
                .flatten()
                .filter_map(|table| BoxView::landmark(&game, model, table))
                .collect(),
        };
        if args.json {
            return print_json(out, &model_json(&game, model, &args.model, &shown));
        }
        if at.is_none() {
            write!(out, "{}", provenance(model))?;
            for table in model.tables.iter().flatten() {
                write!(out, "\n{}", by_ply(table))?;
                write!(out, "\n{}", theory::text(&game, model, table))?;
            }
        }
        for (i, view) in shown.iter().enumerate() {
            let gap = if at.is_none() || i > 0 { "\n" } else { "" };
            write!(out, "{gap}{}", view.text(&game))?;
        }
        Ok(())
    }
}

/// A matchbox as it lies at a position: beads for each legal move.
pub(super) struct BoxView<G: Game> {
    pub(super) at: G::Position,
    pub(super) side: Side,
    /// For each legal move its beads, those of its colour where several share one.
    pub(super) beads: Vec<(Move, u64)>,
    /// All beads in the box.
    pub(super) total: u64,
    pub(super) met: bool,
    /// What happens when it is empty.
    when_empty: &'static str,
}

impl<G: Game> BoxView<G> {
    /// The box of a position, from the table of the side that is to move there.
    pub(super) fn at(game: &G, model: &Model, at: &G::Position) -> menace::Result<Self> {
        let wrong = |reason: String| menace::Error::Position {
            game: game.name(),
            text: game.write_position(at),
            reason,
        };
        if game.outcome(at).is_some() {
            return Err(wrong("the game is over there".to_owned()));
        }
        let side = game.side(at);
        let Some(table) = &model.tables[side.index()] else {
            return Err(wrong(format!(
                "{} is to move there, and the model has learnt the other side",
                side.name()
            )));
        };
        if !model.layout().has_box(game, at) {
            return Err(wrong(format!(
                "the rule {} has no box for it; any move is played",
                model.rule().name
            )));
        }
        Ok(Self::new(game, model, table, at))
    }

    /// The first box met at the earliest ply; where there are several, the one with most beads.
    pub(super) fn landmark(game: &G, model: &Model, table: &Table) -> Option<Self> {
        let boxes = || table.iter();
        let rank = |b: &Matchbox| (std::cmp::Reverse(b.ply), b.beads.iter().sum::<u64>());
        let best = boxes().map(|(_, matchbox)| rank(matchbox)).max()?;
        let (key, _) = boxes().find(|(_, matchbox)| rank(matchbox) == best)?;
        Some(Self::new(game, model, table, &game.position(key)?))
    }

    fn new(game: &G, model: &Model, table: &Table, at: &G::Position) -> Self {
        let placed = model.layout().place(game, at);
        let found = table.get(placed.key);
        let beads_of = |colour: usize| found.map_or(0, |matchbox| matchbox.beads[colour]);
        let mut beads: Vec<_> = placed
            .colours
            .iter()
            .enumerate()
            .flat_map(|(colour, moves)| moves.iter().map(move |&m| (m, beads_of(colour))))
            .collect();
        beads.sort_unstable();
        let total = found.map_or(0, |matchbox| matchbox.beads.iter().sum());
        let first = found.is_some_and(|matchbox| matchbox.ply < 2);
        let when_empty = match model.rule().empty {
            Empty::Refuse if first => "it refuses to play",
            Empty::Refill => "it is filled again when it is needed",
            _ => "it resigns",
        };
        Self {
            when_empty,
            at: *at,
            side: table.side(),
            beads,
            total,
            met: found.is_some(),
        }
    }

    fn text(&self, game: &G) -> String {
        let beads = match (self.met, self.total) {
            (false, _) => "never met: any move is played".to_owned(),
            (true, 0) => format!("empty: {}", self.when_empty),
            (true, n) => count(n, "bead", "beads"),
        };
        let heading = format!(
            "{}   {} to move, {beads}\n\n",
            game.write_position(&self.at),
            self.side.name()
        );
        let said = |m| {
            let found = self.beads.iter().find(|(other, _)| *other == m);
            found.map_or_else(String::new, |&(_, n)| thousands(n))
        };
        heading + &board::draw(game, &self.at, said)
    }

    fn json(&self, game: &G) -> Value {
        let beads: serde_json::Map<String, Value> = self
            .beads
            .iter()
            .map(|&(m, n)| (game.write_move(m), json!(n)))
            .collect();
        json!({
            "position": game.write_position(&self.at),
            "side": self.side.name(),
            "met": self.met,
            "beads": beads,
        })
    }
}

/// What made a model, in words.
pub(super) fn provenance(model: &Model) -> String {
    let mut text = format!(
        "{}: {} learning\n",
        capital(&model.game),
        model.learners.in_words()
    );
    for chapter in &model.chapters {
        if chapter.is_import() {
            text.push_str(&format!(
                "  imported from {}, with boxes as {} lays them out\n",
                chapter.from.join(" and "),
                chapter.rule.name
            ));
            continue;
        }
        let against = match chapter.opponent.as_str() {
            "" => "against each other".to_owned(),
            opponent => format!("against {opponent}"),
        };
        let run = if chapter.run == 0 {
            String::new()
        } else {
            format!(", run {}", chapter.run)
        };
        let from = match chapter.from.as_slice() {
            [] => String::new(),
            names => format!(", beginning from {}", names.join(" and ")),
        };
        text.push_str(&format!(
            "  {} of {} {against}, rule {}, seed {}{run}{from}\n",
            count(chapter.sets, "set", "sets"),
            count(chapter.games_per_set, "game", "games"),
            chapter.rule.name,
            chapter.seed,
        ));
    }
    if let Some(pending) = &model.pending {
        let left = count(pending.left, "set", "sets");
        text.push_str(&format!(
            "  stopped with {left} left; the same command with --continue goes on\n"
        ));
    }
    text.push_str(&format!("  written by menace {}\n", model.version));
    text
}

/// The boxes of a table by the number of moves before them.
fn by_ply(table: &Table) -> String {
    let last = table
        .iter()
        .map(|(_, matchbox)| matchbox.ply)
        .max()
        .unwrap_or(0);
    let tally = |fits: &dyn Fn(&Matchbox) -> bool| -> Vec<u64> {
        (0..=last)
            .map(|ply| {
                table
                    .iter()
                    .filter(|(_, b)| b.ply == ply && fits(b))
                    .count() as u64
            })
            .collect()
    };
    let met = tally(&|_| true);
    let zeroed = tally(&Matchbox::is_zeroed);
    let empty = tally(&Matchbox::is_empty);
    let row = |name: &str, counts: &[u64]| {
        let mut row = vec![name.to_owned()];
        row.extend(
            counts
                .iter()
                .zip(&met)
                .filter(|(_, m)| **m > 0)
                .map(|(n, _)| thousands(*n)),
        );
        row.push(thousands(counts.iter().sum()));
        row
    };
    let mut head = vec![format!(
        "{} side, after so many moves",
        capital(table.side().name())
    )];
    head.extend(
        (0..=last)
            .zip(&met)
            .filter(|(_, m)| **m > 0)
            .map(|(ply, _)| ply.to_string()),
    );
    head.push("all".to_owned());
    columns(&[
        head,
        row("  boxes met", &met),
        row("  with a move without beads", &zeroed),
        row("  empty", &empty),
    ])
}

/// The history of a model in the shape that scripts rely on.
pub(super) fn history_json(model: &Model, path: &Path) -> Value {
    let mut set = 0;
    let history: Vec<Value> = model
        .history
        .records
        .iter()
        .map(|record| {
            set += record.sets;
            let snapshot = |side: Side| record.snapshots[side.index()].as_ref();
            let boxes = Side::BOTH.map(|side| snapshot(side).map_or(0, |s| s.boxes));
            let zeroed = Side::BOTH.map(|side| snapshot(side).map_or(0, Snapshot::zeroed_total));
            let pair = |pair: [u64; 2]| json!({"first": pair[0], "second": pair[1]});
            let events = |of: fn(&Snapshot) -> u64| {
                pair(Side::BOTH.map(|side| snapshot(side).map_or(0, of)))
            };
            let mut value = json!({
                "set": set,
                "sets": record.sets,
                "first_wins": record.results.first_wins,
                "draws": record.results.draws,
                "second_wins": record.results.second_wins,
                "resigned": pair(record.resigned),
                "refused": events(|s| s.refused),
                "rescued": events(|s| s.rescued),
                "saturated": events(|s| s.saturated),
                "boxes": pair(boxes),
                "zeroed": pair(zeroed),
            });
            for side in Side::BOTH {
                if let Some(exact) = snapshot(side).and_then(|s| s.exact.as_ref()) {
                    value["exact"][side.name()] = exact_json(exact);
                }
            }
            value
        })
        .collect();
    json!({
        "model": path.display().to_string(),
        "games": model.games(),
        "seed": model.chapters.last().map_or(0, |chapter| chapter.seed),
        "learner": model.learners.name(),
        "rule": model.rule().name,
        "history": history,
    })
}

/// The exact figures as chances.
fn exact_json(exact: &Exact) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "the figures have twelve digits")]
    let chance = |parts: u64| parts as f64 / 1e12;
    #[expect(clippy::cast_precision_loss, reason = "the figures have twelve digits")]
    let best_response = exact.best_response as f64 / 1e12;
    let three = |[won, drawn, lost]: [u64; 3]| json!({"won": chance(won), "drawn": chance(drawn), "lost": chance(lost)});
    json!({
        "random": three(exact.random),
        "perfect": three(exact.perfect),
        "worst_loss": chance(exact.worst_loss),
        "best_response": best_response,
        "right": chance(exact.right),
        "right_where_play_goes": chance(exact.right_reached),
    })
}

fn model_json<G: Game>(game: &G, model: &Model, path: &Path, shown: &[BoxView<G>]) -> Value {
    let chapters: Vec<Value> = model
        .chapters
        .iter()
        .map(|chapter| {
            json!({
                "rule": chapter.rule.name,
                "opponent": chapter.opponent,
                "sets": chapter.sets,
                "games_per_set": chapter.games_per_set,
                "seed": chapter.seed,
                "run": chapter.run,
                "from": chapter.from,
            })
        })
        .collect();
    let table = |side: Side| {
        model.tables[side.index()].as_ref().map(|table| {
            let measured = theory::measure(game, model, table);
            json!({
                "boxes": table.len(),
                "zeroed_by_ply": table.zeroed(),
                "theory": measured.as_ref().map(theory::json),
            })
        })
    };
    json!({
        "model": path.display().to_string(),
        "version": model.version,
        "game": model.game,
        "learner": model.learners.name(),
        "trainings": chapters,
        "tables": {"first": table(Side::First), "second": table(Side::Second)},
        "boxes": shown.iter().map(|view| view.json(game)).collect::<Vec<_>>(),
    })
}
