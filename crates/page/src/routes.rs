//! The requests of the page and their handlers, as listed in the [module](super).

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::machines::all::Page;
use super::machines::open_board::OpenBoard;
use super::machines::sheets::{NewSheets, SheetsAsked};
use super::machines::state::{SeenState, Wanted};
use super::machines::training::TrainingJob;
use super::machines::{offered, scene};
use super::refusal::{ErrorBody, Refusal};
use matchboxes::error::Result;
use matchboxes::games;
use matchboxes::store;

/// Whether a request reads something or changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// It only reads.
    Get,
    /// Does something.
    Post,
}

/// A request of the page.
#[derive(Clone, Debug)]
pub struct PageRequest {
    /// Whether it reads or changes something.
    pub method: Method,
    /// The path, such as `machines/mine/move`.
    pub path: String,
    /// The values of the query, as in an address after the question mark.
    pub query: String,
    /// JSON, or the bytes of a model.
    pub body: Vec<u8>,
}

/// The answer to a request.
pub struct PageAnswer {
    /// The status as in HTTP: 200 for success.
    pub status: u16,
    /// What is answered.
    pub content: AnswerContent,
    /// The training that the request has begun.
    pub job: Option<TrainingJob>,
}

/// What is answered.
pub enum AnswerContent {
    /// JSON as text.
    Json(String),
    /// The bytes of the model of this name.
    Model(String, Vec<u8>),
}

impl PageAnswer {
    /// A value is written by code of `serde_json`, which is built for speed, and this crate is not.
    pub(crate) fn json(json: &Value) -> Self {
        Self {
            status: 200,
            content: AnswerContent::Json(json.to_string()),
            job: None,
        }
    }

    pub(crate) fn from_refusal(refusal: &Refusal) -> Self {
        Self::refused(refusal.status(), &refusal.body())
    }

    /// The answer with this text in the form of a refusal.
    #[must_use]
    pub fn refused(status: u16, body: &ErrorBody) -> Self {
        Self {
            status,
            ..Self::json(&json!(body))
        }
    }
}

/// What can be read of a machine and done with it; an empty path is its state.
const WORDS: [&str; 26] = [
    "", "wait", "here", "sit", "move", "act", "hint", "games", "train", "stop", "stages", "curve",
    "box", "find", "strength", "model", "upload", "list", "correct", "seats", "merge", "delete",
    "undelete", "sheets", "link", "guess",
];
/// The requests that may take long.
const LONG: [&str; 12] = [
    "hint", "games", "stages", "curve", "box", "find", "strength", "model", "upload", "merge",
    "sheets", "link",
];

/// The parts of a path: the machine, one of [`WORDS`], and a last part after `act` and `games`.
pub(crate) fn parts(path: &str) -> Option<(&str, &str, Option<&str>)> {
    let mut parts = path.strip_prefix("machines/")?.splitn(3, '/');
    let (name, word) = (parts.next()?, parts.next().unwrap_or_default());
    let last = parts.next();
    let is_whole = match word {
        "act" => last.is_some(),
        "games" => true,
        _ => last.is_none(),
    };
    (is_whole && WORDS.contains(&word)).then_some((name, word, last))
}

#[derive(Deserialize)]
pub(crate) struct ChosenMove {
    #[serde(rename = "move")]
    pub(crate) m: String,
    #[serde(flatten)]
    pub(crate) revision: SeenState,
}

/// A request that waits until the state has another number than this.
#[derive(Deserialize)]
pub(crate) struct Waiting {
    pub(crate) since: u64,
}

#[derive(Deserialize)]
struct Linked {
    link: String,
}

#[derive(Deserialize)]
struct BoxAt {
    position: String,
}

impl PageRequest {
    pub(crate) fn body<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_slice(&self.body).map_err(Refusal::Body)
    }

    pub(crate) fn query<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_urlencoded::from_str(&self.query).map_err(Refusal::Query)
    }

    /// Whether it may take long, so that few such requests should be answered at a time.
    pub fn is_long(&self) -> bool {
        parts(&self.path).is_some_and(|(_, word, last)| {
            LONG.contains(&word) || (word, last) == ("act", Some("game"))
        })
    }

    /// The machine, and for a request that waits the number of the state to leave. It is answered at once: a
    /// server that can wait does so before.
    pub fn waits(&self) -> Option<(&str, u64)> {
        let (name, word, _) = parts(&self.path).filter(|_| self.method == Method::Get)?;
        let waiting: Waiting = self.query().ok().filter(|_| word == "wait")?;
        Some((name, waiting.since))
    }

    /// The same for the state of a class, which has no name, or the board of a group.
    pub fn waits_in_class(&self) -> Option<(Option<&str>, u64)> {
        if (&*self.path, self.method) != ("class/wait", Method::Get) {
            return self.waits().map(|(name, since)| (Some(name), since));
        }
        let waiting: Waiting = self.query().ok()?;
        Some((None, waiting.since))
    }
}

impl Page {
    /// Answers a request.
    pub fn answer(&self, request: &PageRequest) -> PageAnswer {
        let answer = self.reply(request);
        answer.unwrap_or_else(|refusal| PageAnswer::from_refusal(&refusal))
    }

