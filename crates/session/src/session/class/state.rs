//! The state of a class, which follows from its events alone.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::super::ClassMachine;
use super::super::class_names::is_same;
use super::super::play::letter;
use super::events::{ClassEvent, ClassLesson, ClassPace, ClassStep, ClassWay, GroupNumber};
use super::{
    CLASS_CODE, CLASS_FORMAT, GROUP_CODE, MOST_CHOICES, MOST_GROUPS, MOST_STEPS, OF_THE_CLASS,
    SECRET, VERSION, check, check_name, is_code, is_hexadecimal, is_machine_name, wrong,
};
use crate::arena::{Ending, PlayedGame};
use crate::error::{Error, Result};
use crate::game::{Game, Move, Side};
use crate::games::{AnyGame, parse};
use crate::learn::preset;

/// Which machine a game teaches: the one of a group, or the one of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MachineId {
    /// What it learns.
    pub lesson: ClassLesson,
    /// Its group; none if all groups teach it.
    pub group: Option<GroupNumber>,
}

/// A group of the class. One that was removed stays, since its games taught the machine of all.
#[derive(Clone, Debug)]
pub struct ClassGroup {
    /// Its number.
    pub number: GroupNumber,
    /// What it calls itself.
    pub name: String,
    /// The name of its board, which stays: its devices ask for it.
    pub file: String,
    /// The name of its machine's file in the first lesson; the board's name until the group is renamed.
    pub saved_as: String,
    /// The secret of its browser.
    pub key: String,
    /// The code for its other devices.
    pub code: String,
    /// The moves of its game that is not over.
    pub moves: Vec<Move>,
    /// Its guesses in this lesson, by step.
    pub guesses: BTreeMap<u8, u8>,
    /// Whether the teacher has removed it.
    pub is_removed: bool,
}

/// A game that was learnt.
#[derive(Clone, Debug)]
pub struct ClassGame {
    /// Its number in the class, from 1.
    pub number: u64,
    /// The group that played it.
    pub group: GroupNumber,
    /// The machine that learnt from it.
    pub machine: MachineId,
    /// Its moves and its end.
    pub played: PlayedGame,
    /// Whether the teacher has taken it back.
    pub is_taken_back: bool,
}

impl ClassGame {
    /// How it ended for its machine: `w`, `d` or `l`.
    pub fn result(&self) -> char {
        letter(self.played.ending, self.machine.lesson.machine().2)
    }
}

/// What a class is set to.
#[derive(Clone, Debug)]
pub struct ClassFacts {
    /// The name of the class.
    pub class: String,
    /// The code by which groups join.
    pub code: String,
    /// The secret of the teacher.
    pub token: String,
    /// The port at which it was last served.
    pub port: Option<u16>,
    /// The lesson that is on.
    pub lesson: ClassLesson,
    /// Whose machines the groups teach in it.
    pub way: ClassWay,
    /// How the groups go through its steps.
    pub pace: ClassPace,
    /// Whether all boards pause.
    pub is_paused: bool,
}

/// A class: its groups, its games, and what its machines have learnt from them.
pub struct ClassState {
    facts: ClassFacts,
    seed: u64,
    /// The lesson that the class began with, whose files have the plain names.
    first: ClassLesson,
    groups: Vec<ClassGroup>,
    games: Vec<ClassGame>,
    /// All that have learnt, and those that are taught now.
    machines: HashMap<MachineId, Arc<ClassMachine>>,
    /// Every version of the files that were written, by name.
    saved: BTreeMap<String, BTreeSet<String>>,
}

impl ClassState {
    /// The state after the event that begins a class.
    ///
    /// # Errors
    ///
    /// When another event comes first, the file is of another version, or a value is not one that a class has.
    pub fn begin(event: &ClassEvent) -> Result<Self> {
        let ClassEvent::Begun {
            format,
            class,
            code,
            token,
            lesson,
            seed,
        } = event
        else {
            return wrong("it does not begin a class");
        };
        if *format != CLASS_FORMAT {
            return wrong(format!(
                "it is of version {format} and this program knows {CLASS_FORMAT}"
            ));
        }
        check_name(class)?;
        let is_code = is_code(code, CLASS_CODE);
        check(is_code, "the code of the class is not valid")?;
        check(
            is_hexadecimal(token, SECRET),
            "the secret of the teacher is not valid",
        )?;
        let mut state = Self {
            facts: ClassFacts {
                class: class.clone(),
                code: code.clone(),
                token: token.clone(),
                port: None,
                lesson: *lesson,
                way: ClassWay::Each,
                pace: ClassPace::Free,
                is_paused: false,
            },
            seed: *seed,
            first: *lesson,
            groups: Vec::new(),
            games: Vec::new(),
            machines: HashMap::new(),
            saved: BTreeMap::new(),
        };
        state.prepare()?;
        Ok(state)
    }

