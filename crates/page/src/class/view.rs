//! What the wall and the teacher see of a class.

use matchboxes::kit::KitBeads;
use matchboxes::session::{ClassState, ClassWay, GroupNumber};
use serde_json::{Value, json};

use super::ClassInner;
use crate::machines::hand;
use crate::machines::kits::Kits;

/// The most boxes of a machine that are shown one by one: of the machine of all, and of the machines of groups.
const FEW: usize = 24;
const FEWER: usize = 8;
/// The most games that the teacher sees in a list.
const LISTED: usize = 200;

/// The machine that a group teaches, group 0 for the one of all: how its games ended, its boxes with their beads, where
/// they are few enough to be shown, and the beads of a new machine, and those that are left.
fn machine(state: &ClassState, kits: &Kits, group: GroupNumber) -> Option<Value> {
    let (_, _, side) = state.facts().lesson.machine();
    let taught = state.machine_of(group).ok()?;
    let most = if group == 0 { FEW } else { FEWER };
    let small = kits.kit(side).filter(|kit| kit.boxes.len() <= most);
    let large = kits.kit(side).filter(|kit| kit.boxes.len() > FEW);
    let pair = small.and_then(|kit| Some((kit, taught.model().table(side)?)));
    Some(json!({
        "results": taught.results(),
        "boxes": pair.map_or_else(Vec::new, |(kit, table)| hand::list(kit, table)),
        // The game in which each box was used last, where they are too many to be shown one by one.
        "used": large.map(|kit| kit.boxes.iter().map(|one| taught.last_use(one.key)).collect::<Vec<_>>()),
        "beads": pair.map(|(kit, table)| {
            [
                KitBeads::new(kit).total(),
                KitBeads::from_table(kit, table).total(),
            ]
        }),
    }))
}

impl ClassInner {
    /// The class as its teacher and the wall see it.
    pub(super) fn wall(&self) -> Value {
        let (state, kits) = (&self.state, &self.kits);
        let facts = state.facts();
        let is_one = facts.way == ClassWay::One;
        let own = |group| (!is_one).then(|| machine(state, kits, group));
        let groups = state.present().map(|group| {
            json!({
                "number": group.number,
                "name": group.name,
                "code": group.code,
                "file": state.file(&group.saved_as),
                "games": state.games_of(group.number),
                "score": state.machine_of(group.number).map(|taught| taught.score(group.number)).ok(),
                "playing": !group.moves.is_empty(),
                "machine": own(group.number),
            })
        });
        json!({
            "class": facts.class,
            "code": facts.code,
            "lesson": facts.lesson,
            "game": facts.lesson.machine().0,
            "way": facts.way,
            "pace": facts.pace,
            "guesses": state.guesses(),
            "paused": facts.is_paused,
            "groups": groups.collect::<Vec<_>>(),
            "results": state.results(),
            "machine": is_one.then(|| machine(state, kits, 0)),
            "collected": self.collected,
            "addresses": self.addresses,
            "unsaved": self.unsaved,
            "revision": self.shown.revision(),
        })
    }
}

/// The games that the teacher can take back, the last ones first.
pub(super) fn games(state: &ClassState) -> Value {
    let names = |number: GroupNumber| {
        let mut groups = state.groups().iter();
        let found = groups.find(|group| group.number == number);
        found.map(|group| group.name.clone())
    };
    let last = state.counting().rev().take(LISTED).map(|game| {
        json!({
            "number": game.number,
            "group": names(game.group),
            "result": game.result().to_string(),
            "moves": game.played.moves.len(),
        })
    });
    last.collect()
}
