//! The page over HTTP: its files, and under `/api/` its requests, as listed in [`matchboxes_page`].
//!
//! A POST needs the content type `application/json` and a body, even if it is only `{}`; an upload needs
//! `application/octet-stream`.

use std::sync::Arc;
use std::time::Duration;

use hyper::header::ALLOW;
use hyper::{Method, StatusCode};
use matchboxes_page as page;
use matchboxes_page::{ErrorBody, Page, PageAnswer};
use percent_encoding::percent_decode_str;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::class::{ClassCaller, ServedClass, not_let_in};
use super::connections::Guest;
use super::guard::{Guard, complete};
use super::receive::{Incoming, UploadPermit};
use super::responses::{
    ASKED, JSON, Request, Response, answer_of, ending, error, for_people, is_of_people, refused,
    response, sent, with,
};
use crate::limits::ServerLimits;
use crate::opener::Opener;
use crate::trainings::carry_on;

/// How long a request may take to be received and answered.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The most requests processed at once, and the most slow ones among them.
const CONCURRENT: [usize; 2] = [32, 1];

/// How long requests may take to be finished when the server stops.
const FINISH: Duration = Duration::from_millis(800);

/// How long a request waits for a change before it is answered that there is none, and the page sends it again.
const WAIT: Duration = Duration::from_secs(20);

pub(crate) enum Library {
    /// The page, and what opens classes from it.
    Page(Arc<Page>, Option<Opener>),
    Class(ServedClass),
}

/// Everything that answers requests.
pub(crate) struct Served {
    library: Library,
    /// Tells of every change of a machine.
    changes: watch::Sender<()>,
    guard: Guard,
    incoming: Incoming,
    /// The places for trainings; other trainings wait.
    trainings: Arc<Semaphore>,
    /// Permits for requests being processed: for all of them, and for slow ones.
    permits: [Arc<Semaphore>; 2],
    stops: watch::Sender<bool>,
}

impl Served {
    pub(crate) fn new(
        library: Library,
        changes: watch::Sender<()>,
        trainings: usize,
        guard: Guard,
        limits: ServerLimits,
    ) -> Self {
        Self {
            library,
            changes,
            guard,
            incoming: Incoming::new(limits),
            trainings: Arc::new(Semaphore::new(trainings)),
            permits: CONCURRENT.map(|many| Arc::new(Semaphore::new(many))),
            stops: watch::Sender::new(false),
        }
    }

    /// Lets all requests be finished or told that the server stops.
    pub(crate) fn stop(&self) {
        self.stops.send_replace(true);
    }

    pub(crate) async fn stopped(&self) {
        // It fails only without a sender.
        let _ = self.stops.subscribe().wait_for(|stops| *stops).await;
    }

    /// Answers a request of this guest; if it is too slow or too large, its connection ends.
    pub(crate) async fn answer(&self, guest: &Guest, request: Request) -> Response {
        let class = match &self.library {
            Library::Page(..) => None,
            Library::Class(served) => Some(&*served.class),
        };
        let is_of_people = is_of_people(&request);
        let mut response = match self.guard.admit(guest, &request, class) {
            Err(answer) => *answer,
            Ok(caller) => {
                let answer = self.receive_and_answer(guest, caller, request);
                let late = async {
                    self.stopped().await;
                    sleep(FINISH).await;
                };
                let answered = tokio::select! {
                    answered = timeout(TIMEOUT, answer) => answered.unwrap_or(Err(StatusCode::REQUEST_TIMEOUT)),
                    () = late => Err(StatusCode::SERVICE_UNAVAILABLE),
                };
                answered.unwrap_or_else(|status| ending(error(status)))
            }
        };
        if *self.stops.borrow() {
            response = ending(response);
        }
        if is_of_people {
            response = for_people(response);
        }
        guest.set_waiting();
        complete(&mut response);
        response
    }

