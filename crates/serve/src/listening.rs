//! Listens: the clock of a server, the addresses at which it can be reached, and its connections until it must stop.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use matchboxes_page::Surroundings;
use rand::TryRng as _;
use rand::rngs::SysRng;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};

use crate::http;
use crate::http::connections::Connections;
use crate::http::routes::Served;
use crate::limits::{LAST_CALL, ServerLimits};

/// How often to check whether to stop.
pub(crate) const POLL: Duration = Duration::from_millis(50);

/// The clock and the random numbers of the operating system, and the requests that wait for a change.
pub(crate) struct System(Instant, watch::Sender<()>);

impl System {
    pub(crate) fn new(changes: watch::Sender<()>) -> Self {
        Self(Instant::now(), changes)
    }
}

impl Surroundings for System {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn random(&self) -> Option<u64> {
        SysRng.try_next_u64().ok()
    }

    fn changed(&self) {
        self.1.send_replace(());
    }
}

/// The addresses at which others can reach a listener: if it listens on all networks, this machine's address
/// in each of them, or the listener's own address if this machine has no other.
pub(crate) fn reachable(address: SocketAddr) -> impl Iterator<Item = SocketAddr> {
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

/// How long the last answers may take to be read.
const LAST: Duration = Duration::from_secs(2);

/// Accepts and answers connections until the server must stop; then it finishes the requests that it has.
pub(crate) async fn accept_all(
    listener: &TcpListener,
    served: Arc<Served>,
    limits: ServerLimits,
    is_stopped: fn() -> bool,
) {
    let connections = Arc::new(Connections::new(limits.connections, limits.strangers));
    let mut poll = interval(POLL);
    let mut open = JoinSet::new();
    let mut stopped: Option<Instant> = None;
    while stopped.is_none_or(|stopped| stopped.elapsed() < LAST_CALL) {
        tokio::select! {
            _ = poll.tick() => {
                if stopped.is_none() && is_stopped() {
                    served.stop();
                    stopped = Some(Instant::now());
                }
            }
            Some(_) = open.join_next() => {}
            accepted = accept(listener, &connections) => {
                if let Ok((stream, from)) = accepted {
                    let place = connections.enter(from.ip());
                    open.spawn(http::wire::serve_connection(stream, served.clone(), place, limits));
                } else {
                    // For example, too many files are open.
                    connections.make_room();
                    sleep(POLL).await;
                }
            }
        }
    }
    let ended = async { while open.join_next().await.is_some() {} };
    let _ = timeout(LAST, ended).await;
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
