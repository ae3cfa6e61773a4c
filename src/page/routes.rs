//! The requests of the page and their handlers, as listed in the [module](super).

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Page;
use super::machines::job::TrainingRequest;
use super::machines::offered;
use super::machines::open_board::OpenBoard;
use super::machines::state::Wanted;
use super::machines::training::TrainingJob;
use super::refusal::{ErrorBody, Refusal};
use crate::error::{Error, Result};
use crate::games;
use crate::text::thousands;

/// The most games of one training.
const GAMES: u64 = 10_000_000;

/// Whether a request asks for something or does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Asks.
    Get,
    /// Does something.
    Post,
}

/// A request of the page.
#[derive(Clone, Debug)]
pub struct Request {
    /// Whether it asks or does something.
    pub method: Method,
    /// The path, such as `machines/mine/move`.
    pub path: String,
    /// The values asked about, as in an address after the question mark.
    pub query: String,
    /// JSON, or the bytes of a model.
    pub body: Vec<u8>,
}

/// The answer to a request.
pub struct Answer {
    /// The status as in HTTP: 200 for success.
    pub status: u16,
    /// What is answered.
    pub content: Content,
    /// The training that the request has begun.
    pub job: Option<TrainingJob>,
}

/// What is answered.
pub enum Content {
    /// JSON as text.
    Json(String),
    /// The bytes of the model of this name.
    Model(String, Vec<u8>),
}

impl Answer {
    /// The answer with this text in the form of a refusal.
    #[must_use]
    pub fn refused(status: u16, body: &ErrorBody) -> Self {
        Self {
            status,
            content: json_of(body),
            job: None,
        }
    }
}

/// A value whose names are text is always written.
fn json_of(value: &impl Serialize) -> Content {
    Content::Json(serde_json::to_string(value).unwrap_or_default())
}

/// What a machine is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Show,
    Here,
    Sit,
    Move,
    Act,
    Hint,
    Games,
    Train,
    Stop,
    Stages,
    Curve,
    Box,
    Find,
    Strength,
    Model,
    Upload,
}

/// All verbs with their words and methods.
const VERBS: [(&str, Method, Verb); 16] = [
    ("", Method::Get, Verb::Show),
    ("here", Method::Get, Verb::Here),
    ("sit", Method::Post, Verb::Sit),
    ("move", Method::Post, Verb::Move),
    ("act", Method::Post, Verb::Act),
    ("hint", Method::Get, Verb::Hint),
    ("games", Method::Get, Verb::Games),
    ("train", Method::Post, Verb::Train),
    ("stop", Method::Post, Verb::Stop),
    ("stages", Method::Get, Verb::Stages),
    ("curve", Method::Get, Verb::Curve),
    ("box", Method::Get, Verb::Box),
    ("find", Method::Get, Verb::Find),
    ("strength", Method::Get, Verb::Strength),
    ("model", Method::Get, Verb::Model),
    ("upload", Method::Post, Verb::Upload),
];

/// The parts of a path: the machine, what is asked of it, and a last part for some verbs.
struct Path<'a> {
    name: &'a str,
    method: Method,
    verb: Verb,
    last: Option<&'a str>,
}

impl<'a> Path<'a> {
    fn of(path: &'a str) -> Option<Self> {
        let mut parts = path.strip_prefix("machines/")?.splitn(3, '/');
        let (name, word) = (parts.next()?, parts.next().unwrap_or_default());
        let last = parts.next();
        let &(_, method, verb) = VERBS.iter().find(|(known, ..)| *known == word)?;
        let has_room = match verb {
            Verb::Act => last.is_some(),
            Verb::Games => true,
            _ => last.is_none(),
        };
        has_room.then_some(Self {
            name,
            method,
            verb,
            last,
        })
    }
}

#[derive(Deserialize)]
struct Chosen {
    #[serde(rename = "move")]
    m: String,
}

#[derive(Deserialize)]
struct BoxQuery {
    position: String,
}

impl Request {
    fn body<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_slice(&self.body).map_err(Refusal::Body)
    }

    fn query<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_urlencoded::from_str(&self.query).map_err(Refusal::Query)
    }

    /// Whether it may take long, so that few such requests should be answered at a time.
    #[must_use]
    pub fn is_long(&self) -> bool {
        use Verb::{Box, Curve, Find, Hint, Model, Stages, Strength, Upload};
        let long = [Hint, Stages, Curve, Box, Find, Strength, Model, Upload];
        Path::of(&self.path).is_some_and(|path| long.contains(&path.verb))
    }
}

type Reply = Result<(Content, Option<TrainingJob>), Refusal>;

impl Page {
    /// Answers a request.
    #[must_use]
    pub fn answer(&self, request: &Request) -> Answer {
        match self.reply(request) {
            Ok((content, job)) => Answer {
                status: 200,
                content,
                job,
            },
            Err(refusal) => {
                let status = refusal.status();
                Answer::refused(status, &refusal.body())
            }
        }
    }

