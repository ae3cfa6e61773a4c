//! The page of the program in a notebook: a folder with a machine, and the answers to the requests of its
//! scripts.

use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use matchboxes_page::{
    AnswerContent, Method, Page, PageRequest, Settings, Surroundings, WholeDocument, start,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{raised, wrong};

/// The most boards that are set up at once: the machine's, and a few that were opened from it.
const BOARDS: usize = 4;
const BOARD_BYTES: u64 = 256 << 20;
/// The games between two looks whether a training was stopped.
const GAMES: u64 = 10_000;
/// How often a training that cannot be saved tries again.
const POLL: Duration = Duration::from_millis(100);

struct Notebook;

impl Surroundings for Notebook {
    fn now(&self) -> Duration {
        static BEGUN: OnceLock<Instant> = OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }

    fn random(&self) -> Option<u64> {
        // Each has its own keys, from the system's random numbers.
        Some(RandomState::new().hash_one(0_u64))
    }
}

/// The page over the models of a folder.
#[pyclass(name = "_Page", frozen, module = "matchboxes._matchboxes")]
pub(crate) struct PyPage(Page);

#[pymethods]
impl PyPage {
    #[new]
    fn new(folder: PathBuf) -> PyResult<Self> {
        let settings = Settings {
            folder,
            kiosk: false,
            classes: false,
            start: start(None, None).map_err(raised)?,
            boards: BOARDS,
            board_bytes: BOARD_BYTES,
        };
        Ok(Self(Page::new(settings, Arc::new(Notebook))))
    }

    /// The status and the body of the answer to a request. A training that it begins continues in a thread.
    fn answer<'py>(
        &self,
        py: Python<'py>,
        post: bool,
        path: String,
        body: Vec<u8>,
    ) -> (u16, Bound<'py, PyBytes>) {
        let (path, query) = path.split_once('?').unwrap_or((&path, ""));
        let request = PageRequest {
            method: if post { Method::Post } else { Method::Get },
            path: path.to_owned(),
            query: query.to_owned(),
            body,
        };
        let answer = py.detach(|| self.0.answer(&request));
        if let Some(mut job) = answer.job {
            thread::spawn(move || {
                while job.advance(GAMES) {
                    if job.is_held() {
                        thread::sleep(POLL);
                    }
                }
            });
        }
        let bytes = match answer.content {
            AnswerContent::Json(text) => text.into_bytes(),
            AnswerContent::Model(_, bytes) => bytes,
        };
        (answer.status, PyBytes::new(py, &bytes))
    }

    /// Stops its trainings and saves what its machines have learnt.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let unsaved = py.detach(|| {
            self.0.stop_trainings();
            self.0.close()
        });
        match unsaved.first() {
            None => Ok(()),
            Some((name, _)) => Err(wrong(format!("{name} could not be saved"))),
        }
    }

    /// The page as one document, which this script connects to its answers; `head` is added to its head.
    #[staticmethod]
    fn document(transport: &str, head: &str) -> PyResult<String> {
        let document = WholeDocument {
            transport,
            words: ["{}", "{}"],
            head,
            texts: &[],
        };
        document.html().map_err(wrong)
    }
}
