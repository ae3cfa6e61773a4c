//! The requests of the page and their handlers.
//!
//! All of them are JSON over HTTP. `NAME` is the name of a machine: lower-case letters, digits and hyphens.
//! A POST needs the content type `application/json` and a body, even if it is only `{}`; an upload needs
//! `application/octet-stream`. A refusal has the form given in [`refusal`](crate::serve::refusal) and a
//! status of 400 or more. Positions, moves and players are written as on the command line.
//!
//! | request | response |
//! |---|---|
//! | `GET /api/shelf` | `games`, `rules` (as sliders), `machines` (names), `kiosk` |
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
use axum::routing::{get, post};
use axum::{Extension, Json, Router, middleware};
use menace::{games, store};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::assets;
use super::guard::{Guard, guard};
use super::receive::{Incoming, Place, receive};
use crate::serve::limits::Limits;
use crate::serve::machines::all::Machines;
use crate::serve::machines::finder::Where;
use crate::serve::machines::job::TrainingRequest;
use crate::serve::machines::offered;
use crate::serve::machines::open_board::OpenBoard;
use crate::serve::machines::state::Wanted;
use crate::serve::refusal::{Refusal, unify_errors};

/// The most games of one training.
const GAMES: u64 = 10_000_000;
/// The most requests processed at once, and the most slow ones among them.
const CONCURRENT: [usize; 2] = [32, 1];

struct Served {
    machines: Arc<Machines>,
    kiosk: bool,
    /// Permits for requests being processed: for all of them, and for slow ones.
    permits: [Arc<Semaphore>; 2],
}

type Shared = State<Arc<Served>>;

/// The router for all requests of the page.
pub(crate) fn all(
    machines: Arc<Machines>,
    kiosk: bool,
    access: Arc<Guard>,
    limits: Limits,
) -> Router {
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
        .route("/api/machines/{name}/games", get(list_games))
        .route("/api/machines/{name}/games/{number}", get(game))
        .route("/api/machines/{name}/train", post(train))
        .route("/api/machines/{name}/stop", post(stop))
        .route("/api/machines/{name}/stages", get(stages))
        .route("/api/machines/{name}/box", get(look))
        .route("/api/machines/{name}/find", get(find))
        .route("/api/machines/{name}/strength", get(strength));
    // An exhibition has no files.
    let app = if kiosk { app } else { app.merge(files) };
    let permits = CONCURRENT.map(|many| Arc::new(Semaphore::new(many)));
    let served = Served {
        machines,
        kiosk,
        permits,
    };
    let incoming = Arc::new(Incoming::new(limits));
    app.fallback(|| async { Refusal::Unknown })
        .method_not_allowed_fallback(|| async { StatusCode::METHOD_NOT_ALLOWED })
        .with_state(Arc::new(served))
        // `receive` has already limited the body.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(incoming, receive))
        .layer(middleware::map_response(unify_errors))
        .layer(middleware::from_fn_with_state(access, guard))
}

type Answer = Result<Json<Value>, Refusal>;

/// Runs work on a thread where it does not block other connections.
async fn work<T: Send + 'static>(
    served: Arc<Served>,
    work: impl FnOnce(&Machines) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let permit = served.permits[0].clone().acquire_owned().await;
    let machines = served.machines.clone();
    let done = tokio::task::spawn_blocking(move || {
        // The permit is held until the work is done, even if the connection has ended.
        let _permit = permit;
        work(&machines)
    });
    done.await.unwrap_or(Err(Refusal::Broken))
}

/// The same for slow work, of which little runs at a time.
async fn long_work<T: Send + 'static>(
    served: Arc<Served>,
    job: impl FnOnce(&Machines) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
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
    let kiosk = served.kiosk;
    let names = work(served, move |machines| {
        Ok(if kiosk {
            Vec::new()
        } else {
            machines.folder.names()
        })
    });
    Ok(Json(json!({
        "games": games,
        "rules": offered::rules(),
        "machines": names.await?,
        "kiosk": kiosk,
    })))
}

async fn show(State(served): Shared, Path(name): Path<String>) -> Answer {
    work(served, move |machines| machines.show(&name))
        .await
        .map(Json)
}

async fn sit(
    State(served): Shared,
    Path(name): Path<String>,
    Json(wanted): Json<Wanted>,
) -> Answer {
    if served.kiosk && !wanted.is_allowed_in_kiosk() {
        return Err(Refusal::Kiosk);
    }
    work(served, move |machines| machines.sit(&name, wanted))
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
    let make = move |board: &mut OpenBoard| board.make(&chosen.m);
    work(served, move |machines| machines.act(&name, make))
        .await
        .map(Json)
}

