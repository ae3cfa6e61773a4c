//! `menace tree`: a searched tree with windows, values, returned depths and cut branches.

mod drawing;
mod shown;
mod write;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use menace::game::Game;
use menace::games::Visitor;
use menace::search::synthetic::{LeafValues, Leaves, TextTree};
use menace::search::{self, Limits, Question, Search};
use menace::text::thousands;
use menace::{plot, roster};

use super::about::{About, GameOption};
use super::exit::Usage;
use super::files;
use super::number::{PLIES, small};
use super::output::stream_json;
use shown::{Names, Shown};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace tree --game split-nim:7
  menace tree --game split-nim:7 --algorithm minimax --form svg --out tree.svg
  menace tree --leaves '((3 5) (2 9))' --form png --out cut.png
  menace tree --position XOX/.O./... --algorithm negaalpha --depth 3 --form dot

Values and windows are as the algorithm counts them: minimax and alphabeta for the side at the root, \
the others for the side to move. Those that fail hard never give a value outside the window.")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameOption,

    /// Search a tree without a game instead, such as '((3 5) (2 9))': values for the side at the root
    #[arg(long, value_name = "TREE", conflicts_with_all = ["game", "position"])]
    leaves: Option<String>,

    /// The position at the root [default: the start]
    #[arg(long, short, value_name = "POSITION")]
    position: Option<String>,

    /// The search; one that goes down and up (`menace list searches` tells all names)
    #[arg(long, short, value_name = "SEARCH", default_value = "alphabeta")]
    algorithm: String,

    /// Look so many plies deep
    #[arg(long, value_name = "N", value_parser = small::<u16, 1, PLIES>)]
    depth: Option<u16>,

    /// The form to print or write it in
    #[arg(long, short, value_name = "FORM", value_enum, default_value = "text")]
    form: Form,

    /// Show the positions only, without windows and values
    #[arg(long)]
    bare: bool,

    /// Show so many nodes at most [default: 1000, in pictures 60]
    #[arg(long, value_name = "N", value_parser = small::<u32, 1, 1_000_000>)]
    most: Option<u32>,

    /// The file to write it to [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace the file if it holds something else
    #[arg(long)]
    force: bool,
}

/// The form of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Lines of text, one a node
    Text,
    /// A graph for Graphviz
    Dot,
    /// A JSON document
    Json,
    /// A picture
    Svg,
    /// A picture in pixels
    Png,
}

impl Form {
    const fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Png)
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(text) = &args.leaves else {
        return args.game.run(&[], args, out);
    };
    let game = TextTree::parse(text)?;
    let search = search::parse(&args.algorithm, &LeafValues)?;
    let names = Names {
        title: text.clone(),
        position: &|at| match game.outcome(at) {
            Some(_) => game.leaf(at).to_string(),
            None => String::new(),
        },
    };
    let asked = Asked {
        game: &game,
        at: game.start(),
        search: &*search,
        names,
    };
    draw(&asked, args, out)
}

impl Visitor for About<'_, Args> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let About { args, out } = self;
        let at = match &args.position {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        let search = roster::search(&game, &args.algorithm)?;
        let names = Names {
            title: format!("{}, {}", game.name(), game.write_position(&at)),
            position: &|at| game.write_position(at),
        };
        let asked = Asked {
            game: &game,
            at,
            search: &*search,
            names,
        };
        draw(&asked, args, out)
    }
}

/// How many nodes are recorded before a picture is cut to its size, and the most it can show.
const RECORDED: u32 = 100_000;

/// What is to be searched.
struct Asked<'a, G: Game> {
    game: &'a G,
    at: G::Position,
    search: &'a dyn Search<G>,
    names: Names<'a, G>,
}

fn draw<G: Game>(asked: &Asked<'_, G>, args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let Asked {
        game, at, search, ..
    } = *asked;
    let most = args
        .most
        .unwrap_or(if args.form.is_picture() { 60 } else { 1000 });
    if args.form.is_picture() && most > RECORDED {
        let what = format!(
            "a picture shows at most {} nodes; `--form text`, `dot` and `json` show more",
            thousands(RECORDED.into())
        );
        return Err(Usage(what).into());
    }
    let record = if args.form.is_picture() {
        RECORDED
    } else {
        most
    };
    let limits = Limits {
        depth: args.depth,
        record: record as usize,
        ..Limits::default()
    };
    let found = search.search(&Question { game, at, limits })?;
    let Some(shown) = Shown::new(game, &asked.names, &args.algorithm, &found) else {
        let what = format!(
            "`{}` does not go down and up a tree and keeps no record; minimax, alphabeta and pvs do",
            args.algorithm
        );
        return Err(Usage(what).into());
    };
    let bytes = match args.form {
        Form::Text => write::text(&shown, args.bare).into_bytes(),
        Form::Dot => write::dot(&shown, args.bare).into_bytes(),
        Form::Json => {
            let mut bytes = Vec::new();
            stream_json(&mut bytes, &write::Document::new(&shown))?;
            bytes
        }
        Form::Svg | Form::Png => {
            let drawing = drawing::drawing(shown, args.bare, most as usize);
            let picture = plot::tree(&drawing)?;
            match args.form {
                Form::Png => picture
                    .png()
                    .context("`--form svg` draws any size, `--most` fewer nodes")?,
                _ => picture.svg().as_bytes().to_vec(),
            }
        }
    };
    match &args.out {
        Some(path) => {
            files::replace(path, &bytes, args.force)?;
            writeln!(out, "{}", path.display())?;
        }
        None => out.write_all(&bytes)?,
    }
    Ok(())
}
