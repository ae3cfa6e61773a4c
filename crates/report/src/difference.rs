//! Two models of one game: their boxes side by side, and their exact chances.

use std::path::Path;

use matchboxes_games::game::{Game as _, Side};
use matchboxes_games::games::AnyGame;
use matchboxes_games::text::{Shown as _, capital, columns, float, percent, tenths, thousands};
use matchboxes_learn::{Exact, Learners, Table as Boxes};
use matchboxes_measure::{Evaluation, Figure, Ground};
use matchboxes_store::error::{Error, Mismatch};
use matchboxes_store::{ChangedBox, Model, Result, TableDifference};
use serde::Serialize;

use crate::history::ExactChances;
use crate::layout::Layout;
use crate::model::{in_words, model_file};
use crate::row::{Row, Sides, Table, row};

/// Two models of one game, compared.
#[derive(Serialize)]
pub struct ComparedModels {
    game: String,
    models: [Row; 2],
    sides: Sides<ComparedTables>,
    #[serde(skip)]
    in_words: [String; 2],
}

/// The tables of one side in two models.
#[derive(Serialize)]
struct ComparedTables {
    boxes: [Option<usize>; 2],
    /// Whether their boxes correspond.
    compared: bool,
    #[serde(flatten)]
    found: Option<TableDifference>,
    exact: [Option<ExactChances>; 2],
    #[serde(skip)]
    side: Side,
    #[serde(skip)]
    has_values: bool,
}

impl ComparedModels {
    /// Compares two models of this game, each with its file, and lists `most` changes of each side. Where there is a ground
    /// it also has their exact chances.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] if only one of them is a machine for both sides.
    pub fn new(
        game: &AnyGame,
        models: [(&Path, &Model); 2],
        ground: Option<&Ground<AnyGame>>,
        most: usize,
    ) -> Result<Self> {
        let [one, other] = models.map(|(_, model)| model.learners() == Learners::Shared);
        if one != other {
            let reason = "one model has a machine for both sides, the other a machine for a side; they have no boxes in common";
            return Err(Error::Mismatch(Mismatch::Other(reason.to_owned())));
        }
        let side = |side: Side| {
            let tables = models.map(|(_, model)| model.tables[side.index()].as_ref());
            let found = match tables {
                [Some(one), Some(other)] => TableDifference::between(game, one, other, most),
                _ => None,
            };
            let exact = |table: &Boxes| {
                let evaluation = Evaluation::on(ground?, table.layout());
                Some(ExactChances(evaluation.of_table(table)))
            };
            let mut known = tables.iter().flatten();
            ComparedTables {
                boxes: tables.map(|table| table.map(Boxes::len)),
                compared: found.is_some(),
                found,
                exact: tables.map(|table| exact(table?)),
                side,
                has_values: known.all(|table| table.values().is_some()),
            }
        };
        Ok(Self {
            game: game.name(),
            models: models.map(|(path, model)| model_file(path, model)),
            sides: Sides(Side::BOTH.map(side)),
            in_words: models.map(|(path, model)| format!("{}, {}", path.shown(), in_words(model))),
        })
    }

    /// Whether the boxes of both correspond on every side that both have learnt.
    pub fn correspond(&self) -> bool {
        let mut sides = self.sides.0.iter();
        sides.all(|side| side.compared || side.boxes.contains(&None))
    }

    /// The sides that are compared, each with the differences of its boxes.
    fn compared(&self) -> impl Iterator<Item = (&ComparedTables, &TableDifference)> {
        let sides = self.sides.0.iter();
        sides.filter_map(|side| Some((side, side.found.as_ref()?)))
    }

    /// The numbers of boxes of the sides that are compared; names of the second model's begin with `other_`.
    pub fn boxes(&self) -> Table<'static> {
        let rows = self.compared().map(|(side, found)| {
            let [boxes, other] = side.boxes.map(Option::unwrap_or_default);
            Row::default()
                .with("side", side.side.name())
                .with("boxes", boxes)
                .with("other_boxes", other)
                .with("only", found.only[0])
                .with("other_only", found.only[1])
                .with("same_beads", found.same_beads)
                .with("same_chances", found.same_chances)
                .with("other_chances", found.other_chances)
        });
        Table::known("boxes", rows.collect())
    }

    /// The changes that are listed, a row for each colour of a box.
    pub fn changes(&self) -> Table<'static> {
        let rows = self.compared().flat_map(|(side, found)| {
            let changes = found.largest.iter();
            changes.flat_map(|change| change_rows(side.side, change))
        });
        let none = ChangedBox {
            moves: vec![String::new()],
            beads: [vec![0], vec![0]],
            chances: [vec![0.0], vec![0.0]],
            ..ChangedBox::default()
        };
        let columns = change_rows(Side::First, &none).next();
        Table::known("changes", rows.collect()).with_columns(columns.unwrap_or_default())
    }

    /// The comparison for people.
    pub fn text(&self, layout: Layout) -> String {
        let models = ["A", "B"].into_iter().zip(&self.in_words);
        let models =
            models.map(|(letter, words)| layout.sentence(&format!("{letter}: {words}"), 0));
        let sides = self.sides.0.iter().map(|side| side.text(layout));
        models.chain(sides).collect()
    }
}