/// The body has no content, but must be read so that the connection can be used again.
async fn act(State(served): Shared, Path((name, act)): Path<(String, String)>, _: Bytes) -> Answer {
    let act: fn(&mut OpenBoard) -> menace::Result<()> = match act.as_str() {
        "undo" => OpenBoard::undo,
        "resign" => OpenBoard::resign,
        "step" => |board| {
            board.step();
            Ok(())
        },
        "new" => {
            return work(served, move |machines| machines.next(&name))
                .await
                .map(Json);
        }
        _ => return Err(Refusal::Unknown),
    };
    work(served, move |machines| machines.act(&name, act))
        .await
        .map(Json)
}

async fn hint(State(served): Shared, Path(name): Path<String>) -> Answer {
    let best = long_work(served, move |machines| machines.ask(&name, OpenBoard::hint));
    Ok(Json(json!({ "moves": best.await? })))
}

async fn train(
    State(served): Shared,
    Path(name): Path<String>,
    Json(request): Json<TrainingRequest>,
) -> Answer {
    if !(1..=GAMES).contains(&request.games) {
        let reason = format!(
            "a training has 1 to {} games",
            menace::text::thousands(GAMES)
        );
        return Err(Refusal::Wrong(menace::Error::Request(reason)));
    }
    work(served, move |machines| machines.train(&name, &request))
        .await
        .map(Json)
}

async fn stop(State(served): Shared, Path(name): Path<String>, _: Bytes) -> Answer {
    work(served, move |machines| machines.stop(&name))
        .await
        .map(Json)
}

async fn list_games(State(served): Shared, Path(name): Path<String>) -> Answer {
    let answer = work(served, move |machines| {
        machines.past(&name, |past| Some(past.list()))
    });
    Ok(Json(json!({ "games": answer.await? })))
}

async fn game(State(served): Shared, Path((name, number)): Path<(String, usize)>) -> Answer {
    let answer = work(served, move |machines| {
        machines.past(&name, |past| past.game(number))
    });
    Ok(Json(json!({ "round": answer.await? })))
}

async fn stages(State(served): Shared, Path(name): Path<String>) -> Answer {
    let stages = long_work(served, move |machines| {
        machines.ask(&name, OpenBoard::stages)
    });
    Ok(Json(json!({ "stages": stages.await? })))
}

#[derive(Deserialize)]
struct BoxQuery {
    position: String,
}

async fn look(
    State(served): Shared,
    Path(name): Path<String>,
    Query(at): Query<BoxQuery>,
) -> Answer {
    let read = move |machines: &Machines| {
        machines.ask_with_past(&name, |board, past| {
            let (key, matchbox) = board.look(&at.position)?;
            Ok(json!({ "box": matchbox, "changes": past.changes(key) }))
        })
    };
    long_work(served, read).await.map(Json)
}

async fn find(State(served): Shared, Path(name): Path<String>, Query(at): Query<Where>) -> Answer {
    let found = move |machines: &Machines| {
        machines.ask_with_past(&name, |board, past| {
            let (key, found) = board.find(&at)?;
            let changes = key.map_or_else(Vec::new, |key| past.changes(key));
            let mut answer = json!(found);
            answer["changes"] = json!(changes);
            Ok(answer)
        })
    };
    long_work(served, found).await.map(Json)
}

async fn strength(State(served): Shared, Path(name): Path<String>) -> Answer {
    let found = long_work(served, move |machines| {
        machines.ask(&name, OpenBoard::strength)
    });
    Ok(Json(json!({ "strength": found.await? })))
}

async fn download(State(served): Shared, Path(name): Path<String>) -> Result<Response, Refusal> {
    let file = format!("attachment; filename=\"{name}.{}\"", store::EXTENSION);
    let bytes = long_work(served, move |machines| {
        machines.ask(&name, OpenBoard::model)
    });
    let kind = (CONTENT_TYPE, "application/octet-stream".to_owned());
    Ok(([kind, (CONTENT_DISPOSITION, file)], bytes.await?).into_response())
}

async fn upload(
    State(served): Shared,
    Path(name): Path<String>,
    place: Option<Extension<Place>>,
    bytes: Bytes,
) -> Answer {
    let import = move |machines: &Machines| {
        // Holds its place, so that few uploads are in memory at a time.
        let _place = place;
        machines.import(&name, &bytes)
    };
    long_work(served, import).await.map(Json)
}
