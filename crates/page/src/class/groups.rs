//! What a group may do: join, and play at its own board.

use matchboxes::arena::Ending;
use matchboxes::error::{Error, Result};
use matchboxes::game::Game as _;
use matchboxes::session::class_names;
use matchboxes::session::{
    ClassEvent, ClassGroup, ClassPace, ClassStep, GROUP_CODE, GroupNumber, MOST_GROUPS,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::boards::{self, ReadMachine};
use super::{Class, ClassInner, Joined, LockedClass, codes};
use crate::machines::open_board::OpenBoard;
use crate::machines::scene::resigned_by;
use crate::refusal::Refusal;
use crate::routes::{ChosenMove, Method, PageAnswer, PageRequest, Waiting, parts};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    code: String,
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Guessing {
    step: u8,
    choice: u8,
}

impl Class {
    /// Joins the class or a group of it by its code.
    pub fn join(&self, request: &PageRequest) -> Joined {
        let mut inner = self.lock();
        let joined = request
            .body()
            .and_then(|asked| self.enter(&mut inner, &asked));
        match joined {
            Ok(group) => Joined {
                answer: PageAnswer::json(&json!({
                    "group": group.name, "file": group.file, "code": group.code,
                })),
                key: Some(group.key),
            },
            Err(refusal) => Joined {
                answer: PageAnswer::from_refusal(&refusal),
                key: None,
            },
        }
    }

    fn enter(&self, inner: &mut ClassInner, asked: &Joining) -> Result<ClassGroup, Refusal> {
        let code = codes::typed(&asked.code);
        let state = &inner.state;
        let of_code = |code: &str| state.present().find(|group| group.code == code);
        if let Some(group) = of_code(&code) {
            return Ok(group.clone());
        }
        if code != state.facts().code {
            return Err(Refusal::Code);
        }
        let name = class_names::name(asked.name.as_deref().unwrap_or_default())?;
        // Some type their code where a name is asked for; as a name it would be on the wall.
        if let Some(group) = of_code(&codes::typed(&name)) {
            return Ok(group.clone());
        }
        if !state.is_free(&name, None) {
            return Err(Refusal::Named(name));
        }
        if state.present().count() >= MOST_GROUPS {
            let reason = format!("a class has at most {MOST_GROUPS} groups");
            return Err(Error::request(reason).into());
        }
        let last = state.groups().last().map_or(0, |group| group.number);
        let number: GroupNumber = last + 1;
        let is_taken = |file: &str| !state.is_free_file(file, None);
        let joined = ClassEvent::Joined {
            group: number,
            file: codes::file_name(&name, &format!("group-{number}"), is_taken),
            name,
            key: codes::key(&*self.surroundings)?,
            code: codes::code(&*self.surroundings, GROUP_CODE)?,
        };
        inner.happen(&joined)?;
        Ok(inner.state.group(number)?.clone())
    }

    /// The group, with a board in memory.
    pub(super) fn board_of(
        &self,
        inner: &mut ClassInner,
        number: GroupNumber,
    ) -> Result<ClassGroup, Refusal> {
        let group = inner.state.group(number)?.clone();
        let page = &self.page;
        if !page.has_board(&group.file) {
            let taught = inner.state.machine_of(number)?;
            let board = boards::board(&group, taught, &inner.kits, &*self.surroundings)?;
            page.place_board(&group.file, board);
            self.note_standing(inner, &group)?;
        }
        Ok(group)
    }

    /// The answer to a group; none if the page has it.
    pub(super) fn at_board(
        &self,
        inner: &mut LockedClass<'_>,
        group: &ClassGroup,
        request: &PageRequest,
    ) -> Result<Option<Value>, Refusal> {
        if (&*request.path, request.method) == ("shelf", Method::Get) {
            let mut shelf = self.page.shelf();
            shelf["machines"] = json!([]);
            shelf["group"] =
                json!({ "name": group.name, "machine": group.file, "code": group.code });
            return Ok(Some(shelf));
        }
        let (name, word, last) = parts(&request.path).ok_or(Refusal::Unknown)?;
        // No name leads to a board of another group.
        if name != group.file {
            return Err(Refusal::Unknown);
        }
        let page = &self.page;
        match (request.method, word) {
            (Method::Get, "") => self.shown(inner, group).map(Some),
            (Method::Get, "wait") => {
                let Waiting { since } = request.query()?;
                match page.revision(name) {
                    Some(now) if now != since => self.shown(inner, group).map(Some),
                    _ => Ok(Some(json!({}))),
                }
            }
            (
                Method::Get,
                "here" | "games" | "hint" | "box" | "find" | "stages" | "curve" | "strength",
            ) => Ok(None),
            (Method::Post, "move") => {
                inner.check_goes_on()?;
                let ChosenMove { m, revision } = request.body()?;
                page.act(name, revision, |board| board.make(&m))?;
                self.acted(inner, group).map(Some)
            }
            (Method::Post, "guess") => {
                // Also while all boards pause, for then the teacher may ask.
                let Guessing { step, choice } = request.body()?;
                let open = ClassPace::All(ClassStep {
                    step,
                    answered: false,
                });
                if inner.state.facts().pace != open {
                    let state = self.shown(inner, group)?;
                    return Err(Refusal::Stale(Box::new(state)));
                }
                if inner.state.guess(group) != Some(choice) {
                    inner.happen(&ClassEvent::Guessed {
                        group: group.number,
                        step,
                        choice,
                    })?;
                }
                self.shown(inner, &inner.state.group(group.number)?.clone())
                    .map(Some)
            }
            (Method::Post, "act") => {
                // With the refusal of an act that needs a move of the group in this game.
                let (act, needs_move): (fn(&mut _) -> _, _) = match last {
                    Some("undo") => (
                        OpenBoard::undo,
                        Some(
                            "there is no move of this game to take back; the teacher takes back games that are over",
                        ),
                    ),
                    Some("resign") => (
                        OpenBoard::resign,
                        Some("make a move first: a game without one teaches nothing"),
                    ),
                    Some("new") => (OpenBoard::begin, None),
                    _ => return Err(Refusal::Unknown),
                };
                inner.check_goes_on()?;
                page.act(name, request.body()?, |board| match needs_move {
                    Some(reason) if !board.has_moved() => Err(Error::request(reason)),
                    _ => act(board),
                })?;
                self.acted(inner, group).map(Some)
            }
            _ => Err(Refusal::Unknown),
        }
    }

    /// The state of a board, with what the class does.
    fn shown(&self, inner: &mut LockedClass<'_>, group: &ClassGroup) -> Result<Value, Refusal> {
        // Before the number of the state is read.
        inner.tell();
        let mut state = self.page.show(&group.file)?;
        let about = inner.board(group);
        if let (Some(scene), Value::Object(about)) = (state.get_mut("scene"), about) {
            for (key, value) in about {
                scene[key] = value;
            }
        }
        Ok(state)
    }

    /// After something was done at a board: what it shows.
    fn acted(&self, inner: &mut LockedClass<'_>, group: &ClassGroup) -> Result<Value, Refusal> {
        self.note_standing(inner, group)?;
        self.shown(inner, group)
    }

    /// Keeps the moves at a board, or learns its game if that has ended.
    fn note_standing(&self, inner: &mut ClassInner, group: &ClassGroup) -> Result<(), Refusal> {
        let page = &self.page;
        let number = group.number;
        let (played, end, is_learnt) = page.standing(&group.file)?;
        let game = inner.state.game()?;
        let moves: Vec<String> = played.iter().map(|&m| game.write_move(m)).collect();
        let Some(end) = end else {
            // The machine may have moved first: after a restart the same bead is drawn.
            if inner.state.group(number)?.moves != played {
                inner.happen(&ClassEvent::Moved {
                    group: number,
                    moves,
                })?;
            }
            return Ok(());
        };
        // A machine that resigns before the first move refuses to play, and nothing is learnt from that.
        let (_, _, machine) = inner.state.facts().lesson.machine();
        let is_refused = moves.is_empty() && end == Ending::Resigned(machine);
        if is_learnt || is_refused {
            return Ok(());
        }
        let ended = ClassEvent::Ended {
            game: inner.state.games().len() as u64 + 1,
            group: number,
            resigned: resigned_by(end),
            moves,
        };
        inner.happen(&ended)?;
        let taught = inner.state.machine_of(number)?;
        page.note_learnt(&group.file, &ReadMachine::new(taught));
        Ok(())
    }
}

impl ClassInner {
    fn check_goes_on(&self) -> Result<(), Refusal> {
        if self.state.facts().is_paused {
            return Err(Refusal::Paused);
        }
        Ok(())
    }
}
