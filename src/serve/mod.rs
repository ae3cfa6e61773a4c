//! `menace serve`: a page on this machine, to play against a machine of matchboxes, see its beads move
//! and let it train.
//!
//! The page is compiled into the program and asks for nothing from anywhere else. All rules of games
//! and of learning stay here: the page is told boards, boxes and moves as text ([`scene`]) and sends
//! back what was chosen. A machine is a model in the knowledge base ([`hall`]), the same file as
//! everywhere; it is written after every game, so that a server that is killed between two games
//! loses nothing. [`guard`] says who may ask, [`shelf`] for what.

mod assets;
mod course;
mod desk;
mod guard;
mod hall;
mod routes;
mod scene;
mod shelf;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use guard::Guard;
use hall::Hall;

/// How the page is served.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Where to listen; 0 for any free port.
    pub(crate) listen: IpAddr,
    /// The port.
    pub(crate) port: u16,
    /// The folder of models.
    pub(crate) models: PathBuf,
    /// For an exhibition: no files, no settings, back to the start when nobody is there.
    pub(crate) kiosk: bool,
    /// What has to be known beyond the loopback interface.
    pub(crate) token: Option<String>,
}

/// The most connections at once; whoever comes later waits.
const CONNECTIONS: usize = 1024;
/// How long a sender may take over the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// Serves the page until the program is stopped, after saying where.
pub(crate) fn run(options: Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("starting threads")?;
    runtime.block_on(serve(options, out))
}

async fn serve(options: Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let wanted = SocketAddr::new(options.listen, options.port);
    let listener = TcpListener::bind(wanted)
        .await
        .with_context(|| format!("listening at {wanted}"))?;
    let address = listener.local_addr().context("asking for the address")?;
    let port = address.port();
    let guard = Guard {
        hosts: ["127.0.0.1", "localhost", "[::1]"]
            .map(|host| format!("{host}:{port}"))
            .into_iter()
            .chain([address.to_string()])
            .collect(),
        any_host: address.ip().is_unspecified(),
        token: options.token.clone(),
    };
    let secret = match &options.token {
        Some(token) => format!("?token={token}"),
        None => String::new(),
    };
    writeln!(out, "http://{address}/{secret}")?;
    out.flush()?;
    let hall = Arc::new(Hall::new(options.models));
    let app = routes::all(hall, options.kiosk, Arc::new(guard));
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = std::pin::pin!(tokio::signal::ctrl_c());
    loop {
        let permit = room.clone().acquire_owned().await?;
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // Such as too many open files: others may be closed soon.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            _ = &mut stop => return Ok(()),
        };
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(async move {
            let mut builder = Builder::new(TokioExecutor::new()).http1_only();
            builder
                .http1()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD);
            // A connection that breaks off concerns nobody else.
            let _ = builder
                .serve_connection(TokioIo::new(stream), service)
                .await;
            drop(permit);
        });
    }
}
