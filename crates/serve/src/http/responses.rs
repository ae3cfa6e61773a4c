//! Requests and responses as the server has them, and the form of a refusal.

use http_body_util::Full;
use hyper::StatusCode;
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName,
    HeaderValue, LOCATION,
};
use matchboxes::store;
use matchboxes_page::{AnswerContent, ClientFile, ErrorBody, PageAnswer};

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
    with(response, CONTENT_TYPE, kind)
}

/// The same with this header, if its value can be one.
pub(crate) fn with(mut response: Response, name: HeaderName, value: &str) -> Response {
    if let Ok(value) = HeaderValue::try_from(value) {
        response.headers_mut().insert(name, value);
    }
    response
}

/// A file that a browser loads, or the refusal where there is none.
pub(crate) fn sent(file: Option<&'static ClientFile>) -> Response {
    match file {
        Some(file) => {
            let response = response(StatusCode::OK, file.content_type, file.text);
            with(response, CACHE_CONTROL, "no-cache")
        }
        None => error(StatusCode::NOT_FOUND),
    }
}

pub(crate) fn redirect(to: &str) -> Response {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::SEE_OTHER;
    with(response, LOCATION, to)
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
        *answer.body_mut() = Full::new(refusal.page().into());
        return with(answer, CONTENT_TYPE, "text/html; charset=utf-8");
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
pub(crate) fn ending(response: Response) -> Response {
    with(response, CONNECTION, "close")
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
            let response = response(status, "application/octet-stream", bytes);
            let file = format!("attachment; filename=\"{name}.{}\"", store::EXTENSION);
            with(response, CONTENT_DISPOSITION, &file)
        }
    };
    if status == StatusCode::METHOD_NOT_ALLOWED {
        return with(response, ALLOW, ASKED);
    }
    response
}
