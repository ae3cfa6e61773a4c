//! Trainings as people run them: through the program, stopped, killed, repeated and mistyped.

#[path = "cli/place.rs"]
mod place;

#[path = "train/bases.rs"]
mod bases;
#[path = "train/damage.rs"]
mod damage;
#[path = "train/kept.rs"]
mod kept;
#[path = "train/odd.rs"]
mod odd;
#[cfg(unix)]
#[path = "train/stopped.rs"]
mod stopped;
#[path = "train/whole.rs"]
mod whole;
