//! The requests of the page and their handlers.
//!
//! All of them are JSON over HTTP. `NAME` is the name of a machine: lower-case letters, digits and hyphens.
//! A POST needs the content type `application/json` and a body, even if it is only `{}`; an upload needs
//! `application/octet-stream`. A refusal has the form given in [`refusal`](crate::serve::refusal) and a
//! status of 400 or more. Positions, moves and players are written as on the command line.
//!
//! | request | response |
//! |---|---|
//! | `GET /api/shelf` | `games`, `rules` (as sliders), `presets` (what they are), `machines` (names), `start` (the `game` and `rule` of a new page), `kiosk` |
//! | `GET .../here` | `{here}`: whether there is a machine of this name |
//! | `GET /api/machines/NAME` | its state: `{scene, trained}`, or `{training}` while it trains; 404 if there is no such machine |
//! | `POST .../sit` `{game?, side?, rule?, player?, watch?, seed?, learn?, anew?, version?, unfinished?}` | the same, at a newly set up board |
//! | `POST .../move` `{move}` | the same, after the machine's answer |
//! | `POST .../act/undo`, `resign`, `new`, `step` `{}` | the same; `step` lets a watched player move |
//! | `GET .../hint` | `{moves}`: the best moves |
//! | `GET .../games` | `{games}`: one entry for each game since the server started, and the trainings in between |
//! | `GET .../games/N` | `{round}`: one of these games, in the form of `scene.round` |
//! | `GET .../box?position=P` | `{box, changes}`: its content, and each change with its game |
//! | `GET .../find?position=P&move=M` | `{board, side, box, none, changes}`: the position after M, from P or the start |
//! | `GET .../stages` | `{stages}`: all boxes by ply: met, lacking a colour, empty, never met |
//! | `GET .../curve` | `{points}`: the results of all its games so far, each point since the one before |
//! | `GET .../strength` | `{strength}`: exact chances of `[win, draw, loss]`, or null |
//! | `POST .../train` `{opponent, games}` | `{training}`: its progress, then read with `GET` until it is over |
//! | `POST .../stop` `{}` | its state; a training ends after its set and keeps what was learnt |
//! | `GET .../model` | the bytes of the file |
//! | `POST .../upload`, bytes of a file | its state; only under a new name |
//!
//! `scene.seat` changes whenever the board is set up again, for example after a restart of the server. A page
//! that remembers another seat sends its last `sit` request again with `unfinished: {games, moves}`, the
//! `scene.games` it had seen and the moves the person had made, and continues the game.
//!
//! `anew` throws away what the machine has learnt. It needs `version`, the `scene.version` that the page has
//! seen, which changes whenever the file of the machine changes. With a wrong version or none, the answer is
//! 409 of kind `changed`, and nothing happens. No other request throws anything away or needs a version.
//! `scene.sealed` means that the folder cannot be written, so the machine learns nothing. In a kiosk
//! `model`, `upload`, `player`, `watch` and rules that are not presets are refused; when the page returns to
//! the start, it sits down `anew` at its present machine.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Json, Router, middleware};
use menace::{games, store};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::assets;
use super::guard::{Guard, guard};
use super::receive::{Incoming, Place, receive};
use crate::serve::limits::Limits;
use crate::serve::machines::all::Machines;
use crate::serve::machines::finder::{Found, Where};
use crate::serve::machines::job::TrainingRequest;
use crate::serve::machines::offered::{self, Start};
use crate::serve::machines::open_board::OpenBoard;
use crate::serve::machines::past::Past;
use crate::serve::machines::state::Wanted;
use crate::serve::refusal::{Refusal, unify_errors};

/// The most games of one training.
const GAMES: u64 = 10_000_000;
/// The most requests processed at once, and the most slow ones among them.
const CONCURRENT: [usize; 2] = [32, 1];

struct Served {
    machines: Arc<Machines>,
    kiosk: bool,
    start: Start,
    /// Permits for requests being processed: for all of them, and for slow ones.
    permits: [Arc<Semaphore>; 2],
}

type Shared = State<Arc<Served>>;
type Name = Path<String>;

