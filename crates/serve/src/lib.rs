//! `menace serve`: a local web page for playing against a machine of matchboxes, watching its beads move
//! and training it.
//!
//! The page is compiled into the program and loads nothing from anywhere else. What it asks and is answered
//! is the library's [`matchboxes_page`]; here are the server that carries requests and answers, and the threads
//! of trainings. `http::guard` decides which requests are let in.
//!
//! # Reading order
//!
//! [`run`] listens and shuts down. In `http/`, `wire.rs` serves one connection, `receive.rs` takes in a request
//! within its limits,
//! `guard.rs` decides whether it may ask, and `routes.rs` answers. `connections.rs` says who must go where there are
//! too many.
//!
//! # What it never does
//!
//! It knows no rules and reads no model: that is the page's. It answers nobody whom `guard` does not know, waits for
//! nobody without a limit, and keeps nothing that the page has not saved.

mod class;
mod exhibition;
mod http;
mod limits;
mod trainings;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{interval, sleep};

use class::{OpenClass, Opener};
pub use exhibition::Exhibition;
use http::connections::Connections;
use http::guard::Guard;
use http::routes::{Library, Served};
pub use limits::ServerLimits;
use matchboxes_page::{Class, ClassLesson, Folder, Page, Settings, Surroundings, Unsaved};

/// How the page is served.
pub struct Options {
    /// Where to listen; port 0 for any free one.
    pub address: SocketAddr,
    /// What the page offers, and the folder of its machines.
    pub page: Settings,
    /// The class that is served in place of the page, if any.
    pub class: Option<ClassOptions>,
    /// Whether to open the page in the browser.
    pub open: bool,
    /// The token that requests must carry when the server listens beyond the loopback interface.
    pub token: Option<String>,
    /// Returns whether the program has been asked to stop.
    pub is_stopped: fn() -> bool,
    /// What visitors can use.
    pub limits: ServerLimits,
}

/// The class that is served.
pub struct ClassOptions {
    /// Its name.
    pub name: String,
    /// The lesson that it begins with or turns to; by default the cups, or the one that it had.
    pub lesson: Option<ClassLesson>,
    /// The port that was asked for; by default the one it had, or [`CLASS_PORT`] or any other.
    pub port: Option<u16>,
}

/// The usual port of a class, which can be typed.
pub const CLASS_PORT: u16 = 8080;

/// How often to check whether to stop.
const POLL: Duration = Duration::from_millis(50);
/// How long trainings may take to finish their set when the server stops.
const SHUTDOWN: Duration = Duration::from_secs(10);

/// Prints the address and serves the page until the program is stopped. Returns what the machines have learnt and could
/// not be saved, by the name of the machine.
///
/// # Errors
///
/// When the address cannot be listened at, or threads cannot be started, or the address cannot be printed.
pub fn run(options: Options, out: &mut dyn Write) -> Result<Vec<(String, Unsaved)>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.min(4))
        .enable_all()
        .build()
        .context("starting threads")?;
    // One core stays free for playing.
    let trainings = cores.saturating_sub(1).clamp(1, 8);
    for line in Folder::new(options.page.folder.clone()).recover() {
        eprintln!("menace: {line}");
    }
    let unsaved = |name: String, class: &Class| class.close().map(|unsaved| (name, unsaved));
    if let Some(asked) = &options.class {
        let models = &options.page.folder;
        let open = runtime.block_on(OpenClass::new(models, options.address.ip(), asked))?;
        open.tell(out)?;
        if options.open {
            open::that_detached(&open.teacher).context("opening the browser")?;
        }
        let (name, class) = (open.name.clone(), open.class.clone());
        runtime.block_on(open.serve(options.limits, options.is_stopped))?;
        runtime.shutdown_timeout(SHUTDOWN);
        return Ok(unsaved(name, &class).into_iter().collect());
    }
    let changes = watch::Sender::new(());
    let system = System::new(changes.clone());
    let page = Arc::new(Page::new(options.page.clone(), Arc::new(system)));
    let opener = options.page.classes.then(|| {
        let (opened, mut classes) = mpsc::unbounded_channel::<OpenClass>();
        let (limits, is_stopped) = (options.limits, options.is_stopped);
        runtime.spawn(async move {
            while let Some(open) = classes.recv().await {
                tokio::spawn(open.serve(limits, is_stopped));
            }
        });
        Arc::new(Opener::new(options.page.folder.clone(), opened))
    });
    let library = Library::Page(page.clone(), opener.clone());
    let served = runtime.block_on(serve(options, library, changes, trainings, out));
    let since = Instant::now();
    while page.stop_trainings() && since.elapsed() < SHUTDOWN {
        std::thread::sleep(POLL);
    }
    // Writes in progress are completed.
    runtime.shutdown_timeout(SHUTDOWN);
    // All locks are released, also that of a training that has just ended.
    let mut left = page.close();
    let classes = opener.map(|opener| opener.classes()).unwrap_or_default();
    left.extend(
        classes
            .into_iter()
            .filter_map(|(name, class)| unsaved(name, &class)),
    );
    served.map(|()| left)
}