fn change_rows(side: Side, change: &ChangedBox) -> impl Iterator<Item = Row> {
    change.moves.iter().enumerate().map(move |(i, moves)| {
        Row::default()
            .with("position", &change.position)
            .with("side", side.name())
            .with("ply", u64::from(change.ply))
            .with("change", change.distance)
            .with("move", moves)
            .with("beads", change.beads[0][i])
            .with("other_beads", change.beads[1][i])
            .with("chance", change.chances[0][i])
            .with("other_chance", change.chances[1][i])
    })
}

impl ComparedTables {
    fn text(&self, layout: Layout) -> String {
        let side = self.side.name();
        let below = match (&self.found, self.boxes) {
            (_, [None, None]) => return String::new(),
            (Some(found), _) => changes(found, layout),
            (None, [Some(_), Some(_)]) => layout.sentence(
                "The boxes are not compared, since the rules differ in symmetry, duplicates or boxes",
                0,
            ),
            (None, [one, _]) => {
                let who = if one.is_some() { "A" } else { "B" };
                layout.sentence(&format!("Only {who} has learnt the {side} side"), 0)
            }
        };
        let boxes = self.boxes.map(|n| thousands(n.unwrap_or(0) as u64));
        let mut rows = vec![
            row(format!("{} side", capital(side)), ["A", "B"]),
            row("  boxes", boxes),
        ];
        if let Some(found) = &self.found {
            let both = |name: &str, n| row(format!("    {name}"), [thousands(n), String::new()]);
            let [same, alike, other] = if self.has_values {
                ["same values", "same greedy play", "different greedy play"]
            } else {
                ["same beads", "same chances", "different chances"]
            };
            rows.extend([
                row("  boxes only here", found.only.map(thousands)),
                vec!["  boxes in both with".to_owned()],
                both(same, found.same_beads),
                both(alike, found.same_chances),
                both(other, found.other_chances as u64),
            ]);
        }
        rows.extend(self.strength());
        format!("\n{}{below}", columns(&rows))
    }

    /// The exact chances, if they are known, whose figures are rows.
    fn strength(&self) -> Vec<Vec<String>> {
        let exact = self.exact.each_ref().map(Option::as_ref);
        if exact.iter().all(Option::is_none) {
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
            let chances = exact.map(|own| chance(&own?.0));
            let cells = chances.map(|own| own.unwrap_or_else(|| "-".to_owned()));
            rows.push(row(format!("    {ending}"), cells));
        }
        rows
    }
}

/// The largest changes, each with the move whose chance changed most.
fn changes(found: &TableDifference, layout: Layout) -> String {
    if found.largest.is_empty() {
        return String::new();
    }
    let mut rows = vec![row("  largest changes", ["", "A", "B", "change"])];
    rows.extend(found.largest.iter().filter_map(change));
    format!("\n{}", layout.fitted(&rows, &[3, 2, 1, 4]))
}

fn change(change: &ChangedBox) -> Option<Vec<String>> {
    let [one, other] = &change.chances;
    let by = |colour: &usize| (one[*colour] - other[*colour]).abs();
    let colours = 0..change.moves.len();
    let most = colours.max_by(|a, b| by(a).total_cmp(&by(b)).then(b.cmp(a)))?;
    let moves = &change.moves[most];
    let m = match moves.split_once(' ') {
        Some((first, _)) => format!("{first}..."),
        None => moves.clone(),
    };
    let [one, other] = [one, other].map(|all| {
        if all.iter().any(|&chance| chance > 0.0) {
            tenths(all[most])
        } else {
            "empty".to_owned()
        }
    });
    let cells = [m, one, other, tenths(change.distance)];
    Some(row(format!("  {}", change.position), cells))
}
