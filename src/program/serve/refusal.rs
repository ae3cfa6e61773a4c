//! The response to a request that fails: `{"error": MESSAGE, "kind": KIND}`.
//!
//! The message is that of the command line, in English. The kind is a key for which the page has a message in
//! another language.

use axum::Json;
use axum::body::to_bytes;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use menace::Error;
use serde::Serialize;

/// Why a request fails.
#[derive(Debug, thiserror::Error)]
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
    #[error("too many machines are in use; close some pages and wait")]
    Crowded,
    #[error("internal error; the machine is as it was last saved")]
    Broken,
    #[error(transparent)]
    Wrong(#[from] Error),
}

/// How many characters of a long message are kept at its beginning and at its end.
const BEGINNING: usize = 300;
const END: usize = 200;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ErrorBody {
    error: String,
    kind: &'static str,
}

impl ErrorBody {
    pub(crate) fn new(error: impl Into<String>, kind: &'static str) -> Self {
        let error = shortened(error.into());
        Self { error, kind }
    }
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
    fn status_and_kind(&self) -> (StatusCode, &'static str) {
        let error = match self {
            Self::Unknown => return (StatusCode::NOT_FOUND, "unknown"),
            Self::Training => return (StatusCode::CONFLICT, "training"),
            Self::Kiosk => return (StatusCode::FORBIDDEN, "kiosk"),
            Self::Taken(_) => return (StatusCode::CONFLICT, "taken"),
            Self::Changed => return (StatusCode::CONFLICT, "changed"),
            Self::Crowded => return (StatusCode::SERVICE_UNAVAILABLE, "crowded"),
            Self::Broken => return (StatusCode::INTERNAL_SERVER_ERROR, "broken"),
            Self::Wrong(error) => error,
        };
        let kind = match error {
            Error::Busy { .. } => return (StatusCode::CONFLICT, "busy"),
            Error::Exists { .. } | Error::Lost { .. } => return (StatusCode::CONFLICT, "file"),
            Error::File { .. } => return (StatusCode::INTERNAL_SERVER_ERROR, "file"),
            Error::Move { .. } => "move",
            Error::Position { .. } => "position",
            Error::NoBox { .. } => "no-box",
            Error::Rule { .. } => "rule",
            Error::Name { .. } | Error::Parameter { .. } | Error::Player { .. } => "name",
            Error::TooLarge { .. } => "too-large",
            Error::Damaged { .. } => "damaged",
            _ => "request",
        };
        (StatusCode::UNPROCESSABLE_ENTITY, kind)
    }

    pub(crate) fn body(self) -> ErrorBody {
        let (_, kind) = self.status_and_kind();
        // Includes the cause, such as the error of the operating system.
        ErrorBody::new(format!("{:#}", anyhow::Error::from(self)), kind)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, _) = self.status_and_kind();
        (status, Json(self.body())).into_response()
    }
}

/// The most bytes of a foreign error message that are read.
const MOST_BYTES: usize = 4 << 10;

/// Gives the same form to errors from before our handlers, such as a body that is not JSON or too large.
pub(crate) async fn unify_errors(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE);
    let is_json = kind.is_some_and(|kind| kind == "application/json");
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let refused = match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            ErrorBody::new("the request is too large for the page", "too-much")
        }
        StatusCode::REQUEST_TIMEOUT => ErrorBody::new("the request took too long", "too-slow"),
        _ => {
            let words = to_bytes(body, MOST_BYTES).await.unwrap_or_default();
            let words = String::from_utf8_lossy(&words).into_owned();
            let reason = status.canonical_reason().unwrap_or_default().to_lowercase();
            ErrorBody::new(if words.is_empty() { reason } else { words }, "request")
        }
    };
    let (head, body) = Json(refused).into_response().into_parts();
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
        let all = errors.into_iter().map(Refusal::Wrong).chain(refusals);
        let bodies: Vec<ErrorBody> = all.map(Refusal::body).collect();
        let cause = |body: &ErrorBody| body.error == "a: reading failed: full";
        assert!(bodies.iter().any(cause));
        let kinds = bodies.iter().map(|body| body.kind);
        for kind in kinds.chain(["too-much", "too-slow", "token"]) {
            assert!(words.contains_key(&format!("error.{kind}")), "{kind}");
        }
    }
}
