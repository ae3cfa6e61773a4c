//! The kits of a machine: which number, letters and colours its boxes have, on paper and on the page.

use std::collections::HashMap;

use matchboxes::game::{Key, Side};
use matchboxes::games::AnyGame;
use matchboxes::kit::{self, Bead, Kit, KitBox};
use matchboxes::learn::Layout;
use matchboxes::store::{BoxView, Model};
use serde::Serialize;

/// The kits of the sides of a machine that can be built.
#[derive(Debug, Default)]
pub(crate) struct Kits {
    layout: Option<Layout>,
    /// Each with the places of its boxes by key.
    by_side: [Option<(Kit, HashMap<Key, usize>)>; 2],
}

/// How a bead looks: its letter, its colour, and black or white to write on it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BeadLook {
    pub(crate) letter: char,
    /// The name of its plain colour, such as `light blue`.
    pub(crate) colour: &'static str,
    pub(crate) large: bool,
    pub(crate) fill: String,
    pub(crate) ink: &'static str,
}

impl From<Bead> for BeadLook {
    fn from(bead: Bead) -> Self {
        let [red, green, blue] = bead.rgb();
        Self {
            letter: bead.letter(),
            colour: bead.colour(),
            large: bead.is_large(),
            fill: format!("#{red:02x}{green:02x}{blue:02x}"),
            ink: if bead.is_light() { "#000" } else { "#fff" },
        }
    }
}

impl Kits {
    /// The kits of all sides that a machine has learnt, where one can be built.
    pub(crate) fn new(game: &AnyGame, model: &Model) -> Self {
        Self {
            layout: Some(model.layout()),
            by_side: Side::BOTH.map(|side| {
                let learnt = model.learners().plays(side).then_some(side);
                let kit = Kit::new(game, model.rule(), learnt?).ok()?;
                let places = kit.boxes.iter().map(|one| one.key).zip(0..).collect();
                Some((kit, places))
            }),
        }
    }

    pub(crate) fn kit(&self, side: Side) -> Option<&Kit> {
        self.by_side[side.index()].as_ref().map(|(kit, _)| kit)
    }

    pub(crate) fn number(&self, side: Side, key: Key) -> Option<usize> {
        let (kit, places) = self.by_side[side.index()].as_ref()?;
        Some(kit.boxes.get(*places.get(&key)?)?.number)
    }

    /// The bead of each colour of a box, even if no kit can be built.
    pub(crate) fn beads(&self, game: &AnyGame, view: &BoxView<AnyGame>) -> Vec<Bead> {
        match self.layout {
            Some(layout) => kit::beads(game, layout, &view.at),
            None => (0..view.colours.len()).map(Bead).collect(),
        }
    }

    pub(crate) fn find(&self, game: &AnyGame, view: &BoxView<AnyGame>) -> Option<&KitBox> {
        let (kit, places) = self.by_side[view.side.index()].as_ref()?;
        let key = self.layout?.canonical(game, &view.at).key;
        kit.boxes.get(*places.get(&key)?)
    }
}
