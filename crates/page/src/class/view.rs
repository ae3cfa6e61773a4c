//! What the wall and the teacher see of a class.

use matchboxes::error::Result;
use matchboxes::game::Verdict;
use matchboxes::kit::KitBeads;
use serde::Serialize;
use serde_json::{Value, json};

use super::events::{GroupNumber, Way};
use super::state::{ClassGame, ClassState, MachineId};
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

fn letter(game: &ClassGame) -> char {
    match ClassState::verdict(game) {
        Some(Verdict::Win) => 'w',
        Some(Verdict::Loss) => 'l',
        _ => 'd',
    }
}

fn machine(state: &mut ClassState, kits: &Kits, id: MachineId) -> Result<MachineView> {
    let (_, _, side) = id.lesson.machine();
    let own = state.counting().filter(|game| game.machine == id);
    let results = own.map(letter).collect();
    let model = state.machine(id)?.model().clone();
    let small = kits.kit(side).filter(|kit| kit.boxes.len() <= FEW);
    let pair = small.zip(model.table(side));
    Ok(MachineView {
        results,
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
pub(super) fn wall(
    state: &mut ClassState,
    kits: &Kits,
    collected: Option<&Value>,
) -> Result<Value> {
    let all: String = state.counting().map(letter).collect();
    let one = match state.way {
        Way::One => Some(machine(state, kits, state.taught_by(0))?),
        Way::Each => None,
    };
    let present: Vec<_> = state.present().cloned().collect();
    let mut groups = Vec::new();
    for group in present {
        let own = match state.way {
            Way::Each => Some(machine(state, kits, state.taught_by(group.number))?),
            Way::One => None,
        };
        let games = state.counting().filter(|game| game.group == group.number);
        groups.push(json!({
            "number": group.number,
            "name": group.name,
            "code": group.code,
            "file": state.file(&group.file),
            "games": games.count(),
            "playing": !group.moves.is_empty(),
            "machine": own,
        }));
    }
    Ok(json!({
        "class": state.class,
        "code": state.code,
        "lesson": state.lesson,
        "game": state.lesson.machine().0,
        "way": state.way,
        "paused": state.is_paused,
        "groups": groups,
        "results": all,
        "machine": one,
        "collected": collected,
    }))
}

/// The games that the teacher can take back, the last ones first.
pub(super) fn games(state: &ClassState) -> Value {
    let names = |number: GroupNumber| {
        let mut groups = state.groups.iter();
        let found = groups.find(|group| group.number == number);
        found.map(|group| group.name.clone())
    };
    let counting: Vec<_> = state.counting().collect();
    let last = counting.iter().rev().take(LISTED).map(|game| {
        json!({
            "number": game.number,
            "group": names(game.group),
            "result": letter(game).to_string(),
            "moves": game.played.moves.len(),
        })
    });
    last.collect()
}
