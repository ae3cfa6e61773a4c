//! Receives each request completely before it is processed, in limited time and memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use http_body_util::BodyExt as _;
use hyper::StatusCode;
use hyper::body::Incoming as Body;
use hyper::header::CONTENT_LENGTH;
use matchboxes::locks::lock;
use matchboxes_page::LARGEST;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::responses::Request;
use crate::limits::ServerLimits;

/// The largest body of a request in bytes, except for models.
const SMALL: usize = 64 << 10;

pub(crate) struct Incoming {
    limits: ServerLimits,
    /// Places for models; each is held from the start of the upload until the model is processed.
    permits: Arc<Semaphore>,
    uploads: Mutex<Vec<Arc<Upload>>>,
}

/// A model being received.
struct Upload {
    since: Instant,
    bytes: AtomicUsize,
    leave: Notify,
}

/// Permission to hold a model in memory.
pub(crate) type UploadPermit = OwnedSemaphorePermit;

impl Incoming {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self {
            limits,
            permits: Arc::new(Semaphore::new(limits.uploads)),
            uploads: Mutex::default(),
        }
    }

    /// Receives the body of a request, and for a model the permit to hold it.
    pub(crate) async fn receive(
        &self,
        request: Request,
    ) -> Result<(Vec<u8>, Option<UploadPermit>), StatusCode> {
        let is_model = request.uri().path().ends_with("/upload");
        let length = request.headers().get(CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
        let most = if is_model { LARGEST } else { SMALL };
        // The header may be wrong, so the received bytes are counted as well; the check of the header saves
        // honest clients a useless transfer.
        if length.is_some_and(|length: usize| length > most) {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        let body = request.into_body();
        if is_model {
            let permit = self.permit().await;
            return Ok((self.model(body).await?, permit));
        }
        let count = AtomicUsize::new(0);
        let bytes = timeout(self.limits.body, read_all(body, SMALL, &count)).await;
        Ok((bytes.unwrap_or(Err(StatusCode::REQUEST_TIMEOUT))?, None))
    }

    /// Waits for a permit for a model; if none becomes free in time, the slowest upload is evicted.
    async fn permit(&self) -> Option<UploadPermit> {
        let free = self.permits.clone().acquire_owned();
        let mut free = std::pin::pin!(free);
        loop {
            tokio::select! {
                permit = &mut free => return permit.ok(),
                () = sleep(self.limits.upload_wait) => self.evict_slowest(),
            }
        }
    }

    fn evict_slowest(&self) {
        let mut uploads = lock(&self.uploads);
        let pace = |upload: &Upload| {
            let elapsed = upload.since.elapsed();
            let bytes = upload.bytes.load(Ordering::Relaxed) as u128;
            let pace = bytes * 1_000_000 / elapsed.as_micros().max(1);
            // A new one has not had time to show its speed.
            (elapsed >= self.limits.upload_wait).then_some(pace)
        };
        let paces = uploads.iter().enumerate();
        let slowest = paces.filter_map(|(at, upload)| Some((pace(upload)?, at)));
        if let Some((_, at)) = slowest.min() {
            uploads.swap_remove(at).leave.notify_one();
        }
    }

    /// Reads the bytes of a model, unless it is evicted first.
    async fn model(&self, body: Body) -> Result<Vec<u8>, StatusCode> {
        let upload = Arc::new(Upload {
            since: Instant::now(),
            bytes: AtomicUsize::new(0),
            leave: Notify::new(),
        });
        lock(&self.uploads).push(upload.clone());
        let _listed = UploadEntry(self, &upload);
        tokio::select! {
            bytes = read_all(body, LARGEST, &upload.bytes) => bytes,
            () = upload.leave.notified() => Err(StatusCode::REQUEST_TIMEOUT),
        }
    }
}

/// Keeps a model listed among the uploads until this is dropped.
struct UploadEntry<'a>(&'a Incoming, &'a Arc<Upload>);

impl Drop for UploadEntry<'_> {
    fn drop(&mut self) {
        lock(&self.0.uploads).retain(|other| !Arc::ptr_eq(other, self.1));
    }
}

/// Reads all of a body, counting the bytes received.
async fn read_all(mut body: Body, most: usize, count: &AtomicUsize) -> Result<Vec<u8>, StatusCode> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| StatusCode::BAD_REQUEST)?;
        // Trailers are ignored.
        let data = frame.into_data().unwrap_or_default();
        if bytes.len() + data.len() > most {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        bytes.extend_from_slice(&data);
        count.store(bytes.len(), Ordering::Relaxed);
    }
    Ok(bytes)
}
