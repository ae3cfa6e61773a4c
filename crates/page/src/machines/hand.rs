//! The companion of a machine whose beads are drawn by hand: what the class does next, how its board must be
//! turned to match the label, which beads go into and out of the boxes, and what every box holds.

use matchboxes::game::{Game, Symmetry};
use matchboxes::games::{AnyGame, Position};
use matchboxes::kit::{Kit, KitBeads, KitBoard, Spot};
use matchboxes::learn::{Layout, Rule, Table};
use matchboxes::session::{HandTask, Play};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::kits::{BeadLook, Kits};
use super::scene::BoxScene;

/// What the class does now at its machine, which has these results.
pub(crate) fn scene(play: &Play, rule: &Rule, kits: &Kits, results: [u64; 3]) -> Option<Value> {
    let machine = play.person().filter(|_| play.is_by_hand())?.other();
    let kit = kits.kit(machine)?;
    let game = play.game();
    let layout = Layout::from(rule);
    let is_open = play.end().is_none() && play.side() == machine;
    let form = is_open.then(|| layout.canonical(game, play.at()));
    let label = form.as_ref().and_then(|form| play.box_at(&form.position));
    let turning = form
        .as_ref()
        .filter(|_| label.is_some())
        .map(|form| turning(game, play.at(), &form.position, form.by));
    let number = label.as_ref().and_then(|view| kits.find(game, view));
    Some(json!({
        "machine": machine,
        // Whether it can change sides before a game.
        "seats": layout.shared && play.turns().is_empty() && play.end().is_none(),
        "asks": play.asks().map(HandTask::name),
        // The box to be opened as its label shows it, and how to turn the board on the table to lie like it.
        "label": label.map(|view| BoxScene::new(game, &view, kits)),
        "turning": turning,
        // The beads of each colour that the box starts with.
        "start": number.and_then(|one| one.choices.first().map(|choice| choice.start)),
        "scored": is_scored(rule),
        "boxes": kit.boxes.len(),
        "beads": KitBeads::from_table(kit, &play.table(machine)?).total(),
        "results": results,
    }))
}

/// Whether a rule moves beads like the score of 1961: 3 for a win, 1 for a draw, -1 for a loss.
fn is_scored(rule: &Rule) -> bool {
    rule.beads().is_some_and(|beads| {
        let changes = beads.changes().map(|change| change.to_string());
        changes.eq(["+3 all", "+1 all", "-1 all"])
    })
}

/// How a board is turned: the name, and from a column and a row of a board of this many columns and rows to the
/// column and the row on the turned one.
type Turning = (&'static str, fn([usize; 2], [usize; 2]) -> [usize; 2]);

/// In the order in which they are tried: what is easier to do with a board comes first.
const TURNINGS: [Turning; 8] = [
    ("same", |at, _| at),
    ("right", |[c, r], [_, h]| [h - 1 - r, c]),
    ("left", |[c, r], [w, _]| [r, w - 1 - c]),
    ("half", |[c, r], [w, h]| [w - 1 - c, h - 1 - r]),
    ("mirror", |[c, r], [w, _]| [w - 1 - c, r]),
    ("upside", |[c, r], [_, h]| [c, h - 1 - r]),
    ("diagonal", |[c, r], _| [r, c]),
    ("other-diagonal", |[c, r], [w, h]| [h - 1 - r, w - 1 - c]),
];

/// How a board must be turned to lie like the label of its box; `order` if nothing can be turned, only sorted.
fn turning(game: &AnyGame, at: &Position, label: &Position, by: Symmetry) -> &'static str {
    let [here, there] = [at, label].map(|at| KitBoard::new(game, at));
    if here == there && by == Symmetry::IDENTITY {
        return "same";
    }
    if here.columns == 0 || here.is_piles() || here.cells.len() != there.cells.len() {
        return if here == there { "same" } else { "order" };
    }
    let size = [here.columns, here.height()];
    let fits = |(_, turn): &&Turning| {
        let turned = |cell: usize| {
            let [column, row] = turn([cell % size[0], cell / size[0]], size);
            (column < there.columns && row < there.height()).then(|| row * there.columns + column)
        };
        let cells = (0..here.cells.len())
            .all(|cell| turned(cell).is_some_and(|to| there.cells[to] == here.cells[cell]));
        let moves = game.moves(at).all(|m| {
            let from = KitBoard::spot(game, at, m);
            let to = KitBoard::spot(game, label, game.turn_move(m, by));
            match from {
                Spot::Cell(cell) => turned(cell).map(Spot::Cell) == Some(to),
                Spot::Arrow(a, b) => match (turned(a), turned(b)) {
                    (Some(a), Some(b)) => Spot::Arrow(a, b) == to,
                    _ => false,
                },
                Spot::Listed => true,
            }
        });
        cells && moves
    };
    TURNINGS.iter().find(fits).map_or("order", |(name, _)| name)
}

