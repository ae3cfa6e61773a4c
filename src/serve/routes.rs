//! What can be asked for, and who answers.
//!
//! All of it is JSON over HTTP, `NAME` a machine of lower-case letters, digits and hyphens. What is
//! asked with POST needs the content type `application/json`, be it `{}`; a refusal is that of
//! [`refusal`](super::refusal), with a status of 400 and more. Positions, moves and players are text as
//! on the command line.
//!
//! | asked | told |
//! |---|---|
//! | `GET /api/shelf` | `games`, `rules` (as sliders), `machines` (names), `kiosk` |
//! | `GET /api/machines/NAME` | how it stands: `{scene, trained}`, or `{training}` while it trains; 404 if there is none |
//! | `POST .../sit` `{game?, side?, rule?, player?, watch?, seed?, learn?, anew?, version?, unfinished?}` | the same, at a board set up anew |
//! | `POST .../move` `{move}` | the same, after the machine's answer |
//! | `POST .../act/undo`, `resign`, `new`, `step` `{}` | the same; `step` lets a watched player move |
//! | `GET .../hint` | `{moves}`: the best ones |
//! | `GET .../games` | `{games}`: one line a game since the server began, and the trainings in between |
//! | `GET .../games/N` | `{round}`: a game of these as `scene.round` has told it |
//! | `GET .../box?position=P` | `{box, changes}`: what lies in it, and each change with its game |
//! | `GET .../find?position=P&move=M` | `{board, side, box, none, changes}`: what is at P, or the start, after M |
//! | `GET .../stages` | `{stages}`: all boxes by ply, met, lacking a colour, empty, never met |
//! | `GET .../strength` | `{strength}`: exact chances of `[win, draw, loss]`, or null |
//! | `POST .../train` `{opponent, games}` | `{training}`: what it is asked for again by `GET` until it is over |
//! | `POST .../stop` `{}` | how it stands; a training ends after its set and keeps what was learnt |
//! | `GET .../model` | the bytes of the file |
//! | `POST .../upload`, octets of a file | how it stands; only under a new name |
//!
//! `scene.seat` is another one whenever the board was set up again, as it is when the server was: a page
//! that remembers another seat sits down again as it sat, with `unfinished: {games, moves}`, the
//! `scene.games` it had seen and the moves the person had made, and goes on where it was.
//!
//! `anew` throws away what the machine has learnt. It needs `version`, the `scene.version` that was seen, which
//! is another one whenever the file of the machine has changed: with another one, or without, the answer is 409
//! of kind `changed`, and nothing has happened. No other request throws anything away, and none needs a version.
//! `scene.sealed` says that the folder cannot be written, so that the machine learns nothing. In a kiosk
//! `model`, `upload`, `player`, `watch` and rules that are no preset are refused; a page that goes back to
//! the start sits down `anew` at the machine it has.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router, middleware};
use menace::{games, store};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::assets;
use super::course::Asked;
use super::desk::{Desk, Wanted};
use super::finder::Where;
use super::guard::{Guard, guard};
use super::hall::Hall;
use super::limits::Limits;
use super::receive::{Incoming, Place, receive};
use super::refusal::{Refusal, in_our_way};
use super::shelf;

/// The most games of one training.
const GAMES: u64 = 10_000_000;
/// How many requests may be worked at, and how many of those that take long.
const AT_WORK: [usize; 2] = [32, 1];

struct Served {
    hall: Arc<Hall>,
    kiosk: bool,
    /// Room for those at work: all, and those that take long.
    room: [Arc<Semaphore>; 2],
}

type Shared = State<Arc<Served>>;

/// Everything the page asks for.
pub(super) fn all(hall: Arc<Hall>, kiosk: bool, who: Arc<Guard>, limits: Limits) -> Router {
    let files = Router::new()
        .route("/api/machines/{name}/model", get(download))
        .route("/api/machines/{name}/upload", post(upload));
    let app = Router::new()
        .route("/", get(assets::page))
        .route("/{file}", get(assets::part))
        .route("/api/shelf", get(offers))
        .route("/api/machines/{name}", get(show))
        .route("/api/machines/{name}/sit", post(sit))
        .route("/api/machines/{name}/move", post(make))
        .route("/api/machines/{name}/act/{act}", post(act))
        .route("/api/machines/{name}/hint", get(hint))
        .route("/api/machines/{name}/games", get(games_told))
        .route("/api/machines/{name}/games/{number}", get(game))
        .route("/api/machines/{name}/train", post(train))
        .route("/api/machines/{name}/stop", post(stop))
        .route("/api/machines/{name}/stages", get(stages))
        .route("/api/machines/{name}/box", get(look))
        .route("/api/machines/{name}/find", get(find))
        .route("/api/machines/{name}/strength", get(strength));
    // For an exhibition there are no files.
    let app = if kiosk { app } else { app.merge(files) };
    let room = AT_WORK.map(|many| Arc::new(Semaphore::new(many)));
    let served = Served { hall, kiosk, room };
    let incoming = Arc::new(Incoming::new(limits));
    app.fallback(|| async { Refusal::Unknown })
        .method_not_allowed_fallback(|| async { StatusCode::METHOD_NOT_ALLOWED })
        .with_state(Arc::new(served))
        // What comes in has been bounded by then.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(incoming, receive))
        .layer(middleware::map_response(in_our_way))
        .layer(middleware::from_fn_with_state(who, guard))
}

