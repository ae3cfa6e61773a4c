//! Tests of the program as users and scripts run it: commands, files, pictures, the page of its server.

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
#[path = "../train.rs"]
mod train;
#[path = "../whole.rs"]
mod whole;
