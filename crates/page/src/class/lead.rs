//! What the teacher may do: look at the class, and lead it.

use matchboxes::error::Result;
use matchboxes::session::class_names;
use matchboxes::session::{ClassEvent, ClassLesson, ClassPace, ClassWay, GroupNumber};
use serde::Deserialize;
use serde_json::json;

use super::{COLLECT, Class, ClassInner, RENAME, codes, view};
use crate::refusal::Refusal;
use crate::routes::{Method, PageAnswer, PageRequest, Waiting};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turning {
    lesson: ClassLesson,
    way: ClassWay,
    /// The lesson and the way that the screen shows.
    from: (ClassLesson, ClassWay),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Leading {
    pace: ClassPace,
    /// The pace that the screen shows.
    from: ClassPace,
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
    pub(super) fn lead(
        &self,
        inner: &mut ClassInner,
        request: &PageRequest,
    ) -> Result<PageAnswer, Refusal> {
        match (request.method, &*request.path) {
            // Collecting is already done, in code that does not keep the class locked.
            (Method::Get, "class") | (Method::Post, COLLECT) => {}
            (Method::Get, "class/wait") => {
                let Waiting { since } = request.query()?;
                if since == inner.shown.revision() {
                    return Ok(PageAnswer::json(&json!({})));
                }
            }
            (Method::Get, "class/games") => {
                let games = json!({ "games": view::games(&inner.state) });
                return Ok(PageAnswer::json(&games));
            }
            (Method::Post, path) => self.order(inner, path, request)?,
            _ => return Err(Refusal::Unknown),
        }
        Ok(PageAnswer::json(&inner.wall()))
    }

    fn order(
        &self,
        inner: &mut ClassInner,
        path: &str,
        request: &PageRequest,
    ) -> Result<(), Refusal> {
        match path {
            "class/pause" => {
                let Pausing { paused } = request.body()?;
                inner.happen(&ClassEvent::Paused { paused })?;
            }
            "class/turn" => {
                let Turning { lesson, way, from } = request.body()?;
                let facts = inner.state.facts();
                let now = (facts.lesson, facts.way);
                // If requested twice, it ends no games that have begun since.
                if (lesson, way) != now {
                    if from != now {
                        return Err(Refusal::Stale(Box::new(inner.wall())));
                    }
                    self.turn(inner, lesson, way)?;
                }
            }
            "class/lead" => {
                let Leading { pace, from } = request.body()?;
                let now = inner.state.facts().pace;
                if pace != now {
                    if from != now {
                        return Err(Refusal::Stale(Box::new(inner.wall())));
                    }
                    inner.happen(&ClassEvent::Led { pace })?;
                }
            }
            RENAME => {
                let Renaming { group, name, from } = request.body()?;
                let name = class_names::name(&name)?;
                let now = &inner.state.group(group)?.name;
                if name != *now {
                    if from != *now {
                        return Err(Refusal::Stale(Box::new(inner.wall())));
                    }
                    if !inner.state.is_free(&name, Some(group)) {
                        return Err(Refusal::Named(name));
                    }
                    let file = codes::file_name(&name, &format!("group-{group}"), |file| {
                        !inner.state.is_free_file(file, Some(group))
                    });
                    let before = inner.state.group(group)?.saved_as.clone();
                    inner.happen(&ClassEvent::Renamed {
                        group,
                        name,
                        file: file.clone(),
                    })?;
                    self.rename_files(&inner.state, &before, &file)?;
                }
            }
            "class/remove" => {
                let Removing { group } = request.body()?;
                let file = inner.state.group(group)?.file.clone();
                inner.happen(&ClassEvent::Removed { group })?;
                self.page.remove_board(&file);
            }
            "class/take-back" => {
                let TakingBack { game } = request.body()?;
                inner.happen(&ClassEvent::TakenBack { game })?;
            }
            _ => return Err(Refusal::Unknown),
        }
        Ok(())
    }
}
