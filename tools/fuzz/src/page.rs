//! What a page asks.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use matchboxes::{session, store};
use matchboxes_page::{
    AnswerContent, Method, Page, PageAnswer, PageRequest, Settings, Surroundings, start,
};

use crate::files::sealed;

/// The most requests of one conversation.
const MOST: usize = 24;
/// How often a training is advanced before it is asked to stop.
const ADVANCES: usize = 4;

/// A clock that is as late as it was often asked, and numbers one after the other.
struct Counted(AtomicU64);

impl Surroundings for Counted {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }

    fn random(&self) -> Option<u64> {
        Some(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Requests of a page: a line each, as in the list of the crate, such as `POST machines/a/move {"move":"b2"}`; a body
/// goes to the next empty line. Each is answered or refused in the form that is described there, nothing breaks,
/// and the machines that are left are sound.
pub fn page(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = Settings {
        folder: folder.path().to_owned(),
        kiosk: bytes.first() == Some(&b'K'),
        classes: false,
        start: start(None, None).expect("a start"),
        boards: 4,
        board_bytes: 64 << 20,
    };
    let page = Page::new(settings, Arc::new(Counted(AtomicU64::new(1))));
    for mut request in requests(bytes) {
        make_present(&page, &mut request);
        let _ = request.is_long();
        let mut answer = page.answer(&request);
        check(&answer);
        if let Some(job) = &mut answer.job {
            let mut left = ADVANCES;
            while job.advance(100) {
                match left.checked_sub(1) {
                    Some(less) => left = less,
                    None => drop(page.stop_trainings()),
                }
            }
        }
    }
    page.close();
    sound(folder.path());
}

fn requests(bytes: &[u8]) -> Vec<PageRequest> {
    let mut found = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() && found.len() < MOST {
        let end = rest.windows(2).position(|two| two == b"\n\n");
        let (one, more) = match end {
            Some(end) => (&rest[..end], &rest[end + 2..]),
            None => (rest, &[][..]),
        };
        rest = more;
        let mut words = one.splitn(3, |byte| *byte == b' ');
        let method = match words.next() {
            Some(word) if word.ends_with(b"POST") => Method::Post,
            _ => Method::Get,
        };
        let address = String::from_utf8_lossy(words.next().unwrap_or_default()).into_owned();
        let (path, query) = address.split_once('?').unwrap_or((&address, ""));
        let body = words.next().unwrap_or_default();
        found.push(PageRequest {
            method,
            path: path.to_owned(),
            query: query.to_owned(),
            // A file that is sent has a right checksum, which chance does not find.
            body: if path.ends_with("/upload") {
                sealed(body)
            } else {
                body.to_vec()
            },
        });
    }
    found
}

/// A change that does not say which state it is made from is made from the present one.
fn make_present(page: &Page, request: &mut PageRequest) {
    let path = request.path.strip_prefix("machines/");
    let name = path.and_then(|path| path.split('/').next());
    let present = name.and_then(|name| page.revision(name));
    let body = serde_json::from_slice::<serde_json::Value>(&request.body);
    if let (Some(present), Ok(serde_json::Value::Object(mut body))) = (present, body)
        && !body.contains_key("revision")
        && !request.path.ends_with("/merge")
    {
        body.insert("revision".to_owned(), present.into());
        request.body = serde_json::Value::Object(body).to_string().into_bytes();
    }
}

fn check(answer: &PageAnswer) {
    let text = match &answer.content {
        AnswerContent::Json(text) => text,
        AnswerContent::Model(_, bytes) => {
            store::decode(bytes).expect("a machine is a whole model");
            return;
        }
    };
    let json: serde_json::Value = serde_json::from_str(text).expect("an answer is JSON");
    if answer.status == 200 {
        return;
    }
    assert!((400..600).contains(&answer.status), "{text}");
    let kind = json["kind"].as_str().expect("a refusal has a kind");
    assert_ne!(kind, "broken", "{text}");
    assert!(json["error"].is_string(), "{text}");
}

/// Checks the files that are left.
fn sound(folder: &Path) {
    let (paths, unread) = session::KnownFile::below(folder);
    assert!(unread.is_empty(), "a folder that can be read");
    for path in paths {
        store::verify(&path).expect("a machine is sound");
    }
}
