//! The server: connections, access control, requests and answers.

pub(crate) mod class;
pub(super) mod connections;
pub(super) mod guard;
pub(super) mod receive;
pub(super) mod responses;
pub(super) mod routes;
pub(super) mod tries;
pub(super) mod wire;
