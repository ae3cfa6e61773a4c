//! Access control: only the page itself may send requests.
//!
//! Any page in a browser can send requests to this machine. Therefore the host of a request must be one of
//! ours, not a name that another site points at this machine (DNS rebinding). Requests from other pages are
//! refused. A request that changes something must be JSON, which a form on another page cannot send. Beyond
//! the loopback interface a request also needs the token from the address printed at the start.

use std::net::SocketAddr;

use hyper::header::{
    CACHE_CONTROL, CONTENT_TYPE, COOKIE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
    SET_COOKIE,
};
use hyper::{Method, StatusCode};
use matchboxes_page::{Class, ErrorBody};

use super::class::{ClassCaller, GROUP_COOKIE};
use super::connections::Guest;
use super::responses::{JSON, Request, Response, ending, redirect, refused, with};

#[derive(Debug)]
pub(crate) struct Guard {
    /// Our host names, with the port where a browser sends it.
    hosts: Vec<String>,
    /// Whether any host name is ours, because we listen on all addresses.
    any_host: bool,
    token: Option<String>,
}

/// The cookie that carries the token after the first visit.
const COOKIE_NAME: &str = "menace-token";

/// The headers of every response: load nothing from elsewhere, and do not show this inside another page.
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
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Self {
        let port = address.port();
        let named = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
        let mut hosts: Vec<String> = named.into_iter().chain([address.to_string()]).collect();
        if port == 80 {
            for host in hosts.clone() {
                hosts.extend(host.strip_suffix(":80").map(str::to_owned));
            }
        }
        Self {
            hosts,
            any_host: address.ip().is_unspecified(),
            token,
        }
    }

    /// The client, or the answer to a request that does not reach the page: a refusal, which ends its
    /// connection, or a redirect to the address without the token, which the browser shows and keeps from now
    /// on.
    pub(crate) fn admit(
        &self,
        guest: &Guest,
        request: &Request,
        class: Option<&Class>,
    ) -> Result<ClassCaller, Box<Response>> {
        if let Some(refused) = refusal(self, request, class.is_some()) {
            return Err(Box::new(ending(refused)));
        }
        let key = cookie(request, GROUP_COOKIE);
        let group = class.zip(key).and_then(|(class, key)| class.group(key));
        let caller = ClassCaller {
            is_teacher: self.has_token(request),
            group,
            is_gone: key.is_some() && group.is_none(),
        };
        if caller.is_teacher || caller.group.is_some() {
            guest.authorize();
        }
        let pages = ["/", "/wall", "/teacher"].into_iter();
        let mut pages = pages.filter(|&page| page == "/" || class.is_some());
        let page = pages.find(|&page| page == request.uri().path());
        match (&self.token, page, token_given(request)) {
            (Some(token), Some(page), Some(_)) if caller.is_teacher => {
                // The page from which a class is opened is at another address of this computer.
                let site = if class.is_some() { "Lax" } else { "Strict" };
                let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite={site}; Path=/");
                let elsewhere = redirect(&without_token(page, request));
                Err(Box::new(with(elsewhere, SET_COOKIE, &cookie)))
            }
            _ => Ok(caller),
        }
    }

    fn knows_host(&self, headers: &HeaderMap) -> bool {
        let is_own = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        let mut hosts = headers.get_all(HOST).iter();
        let one = hosts.next().and_then(|host| host.to_str().ok());
        // Two hosts could be read differently by a proxy and by us.
        hosts.next().is_none() && one.is_some_and(|host| self.any_host || is_own(host))
    }

    /// Whether the request comes from another page. `asks_us` if it is for more than the page itself.
    fn is_foreign(headers: &HeaderMap, asks_us: bool) -> bool {
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let is_elsewhere = !matches!(site, None | Some(b"same-origin" | b"none"));
        let host = text(headers, HOST).unwrap_or_default();
        let is_ours = |origin: &str| origin.strip_prefix("http://") == Some(host);
        let origin = headers.get(ORIGIN);
        let foreign = origin.is_some_and(|origin| !origin.to_str().is_ok_and(is_ours));
        // A link on another page may lead to the page itself, but not to anything else.
        foreign || (asks_us && is_elsewhere)
    }

    /// Whether the token is present, in the address or in the cookie.
    fn has_token(&self, request: &Request) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        let kept = cookie(request, COOKIE_NAME).is_some_and(|kept| is_same(kept, token));
        kept || token_given(request).is_some_and(|given| is_same(given, token))
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

fn cookie<'r>(request: &'r Request, wanted: &str) -> Option<&'r str> {
    let cookies = text(request.headers(), COOKIE)?.split(';');
    let mut cookies = cookies.filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find_map(|(name, value)| (name == wanted).then_some(value))
}

fn token_given(request: &Request) -> Option<&str> {
    let mut parts = request.uri().query()?.split('&');
    parts.find_map(|part| part.strip_prefix("token="))
}

/// The address of this page with what else was asked of it.
fn without_token(page: &str, request: &Request) -> String {
    let parts = request.uri().query().unwrap_or_default().split('&');
    let kept: Vec<&str> = parts.filter(|part| !part.starts_with("token=")).collect();
    let rest = kept.join("&");
    [page, &rest].join(if rest.is_empty() { "" } else { "?" })
}

/// Compares in constant time, so that the time does not reveal where two texts differ.
fn is_same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    let differ = pairs.fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differ == 0
}

/// The refusal of a request, if it is not allowed. In a class, open to all, the answer depends on the client later.
fn refusal(guard: &Guard, request: &Request, is_class: bool) -> Option<Response> {
    let headers = request.headers();
    let path = request.uri().path();
    let changes = ![Method::GET, Method::HEAD].contains(request.method());
    let kind = text(headers, CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    // Types that a form of another page cannot send without asking us first.
    let wanted = if path.ends_with("/upload") {
        "application/octet-stream"
    } else {
        JSON
    };
    let refuse = |status: StatusCode, reason: &str, kind| {
        Some(refused(status, &ErrorBody::new(reason, kind)))
    };
    if !guard.knows_host(headers) {
        return refuse(StatusCode::FORBIDDEN, "unknown host name", "request");
    }
    if Guard::is_foreign(headers, changes || path.starts_with("/api/")) {
        let reason = "requests from other pages are refused";
        return refuse(StatusCode::FORBIDDEN, reason, "request");
    }
    // Who is refused reads that in the style of the page.
    if !is_class && path != "/page.css" && !guard.has_token(request) {
        let reason = "the token is missing: open the whole address that was printed where the server was started, \
                      with ?token= in it, and then open this link again";
        return refuse(StatusCode::UNAUTHORIZED, reason, "token");
    }
    if changes && !kind.eq_ignore_ascii_case(wanted) {
        let reason = format!("the content type must be {wanted}");
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, &reason, "request");
    }
    None
}

/// Adds the headers of every response.
pub(crate) fn complete(response: &mut Response) {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}
