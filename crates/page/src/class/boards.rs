//! The boards of the groups: ordinary boards of the page, whose machine is read and learns elsewhere.

use std::sync::Arc;

use matchboxes::arena::Ending;
use matchboxes::error::Result;
use matchboxes::game::Move;
use matchboxes::session::{ClassGroup, ClassMachine};

use crate::machines::all::Page;
use crate::machines::kits::Kits;
use crate::machines::machine::OpenMachine;
use crate::machines::open_board::{OpenBoard, kept_side, seed_of};
use crate::machines::state::Summary;
use crate::refusal::Refusal;
use crate::surroundings::{Surroundings, random};
use matchboxes::locks::lock;
use matchboxes::session::PERSON;

/// What a board reads of a machine as it stands.
pub(super) struct ReadMachine {
    pub(super) taught: Arc<ClassMachine>,
    summary: Summary,
}

impl ReadMachine {
    pub(super) fn new(taught: &Arc<ClassMachine>) -> Self {
        let model = taught.model();
        let side = kept_side(model, model.learners().against());
        Self {
            taught: taught.clone(),
            // The board has no file, and so no version of one.
            summary: Summary::new(model, side, std::path::Path::new("")),
        }
    }
}

/// A board for a group, with its game as it was left.
pub(super) fn board(
    group: &ClassGroup,
    taught: &Arc<ClassMachine>,
    kits: &Arc<Kits>,
    surroundings: &dyn Surroundings,
) -> Result<OpenBoard> {
    let random = random(surroundings)?;
    let mut opened = taught.board(&group.file, seed_of(random));
    opened.play.put(&group.moves);
    let names = opened.names.clone();
    let mut board = OpenBoard::new(opened, names, random, Summary::default(), kits.clone());
    board.of_class = Some((taught.clone(), group.number));
    renew(&mut board, &ReadMachine::new(taught));
    board.answer()?;
    Ok(board)
}

/// Lets a board read the present machine.
fn renew(board: &mut OpenBoard, read: &ReadMachine) {
    let own = board.names.iter().find(|name| *name != PERSON);
    let name = own.cloned().unwrap_or_default();
    board.opened.play.read_now(read.taught.model(), &name);
    board.summary = read.summary.clone();
    board.fixed_model = Some(read.taught.model().clone());
    if let Some((taught, _)) = &mut board.of_class {
        taught.clone_from(&read.taught);
    }
}

impl Page {
    pub(super) fn has_board(&self, name: &str) -> bool {
        self.in_memory(name)
            .is_some_and(|machine| machine.lock().board().is_some())
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

    /// The moves of the game at a board, how it ended if it has, and whether it was learnt.
    pub(super) fn standing(
        &self,
        name: &str,
    ) -> Result<(Vec<Move>, Option<Ending>, bool), Refusal> {
        self.ask(name, |board| {
            let play = &board.opened.play;
            let moves = play.turns().iter().map(|turn| turn.m).collect();
            Ok((moves, play.end().map(|end| end.ending), play.is_learnt()))
        })
    }

    /// Notes at a board that its game was learnt by this machine.
    pub(super) fn note_learnt(&self, name: &str, read: &ReadMachine) {
        self.touch(name, |board| {
            renew(board, read);
            let learnt = board.with_games(|past| past.round(past.entries().len() as u64));
            let changes = learnt.map_or_else(Vec::new, |learnt| learnt.end.changes);
            board.opened.play.note_learnt(changes);
        });
    }

    /// Lets a board read the present machine, and answers the requests that wait for a change at it.
    pub(super) fn tell(&self, name: &str, read: &ReadMachine) {
        self.touch(name, |board| {
            if read.summary.games != board.summary.games {
                renew(board, read);
            }
        });
    }

    fn touch(&self, name: &str, work: impl FnOnce(&mut OpenBoard)) {
        if let Some(machine) = self.in_memory(name) {
            machine.lock().touch(work);
        }
    }
}
