//! The page of `menace serve` in a real browser: Chromium without a window, told through its own
//! protocol what to click and what to press.
//!
//! Where the browser is, `MENACE_CHROMIUM` says, or the path does. Without one these tests do nothing but
//! say so; with `MENACE_BROWSER=required` they fail then. `MENACE_BLESS=1 cargo test --test browser
//! pictures` takes the pictures of `docs/serve.md` anew.
#![cfg(feature = "serve")]

#[path = "browser/chromium.rs"]
mod chromium;
#[path = "browser/files.rs"]
mod files;
#[path = "browser/games.rs"]
mod games;
#[path = "browser/parts.rs"]
mod parts;
#[path = "browser/pictures.rs"]
mod pictures;
#[path = "browser/visit.rs"]
mod visit;
#[path = "browser/visitors.rs"]
mod visitors;
