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
mod crowd;
mod desk;
mod exhibition;
mod finder;
mod folder;
mod guard;
mod hall;
mod limits;
mod open;
mod past;
mod receive;
mod refusal;
mod room;
mod routes;
mod scene;
mod seated;
mod shelf;
mod stages;
mod wire;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{interval, sleep};

use crowd::Crowd;
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
    let app = routes::all(hall, options.kiosk, Arc::new(guard), options.limits);
    answer(&listener, app, options.limits, options.is_stopped).await;
    Ok(())
}

/// Answers whoever comes until it is to stop.
async fn answer(listener: &TcpListener, app: Router, limits: Limits, is_stopped: fn() -> bool) {
    let crowd = Arc::new(Crowd::new(limits.connections, limits.strangers));
    let mut look = interval(LOOK);
    loop {
        tokio::select! {
            _ = look.tick() => {
                if is_stopped() {
                    return;
                }
            }
            accepted = accept(listener, &crowd) => {
                if let Ok(stream) = accepted {
                    let place = crowd.enter();
                    tokio::spawn(wire::converse(stream, app.clone(), place, limits));
                } else {
                    // Such as too many open files.
                    crowd.make_room();
                    sleep(LOOK).await;
                }
            }
        }
    }
}

/// A connection, once there is room for one more.
async fn accept(listener: &TcpListener, crowd: &Crowd) -> std::io::Result<TcpStream> {
    while !crowd.has_room() {
        sleep(LOOK).await;
    }
    Ok(listener.accept().await?.0)
}

#[cfg(test)]
mod floods;
