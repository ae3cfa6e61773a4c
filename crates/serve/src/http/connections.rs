//! The connections, and which of them is evicted when there are too many.
//!
//! A connection is either busy with a request, or it waits for the other end to send a request or to read an
//! answer. When all slots are taken, a new connection gets the slot of the one that has waited longest.
//! Strangers, which are connections without an authorized request so far, are evicted first and never take
//! the slots reserved for the others.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use matchboxes::locks::lock;
use tokio::sync::Notify;

pub(crate) struct Connections {
    /// The most connections at once, and the most strangers among them.
    most: usize,
    strangers: usize,
    guests: Mutex<Vec<Arc<Guest>>>,
}

#[derive(Debug)]
pub(crate) struct Guest {
    pub(crate) address: IpAddr,
    state: Mutex<ConnectionState>,
    leave: Notify,
}

#[derive(Clone, Copy, Debug)]
struct ConnectionState {
    authorized: bool,
    /// Since when it waits for the other end; `None` while it is busy.
    waiting: Option<Instant>,
}

/// A slot of the connections, released when dropped.
pub(crate) struct ConnectionSlot {
    connections: Arc<Connections>,
    pub(crate) guest: Arc<Guest>,
}

impl Guest {
    fn state(&self) -> ConnectionState {
        *lock(&self.state)
    }

    pub(crate) fn authorize(&self) {
        lock(&self.state).authorized = true;
    }

    /// Notes that a request has been received and is being processed.
    pub(crate) fn set_busy(&self) {
        lock(&self.state).waiting = None;
    }

    /// Notes that an answer is ready to be read.
    pub(crate) fn set_waiting(&self) {
        lock(&self.state).waiting.get_or_insert_with(Instant::now);
    }

    pub(crate) async fn evicted(&self) {
        self.leave.notified().await;
    }
}

impl Connections {
    pub(crate) fn new(most: usize, strangers: usize) -> Self {
        Self {
            most,
            strangers,
            guests: Mutex::default(),
        }
    }

    /// Whether a new connection can get a slot, even if another one must be evicted.
    pub(crate) fn has_room(&self) -> bool {
        let guests = lock(&self.guests);
        guests.len() < self.most || guests.iter().any(|guest| guest.state().waiting.is_some())
    }

    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> ConnectionSlot {
        let guest = Arc::new(Guest {
            address,
            state: Mutex::new(ConnectionState {
                authorized: false,
                waiting: Some(Instant::now()),
            }),
            leave: Notify::new(),
        });
        let mut guests = lock(&self.guests);
        let strangers = guests.iter().filter(|guest| !guest.state().authorized);
        if strangers.count() >= self.strangers || guests.len() >= self.most {
            evict_one(&mut guests);
        }
        guests.push(guest.clone());
        ConnectionSlot {
            connections: self.clone(),
            guest,
        }
    }

    /// Evicts a connection when the system can open no more.
    pub(crate) fn make_room(&self) {
        evict_one(&mut lock(&self.guests));
    }
}

/// Evicts the connection that has waited longest, strangers first.
fn evict_one(guests: &mut Vec<Arc<Guest>>) {
    let states = guests.iter().map(|guest| guest.state()).enumerate();
    let waiting = states.filter_map(|(at, state)| Some((state.authorized, state.waiting?, at)));
    if let Some((_, _, longest)) = waiting.min() {
        guests.swap_remove(longest).leave.notify_one();
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut guests = lock(&self.connections.guests);
        guests.retain(|guest| !Arc::ptr_eq(guest, &self.guest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    async fn is_evicted(slot: &ConnectionSlot) -> bool {
        let leave = slot.guest.evicted();
        let left = tokio::time::timeout(std::time::Duration::ZERO, leave).await;
        left.is_ok()
    }

    #[tokio::test]
    async fn strangers_are_evicted_first_and_busy_connections_never() {
        let connections = Arc::new(Connections::new(4, 3));
        let [old, known, busy] = [(); 3].map(|()| connections.enter(HERE));
        known.guest.authorize();
        busy.guest.set_busy();
        let late = connections.enter(HERE);
        assert!(!is_evicted(&old).await);
        // This is the fourth of four connections and the third stranger.
        let fifth = connections.enter(HERE);
        assert!(is_evicted(&old).await && !is_evicted(&known).await);
        let _sixth = connections.enter(HERE);
        assert!(is_evicted(&late).await && !is_evicted(&busy).await && !is_evicted(&fifth).await);
    }

    #[tokio::test]
    async fn slots_are_reserved_for_authorized_connections() {
        let connections = Arc::new(Connections::new(4, 2));
        let known = [(); 2].map(|()| connections.enter(HERE));
        for slot in &known {
            slot.guest.authorize();
        }
        let strangers = [(); 20].map(|()| connections.enter(HERE));
        assert!(!is_evicted(&known[0]).await && !is_evicted(&known[1]).await);
        for (number, stranger) in strangers.iter().enumerate() {
            assert_eq!(is_evicted(stranger).await, number < 18, "{number}");
        }
        // Closed connections release their slots.
        drop(strangers);
        assert!(connections.has_room());
        drop(known);
        assert!(lock(&connections.guests).is_empty());
    }

    #[tokio::test]
    async fn a_new_connection_waits_while_all_are_busy() {
        let connections = Arc::new(Connections::new(2, 2));
        let slots = [(); 2].map(|()| connections.enter(HERE));
        for slot in &slots {
            slot.guest.set_busy();
        }
        assert!(!connections.has_room());
        slots[0].guest.set_waiting();
        assert!(connections.has_room());
    }
}
