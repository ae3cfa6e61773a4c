//! The response to a request that fails: `{"error": MESSAGE, "kind": KIND}`.
//!
//! The message comes from the library, in English. The kind is a key for which the page has a message in
//! another language.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::client::{class_file, client_file};
use matchboxes::error::Error;
use matchboxes::games;
use matchboxes::session::class_names::NameFault;
use matchboxes::text::{count, thousands};

/// Why a request fails.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "there are no classes")
)]
pub(crate) enum Refusal {
    /// The name of a machine, or of something at it, is unknown.
    #[error("nothing with this name exists")]
    Unknown,
    #[error("the machine is in training")]
    Training,
    #[error("this is not allowed in an exhibition")]
    Kiosk,
    #[error("a machine named {0} already exists")]
    Taken(String),
    /// The machine that would be replaced is not the version that the page has seen.
    #[error(
        "the machine has changed since it was shown and is kept; send the `version` of its scene"
    )]
    Changed,
    /// The change was made from a state that is no longer the present one, which is this.
    #[error("this was changed on another screen; here is how it is now")]
    Stale(Box<Value>),
    /// What the machine has learnt is not on disk, and would be dropped.
    #[error("{0}; until that is saved, the machine is only played with")]
    Unsaved(Unsaved),
    /// No machine can be closed to make room for another one.
    #[error("there is no room for another machine until those in use are saved; {0}")]
    Held(Unsaved),
    #[error("too many machines are in use; close some pages and wait")]
    Crowded,
    /// No class and no group has this code.
    #[error("this is not the code of the class or of a group")]
    Code,
    #[error("a group named {0} is there already; its own code leads to it")]
    Named(String),
    #[error(transparent)]
    Name(#[from] NameFault),
    #[error("the teacher has paused all boards")]
    Paused,
    #[error("internal error; the machine is as it was last saved")]
    Broken,
    #[error("the method is not allowed here")]
    Method,
    #[error("the body of the request is not understood: {0}")]
    Body(serde_json::Error),
    #[error("the address is not understood: {0}")]
    Query(serde_urlencoded::de::Error),
    #[error(transparent)]
    Wrong(#[from] Error),
}

impl From<games::Error> for Refusal {
    fn from(error: games::Error) -> Self {
        Self::Wrong(error.into())
    }
}

/// How many characters of a long message are kept at its beginning and at its end.
const BEGINNING: usize = 300;
const END: usize = 200;

/// A refusal as it is answered.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct ErrorBody {
    error: String,
    kind: &'static str,
    /// The present state of the machine, if the refused change was made from another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<Box<Value>>,
}

/// What a machine has learnt that is not on disk, and why.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Unsaved {
    /// The games that its file lacks. If there are none, a game was taken back or the record of a real box
    /// was corrected.
    pub games: u64,
    /// The groups that have played them, in a class.
    #[serde(skip)]
    pub groups: usize,
    /// Why they could not be written.
    #[serde(flatten)]
    pub why: ErrorBody,
}

impl Unsaved {
    pub(crate) fn new(games: usize, error: Error) -> Self {
        Self::because(games, Refusal::from(error).body())
    }

    pub(crate) const fn because(games: usize, why: ErrorBody) -> Self {
        Self {
            games: games as u64,
            groups: 0,
            why,
        }
    }
}

impl fmt::Display for Unsaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games {
            0 => write!(f, "the last change is")?,
            1 => write!(f, "1 game is")?,
            games if self.groups == 0 => write!(f, "{} games are", thousands(games))?,
            games => {
                let groups = count(self.groups as u64, "group", "groups");
                write!(f, "{} games of {groups} are", thousands(games))?;
            }
        }
        write!(f, " not saved yet")?;
        write!(f, " ({})", self.why.error)
    }
}

impl ErrorBody {
    /// A message, shortened if it is long, and a kind, for which the page has words, or the page of a class.
    pub fn new(error: impl Into<String>, kind: &'static str) -> Self {
        debug_assert!(has_words(kind), "{kind}");
        let error = shortened(error.into());
        Self {
            error,
            kind,
            state: None,
        }
    }

    pub(crate) fn after(self, words: &str) -> Self {
        let error = format!("{words}{}", self.error);
        Self { error, ..self }
    }

    /// The same as a page in both languages, for whoever has opened an address in a browser.
    pub fn page(&self) -> String {
        let words = client_file("/ja.json").and_then(|file| serde_json::from_str(file.text).ok());
        let words: Value = words.unwrap_or_default();
        let japanese = words[format!("error.{}", self.kind)]
            .as_str()
            .unwrap_or_default();
        let said = [&self.error, &*japanese.replace("{error}", &self.error)];
        let [english, japanese] = said.map(|text| text.replace('&', "&amp;").replace('<', "&lt;"));
        format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>MENACE</title>\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"/page.css\">\
             <body class=\"more\"><header><h1>MENACE</h1></header><main class=\"refusal\"><p>{english}.</p>\
             <p lang=\"ja\">{japanese}</p><p><a href=\"/\">MENACE</a></p></main></html>"
        )
    }

    /// Whether it is of a file that could not be read or written.
    pub(crate) fn is_of_file(&self) -> bool {
        self.kind == "file"
    }
}

fn has_words(kind: &str) -> bool {
    let words = [client_file("/ja.json"), class_file("/class/ja.json")];
    let key = format!("\"error.{kind}\":");
    words.iter().flatten().any(|file| file.text.contains(&key))
}

