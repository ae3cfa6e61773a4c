//! The files that a browser loads, as answers.

use hyper::StatusCode;
use hyper::header::{CACHE_CONTROL, HeaderValue};
use matchboxes_page::ClientFile;
pub(crate) use matchboxes_page::client_file as file;

use super::responses::{Response, error, response};

/// A file, or the refusal where there is none.
pub(crate) fn sent(file: Option<&'static ClientFile>) -> Response {
    let Some(file) = file else {
        return error(StatusCode::NOT_FOUND);
    };
    let mut response = response(StatusCode::OK, file.content_type, file.text);
    let revalidated = HeaderValue::from_static("no-cache");
    response.headers_mut().insert(CACHE_CONTROL, revalidated);
    response
}
