//! The shelf of a machine: its boxes by stage, whether met or not, and the playing strength of all of them.

use std::collections::{BTreeMap, HashMap, HashSet};

use matchboxes::arena::{Evaluation, Ground, Strength};
use matchboxes::error::Result;
use matchboxes::game::{Game, Key, Side};
use matchboxes::games::AnyGame;
use matchboxes::graph;
use matchboxes::store::{BoxView, Model};
use serde::Serialize;

use super::kits::Kits;
use super::past::value;
use super::scene::BoxScene;

/// A box on the shelf, kept small because many are sent.
#[derive(Debug, Serialize)]
struct SmallBox {
    position: String,
    /// Its number, if it can be built.
    number: Option<usize>,
    met: bool,
    total: u64,
    /// The most beads of a colour, which is its best move as far as it has learnt.
    best: u64,
    /// The number of colours that still have a bead, and of all colours.
    left: usize,
    colours: usize,
    /// The greatest value in it, under a rule of values. Its beads then show greedy play.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Stage {
    ply: u16,
    /// The number of boxes in theory, if the game is small enough to count them.
    all: Option<u64>,
    /// The number of boxes met, of boxes that lack some but not all colours (for values: in which greedy play
    /// leaves out some moves), and of empty boxes.
    met: u64,
    lacking: u64,
    empty: u64,
    /// The boxes, met ones first, up to [`MOST`].
    boxes: Vec<SmallBox>,
    /// The same with their beads, in the first stages, up to [`OPEN`] boxes in all.
    open: Vec<BoxScene>,
}

/// The most boxes of a stage that are listed one by one.
const MOST: usize = 600;
/// The most boxes that are shown open at once.
const OPEN: usize = 40;

/// All stages of a side, in order of play.
pub(crate) fn stages(game: &AnyGame, model: &Model, side: Side, kits: &Kits) -> Vec<Stage> {
    let Some(table) = model.table(side) else {
        return Vec::new();
    };
    let greatest = |key| table.values_of(key)?.0.iter().max().copied().map(value);
    let initial = model.rule().values();
    let initial = initial.map(|rule| value(rule.initial.units()));
    let mut stages: BTreeMap<u16, Stage> = BTreeMap::new();
    let mut met = HashSet::new();
    let all = all_boxes(game, model, side);
    // A position that can come at several plies counts at its earliest, not where the machine met it.
    let plies: HashMap<Key, u16> = all.iter().map(|&(key, ply, _)| (key, ply)).collect();
    for (key, matchbox) in table {
        met.insert(key);
        let ply = plies.get(&key).copied().unwrap_or(matchbox.ply);
        let stage = stages.entry(ply).or_default();
        let left = matchbox.beads.iter().filter(|&&n| n > 0).count();
        stage.met += 1;
        stage.empty += u64::from(left == 0);
        stage.lacking += u64::from(left > 0 && left < matchbox.beads.len());
        if stage.boxes.len() < MOST
            && let Some(at) = game.position(key)
        {
            stage.boxes.push(SmallBox {
                position: game.write_position(&at),
                number: kits.number(side, key),
                met: true,
                total: matchbox.beads.iter().sum(),
                best: matchbox.beads.iter().copied().max().unwrap_or_default(),
                left,
                colours: matchbox.beads.len(),
                value: greatest(key),
            });
        }
    }
    for (key, ply, colours) in all {
        let beads = model.rule().start_beads(ply, colours);
        let stage = stages.entry(ply).or_default();
        *stage.all.get_or_insert(0) += 1;
        if stage.boxes.len() < MOST
            && !met.contains(&key)
            && let Some(at) = game.position(key)
        {
            stage.boxes.push(SmallBox {
                position: game.write_position(&at),
                number: kits.number(side, key),
                met: false,
                best: beads,
                total: beads.saturating_mul(colours as u64),
                left: colours,
                colours,
                value: initial,
            });
        }
    }
    // In the order of the shelf, if there is one.
    for stage in stages.values_mut() {
        stage.boxes.sort_by_key(|one| one.number);
    }
    let mut room = OPEN;
    let stages = stages.into_iter().map(|(ply, mut stage)| {
        // A stage is open as a whole, and only if all earlier stages are.
        room = room.saturating_sub(stage.boxes.len());
        if room > 0 {
            let open = stage.boxes.iter();
            stage.open = open
                .filter_map(|small| opened(game, model, small, kits))
                .collect();
        }
        Stage { ply, ..stage }
    });
    stages.collect()
}

fn opened(game: &AnyGame, model: &Model, small: &SmallBox, kits: &Kits) -> Option<BoxScene> {
    let at = game.read_position(&small.position).ok()?;
    let view = BoxView::at(game, model, &at).ok()?;
    Some(BoxScene::new(game, &view, kits))
}

/// All boxes of a side with ply and number of colours; none if the game is too large to list them quickly.
fn all_boxes(game: &AnyGame, model: &Model, side: Side) -> Vec<(Key, u16, usize)> {
    let Some(solved) = graph::offered(game) else {
        return Vec::new();
    };
    let (graph, layout) = (solved.graph(), model.layout());
    let mut found = HashSet::new();
    let mut boxes = Vec::new();
    for node in graph.nodes() {
        let at = graph.position(node);
        let is_own = layout.shared || graph.side(node) == side;
        if graph.outcome(node).is_some() || !is_own || !layout.has_box(game, at) {
            continue;
        }
        let placed = layout.place(game, at);
        if found.insert(placed.key) {
            boxes.push((placed.key, graph.ply(node), placed.colours.len()));
        }
    }
    boxes
}

/// The exact strength of a side's table, or `None` if the game is too large to calculate it.
pub(crate) fn strength(game: &AnyGame, model: &Model, side: Side) -> Result<Option<Strength>> {
    let (Some(table), Some(_)) = (model.table(side), graph::offered(game)) else {
        return Ok(None);
    };
    let evaluation = Evaluation::on(&Ground::shared(game)?, model.layout());
    Ok(Some(evaluation.of_table(table).into()))
}
