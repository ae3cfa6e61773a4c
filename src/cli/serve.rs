//! `menace serve`: a page to play on, learn and watch beads move.

use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;

use anyhow::Context as _;

use super::exit::{Stopped, Usage};
use super::number::small;
use super::stop;
use crate::serve::{Exhibition, Limits, Options, run as serve};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace serve                   open the address it prints in a browser of this machine
  menace serve --port 8000       the same address every time
  menace serve --kiosk           for an exhibition: no files, no settings

The page is for this machine alone. With --listen it can be reached from others too, by the address that is \
printed then: it carries a token, without which nobody is let in. Ctrl-C ends it.")]
pub(super) struct Args {
    /// The port; 0 for any free one
    #[arg(long, value_name = "N", value_parser = small::<u16, 0, 65_535>, default_value_t = 0)]
    port: u16,

    /// Listen at this address instead of the machine's own, such as 0.0.0.0 for all
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,

    /// For an exhibition: no settings, no files kept, and back to the start when nobody is there
    #[arg(long)]
    kiosk: bool,

    /// The folder of the machines
    #[arg(long, value_name = "DIR", default_value = menace::session::MODELS, conflicts_with = "kiosk")]
    models: PathBuf,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.models.exists() && !args.models.is_dir() {
        let path = args.models.display();
        return Err(Usage(format!("--models {path}: is no folder")).into());
    }
    let is_far = !args.listen.is_loopback();
    let token = is_far.then(token).transpose()?;
    // The machines of an exhibition are gone with it.
    let exhibition = args.kiosk.then(Exhibition::begin).transpose();
    let exhibition = exhibition.context("making a folder for the exhibition")?;
    let models = match &exhibition {
        Some(folder) => folder.path().to_owned(),
        None => args.models.clone(),
    };
    // Like a search it ends by itself once it has looked whether it is to.
    stop::search_begins();
    serve(
        Options {
            listen: args.listen,
            port: args.port,
            models,
            kiosk: args.kiosk,
            token,
            is_stopped: stop::is_asked,
            limits: Limits::default(),
        },
        out,
    )?;
    let kept = match exhibition {
        Some(_) => "stopped; nothing of the exhibition is kept",
        None => "stopped; every game and training is kept",
    };
    Err(Stopped(kept.to_owned()).into())
}

/// A secret that cannot be guessed, from the system's own randomness.
fn token() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|_| Usage("the system gives no random bytes".to_owned()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
