//! The program, as people and scripts run it: commands, files, pictures, the page as its server gives it.

#[path = "../cli.rs"]
mod cli;
#[path = "../plot.rs"]
mod plot;
#[path = "../serve.rs"]
mod serve;
#[path = "../train.rs"]
mod train;