pub(crate) fn all(
    machines: Arc<Machines>,
    kiosk: bool,
    start: Start,
    access: Guard,
    limits: Limits,
) -> Router {
    let at = |path: &str| format!("/api/machines/{{name}}{path}");
    let files = Router::new()
        .route(&at("/model"), get(download))
        .route(&at("/upload"), post(upload));
    let app = Router::new()
        .route("/", get(assets::page))
        .route("/{file}", get(assets::part))
        .route("/api/shelf", get(offers))
        .route(&at(""), get(show))
        .route(&at("/here"), get(is_here))
        .route(&at("/sit"), post(sit))
        .route(&at("/move"), post(make))
        .route(&at("/act/{act}"), post(act))
        .route(&at("/hint"), question("moves", OpenBoard::hint))
        .route(&at("/games"), get(list_games))
        .route(&at("/games/{number}"), get(game))
        .route(&at("/train"), post(train))
        .route(&at("/stop"), post(stop))
        .route(&at("/stages"), question("stages", OpenBoard::stages))
        .route(&at("/curve"), question("points", OpenBoard::curve))
        .route(&at("/box"), get(look))
        .route(&at("/find"), get(find))
        .route(&at("/strength"), question("strength", OpenBoard::strength));
    // An exhibition has no files.
    let app = if kiosk { app } else { app.merge(files) };
    let served = Served {
        machines,
        kiosk,
        start,
        permits: CONCURRENT.map(|many| Arc::new(Semaphore::new(many))),
    };
    let incoming = Arc::new(Incoming::new(limits));
    app.fallback(|| async { Refusal::Unknown })
        .method_not_allowed_fallback(|| async { StatusCode::METHOD_NOT_ALLOWED })
        .with_state(Arc::new(served))
        // `receive` has already limited the body.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(incoming, receive))
        .layer(middleware::map_response(unify_errors))
        .layer(middleware::from_fn_with_state(Arc::new(access), guard))
}

type Answer<T = Value> = Result<Json<T>, Refusal>;

/// Runs work on a thread where it does not block other connections.
async fn work<T: Send + 'static>(
    served: Arc<Served>,
    work: impl FnOnce(&Machines) -> Result<T, Refusal> + Send + 'static,
) -> Answer<T> {
    let permit = served.permits[0].clone().acquire_owned().await;
    let machines = served.machines.clone();
    let done = tokio::task::spawn_blocking(move || {
        // The permit is held until the work is done, even if the connection has ended.
        let _permit = permit;
        work(&machines)
    });
    done.await.unwrap_or(Err(Refusal::Broken)).map(Json)
}

/// The same for slow work, of which little runs at a time.
async fn long_work<T: Send + 'static>(
    served: Arc<Served>,
    job: impl FnOnce(&Machines) -> Result<T, Refusal> + Send + 'static,
) -> Answer<T> {
    let permit = served.permits[1].clone().acquire_owned().await;
    let job = move |machines: &Machines| {
        let _permit = permit;
        job(machines)
    };
    work(served, job).await
}

async fn offers(State(served): Shared) -> Answer {
    let games = offered::GAMES.map(|name| {
        let kind = games::kind(name);
        json!({
            "name": name,
            "about": kind.map(|kind| kind.about),
            "moves": kind.map(|kind| kind.moves),
        })
    });
    let (kiosk, start) = (served.kiosk, served.start.clone());
    let offers = move |machines: &Machines| {
        let (rules, presets): (Vec<_>, Vec<_>) = offered::rules().into_iter().unzip();
        let names = (!kiosk).then(|| machines.folder.names());
        Ok(json!({
            "games": games,
            "rules": rules,
            "presets": presets,
            "machines": names.unwrap_or_default(),
            "start": start,
            "kiosk": kiosk,
        }))
    };
    work(served, offers).await
}

async fn show(State(served): Shared, Path(name): Name) -> Answer {
    work(served, move |machines| machines.show(&name)).await
}

/// Whether there is such a machine. A browser reports every 404 as an error, so the page asks before.
async fn is_here(State(served): Shared, Path(name): Name) -> Answer {
    let here = move |machines: &Machines| Ok(json!({ "here": machines.has(&name)? }));
    work(served, here).await
}

async fn sit(State(served): Shared, Path(name): Name, Json(wanted): Json<Wanted>) -> Answer {
    if served.kiosk && !wanted.is_allowed_in_kiosk() {
        return Err(Refusal::Kiosk);
    }
    work(served, move |machines| machines.sit(&name, wanted)).await
}