type Answer = Result<Json<Value>, Refusal>;

/// Does work where it holds up no other connection.
async fn work<T: Send + 'static>(
    served: Arc<Served>,
    work: impl FnOnce(&Hall) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let room = served.room[0].clone().acquire_owned().await;
    let hall = served.hall.clone();
    let done = tokio::task::spawn_blocking(move || {
        // Whoever asked may be gone before it is done.
        let _room = room;
        work(&hall)
    });
    done.await.unwrap_or(Err(Refusal::Broken))
}

/// The same for what takes long: little of that at a time.
async fn long_work<T: Send + 'static>(
    served: Arc<Served>,
    job: impl FnOnce(&Hall) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let room = served.room[1].clone().acquire_owned().await;
    let job = move |hall: &Hall| {
        let _room = room;
        job(hall)
    };
    work(served, job).await
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
        Ok(if kiosk {
            Vec::new()
        } else {
            hall.folder.names()
        })
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

async fn sit(
    State(served): Shared,
    Path(name): Path<String>,
    Json(wanted): Json<Wanted>,
) -> Answer {
    if served.kiosk && !wanted.is_for_anybody() {
        return Err(Refusal::Kiosk);
    }
    work(served, move |hall| hall.sit(&name, wanted))
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

/// The body says nothing, but a connection goes on only after one that was read.
async fn act(State(served): Shared, Path((name, act)): Path<(String, String)>, _: Bytes) -> Answer {
    let act: fn(&mut dyn Desk) -> menace::Result<()> = match act.as_str() {
        "undo" => |desk| desk.undo(),
        "resign" => |desk| desk.resign(),
        "step" => |desk| desk.step(),
        "new" => return work(served, move |hall| hall.next(&name)).await.map(Json),
        _ => return Err(Refusal::Unknown),
    };
    work(served, move |hall| hall.act(&name, act))
        .await
        .map(Json)
}

async fn hint(State(served): Shared, Path(name): Path<String>) -> Answer {
    let best = long_work(served, move |hall| hall.ask(&name, |desk| desk.hint()));
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
    work(served, move |hall| hall.train(&name, &asked))
        .await
        .map(Json)
}

async fn stop(State(served): Shared, Path(name): Path<String>, _: Bytes) -> Answer {
    work(served, move |hall| hall.stop(&name)).await.map(Json)
}

async fn games_told(State(served): Shared, Path(name): Path<String>) -> Answer {
    let told = work(served, move |hall| {
        hall.past(&name, |past| Some(past.list()))
    });
    Ok(Json(json!({ "games": told.await? })))
}

async fn game(State(served): Shared, Path((name, number)): Path<(String, usize)>) -> Answer {
    let told = work(served, move |hall| {
        hall.past(&name, |past| past.game(number))
    });
    Ok(Json(json!({ "round": told.await? })))
}

async fn stages(State(served): Shared, Path(name): Path<String>) -> Answer {
    let stages = long_work(served, move |hall| hall.ask(&name, |desk| desk.stages()));
    Ok(Json(json!({ "stages": stages.await? })))
}

#[derive(Deserialize)]
struct Look {
    position: String,
}

async fn look(State(served): Shared, Path(name): Path<String>, Query(at): Query<Look>) -> Answer {
    let looked = move |hall: &Hall| {
        hall.ask_with_past(&name, |desk, past| {
            let (key, matchbox) = desk.look(&at.position)?;
            Ok(json!({ "box": matchbox, "changes": past.changes(key) }))
        })
    };
    long_work(served, looked).await.map(Json)
}

async fn find(State(served): Shared, Path(name): Path<String>, Query(at): Query<Where>) -> Answer {
    let found = move |hall: &Hall| {
        hall.ask_with_past(&name, |desk, past| {
            let (key, found) = desk.find(&at)?;
            let changes = key.map_or_else(Vec::new, |key| past.changes(key));
            let mut told = json!(found);
            told["changes"] = json!(changes);
            Ok(told)
        })
    };
    long_work(served, found).await.map(Json)
}

async fn strength(State(served): Shared, Path(name): Path<String>) -> Answer {
    let found = long_work(served, move |hall| hall.ask(&name, |desk| desk.strength()));
    Ok(Json(json!({ "strength": found.await? })))
}

async fn download(State(served): Shared, Path(name): Path<String>) -> Result<Response, Refusal> {
    let file = format!("attachment; filename=\"{name}.{}\"", store::EXTENSION);
    let bytes = long_work(served, move |hall| hall.ask(&name, |desk| desk.model()));
    let kind = (CONTENT_TYPE, "application/octet-stream".to_owned());
    Ok(([kind, (CONTENT_DISPOSITION, file)], bytes.await?).into_response())
}

async fn upload(
    State(served): Shared,
    Path(name): Path<String>,
    place: Option<Extension<Place>>,
    bytes: Bytes,
) -> Answer {
    let bring = move |hall: &Hall| {
        // Few of them are in memory at a time.
        let _place = place;
        hall.bring(&name, &bytes)
    };
    long_work(served, bring).await.map(Json)
}
