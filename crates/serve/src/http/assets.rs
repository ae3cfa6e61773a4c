//! The files that a browser loads, as answers.

use hyper::StatusCode;
use hyper::header::{CACHE_CONTROL, HeaderValue};
use matchboxes_page::client_file;

use super::responses::{Response, response};

/// The file at this path, if there is one.
pub(crate) fn file(path: &str) -> Option<Response> {
    let file = client_file(path)?;
    let mut response = response(StatusCode::OK, file.content_type, file.text);
    let revalidated = HeaderValue::from_static("no-cache");
    response.headers_mut().insert(CACHE_CONTROL, revalidated);
    Some(response)
}