    /// What the class is set to.
    pub const fn facts(&self) -> &ClassFacts {
        &self.facts
    }

    /// All groups in the order in which they joined, also those that were removed.
    pub fn groups(&self) -> &[ClassGroup] {
        &self.groups
    }

    /// All games in the order in which they were learnt, also those that were taken back.
    pub fn games(&self) -> &[ClassGame] {
        &self.games
    }

    /// The rules of the lesson.
    ///
    /// # Errors
    ///
    /// Never, since the lessons are about games of this program.
    pub fn game(&self) -> Result<AnyGame> {
        Ok(parse(self.facts.lesson.machine().0)?)
    }

    /// The machine that the games of a group teach now; of group 0 only the machine of all is one.
    pub const fn taught_by(&self, group: GroupNumber) -> MachineId {
        MachineId {
            lesson: self.facts.lesson,
            group: match self.facts.way {
                ClassWay::Each => Some(group),
                ClassWay::One => None,
            },
        }
    }

    /// The machine that the games of a group teach now.
    ///
    /// # Errors
    ///
    /// When there is no such group.
    pub fn machine_of(&self, group: GroupNumber) -> Result<&Arc<ClassMachine>> {
        let found = self.machines.get(&self.taught_by(group));
        found.ok_or_else(|| Error::request(format!("there is no group {group}")))
    }

    /// Makes the machines that are taught from now on.
    fn prepare(&mut self) -> Result<()> {
        let present: Vec<_> = self.present().map(|group| group.number).collect();
        for number in present.into_iter().chain([0]) {
            let id = self.taught_by(number);
            if !self.machines.contains_key(&id) {
                let made = Arc::new(self.fresh(id)?);
                self.machines.insert(id, made);
            }
        }
        Ok(())
    }

    fn fresh(&self, id: MachineId) -> Result<ClassMachine> {
        let (game, rule, side) = id.lesson.machine();
        // Machines that are added up must not look like one machine that was copied.
        let seed = self.seed.wrapping_add(u64::from(id.group.unwrap_or(0)));
        ClassMachine::new(parse(game)?, preset(rule)?, side, seed)
    }

    /// A group that is there.
    ///
    /// # Errors
    ///
    /// When there is no such group, or it was removed.
    pub fn group(&self, number: GroupNumber) -> Result<&ClassGroup> {
        let found = self.groups.get((number as usize).wrapping_sub(1));
        let found = found.filter(|group| !group.is_removed);
        found.ok_or_else(|| Error::request(format!("there is no group {number}")))
    }

    fn group_mut(&mut self, number: GroupNumber) -> Result<&mut ClassGroup> {
        self.group(number)?;
        Ok(&mut self.groups[number as usize - 1])
    }

    /// The groups that are there.
    pub fn present(&self) -> impl Iterator<Item = &ClassGroup> {
        self.groups.iter().filter(|group| !group.is_removed)
    }

    /// Whether no group that is there has this name, but perhaps this one.
    pub fn is_free(&self, name: &str, own: Option<GroupNumber>) -> bool {
        let mut others = self.present().filter(|group| Some(group.number) != own);
        others.all(|group| !is_same(&group.name, name))
    }

    /// Whether this can be the name of the file of another group, or of this one.
    pub fn is_free_file(&self, file: &str, own: Option<GroupNumber>) -> bool {
        let has = |group: &ClassGroup| group.file == file || group.saved_as == file;
        let mut others = self.groups.iter().filter(|group| Some(group.number) != own);
        // The files of other lessons have a lesson after the name.
        let is_of_lesson = |lesson: ClassLesson| file.ends_with(&format!("-{}", lesson.name()));
        is_machine_name(file)
            && !OF_THE_CLASS.contains(&file)
            && !ClassLesson::ALL.into_iter().any(is_of_lesson)
            && !others.any(has)
    }

    /// Whether a game taught one of the machines of the present lesson and way, and counts.
    fn counts(&self, game: &ClassGame) -> bool {
        game.machine == self.taught_by(game.group)
            && !game.is_taken_back
            && (game.machine.group.is_none() || self.group(game.group).is_ok())
    }

    /// The games that count and that taught one of the machines of the present lesson and way, as they ended. The games
    /// of a group that was removed count only in the machine of all.
    pub fn counting(&self) -> impl DoubleEndedIterator<Item = &ClassGame> {
        self.games.iter().filter(|game| self.counts(game))
    }

    /// How the games of [`counting`](Self::counting) ended, a letter each, as of [`ClassGame::result`].
    pub fn results(&self) -> String {
        self.counting().map(ClassGame::result).collect()
    }