/// The clock and the random numbers of the operating system, and those who wait for a change.
struct System(Instant, watch::Sender<()>);

impl System {
    fn new(changes: watch::Sender<()>) -> Self {
        Self(Instant::now(), changes)
    }
}

impl Surroundings for System {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn random(&self) -> Option<u64> {
        getrandom::u64().ok()
    }

    fn changed(&self) {
        self.1.send_replace(());
    }
}

async fn serve(
    options: Options,
    library: Library,
    changes: watch::Sender<()>,
    trainings: usize,
    out: &mut dyn Write,
) -> Result<()> {
    let bound = TcpListener::bind(options.address).await;
    let listener = bound.with_context(|| format!("listening at {}", options.address))?;
    let address = listener.local_addr();
    let address = address.context("reading the address of the listener")?;
    let token = options.token.as_ref();
    let secret = token.map_or_else(String::new, |token| format!("?token={token}"));
    let addresses: Vec<String> = reachable(address)
        .map(|address| format!("http://{address}/{secret}"))
        .collect();
    for address in &addresses {
        writeln!(out, "{address}")?;
    }
    out.flush()?;
    if options.open {
        open::that_detached(&addresses[0]).context("opening the browser")?;
    }
    let guard = Guard::new(address, options.token);
    let served = Served::new(library, changes, trainings, guard, options.limits);
    let served = Arc::new(served);
    accept_all(&listener, served, options.limits, options.is_stopped).await;
    Ok(())
}

/// The addresses at which others can reach a listener: if it listens on all networks, those of this machine in
/// each of them, or its own address if there is none.
fn reachable(address: SocketAddr) -> impl Iterator<Item = SocketAddr> {
    let mut known: Vec<IpAddr> = Vec::new();
    if address.ip().is_unspecified() {
        let networks = if_addrs::get_if_addrs().unwrap_or_default().into_iter();
        let others = networks.filter(|network| !network.is_loopback() && !network.is_link_local());
        let alike = others.filter(|network| address.is_ipv6() || network.ip().is_ipv4());
        known.extend(alike.map(|network| network.ip()));
    }
    if known.is_empty() {
        known.push(address.ip());
    }
    let port = address.port();
    known.into_iter().map(move |ip| SocketAddr::new(ip, port))
}

/// Accepts and answers connections until the server must stop.
async fn accept_all(
    listener: &TcpListener,
    served: Arc<Served>,
    limits: ServerLimits,
    is_stopped: fn() -> bool,
) {
    let connections = Arc::new(Connections::new(limits.connections, limits.strangers));
    let mut poll = interval(POLL);
    loop {
        tokio::select! {
            _ = poll.tick() => {
                if is_stopped() {
                    return;
                }
            }
            accepted = accept(listener, &connections) => {
                if let Ok((stream, from)) = accepted {
                    let place = connections.enter(from.ip());
                    tokio::spawn(http::wire::serve_connection(stream, served.clone(), place, limits));
                } else {
                    // For example, too many files are open.
                    connections.make_room();
                    sleep(POLL).await;
                }
            }
        }
    }
}

/// Accepts a connection once there is room for one more.
async fn accept(
    listener: &TcpListener,
    connections: &Connections,
) -> std::io::Result<(TcpStream, SocketAddr)> {
    while !connections.has_room() {
        sleep(POLL).await;
    }
    listener.accept().await
}
