//! Many positions, one a line, searched on all cores; the answers come in the order of the lines.

use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use matchboxes::game::Game;
use matchboxes::games::{self, AnyGame, Position};
use matchboxes::store;
use matchboxes_report::{Document, Row};
use rayon::prelude::*;

use super::report::Answer;
use super::scores::{Scores, Tally};
use crate::interrupt as stop;
use crate::messages::console;
use crate::messages::exit::usage;

/// The longest file of positions, in bytes.
const LONGEST: u64 = 1 << 26;
/// How many positions are searched before their answers are written.
const AT_ONCE: usize = 64;

/// The columns of the table, of which each is a field of the JSON.
const COLUMNS: [&str; 9] = [
    "line",
    "position",
    "value",
    "result",
    "best",
    "status",
    "whole",
    "depth_limit",
    "nodes",
];

/// The further columns where scores are known.
const KNOWN: [&str; 3] = ["known", "score", "right"];

/// A position to search: the number of its line, the position, and the score that is known.
type Line = (usize, Position, Option<i32>);

/// Searches the positions of a file, or of standard input for `-`, and writes a table or JSON Lines. If `scores` are known,
/// it says how many were found, and fails unless all were.
pub(super) fn run(
    path: &Path,
    game: &AnyGame,
    is_json: bool,
    scores: Option<Scores>,
    out: &mut dyn Write,
    answer: &(dyn Fn(Position) -> anyhow::Result<Answer> + Sync),
) -> anyhow::Result<()> {
    if scores == Some(Scores::Pons) && !matches!(game, AnyGame::ConnectFour(_)) {
        let game = game.name();
        return Err(usage(format!(
            "--scores pons are scores of connect four, not of {game}"
        )));
    }
    let text = read(path)?;
    // All lines are read once before the first is searched, and again when it is their turn: a position takes many times
    // the bytes of its line.
    let place = |number: usize| format!("{}, line {number}", path.display());
    lines(&text).try_for_each(|line| position(line, game, scores, place).map(|_| ()))?;
    let mut rest = lines(&text).map(|line| position(line, game, scores, place));
    let columns = [&COLUMNS[..], scores.map_or(&[], |_| &KNOWN)].concat();
    let mut tally = Tally::default();
    stop::search_begins();
    if !is_json {
        writeln!(out, "{}", columns.join(","))?;
    }
    loop {
        let some: Vec<Line> = rest.by_ref().take(AT_ONCE).collect::<anyhow::Result<_>>()?;
        if some.is_empty() {
            break;
        }
        let answers = some.par_iter().map(|(line, at, known)| {
            let about = Row::default()
                .with("line", *line)
                .with("position", game.write_position(at));
            let answer = answer(*at)?;
            let score = scores.and_then(|scores| scores.score(game, at, &answer.found));
            Ok((about.and(answer.row(game)), *known, score))
        });
        for (mut answer, known, score) in answers.collect::<anyhow::Result<Vec<_>>>()? {
            if let Some(known) = known {
                answer = answer
                    .with("known", known)
                    .with("score", score.map(f64::from))
                    .with("right", tally.count(known, score));
            }
            if is_json {
                serde_json::to_writer(&mut *out, &Document::new("solve", answer))
                    .map_err(io::Error::from)?;
                writeln!(out)?;
            } else {
                out.write_all(&line(&answer, &columns)?)?;
            }
        }
        if stop::is_asked() {
            break;
        }
    }
    match scores {
        Some(_) if !stop::is_asked() => told(&tally),
        _ => Ok(()),
    }
}

/// Says how many scores are right; an error unless all are.
fn told(tally: &Tally) -> anyhow::Result<()> {
    let Tally {
        right,
        wrong,
        unproved,
    } = tally;
    let all = right + wrong + unproved;
    if *right == all {
        writeln!(
            console::summary(&mut io::stderr()),
            "{right} of {all} scores right"
        )?;
        return Ok(());
    }
    anyhow::bail!("{right} of {all} scores right, {wrong} wrong, {unproved} not proved")
}

/// The text of a file, or of standard input.
fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes);
        read.context("reading standard input failed")?;
        bytes
    } else {
        store::read_text(path, LONGEST)?
    };
    String::from_utf8(bytes).map_err(|_| usage("the positions are not written in UTF-8"))
}

/// The lines with their numbers, without empty ones and those that begin with `#`.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().map(str::trim).zip(1..);
    let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(line, number)| (number, line))
}

/// The position of a line; `place` names a line.
fn position(
    (number, line): (usize, &str),
    game: &AnyGame,
    scores: Option<Scores>,
    place: impl Fn(usize) -> String,
) -> anyhow::Result<Line> {
    let (line, known) = if scores.is_some() {
        let (line, known) = Scores::split(line)
            .ok_or_else(|| usage(format!("{}: write a position and its score", place(number))))?;
        (line, Some(known))
    } else {
        (line, None)
    };
    let at = games::position(game, line).with_context(|| place(number))?;
    Ok((number, at, known))
}

/// These columns of a row as a line of the table.
fn line(row: &Row, columns: &[&str]) -> anyhow::Result<Vec<u8>> {
    let cells = columns.iter().map(|column| row.get(column));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record(cells.map(|cell| cell.map_or_else(String::new, |cell| cell.text().into())))?;
    writer
        .into_inner()
        .map_err(|error| anyhow::anyhow!("{error}"))
}