    async fn receive_and_answer(
        &self,
        guest: &Guest,
        caller: ClassCaller,
        request: Request,
    ) -> Result<Response, StatusCode> {
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let (body, upload) = self.incoming.receive(request).await?;
        let path = uri.path().strip_prefix("/api/");
        let method = match method {
            Method::GET | Method::HEAD => page::Method::Get,
            Method::POST if path.is_some() => page::Method::Post,
            _ => {
                let allowed = if path.is_some() { ASKED } else { "GET,HEAD" };
                return Ok(with(error(StatusCode::METHOD_NOT_ALLOWED), ALLOW, allowed));
            }
        };
        let Some(path) = path else {
            guest.set_busy();
            return Ok(match &self.library {
                Library::Page(..) => sent(page::client_file(uri.path())),
                Library::Class(_) => caller.page(uri.path(), uri.query().unwrap_or_default()),
            });
        };
        let Ok(path) = percent_decode_str(path).decode_utf8() else {
            return Ok(error(StatusCode::BAD_REQUEST));
        };
        let request = page::PageRequest {
            method,
            path: path.into_owned(),
            query: uri.query().unwrap_or_default().to_owned(),
            body,
        };
        let class = match &self.library {
            Library::Page(_, Some(opener)) if request.path == "class/open" => {
                return Ok(open_class(opener, &request).await);
            }
            Library::Page(page, _) => {
                if let Some((name, since)) = request.waits() {
                    self.until_changed(since, || page.revision(name)).await;
                }
                guest.set_busy();
                let page = page.clone();
                return Ok(self
                    .ask(request, upload, move |asked| page.answer(asked))
                    .await);
            }
            Library::Class(class) => class,
        };
        if request.path == "class/join" {
            return Ok(class.join(guest.address, &request).await);
        }
        let Some(role) = caller.role(&request.path) else {
            return Ok(not_let_in());
        };
        if request.path == "class/qr" {
            return Ok(class.qr(&request.query));
        }
        // If this client may not see it, or if it is not in memory, the answer comes at once.
        if let Some((name, since)) = request.waits_in_class()
            && class.class.revision(role, name).is_some()
        {
            self.until_changed(since, || class.class.revision(role, name))
                .await;
        }
        guest.set_busy();
        let class = class.class.clone();
        Ok(self
            .ask(request, upload, move |asked| class.answer(role, asked))
            .await)
    }

    /// Waits for a while until the state of a machine has another number. It takes no thread, and the
    /// connection counts as waiting, so another client can get its place.
    async fn until_changed(&self, since: u64, revision: impl Fn() -> Option<u64>) {
        let mut changes = self.changes.subscribe();
        // A machine that is in memory and leaves it has changed; another one may come.
        let before = revision().map(|_| since);
        let changed = async { while revision() == before && changes.changed().await.is_ok() {} };
        tokio::select! {
            _ = timeout(WAIT, changed) => {}
            () = self.stopped() => {}
        }
    }

    /// Passes the request to the page on a thread where it does not block other connections.
    async fn ask(
        &self,
        request: page::PageRequest,
        upload: Option<UploadPermit>,
        answer: impl FnOnce(&page::PageRequest) -> PageAnswer + Send + 'static,
    ) -> Response {
        let [all, long] = &self.permits;
        // Only a few slow requests are processed at a time.
        let long = request.is_long().then(|| long.clone().acquire_owned());
        let long = match long {
            Some(permit) => Some(permit.await),
            None => None,
        };
        let permits = (all.clone().acquire_owned().await, long);
        let trainings = self.trainings.clone();
        let answered = tokio::task::spawn_blocking(move || {
            // The permits, including the permit of an upload, are held until the work is done, even if the
            // connection has ended: only a few are in memory at a time.
            let _held = (permits, upload);
            let mut answer = answer(&request);
            if let Some(job) = answer.job.take() {
                tokio::spawn(carry_on(job, trainings));
            }
            answer
        });
        let broken = "internal error; the machine is as it was last saved";
        answer_of(
            answered
                .await
                .unwrap_or_else(|_| PageAnswer::refused(500, &ErrorBody::new(broken, "broken"))),
        )
    }
}

/// Opens a class, or returns why it cannot be opened.
async fn open_class(opener: &Opener, request: &page::PageRequest) -> Response {
    if request.method == page::Method::Get {
        return error(StatusCode::METHOD_NOT_ALLOWED);
    }
    let refuse = |status, wrong| refused(status, &ErrorBody::new(wrong, "request"));
    let asked = match serde_json::from_slice(&request.body) {
        Ok(asked) => opener(asked).await,
        Err(wrong) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, wrong.to_string()),
    };
    match asked {
        Ok(teacher) => {
            let told = serde_json::json!({ "teacher": teacher });
            response(StatusCode::OK, JSON, told.to_string())
        }
        Err(wrong) => refuse(StatusCode::CONFLICT, format!("{wrong:#}")),
    }
}
