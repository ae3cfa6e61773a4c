//! Requests to open a class, from the page of the user who runs the server.

use anyhow::{Result, anyhow};
use matchboxes::session::ClassLesson;
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot};

/// The class that is served; opened from the page, it has no port that was requested.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassOptions {
    /// Its name.
    pub name: String,
    /// The lesson that a new class begins with; by default the cups.
    pub lesson: Option<ClassLesson>,
    /// The requested port; by default the class's last one, or [`CLASS_PORT`](crate::CLASS_PORT) or any other.
    #[serde(skip)]
    pub port: Option<u16>,
}

/// A class to open, and the request that waits for the page of its teacher.
pub(crate) type AskedClass = (ClassOptions, oneshot::Sender<Result<String>>);

/// Where requests to open classes arrive.
pub(crate) struct Opener(mpsc::UnboundedSender<AskedClass>);

impl Opener {
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<AskedClass>) {
        let (asked, taken) = mpsc::unbounded_channel();
        (Self(asked), taken)
    }

    /// The page of the teacher of this class, which is opened if it is not yet.
    pub(crate) async fn open(&self, asked: ClassOptions) -> Result<String> {
        let (tell, told) = oneshot::channel();
        let stopping = || anyhow!("the server is stopping");
        self.0.send((asked, tell)).map_err(|_| stopping())?;
        told.await.map_err(|_| stopping())?
    }
}
