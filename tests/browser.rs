//! Tests of the page of `menace serve` in a real browser: Chromium without a window, which the tests control
//! through its own protocol.
//!
//! `MENACE_CHROMIUM` is the path of the browser; by default it is looked up in `PATH`. Without a browser
//! these tests only print a message, or fail if `MENACE_BROWSER=required` is set. `MENACE_BLESS=1 cargo test
//! --test browser pictures` renews the pictures of `docs/serve.md`.
#![cfg(feature = "serve")]

#[path = "browser/chromium.rs"]
mod chromium;
#[path = "browser/class.rs"]
mod class;
#[path = "serve/client.rs"]
mod client;
#[path = "browser/files.rs"]
mod files;
#[path = "browser/first.rs"]
mod first;
#[path = "browser/games.rs"]
mod games;
#[path = "browser/group.rs"]
mod group;
#[path = "browser/led.rs"]
mod led;
#[path = "browser/lesson.rs"]
mod lesson;
#[allow(dead_code, reason = "each test program uses a part of this")]
#[path = "serve/listed.rs"]
mod listed;
#[path = "browser/one_file.rs"]
mod one_file;
#[path = "browser/parts.rs"]
mod parts;
#[path = "browser/pictures.rs"]
mod pictures;
#[path = "cli/place.rs"]
mod place;
#[path = "browser/screens.rs"]
mod screens;
#[path = "browser/steps.rs"]
mod steps;
#[path = "browser/turn.rs"]
mod turn;
#[path = "browser/visit.rs"]
mod visit;
#[path = "browser/visitors.rs"]
mod visitors;
#[path = "whole.rs"]
mod whole;
#[path = "browser/wood.rs"]
mod wood;
