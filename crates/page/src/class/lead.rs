//! What the teacher may do: look at the class, and lead it.

use matchboxes::error::Result;
use serde::Deserialize;
use serde_json::{Value, json};

use super::events::{ClassLesson, Event, GroupNumber, Way};
use super::{COLLECT, Class, Inner, codes, view};
use crate::refusal::Refusal;
use crate::routes::{Method, PageRequest, Waiting};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turning {
    lesson: ClassLesson,
    way: Way,
    /// The lesson and the way that the screen shows.
    from: (ClassLesson, Way),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pausing {
    paused: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Renaming {
    group: GroupNumber,
    name: String,
    /// The name that the screen shows.
    from: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Removing {
    group: GroupNumber,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TakingBack {
    game: u64,
}

impl Class {
    /// Answers the teacher.
    pub(super) fn lead(&self, inner: &mut Inner, request: &PageRequest) -> Result<Value, Refusal> {
        match (request.method, &*request.path) {
            // Collecting is already done, in code that does not keep the class locked.
            (Method::Get, "class") | (Method::Post, COLLECT) => {}
            (Method::Get, "class/wait") => {
                let Waiting { since } = request.query()?;
                if since == inner.revision {
                    return Ok(json!({}));
                }
            }
            (Method::Get, "class/games") => {
                return Ok(json!({ "games": view::games(&inner.state) }));
            }
            (Method::Post, path) => self.order(inner, path, request)?,
            _ => return Err(Refusal::Unknown),
        }
        Ok(inner.wall()?)
    }

    fn order(&self, inner: &mut Inner, path: &str, request: &PageRequest) -> Result<(), Refusal> {
        match path {
            "class/pause" => {
                let Pausing { paused } = request.body()?;
                self.happen(inner, &Event::Paused { paused })?;
                self.tell_all(inner);
            }
            "class/turn" => {
                let Turning { lesson, way, from } = request.body()?;
                let now = (inner.state.lesson, inner.state.way);
                // If requested twice, it ends no games that have begun since.
                if (lesson, way) != now {
                    if from != now {
                        return Err(Refusal::Stale(Box::new(inner.wall()?)));
                    }
                    self.turn(inner, lesson, way)?;
                }
            }
            "class/rename" => {
                let Renaming { group, name, from } = request.body()?;
                let name = codes::name(&name)?;
                let now = &inner.state.group(group)?.name;
                if name != *now {
                    if from != *now {
                        return Err(Refusal::Stale(Box::new(inner.wall()?)));
                    }
                    inner.state.check_free(&name, Some(group))?;
                    self.happen(inner, &Event::Renamed { group, name })?;
                    self.tell_all(inner);
                }
            }
            "class/remove" => {
                let Removing { group } = request.body()?;
                let file = inner.state.group(group)?.file.clone();
                self.happen(inner, &Event::Removed { group })?;
                inner.collected = None;
                self.page.machines.remove_board(&file);
            }
            "class/take-back" => {
                let TakingBack { game } = request.body()?;
                self.happen(inner, &Event::TakenBack { game })?;
                inner.collected = None;
                let mut boards = inner.learnt.iter();
                let board = boards.find_map(|(file, games)| Some((file, *games.get(&game)?)));
                if let Some((file, number)) = board {
                    self.page.machines.drop_game(file, number);
                }
                self.renew_boards(inner)?;
            }
            _ => return Err(Refusal::Unknown),
        }
        Ok(())
    }

    /// Tells all boards that something about the class is new.
    pub(super) fn tell_all(&self, inner: &Inner) {
        for group in inner.state.present() {
            self.page.machines.tell(&group.file);
        }
    }
}

impl Inner {
    /// The class as its teacher and the wall see it.
    fn wall(&mut self) -> Result<Value> {
        let collected = self.collected.clone();
        let kits = self.kits.clone();
        let mut wall = view::wall(&mut self.state, &kits, collected.as_ref())?;
        wall["revision"] = json!(self.revision);
        wall["addresses"] = json!(self.addresses);
        wall["unsaved"] = json!(self.unsaved);
        Ok(wall)
    }
}
