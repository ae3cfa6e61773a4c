//! Opens a class: finds its port, says where it can be reached, and answers.

use std::io::{ErrorKind, IsTerminal as _, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use matchboxes_page::{Class, ClassLesson, Surroundings};
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc, watch};

use crate::http::class::{ServedClass, terminal_qr};
use crate::http::guard::Guard;
use crate::http::routes::{Library, Served};
use crate::{CLASS_PORT, ClassOptions, ServerLimits, System, accept_all, reachable};

/// A class whose port is open.
pub(crate) struct OpenClass {
    pub(crate) name: String,
    pub(crate) class: Arc<Class>,
    listener: TcpListener,
    changes: watch::Sender<()>,
    /// The page of the teacher, with the token.
    pub(crate) teacher: String,
    told: Vec<String>,
}

impl OpenClass {
    /// Opens a class in the folder of models and listens at this address.
    pub(crate) async fn new(
        models: &std::path::Path,
        at: IpAddr,
        asked: &ClassOptions,
    ) -> Result<Self> {
        let changes = watch::Sender::new(());
        let system: Arc<dyn Surroundings> = Arc::new(System::new(changes.clone()));
        let class = Arc::new(Class::open(models, &asked.name, asked.lesson, system)?);
        let listener = listen(at, asked.port, class.port()).await?;
        let address = listener.local_addr();
        let address = address.context("reading the address of the listener")?;
        let (code, token) = (class.code(), class.token());
        let hosts: Vec<String> = reachable(address)
            .map(|address| address.to_string())
            .collect();
        let joined = hosts.iter().map(|host| format!("http://{host}/j/{code}"));
        let joined: Vec<String> = joined.collect();
        class.listens(address.port(), joined.clone());
        let teacher = format!("http://{}/teacher?token={token}", hosts[0]);
        let mut told: Vec<String> = joined
            .iter()
            .map(|join| format!("groups join at {join}"))
            .collect();
        told.push(format!(
            "the wall:    http://{}/wall?token={token}",
            hosts[0]
        ));
        told.push(format!("the teacher: {teacher}"));
        let who = if address.ip().is_loopback() {
            "only this computer can open these pages"
        } else {
            "every device in these networks can open the first address and, with the code, join; the network can \
             see what is played"
        };
        told.push(format!(
            "{who}; all games are saved in {}",
            class.folder().display()
        ));
        let (groups, games) = class.counts();
        if groups > 0 {
            told.push(format!(
                "the class goes on; groups: {groups}, games in this lesson: {games}"
            ));
        }
        Ok(Self {
            name: asked.name.clone(),
            class,
            listener,
            changes,
            teacher,
            told,
        })
    }

    /// Says where the class is.
    pub(crate) fn tell(&self, out: &mut dyn Write) -> Result<()> {
        for line in &self.told {
            writeln!(out, "{line}")?;
        }
        if std::io::stdout().is_terminal() {
            let addresses = self.class.addresses();
            let code = addresses.first().and_then(|address| terminal_qr(address));
            write!(out, "{}", code.unwrap_or_default())?;
        }
        Ok(out.flush()?)
    }

    /// Answers until the server must stop.
    pub(crate) async fn serve(self, limits: ServerLimits, is_stopped: fn() -> bool) -> Result<()> {
        let address = self.listener.local_addr()?;
        let guard = Guard::new(address, Some(self.class.token()));
        let library = Library::Class(ServedClass::new(self.class));
        let served = Served::new(library, self.changes, 1, guard, limits);
        accept_all(&self.listener, Arc::new(served), limits, is_stopped).await;
        Ok(())
    }
}

/// Listens at the port that was asked for, or that the class had; a new class takes any other if its usual one is in
/// use.
async fn listen(at: IpAddr, port: Option<u16>, had: Option<u16>) -> Result<TcpListener> {
    let wanted = SocketAddr::new(at, port.or(had).unwrap_or(CLASS_PORT));
    let bound = TcpListener::bind(wanted).await;
    let is_taken = |error: &std::io::Error| error.kind() == ErrorKind::AddrInUse;
    match (bound, port, had) {
        (Err(error), None, None) if is_taken(&error) => {
            let any = TcpListener::bind(SocketAddr::new(at, 0)).await;
            any.context("listening at any port")
        }
        (Err(error), None, Some(had)) if is_taken(&error) => bail!(
            "port {had} of the class is in use by another program; end that one, or choose another with --port, and \
             then the address on the wall is a new one"
        ),
        (bound, ..) => bound.with_context(|| format!("listening at {wanted}")),
    }
}

/// Opens classes that are asked for on the page, for whoever runs the server.
pub(crate) struct Opener {
    models: PathBuf,
    /// Takes the classes that are to be served.
    serving: mpsc::UnboundedSender<OpenClass>,
    /// The classes that were opened, with the pages of their teachers.
    opened: Mutex<Vec<(String, Arc<Class>, String)>>,
}

/// The class that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opening {
    name: String,
    lesson: Option<ClassLesson>,
}

impl Opener {
    pub(crate) fn new(models: PathBuf, serving: mpsc::UnboundedSender<OpenClass>) -> Self {
        Self {
            models,
            serving,
            opened: Mutex::default(),
        }
    }

    /// The page of the teacher of this class, which is opened if it is not yet.
    pub(crate) async fn open(&self, asked: Opening) -> Result<String> {
        let mut opened = self.opened.lock().await;
        if let Some((_, _, teacher)) = opened.iter().find(|(name, _, _)| *name == asked.name) {
            return Ok(teacher.clone());
        }
        let options = ClassOptions {
            name: asked.name,
            lesson: asked.lesson,
            port: None,
        };
        let at = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let open = OpenClass::new(&self.models, at, &options).await?;
        // Whoever waits for an answer on the page has it there; the terminal may be gone.
        let _ = open.tell(&mut std::io::stderr());
        let teacher = open.teacher.clone();
        opened.push((open.name.clone(), open.class.clone(), teacher.clone()));
        let is_sent = self.serving.send(open);
        is_sent.map_err(|_| anyhow::anyhow!("the server is stopping"))?;
        Ok(teacher)
    }

    /// The classes that were opened.
    pub(crate) fn classes(&self) -> Vec<(String, Arc<Class>)> {
        let opened = self.opened.blocking_lock();
        opened
            .iter()
            .map(|(name, class, _)| (name.clone(), class.clone()))
            .collect()
    }
}
