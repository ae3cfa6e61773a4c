//! The state of a class, which follows from its events alone.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use matchboxes::arena::{Ending, PlayedGame};
use matchboxes::error::{Error, Result};
use matchboxes::game::{Game, Move, Side, Verdict};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::preset;
use matchboxes::session::{Change, ClassMachine};

use super::codes;
use super::events::{ClassLesson, Event, GroupNumber, Way};
use crate::refusal::Refusal;

/// The version of the file of a class.
pub(super) const FORMAT: u32 = 1;

/// Which machine a game teaches: the one of a group, or the one of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MachineId {
    pub(super) lesson: ClassLesson,
    pub(super) group: Option<GroupNumber>,
}

/// A group of the class. One that was removed stays, since its games taught the machine of all.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) number: GroupNumber,
    pub(super) name: String,
    pub(super) file: String,
    pub(super) key: String,
    pub(super) code: String,
    /// The moves of its game that is not over.
    pub(super) moves: Vec<Move>,
    pub(super) is_removed: bool,
}

/// A game that was learnt.
#[derive(Clone, Debug)]
pub(super) struct ClassGame {
    pub(super) number: u64,
    pub(super) group: GroupNumber,
    pub(super) machine: MachineId,
    pub(super) played: PlayedGame,
    pub(super) is_taken_back: bool,
}

/// A class: its groups, its games, and what its machines have learnt from them.
pub(super) struct ClassState {
    pub(super) class: String,
    pub(super) code: String,
    pub(super) token: String,
    pub(super) port: Option<u16>,
    seed: u64,
    /// The lesson that the class began with, whose files have the plain names.
    first: ClassLesson,
    pub(super) lesson: ClassLesson,
    pub(super) way: Way,
    pub(super) is_paused: bool,
    pub(super) groups: Vec<Group>,
    pub(super) games: Vec<ClassGame>,
    machines: HashMap<MachineId, ClassMachine>,
    /// Every version of the files that were written, by name.
    saved: BTreeMap<String, BTreeSet<String>>,
}

impl ClassState {
    /// The state after all these events, of which the first begins the class.
    ///
    /// # Errors
    ///
    /// The number, from 1, of the event that cannot follow the events before it, and why.
    pub(super) fn from_events(events: &[Event]) -> Result<Self, (u64, Error)> {
        let Some(Event::Begun {
            format,
            class,
            code,
            token,
            lesson,
            seed,
        }) = events.first()
        else {
            return Err((1, Error::request("it does not begin a class")));
        };
        if *format != FORMAT {
            let reason = format!("it is of version {format} and this program knows {FORMAT}");
            return Err((1, Error::request(reason)));
        }
        let mut state = Self {
            class: class.clone(),
            code: code.clone(),
            token: token.clone(),
            port: None,
            seed: *seed,
            first: *lesson,
            lesson: *lesson,
            way: Way::Each,
            is_paused: false,
            groups: Vec::new(),
            games: Vec::new(),
            machines: HashMap::new(),
            saved: BTreeMap::new(),
        };
        for (event, number) in events[1..].iter().zip(2..) {
            state.apply(event).map_err(|error| (number, error))?;
        }
        Ok(state)
    }

    /// The rules of the lesson.
    pub(super) fn game(&self) -> Result<AnyGame> {
        Ok(parse(self.lesson.machine().0)?)
    }

    /// The machine that the games of a group teach now.
    pub(super) const fn taught_by(&self, group: GroupNumber) -> MachineId {
        MachineId {
            lesson: self.lesson,
            group: match self.way {
                Way::Each => Some(group),
                Way::One => None,
            },
        }
    }

    /// A machine of the class, made at its first use.
    pub(super) fn machine(&mut self, id: MachineId) -> Result<&mut ClassMachine> {
        let made = match self.machines.remove(&id) {
            Some(machine) => machine,
            None => self.fresh(id)?,
        };
        Ok(self.machines.entry(id).or_insert(made))
    }

    fn fresh(&self, id: MachineId) -> Result<ClassMachine> {
        let (game, rule, side) = id.lesson.machine();
        // Machines that are added up must not look like one machine that was copied.
        let seed = self.seed.wrapping_add(u64::from(id.group.unwrap_or(0)));
        ClassMachine::new(parse(game)?, preset(rule)?, side, seed)
    }

    pub(super) fn group(&self, number: GroupNumber) -> Result<&Group> {
        let mut groups = self.groups.iter();
        let found = groups.find(|group| group.number == number && !group.is_removed);
        found.ok_or_else(|| Error::request(format!("there is no group {number}")))
    }

    fn group_mut(&mut self, number: GroupNumber) -> Result<&mut Group> {
        let mut groups = self.groups.iter_mut();
        let found = groups.find(|group| group.number == number && !group.is_removed);
        found.ok_or_else(|| Error::request(format!("there is no group {number}")))
    }

