//! The page on minimax for tic-tac-toe: the values of all openings and replies, what plain minimax counts, one tree.

use matchboxes::game::{Game, Move};
use matchboxes::games::{AnyGame, Position, TicTacToe};
use matchboxes::roster;
use matchboxes::search::{Limits, Question, RootMove};
use matchboxes::text::{float, thousands};
use matchboxes_report::Row;

use super::claim::{OwnFigure, StatedFigure};
use super::content::{ArticleContent, ArticleRequest};
use super::game_trees::{search, tree};

const GAME: AnyGame = AnyGame::TicTacToe(TicTacToe);

/// The search of the page: no cuts, and three values.
const SEARCH: &str = "best-result";

/// The position that the page works out, `O` to move.
const EXAMPLE: &str = "O../XX./...";

/// A position of it near its end, small enough to be drawn.
const DRAWN: &str = "XO./OOX/X..";

/// Each move of a position with its value and the nodes below it.
fn choices(at: Position) -> matchboxes::Result<Vec<RootMove>> {
    let search = roster::search(&GAME, SEARCH)?;
    let limits = Limits::default();
    let game = &GAME;
    Ok(search.choices(&Question { game, at, limits })?)
}

const fn result(value: i32) -> &'static str {
    match value {
        0 => "{draw}",
        1.. => "{win}",
        _ => "{loss}",
    }
}

fn texts(moves: impl Iterator<Item = Move>) -> String {
    moves
        .map(|m| GAME.write_move(m))
        .collect::<Vec<_>>()
        .join(" ")
}

fn best(choices: &[RootMove]) -> impl Iterator<Item = Move> {
    let most = choices.iter().map(|choice| choice.value.points()).max();
    choices
        .iter()
        .filter(move |choice| Some(choice.value.points()) == most)
        .map(|choice| choice.m)
}

fn value(choice: &RootMove) -> (OwnFigure, &'static str) {
    let points = choice.value.points();
    let text = result(points);
    (OwnFigure::exact(text, points.into()), text)
}

fn openings(content: &mut ArticleContent) -> matchboxes::Result<()> {
    let (mut rows, mut text) = (Vec::new(), Vec::new());
    let command = format!("menace solve --algorithm {SEARCH} --all");
    for opening in choices(GAME.start())? {
        let name = GAME.write_move(opening.m);
        let at = GAME.play(&GAME.start(), opening.m);
        let replies = choices(at)?;
        let kept = texts(best(&replies));
        let nodes = thousands(opening.found.counts.nodes);
        let (found, value) = value(&opening);
        text.push(format!("| {name} | {value} | {kept} | {nodes} |"));
        content.claim(format!("opening-{name}"), None, found, &command);
        for reply in &replies {
            let row = Row::default()
                .with("opening", &name)
                .with("reply", GAME.write_move(reply.m))
                .with("value_for_first", -reply.value.points())
                .with("nodes", reply.found.counts.nodes);
            rows.push(row);
        }
    }
    content.lines("openings", &text);
    content.tables.push(("replies", rows));
    Ok(())
}

/// Adds what a search of the empty board counts.
fn counts(content: &mut ArticleContent) -> matchboxes::Result<()> {
    let mut text = Vec::new();
    for name in [
        SEARCH,
        "minimax",
        "alphabeta",
        "solve",
        "solve:keys=canonical",
    ] {
        let found = search(&GAME, name, None)?;
        let counts = found.counts;
        let cells = [counts.nodes, counts.leaves].map(thousands).join(" | ");
        let points = found.value.points();
        text.push(format!("| `{name}` | {} | {cells} |", result(points)));
        let count = OwnFigure::exact(thousands(counts.nodes), float(counts.nodes));
        let command = format!("menace solve --algorithm {name}");
        content.claim(format!("nodes-{name}"), None, count, command);
    }
    content.lines("counts", &text);
    Ok(())
}

/// Adds the position that the page works out: each move, and the reply to b1 that the page names.
fn example(content: &mut ArticleContent) -> matchboxes::Result<()> {
    let at = GAME.read_position(EXAMPLE)?;
    let command = format!("menace solve --algorithm {SEARCH} --all --position {EXAMPLE}");
    let mut text = Vec::new();
    for choice in choices(at)? {
        let name = GAME.write_move(choice.m);
        let replies = choices(GAME.play(&at, choice.m))?;
        let (replies, nodes) = (texts(best(&replies)), thousands(choice.found.counts.nodes));
        let (found, value) = value(&choice);
        text.push(format!("| {name} | {value} | {replies} | {nodes} |"));
        let stated = (name == "b1").then(|| StatedFigure::near("{loss}", -1.0, 0.0));
        content.claim(format!("example-{name}"), stated, found, &command);
    }
    content.lines("example", &text);
    let after = GAME.play(&at, GAME.read_move("b1")?);
    let named = GAME.read_move("c3")?;
    let replies = choices(after)?;
    let reply = replies.iter().find(|choice| choice.m == named);
    let found = reply.map(|reply| value(reply).0);
    let after = GAME.write_position(&after);
    let command = format!("menace solve --algorithm {SEARCH} --all --position {after}");
    let stated = StatedFigure::near("{win}", 1.0, 0.0);
    content.claim("reply-c3-to-b1", stated, found, command);
    Ok(())
}

pub(super) fn content(_: &ArticleRequest) -> matchboxes::Result<ArticleContent> {
    let mut content = ArticleContent::default();
    openings(&mut content)?;
    counts(&mut content)?;
    example(&mut content)?;
    content.values.put("example.position", EXAMPLE);
    content.values.put("drawn", DRAWN);
    let drawn = tree(&GAME, GAME.read_position(DRAWN)?, "minimax", false)?;
    content.pictures.push(("tree", drawn));
    Ok(content)
}
