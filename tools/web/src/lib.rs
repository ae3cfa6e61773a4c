//! The program inside a web page: what a Web Worker calls.
//!
//! The worker writes into the buffer that [`room`] makes, calls a function, and reads from the buffer, which
//! is at [`at`]. A text in the buffer is a line of JSON, followed by bytes: a model, or a text as it is. The
//! module imports nothing: time, random numbers and files come as arguments.
#![cfg(target_family = "wasm")]

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use matchboxes::locks::lock;
use matchboxes_page::{
    AnswerContent, Method, Page, PageRequest, Settings, Surroundings, TrainingJob, start,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The most boards that are set up at once; a page has one machine, and a few it has shown before.
const BOARDS: usize = 8;
const BOARD_BYTES: u64 = 64 << 20;

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static PAGE: OnceLock<Page> = OnceLock::new();
/// The trainings in progress; one at a time is advanced.
static JOBS: Mutex<VecDeque<TrainingJob>> = Mutex::new(VecDeque::new());
/// The files that have changed and are not yet taken.
static CHANGES: Mutex<VecDeque<(PathBuf, Option<Vec<u8>>)>> = Mutex::new(VecDeque::new());
/// The time in microseconds, and a random number, of the present call.
static NOW: AtomicU64 = AtomicU64::new(0);
static RANDOM: AtomicU64 = AtomicU64::new(0);

struct Browser;

impl Surroundings for Browser {
    fn now(&self) -> Duration {
        Duration::from_micros(NOW.load(Ordering::Relaxed))
    }

    fn random(&self) -> Option<u64> {
        // Another one each time, also within a call.
        Some(RANDOM.fetch_add(1, Ordering::Relaxed))
    }
}

/// A line of JSON at the beginning of the buffer, and what follows it.
fn split<T: for<'a> Deserialize<'a>>(buffer: &[u8]) -> Option<(T, &[u8])> {
    let end = buffer.iter().position(|&byte| byte == b'\n')?;
    let line = serde_json::from_slice(&buffer[..end]).ok()?;
    Some((line, &buffer[end + 1..]))
}

/// Fills the buffer with a line of JSON and what follows it; returns the length.
fn fill(line: &impl Serialize, rest: &[u8]) -> usize {
    let mut buffer = serde_json::to_vec(line).unwrap_or_default();
    buffer.push(b'\n');
    buffer.extend_from_slice(rest);
    let length = buffer.len();
    *lock(&BUFFER) = buffer;
    length
}

/// Makes the buffer this long; returns where it is.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *const u8 {
    let mut buffer = lock(&BUFFER);
    buffer.clear();
    buffer.resize(length, 0);
    buffer.as_ptr()
}

/// Where the buffer is.
#[unsafe(no_mangle)]
pub extern "C" fn at() -> *const u8 {
    lock(&BUFFER).as_ptr()
}

#[derive(Deserialize, Serialize)]
struct FileName {
    name: String,
    /// Whether there is such a file.
    here: bool,
}

/// Puts a kept file there, or takes it away: its name, and its bytes. A machine whose file it is goes on from it.
#[unsafe(no_mangle)]
pub extern "C" fn put() {
    let buffer = std::mem::take(&mut *lock(&BUFFER));
    let Some((FileName { name, here }, bytes)) = split(&buffer) else {
        return;
    };
    let machine = name.split('.').next().unwrap_or_default().to_owned();
    if here {
        matchboxes::store::put(Path::new(&name), bytes.to_vec());
    } else {
        matchboxes::store::take_away(Path::new(&name));
    }
    if let Some(page) = PAGE.get() {
        page.reload(&machine);
    }
}

/// Begins, once all kept files are there.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    if let Ok(start) = start(None, None) {
        let settings = Settings {
            folder: PathBuf::new(),
            kiosk: false,
            classes: false,
            start,
            boards: BOARDS,
            board_bytes: BOARD_BYTES,
        };
        PAGE.get_or_init(|| Page::new(settings, Arc::new(Browser)));
    }
}

fn set_clock(milliseconds: f64) {
    let micros = Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or_default();
    let micros = u64::try_from(micros.as_micros()).unwrap_or(u64::MAX);
    NOW.store(micros, Ordering::Relaxed);
}

#[derive(Deserialize)]
struct BufferedRequest {
    post: bool,
    path: String,
    query: String,
}

/// Answers the request in the buffer at this time; returns the length of `{status}` and the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer(milliseconds: f64, random: u64) -> usize {
    set_clock(milliseconds);
    RANDOM.store(random, Ordering::Relaxed);
    let buffer = std::mem::take(&mut *lock(&BUFFER));
    let (Some((asked, body)), Some(page)) = (split::<BufferedRequest>(&buffer), PAGE.get()) else {
        return fill(&json!({ "status": 400 }), b"{}");
    };
    let answer = page.answer(&PageRequest {
        method: if asked.post {
            Method::Post
        } else {
            Method::Get
        },
        path: asked.path,
        query: asked.query,
        body: body.to_vec(),
    });
    lock(&JOBS).extend(answer.job);
    let bytes = match answer.content {
        AnswerContent::Json(text) => text.into_bytes(),
        AnswerContent::Model(_, bytes) => bytes,
    };
    fill(&json!({ "status": answer.status }), &bytes)
}

/// Advances the first training by about this number of games; returns the number of trainings in progress.
#[unsafe(no_mangle)]
pub extern "C" fn advance(milliseconds: f64, games: u64) -> usize {
    set_clock(milliseconds);
    let mut jobs = lock(&JOBS);
    // Those that wait can be stopped too.
    let stopped = |job: &TrainingJob| job.is_stopped();
    while jobs.len() > 1 && jobs.back().is_some_and(stopped) {
        if let Some(job) = jobs.pop_back() {
            job.give_up();
        }
    }
    if let Some(job) = jobs.front_mut()
        && !job.advance(games)
    {
        jobs.pop_front();
    }
    jobs.len()
}

/// Takes the next changed file; returns the length of `{name, here}` and its bytes, or 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn change() -> usize {
    let mut changes = lock(&CHANGES);
    changes.extend(matchboxes::store::changes());
    changes.pop_front().map_or(0, |(path, bytes)| {
        let name = path.display().to_string();
        let here = bytes.is_some();
        fill(&FileName { name, here }, &bytes.unwrap_or_default())
    })
}