#[derive(Deserialize)]
struct Chosen {
    #[serde(rename = "move")]
    m: String,
}

async fn make(State(served): Shared, Path(name): Name, Json(chosen): Json<Chosen>) -> Answer {
    let make = move |board: &mut OpenBoard| board.make(&chosen.m);
    work(served, move |machines| machines.act(&name, make)).await
}

/// The body has no content, but must be read so that the connection can be used again.
async fn act(State(served): Shared, Path((name, act)): Path<(String, String)>, _: Bytes) -> Answer {
    let act = move |machines: &Machines| match act.as_str() {
        "undo" => machines.act(&name, OpenBoard::undo),
        "resign" => machines.act(&name, OpenBoard::resign),
        "step" => machines.act(&name, |board| Ok(board.opened.play.step())),
        "new" => machines.next(&name),
        _ => Err(Refusal::Unknown),
    };
    work(served, act).await
}

/// Answers a question to the board of a machine, under the name `key`.
fn question<T: Serialize + 'static>(
    key: &'static str,
    ask: fn(&OpenBoard) -> menace::Result<T>,
) -> MethodRouter<Arc<Served>> {
    let ask = move |board: &OpenBoard, _: &Past| Ok(json!({ key: ask(board)? }));
    get(async move |State(served): Shared, Path(name): Name| {
        long_work(served, move |machines| machines.ask(&name, ask)).await
    })
}

async fn train(
    State(served): Shared,
    Path(name): Name,
    Json(request): Json<TrainingRequest>,
) -> Answer {
    if !(1..=GAMES).contains(&request.games) {
        let most = menace::text::thousands(GAMES);
        let reason = format!("a training has 1 to {most} games");
        return Err(menace::Error::Request(reason).into());
    }
    work(served, move |machines| machines.train(&name, &request)).await
}

async fn stop(State(served): Shared, Path(name): Name, _: Bytes) -> Answer {
    work(served, move |machines| machines.stop(&name)).await
}

async fn list_games(State(served): Shared, Path(name): Name) -> Answer {
    let list = |past: &Past| Some(json!({ "games": past.list() }));
    work(served, move |machines| machines.past(&name, list)).await
}

async fn game(State(served): Shared, Path((name, number)): Path<(String, usize)>) -> Answer {
    let game = move |past: &Past| Some(json!({ "round": past.game(number)? }));
    work(served, move |machines| machines.past(&name, game)).await
}

#[derive(Deserialize)]
struct BoxQuery {
    position: String,
}

async fn look(State(served): Shared, Path(name): Name, Query(at): Query<BoxQuery>) -> Answer {
    let read = move |board: &OpenBoard, past: &Past| {
        let (key, matchbox) = board.look(&at.position)?;
        Ok(json!({ "box": matchbox, "changes": past.changes(key) }))
    };
    long_work(served, move |machines| machines.ask(&name, read)).await
}

async fn find(State(served): Shared, Path(name): Name, Query(at): Query<Where>) -> Answer<Found> {
    let find = move |board: &OpenBoard, past: &Past| {
        let mut found = board.find(&at)?;
        found.changes = found.key.map_or_else(Vec::new, |key| past.changes(key));
        Ok(found)
    };
    long_work(served, move |machines| machines.ask(&name, find)).await
}

async fn download(State(served): Shared, Path(name): Name) -> Result<Response, Refusal> {
    let file = format!("attachment; filename=\"{name}.{}\"", store::EXTENSION);
    let model = move |machines: &Machines| machines.ask(&name, |board, _| board.model());
    let Json(bytes) = long_work(served, model).await?;
    let kind = (CONTENT_TYPE, "application/octet-stream".to_owned());
    Ok(([kind, (CONTENT_DISPOSITION, file)], bytes).into_response())
}

async fn upload(
    State(served): Shared,
    Path(name): Name,
    place: Option<Extension<Place>>,
    bytes: Bytes,
) -> Answer {
    let import = move |machines: &Machines| {
        // Holds its place, so that few uploads are in memory at a time.
        let _place = place;
        machines.import(&name, &bytes)
    };
    long_work(served, import).await
}
