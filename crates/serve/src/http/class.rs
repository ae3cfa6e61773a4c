//! A class behind HTTP: which client may send which request, and the pages of the wall, the teacher and the
//! groups.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::StatusCode;
use hyper::header::SET_COOKIE;
use matchboxes_page::{Class, ClassRole, ErrorBody, PageRequest, class_file, client_file};
use qrcodegen::{QrCode, QrCodeEcc};
use tokio::time::sleep;

use super::responses::{Response, answer_of, error, redirect, refused, response, sent, with};
use super::tries::Tries;

/// The cookie with the secret of a group, and how many seconds a browser keeps it: a school year.
pub(crate) const GROUP_COOKIE: &str = "menace-group";
const KEPT: u32 = 365 * 24 * 3600;

/// The client, as far as the secrets of the request identify it. One browser can have both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassCaller {
    pub(crate) is_teacher: bool,
    pub(crate) group: Option<ClassRole>,
    /// Whether it has the secret of a group that is not in this class, such as one that was removed.
    pub(crate) is_gone: bool,
}

pub(crate) struct ServedClass {
    pub(crate) class: Arc<Class>,
    tries: Tries,
}

impl ClassCaller {
    /// As whom it may send requests with this path, if it may.
    pub(crate) fn role(self, path: &str) -> Option<ClassRole> {
        if path == "class" || path.starts_with("class/") {
            self.is_teacher.then_some(ClassRole::Teacher)
        } else {
            self.group
        }
    }

    pub(crate) fn page(self, path: &str, query: &str) -> Response {
        let is_join = path == "/j" || path.starts_with("/j/");
        match path {
            "/" if self.group.is_some() => sent(client_file(path)),
            "/" if self.is_teacher => redirect("/teacher"),
            "/" if self.is_gone => redirect("/j/?gone"),
            "/" => redirect("/j/"),
            "/wall" | "/teacher" if !self.is_teacher => not_let_in(),
            // A client that has joined returns to the board, unless the device is to go to another group.
            _ if is_join && self.group.is_some() && query != "other" => redirect("/"),
            _ => sent(class_file(path).or_else(|| client_file(path))),
        }
    }
}

impl ServedClass {
    pub(crate) fn new(class: Arc<Class>, wrong_code: Duration) -> Self {
        Self {
            class,
            tries: Tries::new(wrong_code),
        }
    }

    /// Admits a client with a code, in its turn.
    pub(crate) async fn join(&self, from: IpAddr, request: &PageRequest) -> Response {
        let Some(wait) = self.tries.turn(from, Instant::now()) else {
            return error(StatusCode::TOO_MANY_REQUESTS);
        };
        sleep(wait).await;
        let joined = self.class.join(request);
        if joined.answer.status != StatusCode::FORBIDDEN.as_u16() {
            self.tries.was_right(from);
        }
        let response = answer_of(joined.answer);
        let Some(key) = joined.key else {
            return response;
        };
        let cookie =
            format!("{GROUP_COOKIE}={key}; HttpOnly; SameSite=Lax; Path=/; Max-Age={KEPT}");
        with(response, SET_COOKIE, &cookie)
    }

    /// The address at which groups join as a code for cameras; of the network of this number.
    pub(crate) fn qr(&self, query: &str) -> Response {
        let network = query.strip_prefix("of=").and_then(|n| n.parse().ok());
        let address = self.class.addresses().into_iter().nth(network.unwrap_or(0));
        let code =
            address.and_then(|address| QrCode::encode_text(&address, QrCodeEcc::Medium).ok());
        code.map_or_else(
            || error(StatusCode::NOT_FOUND),
            |code| response(StatusCode::OK, "image/svg+xml", svg(&code)),
        )
    }
}

/// The modules of a code, row by row, with a margin of four: `true` is dark.
fn modules(code: &QrCode) -> Vec<Vec<bool>> {
    let all = -4..code.size() + 4;
    let row = |y| all.clone().map(move |x| code.get_module(x, y)).collect();
    all.clone().map(row).collect()
}

fn svg(code: &QrCode) -> String {
    let rows = modules(code);
    let size = rows.len();
    let dark = rows.iter().enumerate().flat_map(|(y, row)| {
        let own = row.iter().enumerate().filter(|(_, dark)| **dark);
        own.map(move |(x, _)| format!("M{x} {y}h1v1h-1z"))
    });
    let path: String = dark.collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path d=\"{path}\"/></svg>"
    )
}

/// The code of an address for a terminal, two modules a letter, dark on light.
pub(crate) fn terminal_qr(address: &str) -> Option<String> {
    let code = QrCode::encode_text(address, QrCodeEcc::Low).ok()?;
    let rows = modules(&code);
    let line = |pair: &[Vec<bool>]| {
        let (upper, lower) = (&pair[0], pair.get(1));
        let letters = upper.iter().enumerate().map(|(x, upper)| {
            match (upper, lower.is_some_and(|row| row[x])) {
                (true, true) => ' ',
                (true, false) => '\u{2584}',
                (false, true) => '\u{2580}',
                (false, false) => '\u{2588}',
            }
        });
        letters.chain(['\n']).collect::<String>()
    };
    Some(rows.chunks(2).map(line).collect())
}

pub(crate) fn not_let_in() -> Response {
    let reason = "this is for the teacher, who opens the whole link that the server printed; a group joins with the code of the class";
    refused(StatusCode::UNAUTHORIZED, &ErrorBody::new(reason, "token"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_all_modules() {
        let text = terminal_qr("http://192.168.1.20:8080/j/KMP4").unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let width = lines[0].chars().count();
        assert!(
            lines.iter().all(|line| line.chars().count() == width),
            "{text}"
        );
        // Two rows of modules a line.
        assert_eq!(lines.len(), width.div_ceil(2));
        // The margin is light, and the finder in the corner dark.
        assert!(lines[0].chars().all(|letter| letter == '\u{2588}'));
        let corner: String = lines[2].chars().skip(4).take(7).collect();
        assert_eq!(corner, " \u{2584}\u{2584}\u{2584}\u{2584}\u{2584} ");
    }
}
