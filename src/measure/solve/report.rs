//! The result of a search as text and as JSON.

use matchboxes::game::{Game, Move, Side, Verdict};
use matchboxes::games::{AnyGame, Position};
use matchboxes::search::{SearchResult, Status};
use matchboxes::text::{count, thousands};
use matchboxes_report::{Column, Form, Row, View, lead, result_name};

use crate::output::width::layout;

pub(super) struct Answer {
    /// Its name.
    pub(super) search: String,
    pub(super) found: SearchResult,
    /// The moves until the game ends, if the result and they are proved.
    pub(super) distance: Option<u16>,
    /// All moves of the best value, if they were asked for and all moves could be compared.
    pub(super) best: Option<Vec<Move>>,
}

impl Answer {
    fn moves(&self, game: &AnyGame) -> Vec<String> {
        let best = self.best.as_deref();
        written(game, best.unwrap_or(self.found.best.as_slice()))
    }

    fn line(&self, game: &AnyGame) -> Vec<String> {
        written(game, &self.found.line)
    }

    fn seconds(&self) -> f64 {
        self.found.time.map_or(0.0, |time| time.as_secs_f64())
    }

    /// What the value means; empty unless it is the exact value of the whole game.
    fn meaning(&self) -> &'static str {
        let exact = self.found.status == Status::Exact && self.found.whole;
        match self.found.value.points() {
            _ if !exact => "",
            0 => meaning(Verdict::Draw),
            1.. => meaning(Verdict::Win),
            _ => meaning(Verdict::Loss),
        }
    }

    /// The value and what it means: of a game of points the lead, if the search counts it, and the result.
    fn said(&self, game: &AnyGame, at: &Position) -> String {
        let (value, meaning) = (self.found.value, self.meaning());
        match game.points(at).and(meaning.strip_prefix(", ")) {
            _ if self.found.status == Status::CutShort => "value unknown".to_owned(),
            None => format!("value {value}{meaning}"),
            Some(meaning) if self.search.contains("eval=discs") => {
                let lead = lead(game.side(at), value.points().into(), 0);
                format!("{lead}, {meaning}")
            }
            Some(meaning) => meaning.to_owned(),
        }
    }

    /// The answer as a few lines of text.
    pub(super) fn text(&self, game: &AnyGame, at: &Position) -> String {
        let found = &self.found;
        let counts = &found.counts;
        let mut text = format!("{} ({})\n", self.said(game, at), status(found));
        text += &format!("returned depth {}\n", found.depth);
        let moves = self.moves(game).join(" ");
        text += &match (&self.best, found.best) {
            (Some(_), _) => format!("best moves: {moves}\n"),
            (None, Some(_)) => format!("best move: {moves}\n"),
            (None, None) => "no moves\n".to_owned(),
        };
        if !found.line.is_empty() {
            text += &format!("line: {}\n", self.line(game).join(" "));
        }
        text += &format!(
            "{}, {}, {}, {:.3} s\n",
            count(counts.nodes, "node", "nodes"),
            count(counts.leaves, "leaf", "leaves"),
            count(counts.cutoffs, "cut-off", "cut-offs"),
            self.seconds()
        );
        if counts.probes > 0 {
            let lookups = count(counts.probes, "lookup", "lookups");
            let (hits, stores) = (
                thousands(counts.hits),
                count(counts.stores, "entry", "entries"),
            );
            text += &format!("table: {lookups}, {hits} answered, {stores} written\n");
        }
        if counts.passes > 1 {
            text += &format!("{} passes\n", thousands(counts.passes));
        }
        text
    }

    /// The answer in figures.
    pub(super) fn row(&self, game: &AnyGame) -> Row {
        let found = &self.found;
        let counts = &found.counts;
        Row::default()
            .with("algorithm", &self.search)
            .with("value", found.value.points())
            .with("result", found.verdict.map(result_name))
            .with("distance", self.distance.map(u64::from))
            .with("depth", u64::from(found.depth))
            .with("best", self.moves(game))
            .with("line", self.line(game))
            .with("nodes", counts.nodes)
            .with("leaves", counts.leaves)
            .with("cutoffs", counts.cutoffs)
            .with("seconds", self.seconds())
            .with("status", found.status_name())
            .with("whole", found.whole)
            .with("depth_limit", found.limit.map(u64::from))
            .with("all_best", self.best.is_some())
            .with("probes", counts.probes)
            .with("hits", counts.hits)
            .with("stores", counts.stores)
            .with("passes", counts.passes)
            .with("generated", counts.generated)
            .with("peak", counts.peak)
    }
}

fn written(game: &AnyGame, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| game.write_move(m)).collect()
}

/// Several answers as a table, one row per search.
pub(super) fn table(game: &AnyGame, answers: &[Answer]) -> String {
    let view = View {
        title: "search".to_owned(),
        side: Side::First,
        columns: &[
            Column::of("value", 1)
                .headed("value")
                .written(Form::Rounded),
            Column::of("status", 5).written(Form::Words),
            Column::of("depth", 6).headed("depth"),
            Column::of("best", 2).headed("move"),
            Column::of("nodes", 3).headed("nodes"),
            Column::of("leaves", 7).headed("leaves"),
            Column::of("cutoffs", 8).headed("cut-offs"),
            Column::of("seconds", 4)
                .headed("seconds")
                .written(Form::Decimals(3)),
        ],
    };
    let rows = answers.iter();
    layout().shown(&view.table(rows.map(|answer| (answer.search.clone(), answer.row(game)))))
}

/// What a value means that proves this result.
pub(super) const fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Draw => ", a draw",
        Verdict::Win => ", a win for the side to move",
        Verdict::Loss => ", a loss for the side to move",
    }
}

/// What kind of value it is: exact, a bound, or an estimate, and to which depth.
fn status(found: &SearchResult) -> String {
    let to = |text: &str| match found.limit {
        Some(limit) if !found.whole => format!("{text} to depth {limit}"),
        _ => text.to_owned(),
    };
    match found.status {
        Status::Exact => to("exact"),
        Status::AtLeast => to("at least this"),
        Status::AtMost => to("at most this"),
        Status::CutShort if found.depth == 0 => "cut short; no value yet".to_owned(),
        Status::CutShort => format!(
            "cut short; best so far {}, at depth {}",
            found.value, found.depth
        ),
        Status::Estimate => "an estimate, in thousandths".to_owned(),
    }
}
