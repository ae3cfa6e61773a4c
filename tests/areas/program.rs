//! The program, as people and scripts run it: commands, files, pictures, the page as its server gives it.

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
