//! `menace tree`: shows a search tree with windows, values, returned depths and cut branches.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use matchboxes::roster;
use matchboxes::search::synthetic::TextTree;
use matchboxes::search::{Limits, Question, TreeView};
use matchboxes::text::{Shown as _, thousands};
use matchboxes_pictures::plot::{self, Look};
use matchboxes_report::{TreeDocument, tree_dot, tree_text};

use crate::files::{self, ending};
use crate::messages::{console, usage};
use crate::options::number::small;
use crate::options::{ForceOption, GameOption, PositionOption, SearchOptions};
use crate::output::print_json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace tree --game split-nim:7
  menace tree --game split-nim:7 --algorithm minimax --out tree.svg
  menace tree --leaves '((3 5) (2 9))' --out cut.png
  menace tree --position XOX/.O./... --algorithm negaalpha --depth 3 --format dot

Minimax and alphabeta give values and windows for the side at the root, the other searches for the \
side to move. A fail-hard search never returns a value outside its window.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameOption,

    /// Search this tree instead of a game, such as '((3 5) (2 9))' or '[[3,5],[2,0.5]]'; its values are for the side at the root
    #[arg(long, value_name = "TREE", conflicts_with_all = ["game", "position"])]
    leaves: Option<String>,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    search: SearchOptions,

    /// The format of the output [default: from the ending of --out, else text]
    #[arg(long, short, value_name = "FORMAT", value_enum)]
    format: Option<TreeForm>,

    /// Show only the positions, without windows and values
    #[arg(long)]
    bare: bool,

    /// Leave out the title and the line under it
    #[arg(long)]
    no_title: bool,

    /// Show at most N items: the nodes visited first [default: 1,000, or 60 in pictures]
    #[arg(long, value_name = "N", value_parser = small::<u32, 1, 1_000_000>)]
    most: Option<u32>,

    /// Write to this path: a file [default: standard output]
    #[arg(long, short, value_name = "PATH",
        value_parser = ending::path(&["txt", "dot", "gv", "json", "svg", "png"]))]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: ForceOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TreeForm {
    /// One line of text for each node
    Text,
    /// A graph for Graphviz
    Dot,
    /// A JSON document
    Json,
    /// An SVG picture
    Svg,
    /// A PNG picture
    Png,
}

impl TreeForm {
    /// The formats by the endings of files.
    const ENDINGS: [(&str, Self); 6] = [
        ("txt", Self::Text),
        ("dot", Self::Dot),
        ("gv", Self::Dot),
        ("json", Self::Json),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];

    const fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Png)
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let form = ending::format(args.out.as_deref(), &TreeForm::ENDINGS, args.format)?;
    let form = form.unwrap_or(TreeForm::Text);
    let limits = args.limits(form)?;
    let tree = if let Some(text) = &args.leaves {
        TreeView::of_leaves(&TextTree::parse(text)?, args.algorithm(), limits)?
    } else {
        let game = &args.game.for_players(&[])?;
        let at = args.position.composed_or_start(game)?;
        let search = roster::search(game, args.algorithm())?;
        TreeView::of_position(&Question { game, at, limits }, &*search, args.algorithm())?
    };
    let bytes = match form {
        TreeForm::Text => tree_text(&tree, args.bare, "--most").into_bytes(),
        TreeForm::Dot => tree_dot(&tree, args.bare).into_bytes(),
        TreeForm::Json => {
            let mut bytes = Vec::new();
            print_json(&mut bytes, "tree", TreeDocument(&tree))?;
            bytes
        }
        TreeForm::Svg => args.picture(form, tree).svg().into_bytes(),
        TreeForm::Png => args
            .picture(form, tree)
            .png()
            .context("use `--format svg` for any size, or `--most` for fewer nodes")?,
    };
    match &args.out {
        Some(path) => {
            files::replace(path, &bytes, args.force.force)?;
            writeln!(console::summary(out), "{}", path.shown())?;
        }
        None => out.write_all(&bytes)?,
    }
    Ok(())
}

impl Args {
    fn algorithm(&self) -> &str {
        self.search.algorithm.as_deref().unwrap_or("alphabeta")
    }

    fn most(&self, form: TreeForm) -> u32 {
        let usual = if form.is_picture() { 60 } else { 1000 };
        self.most.unwrap_or(usual)
    }

    fn picture(&self, form: TreeForm, tree: TreeView) -> plot::Picture {
        let look = Look {
            has_title: !self.no_title,
            ..Look::default()
        };
        plot::tree(tree, self.bare, self.most(form) as usize, look)
    }

    fn limits(&self, form: TreeForm) -> anyhow::Result<Limits<'static>> {
        let is_picture = form.is_picture();
        if is_picture && self.most(form) > TreeView::DRAWN {
            return Err(usage(format!(
                "a picture shows at most {} nodes; `--format text`, `dot` and `json` show more",
                thousands(TreeView::DRAWN.into())
            )));
        }
        let record = if is_picture {
            TreeView::DRAWN
        } else {
            self.most(form)
        };
        Ok(Limits {
            depth: self.search.depth,
            record: record as usize,
            ..Limits::default()
        })
    }
}
