//! The wiki on abstract games and computers: its searches on split nim and tic-tac-toe, trees, sizes of search spaces.

use matchboxes::game::Game as _;
use matchboxes::games::{self, AnyGame, Position};
use matchboxes::graph::{Budget, Graph, Merging};
use matchboxes::roster;
use matchboxes::search::{Limits, Question, SearchResult, TreeView, estimated_games};
use matchboxes::text::{float, thousands};
use matchboxes_pictures::plot::{self, Look, Picture};
use matchboxes_report::Row;
use serde::Deserialize;
use serde_json::json;

use super::claim::{OwnFigure, StatedFigure};
use super::content::{ArticleContent, ArticleRequest};
use super::published;

/// The searches that the wiki names, and what it adds to them.
const SEARCHES: &str =
    "minimax alphabeta negamax negaalpha id:negaalpha sss solve minimax:extend=threats";
const GAMES: &str = "split-nim:7 split-nim:7:misere split-nim:10 split-nim:10:misere tic-tac-toe";
/// What extension is tried at: the depth limit in tic-tac-toe, with and without.
const EXTENDED: [(&str, u16); 4] = [
    ("minimax", 2),
    ("minimax:extend=threats", 2),
    ("minimax", 3),
    ("minimax:extend=threats", 3),
];
/// The games that are counted beside the wiki's.
const COUNTED: &str = "split-nim:10 hexapawn tic-tac-toe othello:4";
const ESTIMATED: &str = "othello:6 connect-four othello";
/// The lines drawn for each run.
const LINES: u64 = 1_000;
/// The most nodes of a picture.
const NODES: usize = 80;

#[derive(Deserialize)]
struct Space {
    game: String,
    /// Its size as a power of ten.
    exponent: f64,
    /// Whether the wiki gives it as an upper bound.
    bound: bool,
}

/// What a search of the start of a game finds.
pub(super) fn search(
    game: &AnyGame,
    name: &str,
    depth: Option<u16>,
) -> matchboxes::Result<SearchResult> {
    let at = game.start();
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    Ok(roster::search(game, name)?.search(&Question { game, at, limits })?)
}

fn cells(found: &SearchResult) -> String {
    let [nodes, leaves] = [found.counts.nodes, found.counts.leaves].map(thousands);
    format!("{} | {} | {nodes} | {leaves}", found.value, found.depth)
}

/// Adds every search on every game, and that all agree.
fn searches(content: &mut ArticleContent) -> matchboxes::Result<()> {
    let (mut text, mut rows) = (Vec::new(), Vec::new());
    for name in GAMES.split_whitespace() {
        let game = games::parse(name)?;
        let is_nim = name.starts_with("split");
        let fitting = SEARCHES
            .split_whitespace()
            .filter(|one| !is_nim || !one.contains("extend"));
        for algorithm in fitting {
            let found = search(&game, algorithm, None)?;
            let cells = cells(&found);
            text.push(format!("| `{name}` | `{algorithm}` | {cells} |"));
            rows.push(
                Row::default()
                    .with("game", name)
                    .with("search", algorithm)
                    .with("value", found.value.to_string())
                    .with("depth", found.depth.to_string())
                    .with("nodes", found.counts.nodes.to_string())
                    .with("leaves", found.counts.leaves.to_string()),
            );
        }
    }
    content.lines("searches", &text);
    content.tables.push(("searches", rows));
    let game = games::parse("tic-tac-toe")?;
    let mut text = Vec::new();
    for (algorithm, depth) in EXTENDED {
        let cells = cells(&search(&game, algorithm, Some(depth))?);
        text.push(format!("| `{algorithm}` | {depth} | {cells} |"));
    }
    content.lines("extended", &text);
    Ok(())
}

fn power(exponent: f64) -> String {
    format!("10^{exponent:.1}")
}

