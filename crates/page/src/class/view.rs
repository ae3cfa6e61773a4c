//! What the wall and the teacher see of a class.

use matchboxes::kit::KitBeads;
use matchboxes::session::{ClassGroup, ClassState, ClassWay, GroupNumber};
use serde::Serialize;
use serde_json::{Value, json};

use crate::machines::hand::{self, ListedBox};
use crate::machines::kits::Kits;

/// The most boxes of a machine that are shown one by one.
const FEW: usize = 24;
/// The most games that the teacher sees in a list.
const LISTED: usize = 200;

/// The machine of a group, or the one of all.
#[derive(Debug, Serialize)]
struct MachineView {
    /// How each of its games ended for it, as they were learnt: `w`, `d` or `l`.
    results: String,
    /// Its boxes with their beads, where there are few.
    boxes: Vec<ListedBox>,
    /// The beads of a new machine, and the beads that are left; none if there are many boxes.
    beads: Option<[u64; 2]>,
}

/// The machine that a group teaches; group 0 for the one of all.
fn machine(state: &ClassState, kits: &Kits, group: GroupNumber) -> Option<MachineView> {
    let (_, _, side) = state.facts().lesson.machine();
    let taught = state.machine_of(group).ok()?;
    let small = kits.kit(side).filter(|kit| kit.boxes.len() <= FEW);
    let pair = small.zip(taught.machine.model().table(side));
    Some(MachineView {
        results: taught.results.clone(),
        boxes: pair.map_or_else(Vec::new, |(kit, table)| hand::list(kit, table)),
        beads: pair.map(|(kit, table)| {
            [
                KitBeads::new(kit).total(),
                KitBeads::from_table(kit, table).total(),
            ]
        }),
    })
}

/// The class as the wall shows it.
pub(super) fn wall(state: &ClassState, kits: &Kits) -> Value {
    let facts = state.facts();
    let is_one = facts.way == ClassWay::One;
    let group = |group: &ClassGroup| {
        let number = group.number;
        let own = (!is_one).then(|| machine(state, kits, number)).flatten();
        json!({
            "number": number,
            "name": group.name,
            "code": group.code,
            "file": state.file(&group.file),
            "games": state.games_of(number),
            "playing": !group.moves.is_empty(),
            "machine": own,
        })
    };
    json!({
        "class": facts.class,
        "code": facts.code,
        "lesson": facts.lesson,
        "game": facts.lesson.machine().0,
        "way": facts.way,
        "paused": facts.is_paused,
        "groups": state.present().map(group).collect::<Vec<_>>(),
        "results": state.results(),
        "machine": is_one.then(|| machine(state, kits, 0)).flatten(),
    })
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