/// Shortens a long message to its beginning and its end.
fn shortened(message: String) -> String {
    let mut letters = message.char_indices();
    let Some((begin, _)) = letters.nth(BEGINNING) else {
        return message;
    };
    let Some((end, _)) = letters.rev().nth(END - 1) else {
        return message;
    };
    format!("{} [...] {}", &message[..begin], &message[end..])
}

impl Refusal {
    fn status_and_kind(&self) -> (u16, &'static str) {
        let error = match self {
            Self::Unknown => return (404, "unknown"),
            Self::Training => return (409, "training"),
            Self::Kiosk => return (403, "kiosk"),
            Self::Taken(_) => return (409, "taken"),
            Self::Code => return (403, "code"),
            Self::Named(_) => return (409, "named"),
            Self::Name(NameFault::Unseen(_)) => return (422, "unseen"),
            Self::Name(NameFault::Length) => return (422, "long"),
            Self::Paused => return (409, "paused"),
            Self::Changed => return (409, "changed"),
            Self::Stale(_) => return (409, "stale"),
            Self::Unsaved(_) => return (409, "unsaved"),
            Self::Held(_) => return (503, "held"),
            Self::Crowded => return (503, "crowded"),
            Self::Broken => return (500, "broken"),
            Self::Method => return (405, "request"),
            Self::Body(error) if error.is_data() => return (422, "request"),
            Self::Body(_) | Self::Query(_) => return (400, "request"),
            Self::Wrong(error) => error,
        };
        let kind = match error {
            Error::Busy { .. } => return (409, "busy"),
            Error::Exists { .. } => return (409, "file"),
            Error::Lost { .. } => return (409, "kept"),
            Error::File { .. } => return (500, "file"),
            Error::Input(input) => match input {
                games::Error::Move { .. } => "move",
                games::Error::Position { .. } => "position",
                games::Error::Rule { .. } => "rule",
                games::Error::Name { .. }
                | games::Error::Parameter { .. }
                | games::Error::Player { .. } => "name",
                games::Error::TooLarge { .. } => "too-large",
                _ => "request",
            },
            Error::NoBox { .. } => "no-box",
            Error::Damaged { .. } => "damaged",
            _ => "request",
        };
        (422, kind)
    }

    pub(crate) fn status(&self) -> u16 {
        self.status_and_kind().0
    }

    pub(crate) fn body(&self) -> ErrorBody {
        let (_, kind) = self.status_and_kind();
        let state = match self {
            Self::Stale(state) => Some(state.clone()),
            _ => None,
        };
        ErrorBody {
            state,
            ..ErrorBody::new(self.to_string(), kind)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use matchboxes::game::Game as _;
    use matchboxes::games::TicTacToe;
    use matchboxes::learn::Rule;

    #[test]
    fn a_long_message_is_shortened() {
        let short = "\u{3042}".repeat(BEGINNING + END);
        assert_eq!(shortened(short.clone()), short);
        let long = format!("{}{}", "a".repeat(BEGINNING), "\u{3042}".repeat(60_000));
        let short = shortened(long);
        assert!(short.starts_with("aaa") && short.ends_with('\u{3042}'));
        assert_eq!(short.chars().count(), BEGINNING + END + " [...] ".len());
    }

    #[test]
    fn every_kind_has_words_in_the_other_language() {
        let text = || "a".to_owned();
        let game = TicTacToe;
        let errors = [
            Error::request(text()),
            games::Error::unknown("game", "a", []).into(),
            game.read_move("a").unwrap_err().into(),
            game.read_position("a").unwrap_err().into(),
            Rule::from_toml("a", "a").unwrap_err().into(),
            Error::NoBox {
                text: text(),
                reason: text(),
            },
            games::Error::TooLarge {
                game: text(),
                positions: 1,
                moves: 1,
                purpose: "a",
            }
            .into(),
            Error::Damaged {
                path: text().into(),
                reason: matchboxes::error::Damage::Checksum,
            },
            Error::Busy {
                path: text().into(),
                holder: text(),
            },
            Error::File {
                path: text().into(),
                action: matchboxes::error::Action::Read,
                cause: io::Error::other("full"),
            },
        ];
        let unsaved = || Unsaved::new(3, Error::request(text()));
        let refusals = [
            Refusal::Stale(Box::default()),
            Refusal::Unsaved(unsaved()),
            Refusal::Held(unsaved()),
            Refusal::Unknown,
            Refusal::Training,
            Refusal::Kiosk,
            Refusal::Taken(text()),
            Refusal::Changed,
            Refusal::Crowded,
            Refusal::Broken,
            Refusal::Code,
            Refusal::Named(text()),
            Refusal::Name(NameFault::Unseen('a')),
            Refusal::Name(NameFault::Length),
            Refusal::Paused,
        ];
        let all = errors.into_iter().map(Refusal::Wrong).chain(refusals);
        let bodies: Vec<ErrorBody> = all.map(|refusal| refusal.body()).collect();
        let cause = |body: &ErrorBody| body.error == "a: reading failed: full";
        assert!(bodies.iter().any(cause));
        // And what a server adds.
        let of_server = ["kept", "too-much", "too-slow", "waits", "stops", "token"];
        for kind in bodies.iter().map(|body| body.kind).chain(of_server) {
            assert!(has_words(kind), "{kind}");
        }
    }
}
