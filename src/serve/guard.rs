//! Who may ask: the page itself and nobody else.
//!
//! A browser sends any page's requests to this machine. So the host asked for has to be ours (a name
//! that another site lets point here is not), a request that comes from another page is refused, and
//! what changes anything has to be JSON, which a foreign form cannot send. Beyond the loopback
//! interface a token is wanted as well, which the address printed at the start carries.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

/// Who is let in.
#[derive(Debug)]
pub(super) struct Guard {
    /// The hosts that are ours, with the port.
    pub(super) hosts: Vec<String>,
    /// Whether any host is, since the address we listen at is that of no single one.
    pub(super) any_host: bool,
    /// What has to be known, if anything.
    pub(super) token: Option<String>,
}

/// The cookie that carries the token once it was given.
const COOKIE_NAME: &str = "menace-token";

/// What every answer says: nothing is taken from elsewhere, nor shown inside another page.
const HEADERS: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
];

impl Guard {
    fn knows_host(&self, headers: &HeaderMap) -> bool {
        let host = text(headers, HOST);
        self.any_host || host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Whether a request comes from our own page, or from no page.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = text(headers, ORIGIN) else {
            let site = headers
                .get("sec-fetch-site")
                .and_then(|value| value.to_str().ok());
            return !matches!(site, Some("cross-site" | "same-site"));
        };
        let host = text(headers, HOST).unwrap_or_default();
        origin.strip_prefix("http://") == Some(host)
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

fn refused(status: StatusCode, reason: &'static str) -> Response {
    let mut response = Response::new(Body::from(reason));
    *response.status_mut() = status;
    response
}

/// Lets a request through or answers it with a refusal.
pub(super) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let changes = request.method() == Method::POST;
    let kind = text(headers, CONTENT_TYPE).unwrap_or_default();
    let is_plain = ["application/json", "application/octet-stream"].contains(&kind);
    let mut response = if !guard.knows_host(headers) {
        refused(StatusCode::FORBIDDEN, "this host is not ours")
    } else if (changes || text(headers, ORIGIN).is_some()) && !guard.is_own(headers) {
        refused(StatusCode::FORBIDDEN, "other pages may not ask")
    } else if !guard.admits(&request) {
        refused(
            StatusCode::UNAUTHORIZED,
            "the address printed at the start has the token",
        )
    } else if changes && !is_plain {
        refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send application/json")
    } else {
        let cookie = guard.token.as_ref().filter(|_| given(&request).is_some());
        let cookie =
            cookie.map(|token| format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/"));
        let mut response = next.run(request).await;
        if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::try_from(cookie).ok()) {
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        response
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}
