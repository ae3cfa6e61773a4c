//! The server: connections, limits, requests and answers.

pub(super) mod assets;
pub(super) mod connections;
#[cfg(test)]
pub(super) mod floods;
pub(super) mod guard;
pub(super) mod limits;
pub(super) mod receive;
pub(super) mod refusal;
pub(super) mod routes;
pub(super) mod wire;
