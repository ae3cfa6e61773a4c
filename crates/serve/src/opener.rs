//! Requests to open a class, from the page of the user who runs the server.

use anyhow::{Result, anyhow};
use matchboxes::session::ClassLesson;
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot};

/// The class to open.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opening {
    pub(crate) name: String,
    pub(crate) lesson: Option<ClassLesson>,
}

/// A class to open, and the request that waits for the page of its teacher.
pub(crate) type AskedClass = (Opening, oneshot::Sender<Result<String>>);

/// Where requests to open classes arrive.
pub(crate) struct Opener(mpsc::UnboundedSender<AskedClass>);

impl Opener {
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<AskedClass>) {
        let (asked, taken) = mpsc::unbounded_channel();
        (Self(asked), taken)
    }

    /// The page of the teacher of this class, which is opened if it is not yet.
    pub(crate) async fn open(&self, asked: Opening) -> Result<String> {
        let (tell, told) = oneshot::channel();
        let stopping = || anyhow!("the server is stopping");
        self.0.send((asked, tell)).map_err(|_| stopping())?;
        told.await.map_err(|_| stopping())?
    }
}
