//! What can be asked for, and who answers.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use menace::{games, store};
use serde::Deserialize;
use serde_json::{Value, json};

use super::assets;
use super::course::Asked;
use super::desk::{Desk, Wanted};
use super::guard::{Guard, guard};
use super::hall::{Hall, Refusal};
use super::shelf;

/// The largest request, models apart.
const SMALL: usize = 64 << 10;
/// The largest model that is taken in.
const LARGE: usize = 64 << 20;
/// How long a request may take to come and to be answered.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most games of one training.
const GAMES: u64 = 10_000_000;

struct Served {
    hall: Arc<Hall>,
    kiosk: bool,
}

type Shared = State<Arc<Served>>;

/// Everything the page asks for.
pub(super) fn all(hall: Arc<Hall>, kiosk: bool, who: Arc<Guard>) -> Router {
    let files = Router::new()
        .route("/api/machines/{name}/model", get(download))
        .route("/api/machines/{name}/upload", post(upload))
        .layer(DefaultBodyLimit::max(LARGE));
    let app = Router::new()
        .route("/", get(assets::page))
        .route("/page.css", get(assets::style))
        .route("/page.js", get(assets::script))
        .route("/words.js", get(assets::words))
        .route("/api/shelf", get(offers))
        .route("/api/machines/{name}", get(show))
        .route("/api/machines/{name}/sit", post(sit))
        .route("/api/machines/{name}/move", post(make))
        .route("/api/machines/{name}/act/{act}", post(act))
        .route("/api/machines/{name}/hint", get(hint))
        .route("/api/machines/{name}/train", post(train))
        .route("/api/machines/{name}/stop", post(stop))
        .route("/api/machines/{name}/stages", get(stages))
        .route("/api/machines/{name}/box", get(look))
        .route("/api/machines/{name}/strength", get(strength))
        .layer(DefaultBodyLimit::max(SMALL));
    // For an exhibition there are no files.
    let app = if kiosk { app } else { app.merge(files) };
    app.with_state(Arc::new(Served { hall, kiosk }))
        .layer(middleware::from_fn_with_state(who, guard))
        .layer(middleware::from_fn(patience))
}

/// Gives up on whoever sends too slowly.
async fn patience(request: axum::extract::Request, next: middleware::Next) -> Response {
    match tokio::time::timeout(PATIENCE, next.run(request)).await {
        Ok(response) => response,
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, told) = match self {
            Self::Unknown => (StatusCode::NOT_FOUND, "there is no such machine".to_owned()),
            Self::Training => (
                StatusCode::CONFLICT,
                "the machine is in training".to_owned(),
            ),
            Self::Wrong(error @ menace::Error::Busy { .. }) => {
                (StatusCode::CONFLICT, error.to_string())
            }
            Self::Wrong(error @ menace::Error::File { .. }) => {
                (StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
            }
            Self::Wrong(error) => (StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
        };
        (status, Json(json!({ "error": told }))).into_response()
    }
}

type Answer = Result<Json<Value>, Refusal>;

/// Does work that may take a while where it holds up no other connection.
async fn work<T: Send + 'static>(
    served: Arc<Served>,
    work: impl FnOnce(&Hall) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(move || work(&served.hall)).await;
    done.unwrap_or_else(|_| {
        Err(Refusal::Wrong(menace::Error::Request(
            "that went wrong here, and the machine is as it was before".to_owned(),
        )))
    })
}

async fn offers(State(served): Shared) -> Answer {
    let games = shelf::GAMES.map(|name| {
        let kind = games::kind(name);
        json!({
            "name": name,
            "about": kind.map(|kind| kind.about),
            "moves": kind.map(|kind| kind.moves),
        })
    });
    let kiosk = served.kiosk;
    let names = work(served, move |hall| {
        Ok(if kiosk { Vec::new() } else { hall.names() })
    });
    Ok(Json(json!({
        "games": games,
        "rules": shelf::rules(),
        "machines": names.await?,
        "kiosk": kiosk,
    })))
}

