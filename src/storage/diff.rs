//! `menace diff`: compares two models.

use std::io::Write;
use std::path::PathBuf;

use matchboxes::Error;
use matchboxes::arena::{Evaluation, Figure, Ground};
use matchboxes::error::Mismatch;
use matchboxes::game::{Game, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::{Evaluator, Exact, Learners, Table};
use matchboxes::store::{self, ChangedBox, TableDifference};
use matchboxes::text::{Shown as _, capital, columns, float, percent, tenths, thousands};
use matchboxes_report::{chances, row};
use serde_json::{Map, Value, json};

use super::models;
use crate::options::JsonOption;
use crate::options::number::whole;
use crate::output::print_json;
use crate::output::width::layout;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace diff models/tic-tac-toe-first.menace models/tic-tac-toe-both.menace
  menace diff models/tic-tac-toe-first.menace models/tic-tac-toe-both.menace --most 3 --json

A change is the total variation distance between the move chances of the two boxes: 0 % if both machines \
play alike, 100 % if they have no move in common. If the game is small enough, the exact chances of both \
tables against random play, perfect play and the best opponent of each are shown too.")]
pub(crate) struct Args {
    /// A model
    one: PathBuf,

    /// Another model of the same game
    other: PathBuf,

    /// Show at most N items: the largest changes [default: 10]
    #[arg(long, value_name = "N", value_parser = whole)]
    most: Option<u64>,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let one = store::read(&args.one)?;
    let other = store::read(&args.other)?;
    if one.game() != other.game() {
        return Err(
            Error::Mismatch(Mismatch::game(args.other.shown(), other.game(), one.game())).into(),
        );
    }
    let are_shared = [&one, &other].map(|model| model.learners() == Learners::Shared);
    if are_shared[0] != are_shared[1] {
        let reason = "one model has a machine for both sides, the other a machine for a side; they have no boxes in common";
        return Err(Error::Mismatch(Mismatch::Other(reason.to_owned())).into());
    }
    let game = &store::game_of(&args.one, &one)?;
    let models = [(args.one.as_path(), one), (args.other.as_path(), other)];
    let show = usize::try_from(args.most.unwrap_or(10)).unwrap_or(usize::MAX);
    for (path, model) in &models {
        store::check_for(game, path, model)?;
    }
    let ground = Ground::offered(game);
    let sides = Side::BOTH.map(|side| {
        let models = models.each_ref();
        let tables = models.map(|(_, model)| model.tables[side.index()].as_ref());
        ComparedTables {
            game,
            side,
            difference: match tables {
                [Some(one), Some(other)] => TableDifference::between(one, other),
                _ => None,
            },
            exact: tables.map(|table| Some(exact_chances(ground.as_ref()?, table?))),
            tables,
        }
    });
    if args.json.json {
        let models = models.each_ref();
        let models = models.map(|(path, model)| models::json(&path.display().to_string(), model));
        let [first, second] = sides.map(|side| side.json(show));
        let sides = json!({"first": first, "second": second});
        let all = json!({"game": game.name(), "models": models, "sides": sides});
        return print_json(out, "diff", &all);
    }
    for (letter, (path, model)) in ["A", "B"].iter().zip(&models) {
        let what = models::in_words(model);
        let what = format!("{letter}: {}, {what}", path.shown());
        write!(out, "{}", layout().sentence(&what, 0))?;
    }
    for side in sides {
        write!(out, "{}", side.text(show))?;
    }
    Ok(())
}

fn exact_chances(ground: &Ground<AnyGame>, table: &Table) -> Exact {
    let evaluation = Evaluation::on(ground, table.layout());
    evaluation.evaluate(table.side(), &mut |key, into| {
        let found = table.get(key);
        into.clear();
        into.extend(found.iter().flat_map(|matchbox| &matchbox.beads));
        found.is_some()
    })
}

/// The tables of one side in both models, where they exist.
struct ComparedTables<'a> {
    game: &'a AnyGame,
    side: Side,
    tables: [Option<&'a Table>; 2],
    difference: Option<TableDifference>,
    exact: [Option<Exact>; 2],
}

impl ComparedTables<'_> {
    fn text(&self, show: usize) -> String {
        if self.tables == [None, None] {
            return String::new();
        }
        let title = format!("{} side", capital(self.side.name()));
        let mut rows = vec![
            row(title, ["A", "B"]),
            row(
                "  boxes",
                self.tables
                    .map(|table| thousands(table.map_or(0, |table| table.len() as u64))),
            ),
        ];
        if let Some(found) = &self.difference {
            let both = |name: &str, n: u64| row(name, [thousands(n), String::new()]);
            let keep_values = self
                .tables
                .iter()
                .flatten()
                .all(|table| table.values().is_some());
            let [same, alike, other] = if keep_values {
                ["same values", "same greedy play", "different greedy play"]
            } else {
                ["same beads", "same chances", "different chances"]
            };
            rows.extend([
                row("  boxes only here", found.only.map(thousands)),
                vec!["  boxes in both with".to_owned()],
                both(&format!("    {same}"), found.same_beads),
                both(&format!("    {alike}"), found.same_chances),
                both(&format!("    {other}"), found.changes.len() as u64),
            ]);
        }
        rows.extend(self.strength());
        let text = format!("\n{}", columns(&rows));
        text + &match (&self.difference, self.tables) {
            (Some(found), _) => self.changes(found, show),
            (None, [Some(_), Some(_)]) => layout().sentence(
                "The boxes are not compared, since the rules differ in symmetry, duplicates or boxes",
                0,
            ),
            (None, [one, _]) => {
                let who = if one.is_some() { "A" } else { "B" };
                let what = format!("Only {who} has learnt the {} side", self.side.name());
                layout().sentence(&what, 0)
            }
        }
    }

    /// The exact chances, if they are known, whose figures are rows.
    fn strength(&self) -> Vec<Vec<String>> {
        if self.exact == [None, None] {
            return Vec::new();
        }
        let mut rows = vec![vec!["  exactly".to_owned()]];
        let mut above = String::new();
        for figure in &Figure::ALL[..7] {
            let label = figure.label();
            let (ending, against) = label.split_once(' ').unwrap_or_default();
            if above != against {
                rows.push(vec![format!("  {against}")]);
                against.clone_into(&mut above);
            }
            let chance = |exact: &Exact| Some(percent(float(figure.value_in(exact)?) / 1e12));
            let chances = self.exact.each_ref().map(|own| chance(own.as_ref()?));
            let cells = chances.map(|own| own.unwrap_or_else(|| "-".to_owned()));
            rows.push(row(format!("    {ending}"), cells));
        }
        rows
    }

    /// The largest changes, each with the move whose chance changed most.
    fn changes(&self, found: &TableDifference, show: usize) -> String {
        let shown = &found.changes[..show.min(found.changes.len())];
        if shown.is_empty() {
            return String::new();
        }
        let mut rows = vec![row("  largest changes", ["", "A", "B", "change"])];
        rows.extend(shown.iter().filter_map(|change| self.change(change)));
        format!("\n{}", layout().fitted(&rows, &[3, 2, 1, 4]))
    }

    fn change(&self, change: &ChangedBox) -> Option<Vec<String>> {
        let (position, moves) = self.placed(change)?;
        let by = |colour: &usize| {
            let [one, other] = change.chances.each_ref().map(|all| all[*colour]);
            (one - other).abs()
        };
        let colours = 0..moves.len();
        let most = colours.max_by(|a, b| by(a).total_cmp(&by(b)).then(b.cmp(a)))?;
        let m = match moves[most].split_once(' ') {
            Some((first, _)) => format!("{first}..."),
            None => moves[most].clone(),
        };
        let [one, other] = change.chances.each_ref().map(|all| {
            if all.iter().any(|&chance| chance > 0.0) {
                tenths(all[most])
            } else {
                "empty".to_owned()
            }
        });
        let cells = [m, one, other, tenths(change.distance)];
        Some(row(format!("  {position}"), cells))
    }

    /// The position of a box, and the moves of each of its colours.
    fn placed(&self, change: &ChangedBox) -> Option<(String, Vec<String>)> {
        let at = self.game.position(change.key)?;
        let layout = self.tables[0]?.layout();
        let colours = layout.place(self.game, &at).colours.into_iter();
        let moves = colours.map(|moves| {
            let moves: Vec<String> = moves.iter().map(|&m| self.game.write_move(m)).collect();
            moves.join(" ")
        });
        Some((self.game.write_position(&at), moves.collect()))
    }

    fn json(&self, show: usize) -> Value {
        let figures = |exact: Exact| -> Map<String, Value> {
            let chances = chances(Some(&exact));
            chances
                .map(|(name, x)| (name.to_owned(), json!(x)))
                .collect()
        };
        let exact = self.exact.map(|exact| exact.map(figures));
        let Some(found) = &self.difference else {
            let boxes = self.tables.map(|table| table.map(Table::len));
            return json!({"boxes": boxes, "compared": false, "exact": exact});
        };
        let change = |change: &ChangedBox| {
            let (position, moves) = self.placed(change)?;
            Some(json!({
                "position": position,
                "ply": change.ply,
                "change": change.distance,
                "moves": moves,
                "beads": change.beads,
                "chances": change.chances,
            }))
        };
        let largest = found.changes.iter().take(show).filter_map(change);
        json!({
            "boxes": found.boxes,
            "compared": true,
            "only": found.only,
            "same_beads": found.same_beads,
            "same_chances": found.same_chances,
            "other_chances": found.changes.len(),
            "largest": largest.collect::<Value>(),
            "exact": exact,
        })
    }
}