    /// The groups that are there.
    pub(super) fn present(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| !group.is_removed)
    }

    /// Refuses the name of a group that is there, unless it is this one.
    pub(super) fn check_free(&self, name: &str, own: Option<GroupNumber>) -> Result<(), Refusal> {
        let mut others = self.present().filter(|group| Some(group.number) != own);
        if others.any(|group| codes::is_same(&group.name, name)) {
            return Err(Refusal::Named(name.to_owned()));
        }
        Ok(())
    }

    /// The games that count and that taught one of the machines of the present lesson and way, as they ended. The games
    /// of a group that was removed count only in the machine of all.
    pub(super) fn counting(&self) -> impl Iterator<Item = &ClassGame> {
        let groups: HashSet<_> = self.present().map(|group| group.number).collect();
        self.games.iter().filter(move |game| {
            let MachineId { lesson, group } = game.machine;
            let is_there = match self.way {
                Way::Each => group.is_some_and(|group| groups.contains(&group)),
                Way::One => group.is_none(),
            };
            lesson == self.lesson && is_there && !game.is_taken_back
        })
    }

    /// How many groups were removed and games taken back: what was collected before that has them still.
    pub(super) fn dropped(&self) -> usize {
        let groups = self.groups.iter().filter(|group| group.is_removed);
        let games = self.games.iter().filter(|game| game.is_taken_back);
        groups.count() + games.count()
    }

    /// How a game ended for its machine.
    pub(super) fn verdict(game: &ClassGame) -> Option<Verdict> {
        let side = game.machine.lesson.machine().2;
        Some(game.played.ending.outcome()?.verdict(side))
    }

    /// The name of a file of this lesson.
    pub(super) fn file(&self, name: &str) -> String {
        if self.lesson == self.first {
            return name.to_owned();
        }
        format!("{name}-{}", self.lesson.name())
    }

    /// Whether a file of this version was written by the class.
    pub(super) fn has_written(&self, file: &str, version: &str) -> bool {
        let versions = self.saved.get(file);
        versions.is_some_and(|versions| versions.contains(version))
    }

    fn read_moves(game: &AnyGame, moves: &[String]) -> Result<Vec<Move>> {
        let mut at = game.start();
        let read = moves.iter().map(|text| {
            let m = game.read_move(text)?;
            game.check_move(&at, m)?;
            at = game.play(&at, m);
            Ok(m)
        });
        read.collect()
    }

    /// How a game ended with these moves.
    fn ending(game: &AnyGame, moves: &[Move], resigned: Option<Side>) -> Result<Ending> {
        let at = moves.iter().fold(game.start(), |at, &m| game.play(&at, m));
        match (game.outcome(&at), resigned) {
            (Some(outcome), None) => Ok(Ending::Over(outcome)),
            (None, Some(side)) if game.side(&at) == side => Ok(Ending::Resigned(side)),
            _ => Err(Error::request("the game has not ended like this")),
        }
    }

    /// Lets this happen. Returns how a game that was learnt has changed the boxes used in it.
    ///
    /// # Errors
    ///
    /// What does not fit to what happened before; then nothing happens.
    pub(super) fn apply(&mut self, event: &Event) -> Result<Vec<Change>> {
        match event {
            Event::Begun { .. } => return Err(Error::request("the class has begun already")),
            Event::Listens { port } => self.port = Some(*port),
            Event::Joined {
                group,
                name,
                file,
                key,
                code,
            } => self.groups.push(Group {
                number: *group,
                name: name.clone(),
                file: file.clone(),
                key: key.clone(),
                code: code.clone(),
                moves: Vec::new(),
                is_removed: false,
            }),
            Event::Renamed { group, name } => self.group_mut(*group)?.name.clone_from(name),
            Event::Removed { group } => self.group_mut(*group)?.is_removed = true,
            Event::Turned { lesson, way } => {
                (self.lesson, self.way) = (*lesson, *way);
                self.groups.iter_mut().for_each(|group| group.moves.clear());
            }
            Event::Paused { paused } => self.is_paused = *paused,
            Event::Moved { group, moves } => {
                let moves = Self::read_moves(&self.game()?, moves)?;
                self.group_mut(*group)?.moves = moves;
            }
            Event::Ended {
                game,
                group,
                moves,
                resigned,
            } => return self.end(*game, *group, moves, *resigned),
            Event::TakenBack { game } => self.take_back(*game)?,
            Event::Saved { file, version } => {
                let versions = self.saved.entry(file.clone()).or_default();
                versions.insert(version.clone());
            }
        }
        Ok(Vec::new())
    }

    fn end(
        &mut self,
        number: u64,
        group: GroupNumber,
        moves: &[String],
        resigned: Option<Side>,
    ) -> Result<Vec<Change>> {
        let game = self.game()?;
        let moves = Self::read_moves(&game, moves)?;
        let ending = Self::ending(&game, &moves, resigned)?;
        let machine = self.taught_by(group);
        let played = PlayedGame { moves, ending };
        self.group_mut(group)?.moves.clear();
        let changes = self.machine(machine)?.learn(&played)?;
        self.games.push(ClassGame {
            number,
            group,
            machine,
            played,
            is_taken_back: false,
        });
        Ok(changes)
    }

    /// Takes a game back: its machine learns all others again, in their order.
    fn take_back(&mut self, number: u64) -> Result<()> {
        let mut games = self.games.iter_mut();
        let found = games.find(|game| game.number == number && !game.is_taken_back);
        let game = found.ok_or_else(|| Error::request(format!("there is no game {number}")))?;
        game.is_taken_back = true;
        let id = game.machine;
        let mut again = self.fresh(id)?;
        let others = self.games.iter();
        for game in others.filter(|game| game.machine == id && !game.is_taken_back) {
            again.learn(&game.played)?;
        }
        self.machines.insert(id, again);
        Ok(())
    }
}
