//! `menace serve` over TCP: games, trainings, files and hostile visitors.
#![cfg(feature = "serve")]

#[path = "serve/anew.rs"]
mod anew;
#[path = "serve/class.rs"]
mod class;
#[path = "serve/class_kept.rs"]
mod class_kept;
#[path = "serve/class_led.rs"]
mod class_led;
#[cfg(unix)]
#[path = "serve/class_steps.rs"]
mod class_steps;
#[path = "serve/client.rs"]
mod client;
#[path = "serve/emptied.rs"]
mod emptied;
#[path = "serve/floods.rs"]
mod floods;
#[path = "serve/games.rs"]
mod games;
#[path = "serve/kept.rs"]
mod kept;
#[path = "serve/law.rs"]
mod law;
#[path = "serve/link.rs"]
mod link;
#[cfg(unix)]
#[path = "serve/listed.rs"]
mod listed;
#[path = "serve/mine.rs"]
mod mine;
#[path = "serve/screens.rs"]
mod screens;
#[path = "serve/sheets.rs"]
mod sheets;
#[cfg(unix)]
#[path = "serve/steps.rs"]
mod steps;
#[path = "serve/strangers.rs"]
mod strangers;
#[path = "serve/told.rs"]
mod told;
#[path = "serve/unsaved.rs"]
mod unsaved;
#[path = "serve/visitors.rs"]
mod visitors;
#[path = "serve/wood.rs"]
mod wood;
