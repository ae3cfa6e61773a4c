//! Requests and responses as the server has them, and the form of a refusal.

use http_body_util::Full;
use hyper::StatusCode;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, ALLOW, CONNECTION, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use matchboxes::store;
use matchboxes_page::{AnswerContent, ErrorBody, PageAnswer};

pub(crate) type Request = hyper::Request<Incoming>;
pub(crate) type Response = hyper::Response<Full<Bytes>>;

pub(crate) const JSON: &str = "application/json";

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

/// The response with this status and a refusal, which goes with it for [`for_people`].
pub(crate) fn refused(status: StatusCode, body: &ErrorBody) -> Response {
    let text = serde_json::to_string(body).unwrap_or_default();
    let mut response = response(status, JSON, text);
    response.extensions_mut().insert(body.clone());
    response
}

/// Whether a person has opened this address in a browser, unlike a script, which asks for data.
pub(crate) fn is_of_people(request: &Request) -> bool {
    let accepted = request.headers().get(ACCEPT).map(HeaderValue::to_str);
    matches!(accepted, Some(Ok(all)) if all.contains("text/html"))
        && !request.uri().path().starts_with("/api/")
}

/// The same answer, where a refusal is a page that people can read.
pub(crate) fn for_people(mut answer: Response) -> Response {
    if let Some(refusal) = answer.extensions_mut().remove::<ErrorBody>() {
        let kind = HeaderValue::from_static("text/html; charset=utf-8");
        answer.headers_mut().insert(CONTENT_TYPE, kind);
        *answer.body_mut() = Full::new(refusal.page().into());
    }
    answer
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
