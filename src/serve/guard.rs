//! Who may ask: the page itself and nobody else.
//!
//! A browser sends any page's requests to this machine. So the host asked for has to be ours (a name
//! that another site lets point here is not), a request that comes from another page is refused, and
//! what changes anything has to be JSON, which a foreign form cannot send. Beyond the loopback
//! interface a token is wanted as well, which the address printed at the start carries.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::crowd::Guest;
use super::refusal::Told;

/// Who is let in.
#[derive(Debug)]
pub(super) struct Guard {
    /// The hosts that are ours, with the port where a browser names it.
    hosts: Vec<String>,
    /// Whether any host is, since the address we listen at is that of no single one.
    any_host: bool,
    /// What has to be known, if anything.
    token: Option<String>,
}

/// The cookie that carries the token once it was given.
const COOKIE_NAME: &str = "menace-token";

/// What every answer says: nothing is taken from elsewhere, nor shown inside another page.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; \
         form-action 'self'; base-uri 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

impl Guard {
    /// For whoever listens at this address.
    pub(super) fn new(address: SocketAddr, token: Option<String>) -> Self {
        let port = address.port();
        let own = SocketAddr::new(address.ip(), port).to_string();
        let named = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
        let mut hosts: Vec<String> = named.into_iter().chain([own]).collect();
        if port == 80 {
            let bare = hosts.iter().filter_map(|host| host.strip_suffix(":80"));
            let bare: Vec<String> = bare.map(str::to_owned).collect();
            hosts.extend(bare);
        }
        Self {
            hosts,
            any_host: address.ip().is_unspecified(),
            token,
        }
    }

    fn knows_host(&self, headers: &HeaderMap) -> bool {
        let is_own = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        let mut hosts = headers.get_all(HOST).iter();
        let one = hosts.next().and_then(|host| host.to_str().ok());
        hosts.next().is_none() && one.is_some_and(|host| self.any_host || is_own(host))
    }

    /// Whether a page asks that is not ours; `asks_us` if it is for more than the page itself.
    fn is_foreign(headers: &HeaderMap, asks_us: bool) -> bool {
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let is_elsewhere = !matches!(site, None | Some(b"same-origin" | b"none"));
        let host = text(headers, HOST).unwrap_or_default();
        let of_us = |origin: &str| origin.strip_prefix("http://") == Some(host);
        let origin = headers.get(ORIGIN);
        let foreign = origin.is_some_and(|origin| !origin.to_str().is_ok_and(of_us));
        // A link on another page may lead to the page itself, but not to what it asks for.
        foreign || (asks_us && is_elsewhere)
    }

    /// Whether the token is there: in the address, or in the cookie that was set then.
    fn admits(&self, request: &Request) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        let given = given(request);
        let cookies = text(request.headers(), COOKIE).unwrap_or_default();
        let mut cookies = cookies
            .split(';')
            .filter_map(|cookie| cookie.trim().split_once('='));
        let kept = cookies.any(|(name, value)| name == COOKIE_NAME && same(value, token));
        kept || given.is_some_and(|given| same(given, token))
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// The token in the address.
fn given(request: &Request) -> Option<&str> {
    let query = request.uri().query()?;
    query
        .split('&')
        .find_map(|part| part.strip_prefix("token="))
}

/// Compares without telling by the time it takes where two texts differ.
fn same(one: &str, other: &str) -> bool {
    let differ = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differ == 0
}

fn refused(status: StatusCode, reason: &str, kind: &'static str) -> Response {
    (status, Json(Told::new(reason, kind))).into_response()
}

/// Why a request is not let through, if it is not.
fn refusal(guard: &Guard, request: &Request) -> Option<Response> {
    let headers = request.headers();
    let path = request.uri().path();
    let changes = ![Method::GET, Method::HEAD].contains(request.method());
    let kind = text(headers, CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let wanted = if path.ends_with("/upload") {
        "application/octet-stream"
    } else {
        "application/json"
    };
    if !guard.knows_host(headers) {
        let reason = "this host is not ours";
        return Some(refused(StatusCode::FORBIDDEN, reason, "request"));
    }
    if Guard::is_foreign(headers, changes || path.starts_with("/api/")) {
        let reason = "other pages may not ask";
        return Some(refused(StatusCode::FORBIDDEN, reason, "request"));
    }
    if !guard.admits(request) {
        let reason = "the address printed at the start has the token";
        return Some(refused(StatusCode::UNAUTHORIZED, reason, "token"));
    }
    if changes && !kind.eq_ignore_ascii_case(wanted) {
        let reason = format!("send {wanted}");
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Some(refused(status, &reason, "request"));
    }
    None
}

/// Lets a request through, or answers it with a refusal and ends its connection.
pub(super) async fn guard(
    State(guard): State<Arc<Guard>>,
    Extension(guest): Extension<Arc<Guest>>,
    request: Request,
    next: Next,
) -> Response {
    let is_given = given(&request).is_some();
    let token = guard.token.as_ref().filter(|_| is_given);
    let is_page = request.uri().path() == "/";
    let refused = refusal(&guard, &request);
    let ends = refused.is_some();
    let mut response = if let Some(refusal) = refused {
        refusal
    } else {
        guest.is_let_in();
        match token {
            // The address that is seen and kept from now on tells nothing.
            Some(token) if is_page => welcome(token),
            _ => next.run(request).await,
        }
    };
    guest.waits();
    let headers = response.headers_mut();
    if ends {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Sends on to the page itself with a cookie that carries the token.
fn welcome(token: &str) -> Response {
    let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(LOCATION, HeaderValue::from_static("/"));
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        headers.insert(SET_COOKIE, cookie);
    }
    response
}
