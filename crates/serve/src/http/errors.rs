//! Gives the form of a refusal to errors from before the page is asked.

use axum::body::to_bytes;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use matchboxes_page::ErrorBody;

/// The most bytes of a foreign error message that are read.
const MOST_BYTES: usize = 4 << 10;

/// The response with this status and a refusal.
pub(crate) fn refused(status: StatusCode, body: &ErrorBody) -> Response {
    let text = serde_json::to_string(body).unwrap_or_default();
    (status, [(CONTENT_TYPE, "application/json")], text).into_response()
}

/// Gives the same form to errors from before the page is asked, such as a body that is too large.
pub(crate) async fn unify_errors(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE);
    let is_json = kind.is_some_and(|kind| kind == "application/json");
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let body = match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            ErrorBody::new("the request is too large for the page", "too-much")
        }
        StatusCode::REQUEST_TIMEOUT => ErrorBody::new("the request took too long", "too-slow"),
        StatusCode::NOT_FOUND => ErrorBody::new("nothing with this name exists", "unknown"),
        _ => {
            let words = to_bytes(body, MOST_BYTES).await.unwrap_or_default();
            let words = String::from_utf8_lossy(&words).into_owned();
            let reason = status.canonical_reason().unwrap_or_default().to_lowercase();
            ErrorBody::new(if words.is_empty() { reason } else { words }, "request")
        }
    };
    let (head, body) = refused(status, &body).into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.extend(head.headers);
    Response::from_parts(parts, body)
}
