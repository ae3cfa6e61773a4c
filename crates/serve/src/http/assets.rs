//! The files of the page, compiled into the program.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";

macro_rules! part {
    ($name:literal, $kind:expr) => {
        ($name, $kind, include_str!(concat!("../page/", $name)))
    };
}

/// All files of the page: name, content type and text.
const FILES: [(&str, &str, &str); 12] = [
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
    part!("en.json", JSON),
    part!("ja.json", JSON),
];

fn file(requested: &str) -> Response {
    match FILES.iter().find(|(name, ..)| *name == requested) {
        Some((_, kind, text)) => {
            ([(CONTENT_TYPE, *kind), (CACHE_CONTROL, "no-cache")], *text).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

pub(crate) async fn page() -> Response {
    file("index.html")
}

pub(crate) async fn part(Path(name): Path<String>) -> Response {
    file(&name)
}
