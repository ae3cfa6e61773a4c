//! Who is connected, and who has to go when others come.
//!
//! A connection is either at work, or it waits for the other end: for a request to come, or for an
//! answer to be taken. When all places are taken, a newcomer gets the place of whoever has been waited
//! for longest. Those who have not yet shown that they may ask go first, and never take the places that
//! are kept for the others.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

/// All connections.
pub(super) struct Crowd {
    /// The most at once, and the most of them that have not shown that they may ask.
    most: usize,
    strangers: usize,
    guests: Mutex<Vec<Arc<Guest>>>,
}

/// One connection.
#[derive(Debug)]
pub(super) struct Guest {
    state: Mutex<State>,
    leave: Notify,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// Whether it has shown that it may ask.
    known: bool,
    /// Since when the other end is waited for; nothing while it is at work.
    waiting: Option<Instant>,
}

/// A place among the connections, given back when dropped.
pub(super) struct Place {
    crowd: Arc<Crowd>,
    pub(super) guest: Arc<Guest>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guest {
    fn new() -> Self {
        Self {
            state: Mutex::new(State {
                known: false,
                waiting: Some(Instant::now()),
            }),
            leave: Notify::new(),
        }
    }

    fn state(&self) -> State {
        *lock(&self.state)
    }

    /// It has shown that it may ask.
    pub(super) fn is_let_in(&self) {
        lock(&self.state).known = true;
    }

    /// A request has come whole, and is worked at from now on.
    pub(super) fn works(&self) {
        lock(&self.state).waiting = None;
    }

    /// An answer is there to be taken.
    pub(super) fn waits(&self) {
        lock(&self.state).waiting.get_or_insert_with(Instant::now);
    }

    /// Returns once its place is wanted for another.
    pub(super) async fn is_sent_away(&self) {
        self.leave.notified().await;
    }
}

impl Crowd {
    pub(super) fn new(most: usize, strangers: usize) -> Self {
        Self {
            most,
            strangers,
            guests: Mutex::default(),
        }
    }

    /// Whether a newcomer finds a place, if need be that of another.
    pub(super) fn has_room(&self) -> bool {
        let guests = lock(&self.guests);
        guests.len() < self.most || guests.iter().any(|guest| guest.state().waiting.is_some())
    }

    /// Takes a place.
    pub(super) fn enter(self: &Arc<Self>) -> Place {
        let guest = Arc::new(Guest::new());
        let mut guests = lock(&self.guests);
        let strangers = guests.iter().filter(|guest| !guest.state().known);
        if strangers.count() >= self.strangers || guests.len() >= self.most {
            send_one_away(&mut guests);
        }
        guests.push(guest.clone());
        Place {
            crowd: self.clone(),
            guest,
        }
    }

    /// Makes room where the system has none left.
    pub(super) fn make_room(&self) {
        send_one_away(&mut lock(&self.guests));
    }
}

/// Sends away whoever has been waited for longest, strangers first.
fn send_one_away(guests: &mut Vec<Arc<Guest>>) {
    let states = guests.iter().map(|guest| guest.state()).enumerate();
    let waiting = states.filter_map(|(at, state)| Some((state.known, state.waiting?, at)));
    if let Some((_, _, longest)) = waiting.min() {
        guests.swap_remove(longest).leave.notify_one();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut guests = lock(&self.crowd.guests);
        guests.retain(|guest| !Arc::ptr_eq(guest, &self.guest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a guest has been asked to leave.
    async fn is_away(place: &Place) -> bool {
        let leave = place.guest.is_sent_away();
        tokio::time::timeout(std::time::Duration::ZERO, leave)
            .await
            .is_ok()
    }

    #[tokio::test]
    async fn strangers_go_first_and_those_at_work_never() {
        let crowd = Arc::new(Crowd::new(4, 3));
        let [old, known, busy] = [(); 3].map(|()| crowd.enter());
        known.guest.is_let_in();
        busy.guest.works();
        let late = crowd.enter();
        assert!(!is_away(&old).await);
        // The fourth of four, and the third stranger.
        let fifth = crowd.enter();
        assert!(is_away(&old).await && !is_away(&known).await);
        let _sixth = crowd.enter();
        assert!(is_away(&late).await && !is_away(&busy).await && !is_away(&fifth).await);
    }

    #[tokio::test]
    async fn places_are_kept_for_those_who_may_ask() {
        let crowd = Arc::new(Crowd::new(4, 2));
        let known = [(); 2].map(|()| crowd.enter());
        for place in &known {
            place.guest.is_let_in();
        }
        let mut strangers = Vec::new();
        for _ in 0..20 {
            strangers.push(crowd.enter());
        }
        assert!(!is_away(&known[0]).await && !is_away(&known[1]).await);
        for (number, stranger) in strangers.iter().enumerate() {
            assert_eq!(is_away(stranger).await, number < 18, "{number}");
        }
        // A place is given back by whoever leaves.
        drop(strangers);
        assert!(crowd.has_room());
        drop(known);
        assert!(lock(&crowd.guests).is_empty());
    }

    #[tokio::test]
    async fn a_newcomer_waits_while_all_are_at_work() {
        let crowd = Arc::new(Crowd::new(2, 2));
        let places = [(); 2].map(|()| crowd.enter());
        for place in &places {
            place.guest.works();
        }
        assert!(!crowd.has_room());
        places[0].guest.waits();
        assert!(crowd.has_room());
    }
}
