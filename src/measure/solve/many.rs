//! Many positions, one a line, searched on all cores; the answers come in the order of the lines.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use anyhow::Context;
use matchboxes::game::Game;
use matchboxes::games::{self, AnyGame, Position};
use matchboxes::store;
use matchboxes::text::{Shown as _, float};
use matchboxes_report::{Document, Row, SolvedMoves, SolvedPosition};
use rayon::prelude::*;

use super::scores::PublishedScores;
use crate::interrupt as stop;
use crate::messages::{console, usage};
use crate::output::EscapedOutput;
use crate::output::progress::{LONG_SEARCH, left};

/// The longest file of positions, in bytes.
const LONGEST: u64 = 1 << 26;
/// How many positions are searched before their answers are written.
const AT_ONCE: usize = 64;

/// The columns of the table, of which each is a field of the JSON.
const COLUMNS: [&str; 10] = [
    "number",
    "position",
    "value",
    "result",
    "distance",
    "best",
    "status",
    "whole",
    "depth_limit",
    "nodes",
];

/// The columns of the table of every move, of which each is a field of an entry of the JSON.
const OF_MOVES: [&str; 9] = [
    "number", "position", "move", "value", "result", "distance", "status", "whole", "nodes",
];

/// The further columns where scores are known.
const KNOWN: [&str; 3] = ["known", "score", "right"];

/// How many scores are right (`Some(true)`), wrong (`Some(false)`) and not proved (`None`).
type Agreement = HashMap<Option<bool>, usize>;

/// A position to search: the number of its line, the position, and the score that is known.
type Line = (usize, Position, Option<i32>);

/// A file of positions, or standard input for `-`, and what is wanted of them.
pub(super) struct Many<'a> {
    pub(super) path: &'a Path,
    pub(super) game: &'a AnyGame,
    pub(super) is_json: bool,
    /// The scores at the ends of the lines, if there are any.
    pub(super) scores: Option<PublishedScores>,
}

