//! The boards of the groups: ordinary boards of the page, whose machine is read and learns elsewhere.

use std::sync::Arc;

use matchboxes::arena::Ending;
use matchboxes::error::{Error, Result};
use matchboxes::game::{Game, Move, Side};
use matchboxes::session::{Change, ClassGroup, ClassMachine};

use crate::machines::all::Machines;
use crate::machines::kits::Kits;
use crate::machines::machine::OpenMachine;
use crate::machines::open_board::{OpenBoard, kept_side};
use crate::machines::state::Summary;
use crate::refusal::Refusal;
use crate::surroundings::Surroundings;
use matchboxes::locks::lock;
use matchboxes::session::PERSON;

/// The greatest seed of a board.
const MOST_SEED: u64 = 999_999;

/// What has happened at a board, up to its last move.
pub(super) struct Standing {
    /// The number of the game at this board.
    pub(super) number: usize,
    pub(super) played: Vec<Move>,
    /// The same as text.
    pub(super) moves: Vec<String>,
    pub(super) end: Option<Ending>,
}

/// A board for a group, with its game as it was left.
pub(super) fn board(
    group: &ClassGroup,
    machine: &ClassMachine,
    kits: &Arc<Kits>,
    surroundings: &dyn Surroundings,
) -> Result<OpenBoard> {
    let random = surroundings.random();
    let random = random.ok_or_else(|| Error::request("there are no random numbers"))?;
    let mut opened = machine.board(&group.file, 1 + random % MOST_SEED);
    opened.play.put(&group.moves);
    let person = opened.play.person();
    let mut names = [PERSON.to_owned(), group.file.clone()];
    if person == Some(Side::Second) {
        names.reverse();
    }
    let seat = format!("{random:016x}");
    let summary = Summary::default();
    let mut board = OpenBoard::new(opened, person, names, seat, summary, kits.clone());
    board.of_class = true;
    renew(&mut board, machine);
    board.answer()?;
    Ok(board)
}

/// Lets a board read the present machine.
fn renew(board: &mut OpenBoard, machine: &ClassMachine) {
    let model = machine.model();
    let name = board.names.iter().find(|name| *name != PERSON).cloned();
    board.opened.play.read_now(model, &name.unwrap_or_default());
    // The board has no file, and so no version of one.
    let nowhere = std::path::Path::new("");
    board.summary = Summary::new(model, kept_side(model, board.person), nowhere);
    board.fixed_model = Some(model.clone());
}

impl Machines {
    /// Whether the board of this name is in memory.
    pub(super) fn has_board(&self, name: &str) -> bool {
        let machine = lock(&self.by_name).get(name).cloned();
        machine.is_some_and(|machine| machine.lock().board().is_some())
    }

    /// Puts a board there, in place of another one of this name.
    pub(super) fn place_board(&self, name: &str, board: OpenBoard) {
        let made = || Arc::new(OpenMachine::new(name, &self.folder, &self.surroundings));
        let machine = lock(&self.by_name)
            .entry(name.to_owned())
            .or_insert_with(made)
            .clone();
        let mut inner = machine.lock();
        inner.close();
        inner.place(board);
    }

    /// Takes the board of this name away.
    pub(super) fn remove_board(&self, name: &str) {
        lock(&self.by_name).remove(name);
        self.surroundings.changed();
    }

    /// The state of the game at a board.
    pub(super) fn standing(&self, name: &str) -> Result<Standing, Refusal> {
        self.ask(name, |board, _| {
            let play = &board.opened.play;
            let game = play.game();
            Ok(Standing {
                number: play.number(),
                moves: play
                    .turns()
                    .iter()
                    .map(|turn| game.write_move(turn.m))
                    .collect(),
                played: play.turns().iter().map(|turn| turn.m).collect(),
                end: play.end().map(|end| end.ending),
            })
        })
    }

    /// Notes at a board what its game has changed.
    pub(super) fn note_changes(&self, name: &str, changes: Vec<Change>) {
        self.touch(name, |board| board.opened.play.note_changes(changes));
    }

    /// Drops a game that was taken back from the past of a board.
    pub(super) fn drop_game(&self, name: &str, number: usize) {
        self.touch(name, |board| board.opened.play.drop_game(number));
    }

    /// Lets a board read the present machine, and answers the requests that wait for a change at it.
    pub(super) fn tell(&self, name: &str, machine: &ClassMachine) {
        self.touch(name, |board| {
            if machine.games() != board.summary.games {
                renew(board, machine);
            }
        });
    }

    fn touch(&self, name: &str, work: impl FnOnce(&mut OpenBoard)) {
        let machine = lock(&self.by_name).get(name).cloned();
        if let Some(machine) = machine {
            machine.lock().touch(work);
        }
    }
}
