//! The page itself, compiled into the program: nothing is fetched from anywhere else.

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
        ($name, $kind, include_str!(concat!("page/", $name)))
    };
}

/// Everything the page consists of, by name.
const PARTS: [(&str, &str, &str); 11] = [
    part!("index.html", HTML),
    part!("page.css", CSS),
    part!("page.js", JS),
    part!("base.js", JS),
    part!("board.js", JS),
    part!("play.js", JS),
    part!("training.js", JS),
    part!("boxes.js", JS),
    part!("settings.js", JS),
    part!("en.json", JSON),
    part!("ja.json", JSON),
];

fn sent(wanted: &str) -> Response {
    match PARTS.iter().find(|(name, ..)| *name == wanted) {
        Some((_, kind, text)) => {
            ([(CONTENT_TYPE, *kind), (CACHE_CONTROL, "no-cache")], *text).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

pub(super) async fn page() -> Response {
    sent("index.html")
}

pub(super) async fn part(Path(name): Path<String>) -> Response {
    sent(&name)
}
