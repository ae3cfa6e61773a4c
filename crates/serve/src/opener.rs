//! Requests to open a class, from the page of the user who runs the server.

use std::pin::Pin;

use anyhow::Result;
use matchboxes::session::ClassLesson;
use serde::Deserialize;

/// The class that is served; opened from the page, it has no port that was requested.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassOptions {
    /// Its name.
    pub name: String,
    /// The lesson that a new class begins with; by default the cups.
    pub lesson: Option<ClassLesson>,
    /// The requested port; by default the class's last one, or 8080 or any other.
    #[serde(skip)]
    pub port: Option<u16>,
}

/// Opens a class, unless it is open already; returns the page of its teacher.
pub(crate) type Opener =
    Box<dyn Fn(ClassOptions) -> Pin<Box<dyn Future<Output = Result<String>> + Send>> + Send + Sync>;
