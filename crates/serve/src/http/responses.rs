//! Requests and responses as the server has them, and the form of a refusal.

use http_body_util::Full;
use hyper::StatusCode;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONNECTION, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use matchboxes::store;
use matchboxes_page::{AnswerContent, ErrorBody, PageAnswer};

pub(crate) type Request = hyper::Request<Incoming>;
pub(crate) type Response = hyper::Response<Full<Bytes>>;

pub(crate) const JSON: &str = "application/json";

/// A response with this status and this content.
pub(crate) fn response(
    status: StatusCode,
    kind: &'static str,
    content: impl Into<Bytes>,
) -> Response {
    let mut response = Response::new(Full::new(content.into()));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// The response with this status and a refusal.
pub(crate) fn refused(status: StatusCode, body: &ErrorBody) -> Response {
    response(
        status,
        JSON,
        serde_json::to_string(body).unwrap_or_default(),
    )
}

/// The refusal of a request that does not reach the page, such as one with a body that is too large.
pub(crate) fn error(status: StatusCode) -> Response {
    let reason = status.canonical_reason().unwrap_or_default();
    let (words, kind) = match status {
        StatusCode::PAYLOAD_TOO_LARGE => ("the request is too large for the page", "too-much"),
        StatusCode::REQUEST_TIMEOUT => ("the request took too long", "too-slow"),
        StatusCode::TOO_MANY_REQUESTS => (
            "many wrong codes came from this network, so this one waits; the page tries it again",
            "waits",
        ),
        StatusCode::SERVICE_UNAVAILABLE => ("the server stops; ask again when it runs", "stops"),
        StatusCode::NOT_FOUND => ("nothing with this name exists", "unknown"),
        _ => (&*reason.to_lowercase(), "request"),
    };
    refused(status, &ErrorBody::new(words, kind))
}

/// A response after which its connection ends.
pub(crate) fn ending(mut response: Response) -> Response {
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(CONNECTION, close);
    response
}

/// The methods that the page accepts.
pub(crate) const ASKED: &str = "GET,HEAD,POST";

/// The answer of the page over HTTP.
pub(crate) fn answer_of(answer: PageAnswer) -> Response {
    let status = StatusCode::from_u16(answer.status);
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let response = match answer.content {
        AnswerContent::Json(text) => response(status, JSON, text),
        AnswerContent::Model(name, bytes) => {
            let mut response = response(status, "application/octet-stream", bytes);
            let file = format!("attachment; filename=\"{name}.{}\"", store::EXTENSION);
            if let Ok(file) = HeaderValue::try_from(file) {
                response.headers_mut().insert(CONTENT_DISPOSITION, file);
            }
            response
        }
    };
    if status == StatusCode::METHOD_NOT_ALLOWED {
        return not_allowed(response, ASKED);
    }
    response
}

/// Adds the methods that are allowed.
pub(crate) fn not_allowed(mut response: Response, allowed: &'static str) -> Response {
    let allowed = HeaderValue::from_static(allowed);
    response.headers_mut().insert(ALLOW, allowed);
    response
}