impl<'a> Many<'a> {
    /// Searches the positions and writes a table or JSON Lines. If scores are known, it prints how many were
    /// found, and fails unless all were.
    pub(super) fn run(
        &self,
        out: &mut dyn Write,
        answer: &(dyn Fn(Position) -> anyhow::Result<SolvedPosition<'a>> + Sync),
    ) -> anyhow::Result<()> {
        let columns = [&COLUMNS[..], self.scores.map_or(&[], |_| &KNOWN)].concat();
        let mut tally = Agreement::default();
        let search = |&(line, at, known): &Line| {
            let answer = answer(at)?;
            let score = self
                .scores
                .and_then(|scores| scores.score(self.game, &at, &answer.answer.found));
            Ok((self.about(line, &at).and(answer.row()), known, score))
        };
        self.each(
            &columns,
            out,
            &search,
            &mut |(mut answer, known, score), out| {
                if let Some(known) = known {
                    let is_right = score.map(|score| score == known);
                    *tally.entry(is_right).or_default() += 1;
                    answer = answer
                        .with("known", known)
                        .with("score", score.map(f64::from))
                        .with("right", is_right);
                }
                if self.is_json {
                    return json_line(&Document::new("solve", answer), out);
                }
                Ok(out.write_all(&line(&answer, &columns)?)?)
            },
        )?;
        match self.scores {
            Some(_) if !stop::is_asked() => told(&tally),
            _ => Ok(()),
        }
    }

    /// Searches every move of the positions; writes a row of a table for each, or a line of JSON for each position.
    pub(super) fn all(
        &self,
        out: &mut dyn Write,
        moves: &(dyn Fn(Position) -> anyhow::Result<SolvedMoves<'a>> + Sync),
    ) -> anyhow::Result<()> {
        let search = |&(line, at, _): &Line| Ok((line, at, moves(at)?));
        self.each(&OF_MOVES, out, &search, &mut |(number, at, moves), out| {
            let about = self.about(number, &at);
            if self.is_json {
                return json_line(&Document::new("solve", moves.document(about)), out);
            }
            for row in moves.rows() {
                out.write_all(&line(&about.clone().and(row), &OF_MOVES)?)?;
            }
            Ok(())
        })
    }

    fn about(&self, line: usize, at: &Position) -> Row {
        Row::default()
            .with("number", line)
            .with("position", self.game.write_position(at))
    }

    /// Searches the positions on all cores, and writes what was found in the order of the lines, behind these columns.
    fn each<T: Send>(
        &self,
        columns: &[&str],
        out: &mut dyn Write,
        search: &(dyn Fn(&Line) -> anyhow::Result<T> + Sync),
        write: &mut dyn FnMut(T, &mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (game, scores) = (self.game, self.scores);
        if scores == Some(PublishedScores::Pons) && !matches!(game, AnyGame::ConnectFour(_)) {
            let game = game.name();
            return Err(usage(format!(
                "--scores pons are scores of connect four, not of {game}"
            )));
        }
        let text = read(self.path)?;
        // All lines are read once before the first is searched, and again when it is their turn: a position takes many
        // times the bytes of its line.
        let place = |number: usize| format!("{}, line {number}", self.path.shown());
        lines(&text).try_for_each(|line| position(line, game, scores, place).map(|_| ()))?;
        let mut rest = lines(&text).map(|line| position(line, game, scores, place));
        let done = Done {
            total: lines(&text).count(),
            begun: Instant::now(),
            count: AtomicUsize::new(0),
            is_said: AtomicBool::new(false),
        };
        stop::search_begins();
        if !self.is_json {
            writeln!(out, "{}", columns.join(","))?;
        }
        loop {
            let some: Vec<Line> = rest.by_ref().take(AT_ONCE).collect::<anyhow::Result<_>>()?;
            let found = some.par_iter().map(|line| {
                let found = search(line)?;
                done.count_one();
                Ok(found)
            });
            for found in found.collect::<anyhow::Result<Vec<T>>>()? {
                write(found, out)?;
            }
            if some.is_empty() || stop::is_asked() {
                return Ok(());
            }
        }
    }
}

/// How many positions were searched, to print once how long the others will take.
struct Done {
    total: usize,
    begun: Instant,
    count: AtomicUsize,
    is_said: AtomicBool,
}

impl Done {
    fn count_one(&self) {
        let (count, time) = (self.count.fetch_add(1, Relaxed) + 1, self.begun.elapsed());
        if time < LONG_SEARCH || count >= self.total || self.is_said.swap(true, Relaxed) {
            return;
        }
        let left = left(float(count as u64), float(self.total as u64), time);
        // What cannot be written only is not said.
        let _ = console::note(&format!(
            "{count} of {} positions in {:.0} s: {left}",
            self.total,
            time.as_secs_f64()
        ));
    }
}

fn json_line<T: serde::Serialize>(
    document: &Document<T>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    serde_json::to_writer(EscapedOutput::json(&mut *out), document).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Prints how many scores are right; an error unless all are.
fn told(tally: &Agreement) -> anyhow::Result<()> {
    let [right, wrong, unproved] =
        [Some(true), Some(false), None].map(|known| tally.get(&known).copied().unwrap_or(0));
    let all = right + wrong + unproved;
    if right == all {
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

/// The lines with their numbers, except empty lines and comments, which begin with `#`.
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
    scores: Option<PublishedScores>,
    place: impl Fn(usize) -> String,
) -> anyhow::Result<Line> {
    let (line, known) = if scores.is_some() {
        let (line, known) = PublishedScores::split(line)
            .ok_or_else(|| usage(format!("{}: write a position and its score", place(number))))?;
        (line, Some(known))
    } else {
        (line, None)
    };
    let is_scored = matches!(game, AnyGame::ConnectFour(_)) && games::is_scored(line);
    let hint = if is_scored {
        " (of a position and its score? then say --scores pons)"
    } else {
        ""
    };
    let at = games::composed(game, line).with_context(|| place(number) + hint)?;
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
