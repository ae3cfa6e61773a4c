//! Tests of the program as users and scripts run it: commands, files, pictures, the page of its server.

// Some tests are those of Unix, with what they use.
#![cfg_attr(windows, allow(unused))]

#[path = "../cli.rs"]
mod cli;
#[path = "../cli/place.rs"]
mod place;
#[path = "../plot.rs"]
mod plot;
#[path = "../serve.rs"]
mod serve;
#[path = "../cli/shipped.rs"]
mod shipped;
#[path = "../threads.rs"]
mod threads;
#[path = "../train.rs"]
mod train;
#[path = "../whole.rs"]
mod whole;