/// Beads that go into a box, or out of it if there are fewer than none.
#[derive(Debug, Serialize)]
pub(crate) struct BeadChange {
    number: usize,
    #[serde(flatten)]
    look: BeadLook,
    n: i128,
}

/// What must be done with the beads on the table when the record changes from one table to another.
pub(crate) fn steps(kit: &Kit, before: &Table, after: &Table) -> Vec<BeadChange> {
    let [before, after] = [before, after].map(|table| KitBeads::from_table(kit, table).beads);
    let pairs = kit.boxes.iter().zip(before.iter().zip(&after));
    let steps = pairs.flat_map(|(one, (before, after))| {
        let beads = one.choices.iter().zip(before.iter().zip(after));
        beads.map(|(choice, (&before, &after))| BeadChange {
            number: one.number,
            look: choice.bead.into(),
            n: i128::from(after) - i128::from(before),
        })
    });
    steps.filter(|step| step.n != 0).collect()
}

/// A box with its contents by the record.
#[derive(Debug, Serialize)]
pub(crate) struct ListedBox {
    number: usize,
    stage: usize,
    position: String,
    beads: Vec<Heap>,
}

/// The beads of one colour.
#[derive(Debug, Serialize)]
pub(crate) struct Heap {
    #[serde(flatten)]
    look: BeadLook,
    n: u64,
}

/// Every box in the order of the shelf, as the list that is printed has them.
pub(crate) fn list(kit: &Kit, table: &Table) -> Vec<ListedBox> {
    let content = KitBeads::from_table(kit, table).beads;
    let boxes = kit.boxes.iter().zip(content);
    let listed = boxes.map(|(one, beads)| ListedBox {
        number: one.number,
        stage: one.stage,
        position: one.position.clone(),
        beads: (one.choices.iter().zip(beads))
            .map(|(choice, n)| Heap {
                look: choice.bead.into(),
                n,
            })
            .collect(),
    });
    listed.collect()
}

/// A box, and the beads that lie in it on the table, one number for each of its colours.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Correction {
    pub(crate) number: usize,
    pub(crate) beads: Vec<u64>,
    /// As in [`SeenState`](super::state::SeenState).
    pub(crate) revision: u64,
    pub(crate) request: Option<u64>,
}

/// The machines whose tables are added up.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Groups {
    pub(crate) names: Vec<String>,
    /// Whether the sum is played by hand, as a class does by default.
    pub(crate) by_hand: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score on paper is Michie's, so it is shown where every result moves as many beads, on either side.
    #[test]
    fn a_score_is_shown_where_each_result_counts_as_many_beads() {
        let michie = "name = \"mine\"\nstart = [4]\nwin = \"+3 all\"\ndraw = \"+1 all\"\nloss = \"-1 all\"\n";
        let is_scored_with = |more: &str| {
            let text = format!("{michie}{more}");
            is_scored(&Rule::from_toml(&text, "mine.toml").unwrap())
        };
        assert!(is_scored_with(""));
        assert!(!is_scored_with("draw-second = \"+2 all\"\n"));
    }
}
