//! What is told to whoever asks for what cannot be: `{"error": MESSAGE, "kind": KIND}`.
//!
//! The message is that of the command line, in English; the kind is a word by which the page finds
//! its own words in another language.

use axum::Json;
use axum::body::to_bytes;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use menace::Error;
use serde::Serialize;

/// What went wrong, and whose fault it was.
#[derive(Debug)]
pub(super) enum Refusal {
    /// There is no machine of that name, or nothing of that kind at it.
    Unknown,
    /// It is in training.
    Training,
    /// An exhibition has none of that.
    Kiosk,
    /// There is a machine of this name already.
    Taken(String),
    /// What would be thrown away is not what was seen.
    Changed,
    /// As many boards are set up as there can be, and at each of them somebody is at work.
    Crowded,
    /// Our own fault.
    Broken,
    /// What was asked for cannot be.
    Wrong(Error),
}

/// How many letters of a long message are left at its beginning and at its end.
const BEGINNING: usize = 300;
const END: usize = 200;

/// A refusal as it is told.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Told {
    error: String,
    kind: &'static str,
}

impl Told {
    pub(super) fn new(error: impl Into<String>, kind: &'static str) -> Self {
        let error = shortened(error.into());
        Self { error, kind }
    }
}

/// A message of a length that can be read, whatever it repeats: of a longer one the beginning and the end.
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

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Wrong(error)
    }
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::Unknown => StatusCode::NOT_FOUND,
            Self::Kiosk => StatusCode::FORBIDDEN,
            Self::Crowded => StatusCode::SERVICE_UNAVAILABLE,
            Self::Training
            | Self::Taken(_)
            | Self::Changed
            | Self::Wrong(Error::Busy { .. } | Error::Exists { .. } | Error::Lost { .. }) => {
                StatusCode::CONFLICT
            }
            Self::Broken | Self::Wrong(Error::File { .. }) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Wrong(_) => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    pub(super) fn told(self) -> Told {
        match self {
            Self::Unknown => Told::new("there is nothing of that name", "unknown"),
            Self::Training => Told::new("the machine is in training", "training"),
            Self::Kiosk => Told::new("that is not for an exhibition", "kiosk"),
            Self::Taken(name) => Told::new(format!("there is a machine {name} already"), "taken"),
            Self::Changed => Told::new(
                "the machine is not as it was seen, and stays; ask with the `version` of its scene",
                "changed",
            ),
            Self::Crowded => Told::new(
                "too many machines are at work; close some pages and wait",
                "crowded",
            ),
            Self::Broken => Told::new(
                "that went wrong here; the machine stands as it was kept last",
                "broken",
            ),
            Self::Wrong(error) => {
                let kind = kind(&error);
                // With what the system said, where a file could not be had.
                Told::new(format!("{:#}", anyhow::Error::from(error)), kind)
            }
        }
    }
}

fn kind(error: &Error) -> &'static str {
    match error {
        Error::Move { .. } => "move",
        Error::Position { .. } => "position",
        Error::NoBox { .. } => "no-box",
        Error::Rule { .. } => "rule",
        Error::Name { .. } | Error::Parameter { .. } | Error::Player { .. } => "name",
        Error::TooLarge { .. } => "too-large",
        Error::Damaged { .. } => "damaged",
        Error::Busy { .. } => "busy",
        Error::Exists { .. } | Error::File { .. } | Error::Lost { .. } => "file",
        _ => "request",
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(self.told())).into_response()
    }
}

/// The most of a refusal's words that is read.
const WORDS: usize = 4 << 10;

/// Tells in our way what was refused before any of our work began: a body that is no JSON, is too large
/// or comes too slowly, a method that there is not.
pub(super) async fn in_our_way(response: Response) -> Response {
    let status = response.status();
    let is_ours = response.headers().get(CONTENT_TYPE);
    let is_ours = is_ours.is_some_and(|kind| kind == "application/json");
    if is_ours || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let told = match status {
        StatusCode::PAYLOAD_TOO_LARGE => Told::new("that is too large for the page", "too-much"),
        StatusCode::REQUEST_TIMEOUT => Told::new("that took too long", "too-slow"),
        _ => {
            let words = to_bytes(body, WORDS).await.unwrap_or_default();
            let words = String::from_utf8_lossy(&words).into_owned();
            let reason = status.canonical_reason().unwrap_or_default().to_lowercase();
            Told::new(if words.is_empty() { reason } else { words }, "request")
        }
    };
    let (head, body) = Json(told).into_response().into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.extend(head.headers);
    Response::from_parts(parts, body)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::io;

    use super::*;

    #[test]
    fn a_message_has_an_end() {
        let short = "\u{3042}".repeat(BEGINNING + END);
        assert_eq!(shortened(short.clone()), short);
        let long = format!("{}{}", "a".repeat(BEGINNING), "\u{3042}".repeat(60_000));
        let told = shortened(long);
        assert!(told.starts_with("aaa") && told.ends_with('\u{3042}'));
        assert_eq!(told.chars().count(), BEGINNING + END + " [...] ".len());
    }

    #[test]
    fn every_kind_has_words_in_the_other_language() {
        let words: HashMap<String, String> =
            serde_json::from_str(include_str!("page/ja.json")).unwrap();
        let text = || "a".to_owned();
        let errors = [
            Error::Request(text()),
            Error::Drawing(text()),
            Error::unknown("game", "a", []),
            Error::Move {
                game: text(),
                text: text(),
                reason: text(),
            },
            Error::Position {
                game: text(),
                text: text(),
                reason: text(),
            },
            Error::NoBox {
                text: text(),
                reason: text(),
            },
            Error::Rule {
                rule: text(),
                reason: text(),
            },
            Error::TooLarge {
                game: text(),
                positions: 1,
                moves: 1,
                purpose: "a",
            },
            Error::Damaged {
                path: text().into(),
                reason: menace::error::Damage::Checksum,
            },
            Error::Busy {
                path: text().into(),
                holder: text(),
            },
            Error::File {
                path: text().into(),
                action: menace::error::Action::Read,
                source: io::Error::other("full"),
            },
        ];
        let refusals = [
            Refusal::Unknown,
            Refusal::Training,
            Refusal::Kiosk,
            Refusal::Taken(text()),
            Refusal::Changed,
            Refusal::Crowded,
            Refusal::Broken,
        ];
        let told: Vec<Told> = errors
            .into_iter()
            .map(Refusal::Wrong)
            .chain(refusals)
            .map(Refusal::told)
            .collect();
        assert!(
            told.iter()
                .any(|told| told.error == "a: reading failed: full")
        );
        let kinds = told.iter().map(|told| told.kind);
        for kind in kinds.chain(["too-much", "too-slow", "token"]) {
            assert!(words.contains_key(&format!("error.{kind}")), "{kind}");
        }
    }
}