async fn show(State(served): Shared, Path(name): Path<String>) -> Answer {
    work(served, move |hall| hall.show(&name)).await.map(Json)
}

#[derive(Deserialize)]
struct Sit {
    #[serde(default)]
    anew: bool,
    #[serde(flatten)]
    wanted: Wanted,
}

async fn sit(State(served): Shared, Path(name): Path<String>, Json(asked): Json<Sit>) -> Answer {
    let Sit { anew, wanted } = asked;
    work(served, move |hall| hall.sit(&name, wanted, anew))
        .await
        .map(Json)
}

#[derive(Deserialize)]
struct Chosen {
    #[serde(rename = "move")]
    m: String,
}

async fn make(
    State(served): Shared,
    Path(name): Path<String>,
    Json(chosen): Json<Chosen>,
) -> Answer {
    let make = move |desk: &mut dyn Desk| desk.make(&chosen.m);
    work(served, move |hall| hall.act(&name, make))
        .await
        .map(Json)
}

async fn act(
    State(served): Shared,
    Path((name, act)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let act: fn(&mut dyn Desk) -> menace::Result<()> = match act.as_str() {
        "undo" => |desk| desk.undo(),
        "resign" => |desk| desk.resign(),
        "new" => |desk| desk.begin(),
        "step" => |desk| desk.step(),
        _ => return Ok(StatusCode::NOT_FOUND.into_response()),
    };
    let shown = work(served, move |hall| hall.act(&name, act)).await?;
    Ok(Json(shown).into_response())
}

async fn hint(State(served): Shared, Path(name): Path<String>) -> Answer {
    let best = work(served, move |hall| hall.ask(&name, |desk| desk.hint()));
    Ok(Json(json!({ "moves": best.await? })))
}

async fn train(
    State(served): Shared,
    Path(name): Path<String>,
    Json(asked): Json<Asked>,
) -> Answer {
    if !(1..=GAMES).contains(&asked.games) {
        let reason = format!("1 to {} games", menace::text::thousands(GAMES));
        return Err(Refusal::Wrong(menace::Error::Request(reason)));
    }
    work(served, move |hall| hall.train(&name, asked))
        .await
        .map(Json)
}

async fn stop(State(served): Shared, Path(name): Path<String>) -> Answer {
    work(served, move |hall| hall.stop(&name)).await.map(Json)
}

async fn stages(State(served): Shared, Path(name): Path<String>) -> Answer {
    let stages = work(served, move |hall| {
        hall.ask(&name, |desk| Ok(desk.stages()))
    });
    Ok(Json(json!({ "stages": stages.await? })))
}

#[derive(Deserialize)]
struct Where {
    position: String,
}

async fn look(State(served): Shared, Path(name): Path<String>, Query(at): Query<Where>) -> Answer {
    let looked = move |desk: &dyn Desk| desk.look(&at.position);
    let found = work(served, move |hall| hall.ask(&name, looked)).await?;
    Ok(Json(json!({ "box": found })))
}

async fn strength(State(served): Shared, Path(name): Path<String>) -> Answer {
    let found = work(served, move |hall| hall.ask(&name, |desk| desk.strength()));
    Ok(Json(json!({ "strength": found.await? })))
}

async fn download(State(served): Shared, Path(name): Path<String>) -> Result<Response, Refusal> {
    let file = format!("attachment; filename=\"{name}.{}\"", store::EXTENSION);
    let bytes = work(served, move |hall| {
        let model = hall.ask(&name, |desk| Ok(desk.model()))?;
        let none = || menace::Error::Request("this player keeps no model".to_owned());
        Ok(store::encode(&model.ok_or_else(none)?))
    });
    let kind = (CONTENT_TYPE, "application/octet-stream".to_owned());
    Ok(([kind, (CONTENT_DISPOSITION, file)], bytes.await?).into_response())
}

async fn upload(State(served): Shared, Path(name): Path<String>, bytes: Bytes) -> Answer {
    work(served, move |hall| hall.bring(&name, &bytes))
        .await
        .map(Json)
}
