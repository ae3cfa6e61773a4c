//! Serves a class: finds its port, says where it can be reached, and answers.

use std::io::{ErrorKind, IsTerminal as _, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use matchboxes_page::Class;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::http::class::{ServedClass, terminal_qr};
use crate::http::guard::Guard;
use crate::http::routes::{Library, Served};
use crate::{CLASS_PORT, Options, accept_all, reachable};

pub(crate) async fn serve(
    options: &Options,
    port: Option<u16>,
    class: &Arc<Class>,
    changes: watch::Sender<()>,
    out: &mut dyn Write,
) -> Result<()> {
    let listener = listen(options.address, port, class.port()).await?;
    let address = listener.local_addr();
    let address = address.context("reading the address of the listener")?;
    let token = class.token();
    let hosts: Vec<String> = reachable(address)
        .map(|address| address.to_string())
        .collect();
    let code = class.code();
    let joined = hosts.iter().map(|host| format!("http://{host}/j/{code}"));
    let joined: Vec<String> = joined.collect();
    class.listens(address.port(), joined.clone());
    for address in &joined {
        writeln!(out, "groups join at {address}")?;
    }
    if std::io::stdout().is_terminal() {
        let code = joined.first().and_then(|address| terminal_qr(address));
        write!(out, "{}", code.unwrap_or_default())?;
    }
    let teacher = format!("http://{}/teacher?token={token}", hosts[0]);
    writeln!(out, "the wall:    http://{}/wall?token={token}", hosts[0])?;
    writeln!(out, "the teacher: {teacher}")?;
    let who = if address.ip().is_loopback() {
        "only this computer can open these pages"
    } else {
        "every device in these networks can open the first address and, with the code, join; \
         the network can see what is played"
    };
    let folder = class.folder().display();
    writeln!(out, "{who}; all games are saved in {folder}")?;
    let (groups, games) = class.counts();
    if groups > 0 {
        writeln!(
            out,
            "the class goes on with {groups} groups and {games} games"
        )?;
    }
    out.flush()?;
    if options.open {
        open::that_detached(&teacher).context("opening the browser")?;
    }
    let guard = Guard::new(address, Some(token));
    let library = Library::Class(ServedClass::new(class.clone()));
    let served = Served::new(library, changes, 1, guard, options.limits);
    accept_all(
        &listener,
        Arc::new(served),
        options.limits,
        options.is_stopped,
    )
    .await;
    Ok(())
}

/// Listens at the port that was asked for, or that the class had; a new class takes any other if its usual one is in
/// use.
async fn listen(at: SocketAddr, port: Option<u16>, had: Option<u16>) -> Result<TcpListener> {
    let wanted = SocketAddr::new(at.ip(), port.or(had).unwrap_or(CLASS_PORT));
    match TcpListener::bind(wanted).await {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => match (port, had) {
            (None, None) => {
                let any = TcpListener::bind(SocketAddr::new(at.ip(), 0)).await;
                any.context("listening at any port")
            }
            (None, Some(had)) => bail!(
                "port {had} of the class is in use by another program; end that one, or choose another with --port, \
                 and then the address on the wall is a new one"
            ),
            (Some(_), _) => Err(error).with_context(|| format!("listening at {wanted}")),
        },
        Err(error) => Err(error).with_context(|| format!("listening at {wanted}")),
    }
}