/// Adds the sizes of search spaces: as the wiki has them, counted, and estimated.
fn spaces(content: &mut ArticleContent, request: &ArticleRequest) -> matchboxes::Result<()> {
    let lines = request.runs * LINES;
    let mut text = Vec::new();
    let mut row = |game: &str, what: &str, count: String, command: &str| {
        text.push(format!("| `{game}` | {{{what}}} | {count} | `{command}` |"));
    };
    let mut counted = Vec::new();
    for name in COUNTED.split_whitespace() {
        let game = games::parse(name)?;
        let positions =
            Graph::complete(game.clone(), Merging::Full, Budget::EXACT, "a count")?.len() as u64;
        let leaves = search(&game, "minimax", None)?.counts.leaves;
        let command = format!("menace solve --game {name} --algorithm minimax");
        row(
            name,
            "positions-merged",
            thousands(positions),
            &format!("menace solve --game {name} --algorithm solve:keys=canonical"),
        );
        row(name, "lines", thousands(leaves), &command);
        if name == "tic-tac-toe" {
            counted = vec![
                ("positions", float(positions), "solve:keys=canonical"),
                ("lines", float(leaves), "minimax"),
            ];
        }
    }
    let command = format!(
        "menace article game-trees --runs {} --seed {}",
        request.runs, request.seed
    );
    let mut othello = None;
    for name in ESTIMATED.split_whitespace() {
        let game = games::parse(name)?;
        let (mean, error) = estimated_games(&game, &game.start(), lines, request.seed);
        let (exponent, share) = (mean.log10(), error / mean);
        let shown = format!("{} \u{b1} {:.0} %", power(exponent), 100.0 * share);
        row(name, "lines-estimated", shown.clone(), &command);
        // The last is the whole board.
        othello = Some(OwnFigure::measured(
            shown,
            exponent,
            share / std::f64::consts::LN_10,
        ));
    }
    content.lines("spaces", &text);
    content.values.put("lines-drawn", thousands(lines));
    let all: Vec<Space> = published::rows(include_str!("published/spaces.csv"));
    for space in all {
        let stated = || {
            let (text, at) = (format!("10^{}", space.exponent), space.exponent);
            if space.bound {
                StatedFigure::between(format!("< {text}"), 0.0, at)
            } else {
                StatedFigure::near(text, at, 0.5)
            }
        };
        match &*space.game {
            "tic-tac-toe" => {
                for (what, count, algorithm) in &counted {
                    let exponent = count.log10();
                    let found = OwnFigure::exact(power(exponent), exponent);
                    let command = format!("menace solve --algorithm {algorithm}");
                    content.claim(format!("tic-tac-toe-{what}"), stated(), found, command);
                }
            }
            "othello" => content.claim("othello", stated(), othello.clone(), &command),
            game => content.claim(game, stated(), None, ""),
        }
    }
    Ok(())
}

/// The tree of a search, which is small.
pub(super) fn tree(
    game: &AnyGame,
    at: Position,
    algorithm: &str,
    is_bare: bool,
) -> matchboxes::Result<Picture> {
    let search = roster::search(game, algorithm)?;
    let limits = Limits {
        record: NODES,
        ..Limits::default()
    };
    let view = TreeView::of_position(&Question { game, at, limits }, &*search, algorithm)?;
    Ok(plot::tree(view, is_bare, NODES, Look::default()))
}

pub(super) fn content(request: &ArticleRequest) -> matchboxes::Result<ArticleContent> {
    let mut content = ArticleContent {
        document: json!({ "seed": request.seed }),
        ..ArticleContent::default()
    };
    searches(&mut content)?;
    spaces(&mut content, request)?;
    let game = &games::parse("split-nim:7")?;
    for (name, algorithm, is_bare) in [
        ("tree", "minimax", true),
        ("values", "minimax", false),
        ("cuts", "alphabeta", false),
        ("cuts-negaalpha", "negaalpha", false),
    ] {
        let picture = tree(game, game.start(), algorithm, is_bare)?;
        content.pictures.push((name, picture));
    }
    content.values.put("seed", request.seed.to_string());
    content.values.put("runs.option", request.runs.to_string());
    Ok(content)
}
