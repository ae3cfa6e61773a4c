//! Carries on the trainings of the page, each on a thread of its own.

use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use matchboxes_page::TrainingJob;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

/// How often a waiting training checks whether it has been stopped, or whether its file can be written.
const POLL: Duration = Duration::from_millis(100);

/// Carries on a training as soon as one of `places` is free, unless it is stopped before.
pub(crate) async fn carry_on(mut job: TrainingJob, places: Arc<Semaphore>) {
    let mut free = pin!(places.acquire_owned());
    let place = loop {
        tokio::select! {
            place = &mut free => break place.ok(),
            () = sleep(POLL) => if job.is_stopped() { break None },
        }
    };
    spawn_blocking(move || match place {
        Some(_place) => {
            while job.advance(u64::MAX) {
                if job.is_held() {
                    thread::sleep(POLL);
                }
            }
        }
        None => job.give_up(),
    });
}