    /// How many of these games a group has played.
    pub fn games_of(&self, group: GroupNumber) -> u64 {
        let taught = self.machine_of(group);
        taught.map_or(0, |taught| taught.games_of(group).len() as u64)
    }

    /// The guess of a group at the step at which all are, if it has made one.
    pub fn guess(&self, group: &ClassGroup) -> Option<u8> {
        match self.facts.pace {
            ClassPace::All(ClassStep { step, .. }) => group.guesses.get(&step).copied(),
            _ => None,
        }
    }

    /// How many groups have guessed each answer at this step.
    pub fn guesses(&self) -> [usize; MOST_CHOICES] {
        let mut counts = [0; MOST_CHOICES];
        for choice in self.present().filter_map(|group| self.guess(group)) {
            counts[usize::from(choice)] += 1;
        }
        counts
    }

    /// How many groups were removed and games taken back: what was collected before that has them still.
    pub fn dropped(&self) -> usize {
        let groups = self.groups.iter().filter(|group| group.is_removed);
        let games = self.games.iter().filter(|game| game.is_taken_back);
        groups.count() + games.count()
    }

    /// The name of a file of this lesson.
    pub fn file(&self, name: &str) -> String {
        self.file_in(self.facts.lesson, name)
    }

    /// The name of a file of a lesson.
    pub fn file_in(&self, lesson: ClassLesson, name: &str) -> String {
        if lesson == self.first {
            return name.to_owned();
        }
        format!("{name}-{}", lesson.name())
    }

