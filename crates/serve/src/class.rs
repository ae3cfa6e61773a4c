//! Opens a class: finds its port, prints its addresses, and answers.

use std::io::{ErrorKind, IsTerminal as _, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail};
use matchboxes::locks::lock;
use matchboxes_page::{Class, Surroundings};
use tokio::net::TcpListener;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::JoinSet;

use crate::http::class::{ServedClass, terminal_qr};
use crate::http::guard::Guard;
use crate::http::routes::{Library, Served};
use crate::limits::ServerLimits;
use crate::listening::{System, accept_all, reachable};
use crate::opener::{ClassOptions, Opener};

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
    pub(crate) async fn new(models: &Path, at: IpAddr, asked: &ClassOptions) -> Result<Self> {
        let changes = watch::Sender::new(());
        let system: Arc<dyn Surroundings> = Arc::new(System::new(changes.clone()));
        let class = Arc::new(Class::open(models, &asked.name, asked.lesson, system)?);
        if let Some(note) = class.note() {
            eprintln!("menace: {note}");
        }
        let facts = class.facts();
        let had = facts.port;
        let listener = listen(at, asked.port, had).await?;
        let address = listener.local_addr();
        let address = address.context("reading the address of the listener")?;
        let (code, token) = (facts.code, facts.token);
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
        let folder = class.folder();
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        told.push(format!(
            "{who}; all games are saved in {}",
            folder.display()
        ));
        if asked.port.or(had).is_none() && address.port() != CLASS_PORT {
            told.push(format!(
                "port {CLASS_PORT} is in use by another program, so the class is at port {}, which a firewall may block",
                address.port()
            ));
        }
        let (groups, games) = class.counts();
        if groups == 0 {
            told.push(
                "no group has joined yet; next week, run the same command in this folder"
                    .to_owned(),
            );
        } else {
            let name = facts.lesson.name();
            told.push(format!(
                "the class goes on in the lesson {name}; groups: {groups}, games in this lesson: {games}"
            ));
        }
        if let Some(asked) = asked.lesson.filter(|asked| *asked != facts.lesson) {
            told.push(format!(
                "it stays in this lesson, because games may be in progress; turn it to {} on the teacher's page",
                asked.name()
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

    /// Prints the addresses of the class.
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
        let guard = Guard::new(address, Some(self.class.facts().token));
        let library = Library::Class(ServedClass::new(self.class, limits.wrong_code));
        let served = Served::new(library, self.changes, 1, guard, limits);
        accept_all(&self.listener, Arc::new(served), limits, is_stopped).await;
        Ok(())
    }
}

/// Listens at the requested port, or the class's last one; a new class takes any if the usual one is in use.
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

/// The usual port of a class, which can be typed.
const CLASS_PORT: u16 = 8080;

/// A class by its name, with the page of its teacher.
type OpenedClass = (String, Arc<Class>, String);

/// The classes that were opened from the page.
pub(crate) struct OpenedClasses {
    models: PathBuf,
    limits: ServerLimits,
    is_stopped: fn() -> bool,
    opened: AsyncMutex<Vec<OpenedClass>>,
    served: Mutex<JoinSet<Result<()>>>,
}

impl OpenedClasses {
    /// No class yet; all of them are in this folder of models.
    pub(crate) fn new(models: &Path, limits: ServerLimits, is_stopped: fn() -> bool) -> Self {
        Self {
            models: models.to_owned(),
            limits,
            is_stopped,
            opened: AsyncMutex::default(),
            served: Mutex::default(),
        }
    }

    pub(crate) fn opener(self: Arc<Self>) -> Opener {
        Box::new(move |asked| {
            let own = self.clone();
            Box::pin(async move { own.open(&asked).await })
        })
    }

    async fn open(&self, asked: &ClassOptions) -> Result<String> {
        // One class after the other, so that none is opened twice.
        let mut opened = self.opened.lock().await;
        let mut known = opened.iter();
        if let Some((.., teacher)) = known.find(|(_, class, _)| class.is_called(&asked.name)) {
            return Ok(teacher.clone());
        }
        let at = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let open = OpenClass::new(&self.models, at, asked).await?;
        // The terminal may be gone.
        let _ = open.tell(&mut std::io::stderr());
        let teacher = open.teacher.clone();
        opened.push((open.name.clone(), open.class.clone(), teacher.clone()));
        lock(&self.served).spawn(open.serve(self.limits, self.is_stopped));
        Ok(teacher)
    }

    /// Waits until the last requests of all are finished.
    pub(crate) async fn ended(&self) {
        let mut served = std::mem::take(&mut *lock(&self.served));
        while served.join_next().await.is_some() {}
    }

    pub(crate) fn classes(&self) -> Vec<(String, Arc<Class>)> {
        let opened = self.opened.blocking_lock();
        let classes = opened
            .iter()
            .map(|(name, class, _)| (name.clone(), class.clone()));
        classes.collect()
    }
}
