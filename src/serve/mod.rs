//! `menace serve`: a page on this machine, to play against a machine of matchboxes, see its beads move
//! and let it train.
//!
//! The page is compiled into the program and asks for nothing from anywhere else. All rules of games
//! and of learning stay here: the page is told boards, boxes and moves as text ([`scene`]) and sends
//! back what was chosen, as [`routes`] has it. A machine is a model in the knowledge base ([`hall`]),
//! the same file as everywhere; it is written after every game, so that a server that is killed between
//! two games loses nothing. [`guard`] says who may ask, [`shelf`] for what.

mod assets;
mod course;
mod desk;
mod exhibition;
mod finder;
mod folder;
mod guard;
mod hall;
mod limits;
mod open;
mod past;
mod refusal;
mod room;
mod routes;
mod scene;
mod seated;
mod shelf;
mod stages;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{interval, sleep, timeout};

pub(crate) use exhibition::Exhibition;
use folder::Folder;
use guard::Guard;
use hall::Hall;
pub(crate) use limits::Limits;

/// How the page is served.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Where to listen.
    pub(crate) listen: IpAddr,
    /// The port; 0 for any free one.
    pub(crate) port: u16,
    /// The folder of models.
    pub(crate) models: PathBuf,
    /// For an exhibition: no files, no settings, back to the start when nobody is there.
    pub(crate) kiosk: bool,
    /// What has to be known beyond the loopback interface.
    pub(crate) token: Option<String>,
    /// Whether somebody has asked for the end.
    pub(crate) is_stopped: fn() -> bool,
    /// What one visitor may take from the others.
    pub(crate) limits: Limits,
}

/// The most connections at once; whoever comes later waits.
const CONNECTIONS: usize = 1024;
/// How long a sender may take over the head of a request, and how many bytes that may have.
const HEAD: Duration = Duration::from_secs(5);
const HEAD_BYTES: usize = 64 << 10;
/// How long a connection is used, and how long it then has to come to its end.
const LIFE: Duration = Duration::from_mins(10);
const END: Duration = Duration::from_mins(1);
/// How often it is looked whether to stop.
const LOOK: Duration = Duration::from_millis(50);
/// How long trainings have to come to the end of their sets when all is to end.
const LEAVE: Duration = Duration::from_secs(10);

/// Serves the page until the program is stopped, after saying where.
pub(crate) fn run(options: Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.min(4))
        .enable_all()
        .build()
        .context("starting threads")?;
    // One core is left to those who play.
    let trainings = cores.saturating_sub(1).clamp(1, 8);
    let folder = Folder::new(options.models.clone());
    for line in folder.recover() {
        eprintln!("menace: {line}");
    }
    let hall = Arc::new(Hall::new(folder, trainings, options.limits));
    let served = runtime.block_on(serve(options, hall.clone(), out));
    let asked = Instant::now();
    while hall.stop_all() && asked.elapsed() < LEAVE {
        std::thread::sleep(LOOK);
    }
    // What is being written comes to its end.
    runtime.shutdown_timeout(LEAVE);
    // Whoever still has a board, such as a training that has just come to its end, keeps no lock.
    hall.close();
    served
}

async fn serve(options: Options, hall: Arc<Hall>, out: &mut dyn Write) -> anyhow::Result<()> {
    let wanted = SocketAddr::new(options.listen, options.port);
    let listener = TcpListener::bind(wanted)
        .await
        .with_context(|| format!("listening at {wanted}"))?;
    let address = listener.local_addr().context("asking for the address")?;
    let secret = match &options.token {
        Some(token) => format!("?token={token}"),
        None => String::new(),
    };
    writeln!(out, "http://{address}/{secret}")?;
    out.flush()?;
    let guard = Guard::new(address, options.token);
    let app = routes::all(hall, options.kiosk, Arc::new(guard));
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let mut look = interval(LOOK);
    loop {
        tokio::select! {
            _ = look.tick() => {
                if (options.is_stopped)() {
                    return Ok(());
                }
            }
            // Such as too many open files: others may be closed soon.
            accepted = accept(&listener, &room) => match accepted {
                Ok((stream, permit)) => {
                    let app = app.clone();
                    tokio::spawn(async move {
                        converse(stream, app).await;
                        drop(permit);
                    });
                }
                Err(_) => sleep(LOOK).await,
            },
        }
    }
}

/// A connection, once there is room for one more.
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> anyhow::Result<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let permit = room.clone().acquire_owned().await?;
    let (stream, _) = listener.accept().await?;
    Ok((stream, permit))
}

/// Answers on one connection until it ends, or has lasted long enough.
async fn converse(stream: TcpStream, app: Router) {
    // Without it nothing breaks, it is only slower.
    let _ = stream.set_nodelay(true);
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES);
    let service = TowerToHyperService::new(app);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    // A connection that breaks off concerns nobody else.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = sleep(LIFE) => {
            connection.as_mut().graceful_shutdown();
            let _ = timeout(END, connection).await;
        }
    }
}