    fn reply(&self, request: &Request) -> Reply {
        if request.path == "shelf" {
            let is_asked = request.method == Method::Get;
            let shelf = is_asked.then(|| (json_of(&self.shelf()), None));
            return shelf.ok_or(Refusal::Method);
        }
        let path = Path::of(&request.path).ok_or(Refusal::Unknown)?;
        // An exhibition has no files.
        if self.kiosk && matches!(path.verb, Verb::Model | Verb::Upload) {
            return Err(Refusal::Unknown);
        }
        if path.method != request.method {
            return Err(Refusal::Method);
        }
        if path.verb == Verb::Model {
            let bytes = self.machines.ask(path.name, |board, _| board.model())?;
            return Ok((Content::Model(path.name.to_owned(), bytes), None));
        }
        if path.verb == Verb::Train {
            let wanted: TrainingRequest = request.body()?;
            if !(1..=GAMES).contains(&wanted.games) {
                let reason = format!("a training has 1 to {} games", thousands(GAMES));
                return Err(Error::request(reason).into());
            }
            let (state, job) = self.machines.train(path.name, &wanted)?;
            return Ok((json_of(&state), Some(job)));
        }
        Ok((json_of(&self.state_or_fact(&path, request)?), None))
    }

    /// The state of a machine after what was asked, or the fact that was asked for.
    fn state_or_fact(&self, path: &Path<'_>, request: &Request) -> Result<Value, Refusal> {
        let (machines, name) = (&self.machines, path.name);
        match path.verb {
            Verb::Show => machines.show(name),
            // A browser reports every 404 as an error, so the page asks before.
            Verb::Here => Ok(json!({ "here": machines.has(name)? })),
            Verb::Sit => {
                let wanted: Wanted = request.body()?;
                if self.kiosk && !wanted.is_allowed_in_kiosk() {
                    return Err(Refusal::Kiosk);
                }
                machines.sit(name, wanted)
            }
            Verb::Move => {
                let chosen: Chosen = request.body()?;
                machines.act(name, |board| board.make(&chosen.m))
            }
            Verb::Act => match path.last {
                Some("undo") => machines.act(name, OpenBoard::undo),
                Some("resign") => machines.act(name, OpenBoard::resign),
                Some("step") => machines.act(name, |board| Ok(board.opened.play.step())),
                Some("new") => machines.next(name),
                _ => Err(Refusal::Unknown),
            },
            Verb::Games => {
                let number = path.last.map(str::parse::<usize>).transpose();
                let number = number.map_err(|_| Refusal::Unknown)?;
                machines.past(name, |past| match number {
                    None => Some(json!({ "games": past.list() })),
                    Some(number) => Some(json!({ "round": past.game(number)? })),
                })
            }
            Verb::Stop => machines.stop(name),
            Verb::Hint => self.question(name, "moves", OpenBoard::hint),
            Verb::Stages => self.question(name, "stages", OpenBoard::stages),
            Verb::Curve => self.question(name, "points", OpenBoard::curve),
            Verb::Strength => self.question(name, "strength", OpenBoard::strength),
            Verb::Box => {
                let at: BoxQuery = request.query()?;
                machines.ask(name, |board, past| {
                    let (key, matchbox) = board.look(&at.position)?;
                    Ok(json!({ "box": matchbox, "changes": past.changes(key) }))
                })
            }
            Verb::Find => {
                let at = request.query()?;
                machines.ask(name, |board, past| {
                    let mut found = board.find(&at)?;
                    found.changes = found.key.map_or_else(Vec::new, |key| past.changes(key));
                    Ok(json!(found))
                })
            }
            Verb::Upload => machines.import(name, &request.body),
            Verb::Model | Verb::Train => Err(Refusal::Unknown),
        }
    }

    /// Answers a question to the board of a machine, under the name `key`.
    fn question<T: Serialize>(
        &self,
        name: &str,
        key: &str,
        ask: fn(&OpenBoard) -> Result<T>,
    ) -> Result<Value, Refusal> {
        let answer = self.machines.ask(name, |board, _| ask(board))?;
        Ok(json!({ key: answer }))
    }

    fn shelf(&self) -> Value {
        let games = offered::GAMES.map(|name| {
            let kind = games::kind(name);
            json!({
                "name": name,
                "about": kind.map(|kind| kind.about),
                "moves": kind.map(|kind| kind.moves),
            })
        });
        let (rules, presets): (Vec<_>, Vec<_>) = offered::rules().into_iter().unzip();
        let names = (!self.kiosk).then(|| self.machines.folder.names());
        json!({
            "games": games,
            "rules": rules,
            "presets": presets,
            "machines": names.unwrap_or_default(),
            "start": self.start,
            "kiosk": self.kiosk,
        })
    }
}