    /// Whether a file of this version was written by the class.
    pub fn has_written(&self, file: &str, version: &str) -> bool {
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

    fn ending(game: &AnyGame, moves: &[Move], resigned: Option<Side>) -> Result<Ending> {
        let at = moves.iter().fold(game.start(), |at, &m| game.play(&at, m));
        match (game.outcome(&at), resigned) {
            (Some(outcome), None) => Ok(Ending::Over(outcome)),
            (None, Some(side)) if game.side(&at) == side => Ok(Ending::Resigned(side)),
            _ => wrong("the game has not ended like this"),
        }
    }

    /// Lets this happen.
    ///
    /// # Errors
    ///
    /// What does not fit to what happened before, or is not as a class writes it; then nothing happens.
    pub fn apply(&mut self, event: &ClassEvent) -> Result<()> {
        self.note(event)?;
        match event {
            ClassEvent::Ended { game, .. } => {
                let ended = &self.games[place(*game)];
                if let Some(taught) = self.machines.get_mut(&ended.machine) {
                    Arc::make_mut(taught).learn([(ended.group, &ended.played)])?;
                }
            }
            ClassEvent::TakenBack { game } => {
                self.learn_again(self.games[place(*game)].machine)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Lets a new machine learn the games of this one that were not taken back.
    fn learn_again(&mut self, id: MachineId) -> Result<()> {
        let mut again = self.fresh(id)?;
        let games = self
            .games
            .iter()
            .filter(|game| !game.is_taken_back && game.machine == id);
        again.learn(games.map(|game| (game.group, &game.played)))?;
        self.machines.insert(id, Arc::new(again));
        Ok(())
    }

    /// Lets the machines learn what was only noted.
    pub(super) fn learn_all(&mut self) -> Result<()> {
        let all: Vec<_> = self.machines.keys().copied().collect();
        all.into_iter().try_for_each(|id| self.learn_again(id))
    }

    /// Notes what happens. The machines have not learnt from it yet, and no game is counted.
    pub(super) fn note(&mut self, event: &ClassEvent) -> Result<()> {
        match event {
            ClassEvent::Begun { .. } => return wrong("the class has begun already"),
            ClassEvent::Listens { port } => self.facts.port = Some(*port),
            ClassEvent::Joined {
                group,
                name,
                file,
                key,
                code,
            } => self.join(ClassGroup {
                number: *group,
                name: name.clone(),
                file: file.clone(),
                saved_as: file.clone(),
                key: key.clone(),
                code: code.clone(),
                moves: Vec::new(),
                guesses: BTreeMap::new(),
                is_removed: false,
            })?,
            ClassEvent::Renamed { group, name, file } => self.rename(*group, name, file)?,
            ClassEvent::Removed { group } => self.group_mut(*group)?.is_removed = true,
            ClassEvent::Turned { lesson, way } => {
                if self.facts.lesson != *lesson {
                    self.begin_steps();
                }
                (self.facts.lesson, self.facts.way) = (*lesson, *way);
                self.groups.iter_mut().for_each(|group| group.moves.clear());
                self.prepare()?;
            }
            ClassEvent::Led { pace } => {
                if let ClassPace::All(ClassStep { step, .. }) = pace {
                    let is_step = (1..=MOST_STEPS).contains(step);
                    check(is_step, "a lesson has no such step")?;
                }
                self.facts.pace = *pace;
            }
            ClassEvent::Guessed {
                group,
                step,
                choice,
            } => {
                let open = ClassPace::All(ClassStep {
                    step: *step,
                    answered: false,
                });
                check(self.facts.pace == open, "nothing is asked at this step")?;
                let is_choice = usize::from(*choice) < MOST_CHOICES;
                check(is_choice, "the question has no such answer")?;
                self.group_mut(*group)?.guesses.insert(*step, *choice);
            }
            ClassEvent::Paused { paused } => self.facts.is_paused = *paused,
            ClassEvent::Moved { group, moves } => {
                let moves = Self::read_moves(&self.game()?, moves)?;
                self.group_mut(*group)?.moves = moves;
            }
            ClassEvent::Ended {
                game,
                group,
                moves,
                resigned,
            } => self.end(*game, *group, moves, *resigned)?,
            ClassEvent::TakenBack { game } => {
                let found = self.games.get_mut(place(*game));
                let found = found.filter(|found| !found.is_taken_back);
                let found = found.ok_or_else(|| Error::request(format!("there is no game {game}")));
                found?.is_taken_back = true;
            }
            ClassEvent::Saved { file, version } => {
                check(is_machine_name(file), "the name of a file is not valid")?;
                check(
                    is_hexadecimal(version, VERSION),
                    "the version of a file is not valid",
                )?;
                let versions = self.saved.entry(file.clone()).or_default();
                versions.insert(version.clone());
            }
        }
        Ok(())
    }

    /// Goes to the first step of another lesson, if all groups are at the same one.
    fn begin_steps(&mut self) {
        for group in &mut self.groups {
            group.guesses.clear();
        }
        if let ClassPace::All(at) = &mut self.facts.pace {
            *at = ClassStep {
                step: 1,
                answered: false,
            };
        }
    }

    fn join(&mut self, group: ClassGroup) -> Result<()> {
        let (key, code) = (&group.key, &group.code);
        let is_next = group.number as usize == self.groups.len() + 1;
        check(is_next, "the groups are not numbered in their order")?;
        let is_room = self.present().count() < MOST_GROUPS;
        check(is_room, "the class has too many groups")?;
        self.check_names(&group.name, &group.file, None)?;
        let others = || self.groups.iter();
        let is_own = is_hexadecimal(key, SECRET)
            && *key != self.facts.token
            && others().all(|other| other.key != *key);
        check(is_own, "the secret of a group is not valid, or taken")?;
        let is_code = is_code(code, GROUP_CODE) && others().all(|other| other.code != *code);
        check(is_code, "the code of a group is not valid, or taken")?;
        self.groups.push(group);
        self.prepare()
    }

    /// Refuses a name or a file of a group that another group has, if this is not its own.
    fn check_names(&self, name: &str, file: &str, own: Option<GroupNumber>) -> Result<()> {
        check_name(name)?;
        check(self.is_free(name, own), "two groups have the same name")?;
        let what = "the file of a group has a name that is not valid, or taken";
        check(self.is_free_file(file, own), what)
    }

    fn rename(&mut self, number: GroupNumber, name: &str, file: &str) -> Result<()> {
        self.check_names(name, file, Some(number))?;
        let group = self.group_mut(number)?;
        name.clone_into(&mut group.name);
        let before = std::mem::replace(&mut group.saved_as, file.to_owned());
        for lesson in ClassLesson::ALL {
            let [old, new] = [&*before, file].map(|name| self.file_in(lesson, name));
            let versions = self.saved.get(&old).cloned().unwrap_or_default();
            self.saved.entry(new).or_default().extend(versions);
        }
        Ok(())
    }

    fn end(
        &mut self,
        number: u64,
        group: GroupNumber,
        moves: &[String],
        resigned: Option<Side>,
    ) -> Result<()> {
        let is_next = number == self.games.len() as u64 + 1;
        check(is_next, "the games are not numbered in their order")?;
        let game = self.game()?;
        let moves = Self::read_moves(&game, moves)?;
        let ending = Self::ending(&game, &moves, resigned)?;
        self.group_mut(group)?.moves.clear();
        self.games.push(ClassGame {
            number,
            group,
            machine: self.taught_by(group),
            played: PlayedGame { moves, ending },
            is_taken_back: false,
        });
        Ok(())
    }
}

/// The place of the game with this number, which is beyond the end where there is none.
fn place(number: u64) -> usize {
    usize::try_from(number).map_or(usize::MAX, |number| number.wrapping_sub(1))
}
