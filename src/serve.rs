//! `menace serve`: serves a web page to play, train and watch the beads.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::Context as _;
use matchboxes::game::Game;
use matchboxes::session::ClassLesson;
use matchboxes::text::{Shown as _, count};
use matchboxes_page::{Settings, Unsaved, start};
use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::interrupt;
use crate::messages::{Stopped, usage};
use crate::options::number::small;
use crate::options::{GameOption, RuleOption};
use matchboxes_serve::{ClassOptions, Exhibition, Options, ServerLimits, run as serve};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace serve                   open the printed address in a browser on this computer
  menace serve --port 8000       the same address every time
  menace serve --kiosk           for an exhibition: no files, no settings
  menace serve --open --game hexapawn --rule her
  menace serve --listen 0.0.0.0  for the tablets in the room
  menace serve --class 7b        a class on its own devices, with a wall and a page for the teacher

Only this computer can open the page. With --listen other computers can too, through the printed address: it \
contains a token, and requests without the token are refused. A class is open to all networks of this \
computer: anyone who has its code can join, and can do nothing else. Ctrl-C stops the server.")]
pub(super) struct Args {
    /// The port, or 0 for any free one [default: 0; for a class its last one, or 8080]
    #[arg(long, value_name = "N", value_parser = small::<u16, 0, 65_535>)]
    port: Option<u16>,

    /// Listen on this address, such as 0.0.0.0 for all networks [default: 127.0.0.1; for a class 0.0.0.0]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: Option<IpAddr>,

    /// A class of this name on its own devices: groups join by a code. The same name resumes the class next week
    #[arg(long, value_name = "NAME", conflicts_with_all = ["kiosk", "game", "rule"])]
    class: Option<String>,

    /// The lesson that a new class begins with: cups, hexapawn or tic-tac-toe [default: cups]
    #[arg(long, requires = "class", value_parser = str::parse::<ClassLesson>)]
    lesson: Option<ClassLesson>,

    /// For an exhibition: no settings, no files saved, and a return to the start when visitors leave
    #[arg(long)]
    kiosk: bool,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    rule: RuleOption,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// The folder of models
    #[arg(long, value_name = "DIR", default_value = matchboxes::session::MODELS, conflicts_with = "kiosk")]
    models: PathBuf,
}

fn address(text: &str) -> Result<IpAddr, &'static str> {
    match text {
        "localhost" => Ok(Ipv4Addr::LOCALHOST.into()),
        text => text.parse().map_err(
            |_| "write an address of this computer as numbers, or 0.0.0.0 for all networks",
        ),
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.models.exists() && !args.models.is_dir() {
        let path = args.models.shown();
        return Err(usage(format!("--models {path} is not a folder")));
    }
    let game = args.game.given()?.map(|game| game.name());
    let start = start(game.as_deref(), args.rule.rule.as_deref())?;
    let usual = match args.class {
        Some(_) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        None => IpAddr::V4(Ipv4Addr::LOCALHOST),
    };
    let listen = args.listen.unwrap_or(usual);
    let is_open = args.class.is_none() && !listen.is_loopback();
    let token = is_open.then(token).transpose()?;
    // The models of an exhibition are deleted when it ends.
    let exhibition = args.kiosk.then(Exhibition::begin).transpose();
    let exhibition = exhibition.context("making a folder for the exhibition")?;
    let (models, kept) = match &exhibition {
        Some(folder) => (folder.path(), "nothing from the exhibition is saved"),
        None if args.class.is_some() => (args.models.as_path(), "all games of the class are saved"),
        None => (args.models.as_path(), "all games and trainings are saved"),
    };
    // Like a search, the server ends on its own when it sees the request to stop.
    interrupt::search_begins();
    let limits = ServerLimits::default();
    let options = Options {
        address: SocketAddr::new(listen, args.port.unwrap_or(0)),
        page: Settings {
            folder: models.to_owned(),
            kiosk: args.kiosk,
            // The user of this computer may open it to others.
            classes: !args.kiosk && listen.is_loopback(),
            start,
            boards: limits.boards,
            board_bytes: limits.board_bytes,
        },
        class: args.class.as_ref().map(|name| ClassOptions {
            name: name.clone(),
            lesson: args.lesson,
            port: args.port,
        }),
        open: args.open,
        token,
        is_stopped: interrupt::is_asked,
        limits,
    };
    let left = serve(options, out)?;
    if left.is_empty() || args.kiosk {
        return Err(Stopped(format!("stopped; {kept}")).into());
    }
    let what = if args.class.is_some() {
        "the class played".to_owned()
    } else {
        let machines = count(left.len() as u64, "machine", "machines");
        format!("{machines} learnt")
    };
    Err(not_saved(&what, &left))
}

/// The most machines that are named one by one.
const NAMED: usize = 8;

/// What is lost when the program ends, with a line for each machine.
fn not_saved(what: &str, left: &[(String, Unsaved)]) -> anyhow::Error {
    let mut lines: Vec<String> = left
        .iter()
        .take(NAMED)
        .map(|(name, unsaved)| format!("{name}: {unsaved}"))
        .collect();
    if let Some(more) = left.len().checked_sub(NAMED).filter(|more| *more > 0) {
        lines.push(format!(
            "and {}",
            count(more as u64, "more machine", "more machines")
        ));
    }
    lines.insert(0, format!("stopped, but not all that {what} is saved"));
    let mut lines = lines.into_iter().rev();
    let last = anyhow::Error::msg(lines.next().unwrap_or_default());
    lines.fold(last, anyhow::Error::context)
}

/// A secret that cannot be guessed: 16 random bytes from the operating system, in hexadecimal.
fn token() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|_| usage("the operating system provides no random bytes for a token"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
