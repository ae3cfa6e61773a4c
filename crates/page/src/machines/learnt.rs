//! What a machine has learnt, as of one moment: its games, its boxes, its learning curve and its first box. The page
//! gets them in one answer, so it never shows numbers of two moments side by side.

use std::cmp::Reverse;

use matchboxes::game::{Key, Side};
use matchboxes::games::AnyGame;
use matchboxes::store::{BoxView, Model, MoveValue};
use matchboxes::text::float;
use serde::{Deserialize, Serialize};

use super::curve::{CurvePoint, curve};
use super::kits::Kits;
use super::scene::BoxScene;

/// A machine after a number of games.
#[derive(Debug, Serialize)]
pub(crate) struct Learnt {
    /// The games it has learnt from.
    #[serde(rename = "learnt")]
    games: u64,
    boxes: u64,
    /// It plays both sides; a win in `points` is then one of the first side.
    is_shared: bool,
    points: Vec<CurvePoint>,
    /// Its first box, and what was in it after earlier games.
    #[serde(rename = "box")]
    matchbox: Option<BoxScene>,
    seen: Vec<PastContent>,
}

/// What was in a box after a number of games: beads or values by colour.
#[derive(Clone, Debug, Serialize)]
struct PastContent {
    games: u64,
    colours: Vec<f64>,
}

impl Learnt {
    /// `side` is the side of the table.
    pub(crate) fn new(
        game: &AnyGame,
        model: &Model,
        side: Side,
        first: &FirstBox,
        kits: &Kits,
    ) -> Self {
        let landmark = BoxView::landmark(game, model, side);
        let seen = landmark.as_ref().map(|view| {
            let key = model.layout().place(game, &view.at).key;
            first.contents(key, &unmet(model, view))
        });
        Self {
            games: model.games(),
            boxes: model.table(side).map_or(0, |table| table.len() as u64),
            is_shared: model.layout().shared,
            points: curve(model, side),
            matchbox: landmark.map(|view| BoxScene::new(game, &view, kits)),
            seen: seen.unwrap_or_default(),
        }
    }
}

/// What was in this box before it was met.
fn unmet(model: &Model, view: &BoxView<AnyGame>) -> Vec<f64> {
    let colours = view.colours.len();
    let each = if let Some(rule) = model.rule().values() {
        value(rule.initial.units())
    } else {
        let ply = view.ply.unwrap_or_default();
        float(model.rule().start_beads(ply, colours))
    };
    vec![each; colours]
}

pub(super) fn value(units: i64) -> f64 {
    f64::from(MoveValue { units, visits: 0 })
}

/// The boxes that a machine met at the earliest ply. The first box is one of them, but games can make another one
/// the first, whose past is then shown.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(crate) struct Earliest(Vec<(Key, Vec<f64>)>);

/// How many of these boxes are followed, chosen by most beads.
const FOLLOWED: usize = 16;

impl Earliest {
    pub(crate) fn new(model: &Model, side: Side) -> Self {
        let Some(table) = model.table(side) else {
            return Self::default();
        };
        let mut ply = u16::MAX;
        let mut found: Vec<(u64, Key)> = Vec::new();
        for (key, matchbox) in table {
            if matchbox.ply < ply {
                ply = matchbox.ply;
                found.clear();
            }
            if matchbox.ply == ply {
                found.push((matchbox.beads.iter().sum(), key));
            }
        }
        found.sort_unstable_by_key(|&(beads, key)| (Reverse(beads), key));
        found.truncate(FOLLOWED);
        Self(
            found
                .into_iter()
                .filter_map(|(_, key)| {
                    let values = table.values_of(key);
                    let values = values
                        .map(|(values, _)| values.iter().map(|&units| value(units)).collect());
                    Some((key, values.or_else(|| Some(beads(&table.get(key)?.beads)))?))
                })
                .collect(),
        )
    }
}

fn beads(beads: &[u64]) -> Vec<f64> {
    beads.iter().map(|&n| float(n)).collect()
}

/// What was in the earliest boxes after each game since the program started. The file of a machine does not
/// store it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(crate) struct FirstBox(Vec<(u64, Earliest)>);

/// The most moments that are kept; of more, every second one.
const MOMENTS: usize = 400;

impl FirstBox {
    /// Notes what they hold after this number of games, in place of later games, now undone.
    pub(crate) fn note(&mut self, games: u64, earliest: &Earliest) {
        self.0
            .truncate(self.0.partition_point(|&(before, _)| before < games));
        self.0.push((games, earliest.clone()));
        if self.0.len() > MOMENTS {
            let last = self.0.len() - 1;
            let mut number = 0_usize..;
            self.0.retain(|_| {
                number
                    .next()
                    .is_some_and(|n| n.is_multiple_of(2) || n == last)
            });
        }
    }

    /// What was in one of them, and in it `unmet` before it was met.
    fn contents(&self, key: Key, unmet: &[f64]) -> Vec<PastContent> {
        let content = |(games, Earliest(boxes)): &(u64, Earliest)| {
            let found = boxes.iter().find(|&&(other, _)| other == key);
            let colours = match found {
                Some((_, colours)) => colours.as_slice(),
                None if boxes.len() < FOLLOWED => unmet,
                None => return None,
            };
            Some(PastContent {
                games: *games,
                colours: colours.to_vec(),
            })
        };
        self.0.iter().filter_map(content).collect()
    }

    /// Its memory, about.
    pub(crate) fn bytes(&self) -> usize {
        self.0
            .iter()
            .map(|(_, boxes): &(u64, Earliest)| -> usize {
                boxes.0.iter().map(|(_, colours)| 8 + colours.len()).sum()
            })
            .sum::<usize>()
            * 8
    }
}
