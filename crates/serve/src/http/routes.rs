//! The page over HTTP: its files, and under `/api/` its requests, as listed in [`matchboxes_page`].
//!
//! A POST needs the content type `application/json` and a body, even if it is only `{}`; an upload needs
//! `application/octet-stream`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State};
use axum::http::header::{ALLOW, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router, middleware};
use matchboxes::store;
use matchboxes_page as page;
use matchboxes_page::{Answer, Content, ErrorBody, Page, Request};
use tokio::sync::Semaphore;

use super::assets;
use super::errors::unify_errors;
use super::guard::{Guard, guard};
use super::receive::{Incoming, Place, receive};
use crate::limits::Limits;
use crate::trainings::carry_on;

/// The most requests processed at once, and the most slow ones among them.
const CONCURRENT: [usize; 2] = [32, 1];

struct Served {
    page: Arc<Page>,
    /// The places for trainings; other trainings wait.
    trainings: Arc<Semaphore>,
    /// Permits for requests being processed: for all of them, and for slow ones.
    permits: [Arc<Semaphore>; 2],
}

pub(crate) fn all(page: Arc<Page>, trainings: usize, access: Guard, limits: Limits) -> Router {
    let served = Served {
        page,
        trainings: Arc::new(Semaphore::new(trainings)),
        permits: CONCURRENT.map(|many| Arc::new(Semaphore::new(many))),
    };
    let incoming = Arc::new(Incoming::new(limits));
    Router::new()
        .route("/", get(assets::page))
        .route("/{file}", get(assets::part))
        .route("/api/{*path}", get(answer).post(answer))
        .method_not_allowed_fallback(|| async { StatusCode::METHOD_NOT_ALLOWED })
        .with_state(Arc::new(served))
        // `receive` has already limited the body.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(incoming, receive))
        .layer(middleware::map_response(unify_errors))
        .layer(middleware::from_fn_with_state(Arc::new(access), guard))
}

/// Answers a request on a thread where it does not block other connections.
async fn answer(
    State(served): State<Arc<Served>>,
    method: Method,
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
    place: Option<Extension<Place>>,
    body: Bytes,
) -> Response {
    let request = Request {
        method: if method == Method::POST {
            page::Method::Post
        } else {
            page::Method::Get
        },
        path,
        query: query.unwrap_or_default(),
        body: body.into(),
    };
    let [all, long] = &served.permits;
    // Of the slow requests, few are processed at a time.
    let long = request.is_long().then(|| long.clone().acquire_owned());
    let long = match long {
        Some(permit) => Some(permit.await),
        None => None,
    };
    let permits = (all.clone().acquire_owned().await, long);
    let answered = tokio::task::spawn_blocking(move || {
        // The permits are held until the work is done, even if the connection has ended, and so is the
        // place of an upload: few are in memory at a time.
        let _held = (permits, place);
        let mut answer = served.page.answer(&request);
        if let Some(job) = answer.job.take() {
            tokio::spawn(carry_on(job, served.trainings.clone()));
        }
        answer
    });
    let broken = "internal error; the machine is as it was last saved";
    let answered = answered.await;
    response(answered.unwrap_or_else(|_| Answer::refused(500, &ErrorBody::new(broken, "broken"))))
}

fn response(answer: Answer) -> Response {
    let status = StatusCode::from_u16(answer.status);
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match answer.content {
        Content::Json(text) => {
            let kind = [(CONTENT_TYPE, "application/json")];
            (status, kind, text).into_response()
        }
        Content::Model(name, bytes) => {
            let file = format!("attachment; filename=\"{name}.{}\"", store::EXTENSION);
            let kind = (CONTENT_TYPE, "application/octet-stream".to_owned());
            (status, [kind, (CONTENT_DISPOSITION, file)], bytes).into_response()
        }
    };
    if status == StatusCode::METHOD_NOT_ALLOWED {
        let allowed = axum::http::HeaderValue::from_static("GET,HEAD,POST");
        response.headers_mut().insert(ALLOW, allowed);
    }
    response
}
