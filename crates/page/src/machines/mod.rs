//! The machines of the page: their boards, trainings, past and files.

pub(super) mod all;
pub(super) mod curve;
pub(super) mod finder;
pub(super) mod folder;
pub(super) mod hand;
pub(super) mod job;
pub(super) mod kits;
pub(super) mod learnt;
pub(super) mod machine;
pub(super) mod mine;
pub(super) mod offered;
pub(super) mod open_board;
pub(super) mod past;
pub(super) mod scene;
pub(super) mod set_up;
pub(super) mod sheets;
pub(super) mod stages;
pub(super) mod state;
pub(super) mod training;