    fn reply(&self, request: &PageRequest) -> Result<PageAnswer, Refusal> {
        let (name, word, last) = match (&*request.path, request.method) {
            ("shelf", Method::Get) => return Ok(PageAnswer::json(&self.shelf())),
            ("mine", Method::Get) if !self.settings.kiosk => {
                let listed = self.list_mine(&request.query()?);
                return Ok(PageAnswer::json(&listed));
            }
            ("sheets", Method::Get) if !self.settings.kiosk => {
                let drawn = request.query::<NewSheets>()?.draw()?;
                return Ok(PageAnswer::json(&drawn));
            }
            ("shelf" | "mine" | "sheets", _) => return Err(Refusal::Method),
            (path, _) => parts(path).ok_or(Refusal::Unknown)?,
        };
        // An exhibition has no files.
        let of_files = [
            "model", "upload", "link", "merge", "delete", "undelete", "sheets",
        ];
        if self.settings.kiosk && of_files.contains(&word) {
            return Err(Refusal::Unknown);
        }
        let (state, job) = match (request.method, word) {
            (Method::Get, "model") => {
                let bytes = self.ask(name, OpenBoard::model)?;
                return Ok(PageAnswer {
                    status: 200,
                    content: AnswerContent::Model(name.to_owned(), bytes),
                    job: None,
                });
            }
            (Method::Post, "train") => self.train(name, &request.body()?)?,
            (Method::Get, _) => (self.get(name, word, last, request)?, None),
            (Method::Post, _) => (self.post(name, word, last, request)?, None),
        };
        Ok(PageAnswer {
            job,
            ..PageAnswer::json(&state)
        })
    }

    /// Answers a question about a machine, which changes nothing.
    fn get(
        &self,
        name: &str,
        word: &str,
        last: Option<&str>,
        request: &PageRequest,
    ) -> Result<Value, Refusal> {
        Ok(match word {
            "" => self.show(name)?,
            "wait" => {
                let waiting: Waiting = request.query()?;
                self.since(name, waiting.since)?
            }
            // A browser reports every 404 as an error, so the page checks first.
            "here" => json!({ "here": self.has(name)? }),
            "games" => {
                let number = last.map(str::parse::<u64>).transpose();
                match number.map_err(|_| Refusal::Unknown)? {
                    None => json!({ "games": self.games(name)? }),
                    Some(number) => {
                        let found = self.ask(name, |board| Ok(board.round(number)))?;
                        json!({ "round": found.ok_or(Refusal::Unknown)? })
                    }
                }
            }
            "hint" => self.ask(name, OpenBoard::hint)?,
            "stages" => self.question(name, "stages", OpenBoard::stages)?,
            "curve" => json!(self.ask(name, OpenBoard::learnt)?),
            "strength" => self.question(name, "strength", OpenBoard::strength)?,
            "box" => {
                let at: BoxAt = request.query()?;
                self.ask(name, |board| {
                    let (key, matchbox) = board.look(&at.position)?;
                    Ok(json!({ "box": matchbox, "changes": board.changes(key) }))
                })?
            }
            "find" => {
                let at = request.query()?;
                self.ask(name, |board| board.find(&at))?
            }
            "list" => self.question(name, "list", OpenBoard::list)?,
            "link" => self.question(name, "link", OpenBoard::link)?,
            "sheets" => {
                let asked: SheetsAsked = request.query()?;
                self.ask(name, |board| board.sheets(&asked))?
            }
            _ => return Err(Refusal::Method),
        })
    }

    /// Changes a machine, and answers with its new state.
    fn post(
        &self,
        name: &str,
        word: &str,
        last: Option<&str>,
        request: &PageRequest,
    ) -> Result<Value, Refusal> {
        Ok(match word {
            "sit" => {
                let wanted: Wanted = request.body()?;
                if self.settings.kiosk && !wanted.is_allowed_in_kiosk() {
                    return Err(Refusal::Kiosk);
                }
                self.sit(name, wanted)?
            }
            "move" => {
                let chosen: ChosenMove = request.body()?;
                self.act(name, chosen.revision, |board| board.make(&chosen.m))?
            }
            "act" => match last {
                Some("undo") => self.act(name, request.body()?, OpenBoard::undo)?,
                Some("resign") => self.act(name, request.body()?, OpenBoard::resign)?,
                Some("step") => self.act(name, request.body()?, OpenBoard::step)?,
                Some("game") => self.game(name, request.body()?)?,
                Some("new") => self.next(name, request.body()?)?,
                _ => return Err(Refusal::Unknown),
            },
            "stop" => self.stop(name, request.body()?)?,
            "correct" => self.correct(name, &request.body()?)?,
            "seats" => self.act(name, request.body()?, OpenBoard::change_seats)?,
            "merge" => self.merge(name, &request.body()?)?,
            "upload" => self.import(name, None, || store::decode(&request.body))?,
            "link" => {
                let Linked { link } = request.body()?;
                self.import(name, Some("the link"), || store::from_link(&link))?
            }
            "delete" => self.delete(name, &request.body()?)?,
            "undelete" => self.bring_back(name)?,
            _ => return Err(Refusal::Method),
        })
    }

    /// Answers a question to the board of a machine, under the name `key`.
    fn question<T: Serialize>(
        &self,
        name: &str,
        key: &str,
        ask: fn(&OpenBoard) -> Result<T>,
    ) -> Result<Value, Refusal> {
        let answer = self.ask(name, ask)?;
        Ok(json!({ key: answer }))
    }

    pub(crate) fn shelf(&self) -> Value {
        let games = offered::GAMES.map(|name| {
            let kind = games::kind(name);
            let game = games::parse(name).ok();
            json!({
                "name": name,
                "about": kind.map(|kind| kind.about),
                "moves": kind.map(|kind| kind.moves),
                "winner": game.as_ref().and_then(scene::winner),
                "facts": game.as_ref().map(scene::facts),
            })
        });
        let (rules, presets): (Vec<_>, Vec<_>) = offered::rules().into_iter().unzip();
        let names = (!self.settings.kiosk).then(|| self.folder.names());
        json!({
            "games": games,
            "rules": rules,
            "presets": presets,
            "machines": names.unwrap_or_default(),
            "start": self.settings.start,
            "kiosk": self.settings.kiosk,
            "classes": self.settings.classes,
        })
    }
}
