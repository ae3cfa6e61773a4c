//! The page itself, compiled into the program: nothing is fetched from anywhere else.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

const PAGE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
const WORDS: &str = include_str!("page/words.js");

fn sent(kind: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response()
}

pub(super) async fn page() -> Response {
    sent("text/html; charset=utf-8", PAGE)
}

pub(super) async fn style() -> Response {
    sent("text/css; charset=utf-8", STYLE)
}

pub(super) async fn script() -> Response {
    sent("text/javascript; charset=utf-8", SCRIPT)
}

pub(super) async fn words() -> Response {
    sent("text/javascript; charset=utf-8", WORDS)
}
