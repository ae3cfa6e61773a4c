//! Trainings as users run them: through the program, stopped, killed, repeated and mistyped.

#[cfg(unix)]
#[path = "train/again.rs"]
mod again;
#[path = "train/bases.rs"]
mod bases;
#[path = "train/damage.rs"]
mod damage;
#[cfg(unix)]
#[path = "train/doors.rs"]
mod doors;
#[path = "train/kept.rs"]
mod kept;
#[path = "train/odd.rs"]
mod odd;
#[cfg(unix)]
#[path = "train/replaced.rs"]
mod replaced;
#[cfg(unix)]
#[path = "train/stopped.rs"]
mod stopped;
#[path = "train/whole.rs"]
pub(crate) mod whole;
