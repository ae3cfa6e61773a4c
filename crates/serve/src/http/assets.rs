//! The files of the page, compiled into the program.

use hyper::StatusCode;
use hyper::header::{CACHE_CONTROL, HeaderValue};

use super::responses::{JSON, Response, response};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

macro_rules! part {
    ($name:literal, $kind:expr) => {
        ($name, $kind, include_str!(concat!("../page/", $name)))
    };
}

/// All files of the page: name, content type and text.
const FILES: [(&str, &str, &str); 16] = [
    part!("index.html", HTML),
    part!("page.css", CSS),
    part!("page.js", JS),
    part!("base.js", JS),
    part!("transport.js", JS),
    part!("board.js", JS),
    part!("play.js", JS),
    part!("training.js", JS),
    part!("boxes.js", JS),
    part!("settings.js", JS),
    part!("cups.js", JS),
    part!("watch.js", JS),
    part!("ways.js", JS),
    part!("companion.js", JS),
    part!("en.json", JSON),
    part!("ja.json", JSON),
];

/// The file at this path, if there is one.
pub(crate) fn file(path: &str) -> Option<Response> {
    let requested = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    let (_, kind, text) = FILES.iter().find(|(name, ..)| *name == requested)?;
    let mut response = response(StatusCode::OK, kind, *text);
    let revalidated = HeaderValue::from_static("no-cache");
    response.headers_mut().insert(CACHE_CONTROL, revalidated);
    Some(response)
}
