//! What the wall and the teacher see of a class.

use matchboxes::kit::KitBeads;
use matchboxes::session::{ClassLesson, ClassState, ClassWay, GroupNumber};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::Inner;
use crate::machines::hand::{self, ListedBox};
use crate::machines::kits::Kits;
use crate::refusal::Unsaved;

/// The most boxes of a machine that are shown one by one: of the machine of all, and of the machines of groups.
const FEW: usize = 24;
const FEWER: usize = 8;
/// The most games that the teacher sees in a list.
const LISTED: usize = 200;

/// The class as the wall shows it. It is written for every move of a group, so nothing in it is copied or counted.
#[derive(Serialize)]
pub(super) struct Wall<'a> {
    class: &'a str,
    code: &'a str,
    lesson: ClassLesson,
    game: &'static str,
    way: ClassWay,
    paused: bool,
    groups: Vec<GroupView<'a>>,
    results: Box<RawValue>,
    machine: Option<MachineView>,
    collected: Option<&'a Value>,
    addresses: &'a [String],
    unsaved: Option<&'a Unsaved>,
    revision: u64,
}

#[derive(Serialize)]
struct GroupView<'a> {
    number: GroupNumber,
    name: &'a str,
    code: &'a str,
    file: String,
    games: u64,
    playing: bool,
    machine: Option<MachineView>,
}

/// The machine of a group, or the one of all.
#[derive(Serialize)]
struct MachineView {
    /// How each of its games ended for it, as they were learnt: `w`, `d` or `l`.
    results: Box<RawValue>,
    /// Its boxes with their beads, where they are few enough to be shown.
    boxes: Vec<ListedBox>,
    /// The beads of a new machine, and the beads that are left; none if there are many boxes.
    beads: Option<[u64; 2]>,
}

/// Letters as they are written, a text in which nothing has to be marked.
fn letters(all: &str) -> Box<RawValue> {
    RawValue::from_string(format!("\"{all}\"")).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// The machine that a group teaches; group 0 for the one of all.
fn machine(state: &ClassState, kits: &Kits, group: GroupNumber) -> Option<MachineView> {
    let (_, _, side) = state.facts().lesson.machine();
    let taught = state.machine_of(group).ok()?;
    let most = if group == 0 { FEW } else { FEWER };
    let small = kits.kit(side).filter(|kit| kit.boxes.len() <= most);
    let pair = small.and_then(|kit| Some((kit, taught.model().table(side)?)));
    Some(MachineView {
        results: letters(taught.results()),
        boxes: pair.map_or_else(Vec::new, |(kit, table)| hand::list(kit, table)),
        beads: pair.map(|(kit, table)| {
            [
                KitBeads::new(kit).total(),
                KitBeads::from_table(kit, table).total(),
            ]
        }),
    })
}

impl Inner {
    /// The class as its teacher and the wall see it.
    pub(super) fn wall(&self) -> Wall<'_> {
        let (state, kits) = (&self.state, &self.kits);
        let facts = state.facts();
        let is_one = facts.way == ClassWay::One;
        let groups = state.present().map(|group| GroupView {
            number: group.number,
            name: &group.name,
            code: &group.code,
            file: state.file(&group.saved_as),
            games: state.games_of(group.number),
            playing: !group.moves.is_empty(),
            machine: (!is_one)
                .then(|| machine(state, kits, group.number))
                .flatten(),
        });
        Wall {
            class: &facts.class,
            code: &facts.code,
            lesson: facts.lesson,
            game: facts.lesson.machine().0,
            way: facts.way,
            paused: facts.is_paused,
            groups: groups.collect(),
            results: letters(state.results()),
            machine: is_one.then(|| machine(state, kits, 0)).flatten(),
            collected: self.collected.as_ref(),
            addresses: &self.addresses,
            unsaved: self.unsaved.as_ref(),
            revision: self.shown.revision(),
        }
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
