//! `menace serve`: a local web page for playing against a machine of matchboxes, watching its beads move
//! and training it.
//!
//! The page is compiled into the program and loads nothing from anywhere else. Its requests and answers are
//! defined in [`matchboxes_page`]; this crate is the server that carries them, and runs the threads of
//! trainings. `http::guard` decides which requests are let in.
//!
//! # Reading order
//!
//! [`run`] listens and shuts down. In `http/`, `wire.rs` serves one connection, `receive.rs` reads a request
//! within its limits, `guard.rs` checks its permission, and `routes.rs` answers. `connections.rs` decides
//! which connection is evicted when there are too many. `class.rs` opens a class, and `http/class.rs` checks
//! the permissions in it.
//!
//! # What it never does
//!
//! It has no rules and reads no model: the page does that. It answers only clients that `guard` accepts,
//! waits only with a limit, and stores only what the page has saved.

mod class;
mod exhibition;
mod http;
mod limits;
mod listening;
mod opener;
mod trainings;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::net::TcpListener;
use tokio::sync::watch;

use class::{OpenClass, OpenedClasses};
pub use exhibition::Exhibition;
use http::guard::Guard;
use http::routes::{Library, Served};
pub use limits::ServerLimits;
use listening::{POLL, System, accept_all, reachable};
use matchboxes_page::{Class, Page, Settings, Unsaved};
pub use opener::ClassOptions;

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
    let unsaved = |name: String, class: &Class| class.close().map(|unsaved| (name, unsaved));
    if let Some(asked) = &options.class {
        let models = &options.page.folder;
        let open = runtime.block_on(OpenClass::new(models, options.address.ip(), asked))?;
        open.tell(out)?;
        if options.open {
            open_browser(&open.teacher, out)?;
        }
        let (name, class) = (open.name.clone(), open.class.clone());
        runtime.block_on(open.serve(options.limits, options.is_stopped))?;
        runtime.shutdown_timeout(SHUTDOWN);
        return Ok(unsaved(name, &class).into_iter().collect());
    }
    let changes = watch::Sender::new(());
    let system = System::new(changes.clone());
    let page = Arc::new(Page::new(options.page.clone(), Arc::new(system)));
    let models = &options.page.folder;
    let opened = OpenedClasses::new(models, options.limits, options.is_stopped);
    let opened = Arc::new(opened);
    let opener = options.page.classes.then(|| opened.clone().opener());
    let library = Library::Page(page.clone(), opener);
    let served = runtime.block_on(serve(options, library, changes, trainings, out));
    runtime.block_on(opened.ended());
    let since = Instant::now();
    while page.stop_trainings() && since.elapsed() < SHUTDOWN {
        std::thread::sleep(POLL);
    }
    // Writes in progress are completed.
    runtime.shutdown_timeout(SHUTDOWN);
    // All locks are released, also the lock of a training that has just ended.
    let mut left = page.close();
    let classes = opened.classes();
    left.extend(
        classes
            .into_iter()
            .filter_map(|(name, class)| unsaved(name, &class)),
    );
    served.map(|()| left)
}

/// Opens the page. A machine without a browser, such as a remote one, serves it as well.
fn open_browser(address: &str, out: &mut dyn Write) -> Result<()> {
    if open::that_detached(address).is_err() {
        writeln!(out, "no browser opens here: open the address yourself")?;
        out.flush()?;
    }
    Ok(())
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
        open_browser(&addresses[0], out)?;
    }
    let guard = Guard::new(address, options.token);
    let served = Served::new(library, changes, trainings, guard, options.limits);
    let served = Arc::new(served);
    accept_all(&listener, served, options.limits, options.is_stopped).await;
    Ok(())
}
