//! What a search found of a position, as rows and as text.

use matchboxes_games::game::{Game, Move, Verdict};
use matchboxes_games::games::{AnyGame, Position};
use matchboxes_games::text::{columns, count, thousands};
use matchboxes_search::{Answer, RatedMove, SearchResult, Status};
use serde_json::{Value, json};

use crate::contest::lead;
use crate::explained::result_name;
use crate::layout::Layout;
use crate::nimbers::Nimbers;
use crate::row::Row;
use crate::view::{Column, Form, TextTable};

/// The answer of the search of this name.
pub struct SolvedPosition<'a> {
    /// The name.
    pub search: &'a str,
    /// The game.
    pub game: &'a AnyGame,
    /// The answer.
    pub answer: Answer,
}

impl SolvedPosition<'_> {
    fn moves(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&m| self.game.write_move(m)).collect()
    }

    fn seconds(&self) -> f64 {
        let time = self.answer.found.time;
        time.map_or(0.0, |time| time.as_secs_f64())
    }

    /// What the value means; empty unless it is the exact value of the whole game.
    fn meaning(&self) -> &'static str {
        let found = &self.answer.found;
        let exact = found.status == Status::Exact && found.whole;
        match found.value.points() {
            _ if !exact => "",
            0 => meaning(Verdict::Draw),
            1.. => meaning(Verdict::Win),
            _ => meaning(Verdict::Loss),
        }
    }

    /// The value and what it means: of a game of points the lead, if the search counts it, and the result.
    fn said(&self, at: &Position) -> String {
        let (found, meaning) = (&self.answer.found, self.meaning());
        match self.game.points(at).and(meaning.strip_prefix(", ")) {
            _ if found.status == Status::CutShort => "value unknown".to_owned(),
            None => format!("value {}{meaning}", found.value),
            Some(meaning) if self.search.contains("eval=discs") => {
                let lead = lead(self.game.side(at), found.value.points().into(), 0);
                format!("{lead}, {meaning}")
            }
            Some(meaning) => meaning.to_owned(),
        }
    }

    /// The answer about this position as a few lines of text.
    pub fn text(&self, at: &Position) -> String {
        let (found, game) = (&self.answer.found, self.game);
        let counts = &found.counts;
        let mut text = format!("{} ({})\n", self.said(at), status(found));
        text += &format!("returned depth {}\n", found.depth);
        let moves = game.write_moves(self.answer.best_moves());
        text += &match (&self.answer.best, found.best) {
            (Some(_), _) => format!("best moves: {moves}\n"),
            (None, Some(_)) => format!("best move: {moves}\n"),
            (None, None) => "no moves\n".to_owned(),
        };
        if !found.line.is_empty() {
            text += &format!("line: {}\n", game.write_moves(&found.line));
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
    pub fn row(&self) -> Row {
        let Answer {
            found,
            distance,
            best,
        } = &self.answer;
        let counts = &found.counts;
        Row::default()
            .with("algorithm", self.search)
            .with("value", found.value.points())
            .with("result", found.verdict.map(result_name))
            .with("distance", distance.map(u64::from))
            .with("depth", u64::from(found.depth))
            .with("best", self.moves(self.answer.best_moves()))
            .with("line", self.moves(&found.line))
            .with("nodes", counts.nodes)
            .with("leaves", counts.leaves)
            .with("cutoffs", counts.cutoffs)
            .with("seconds", self.seconds())
            .with("status", found.status_name())
            .with("whole", found.whole)
            .with("depth_limit", found.limit.map(u64::from))
            .with("all_best", best.is_some())
            .with("probes", counts.probes)
            .with("hits", counts.hits)
            .with("stores", counts.stores)
            .with("passes", counts.passes)
            .with("generated", counts.generated)
            .with("peak", counts.peak)
    }

    /// Several answers as a table, one row per search.
    pub fn table(answers: &[Self], layout: Layout) -> String {
        let columns = [
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
        ];
        let rows = answers.iter();
        let rows = rows.map(|answer| (answer.search.to_owned(), answer.row()));
        layout.shown(&TextTable::new("search", &columns, rows))
    }
}

/// What a value means that proves this result.
const fn meaning(verdict: Verdict) -> &'static str {
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

/// Every move of a position as the search of this name rates it.
pub struct SolvedMoves<'a> {
    search: &'a str,
    game: &'a AnyGame,
    moves: Vec<RatedMove>,
    nimbers: Option<Nimbers>,
    seconds: f64,
}

impl<'a> SolvedMoves<'a> {
    /// The rated moves of a position, and how long the search took.
    pub fn new(
        (search, game): (&'a str, &'a AnyGame),
        at: &Position,
        moves: Vec<RatedMove>,
        seconds: f64,
    ) -> Self {
        Self {
            nimbers: Nimbers::new(game, at),
            search,
            game,
            moves,
            seconds,
        }
    }

    fn nodes(&self) -> u64 {
        self.moves.iter().map(|own| own.found.counts.nodes).sum()
    }

    /// The first move of the greatest rank, and all of them.
    fn best(&self) -> Option<(&RatedMove, Vec<Move>)> {
        let best = self.moves.iter().max_by_key(|own| own.rank())?;
        let all = self.moves.iter().filter(|own| own.rank() == best.rank());
        Some((best, all.map(|own| own.m).collect()))
    }

    /// The moves as a table.
    pub fn text(&self) -> String {
        let Some((best, all)) = self.best() else {
            return "no moves\n".to_owned();
        };
        let head = ["move", "value", "result", ""].map(str::to_owned);
        let mut rows = vec![head.to_vec()];
        rows.extend(self.moves.iter().map(|own| {
            let name = self.game.write_move(own.m);
            vec![name, own.found.value.to_string(), leads_to(own), known(own)]
        }));
        let nimbers = self.nimbers.as_ref();
        if let Some(nimbers) = nimbers {
            let cells = self.moves.iter().map(|own| nimbers.cell(own.m));
            let cells = std::iter::once("nimber".to_owned()).chain(cells);
            for (row, cell) in rows.iter_mut().zip(cells) {
                row.insert(3, cell);
            }
        }
        format!(
            "value {}{}\nbest moves: {}\n{}{}{}, {:.3} s\n",
            best.found.value,
            best.found.verdict.map_or("", meaning),
            self.game.write_moves(&all),
            nimbers.map_or_else(String::new, |nimbers| nimbers.text(self.game)),
            columns(&rows),
            count(self.nodes(), "node", "nodes"),
            self.seconds
        )
    }

    /// A row of figures for each move.
    pub fn rows(&self) -> Vec<Row> {
        let rows = self.moves.iter().map(|own| {
            let row = Row::default()
                .with("move", self.game.write_move(own.m))
                .with("value", own.found.value.points())
                .with("result", own.found.verdict.map(result_name))
                .with("distance", own.worth.map(|worth| u64::from(worth.distance)))
                .with("status", own.found.status_name())
                .with("whole", own.found.whole)
                .with("depth_limit", own.found.limit.map(u64::from))
                .with("nodes", own.found.counts.nodes);
            match &self.nimbers {
                Some(nimbers) => row.with("nimber", nimbers.after(own.m).map(u64::from)),
                None => row,
            }
        });
        rows.collect()
    }

    /// The moves as a document that begins with these facts.
    pub fn document(&self, facts: Row) -> Value {
        let (best, all) = self.best().unzip();
        let names = all.iter().flatten().map(|&m| self.game.write_move(m));
        let document = facts
            .with("algorithm", self.search)
            .with(
                "value",
                best.map(|best| f64::from(best.found.value.points())),
            )
            .with("best", names.collect::<Vec<_>>())
            .with("nodes", self.nodes())
            .with("seconds", self.seconds)
            .document(json!({ "moves": self.rows() }));
        Nimbers::add(self.nimbers.as_ref(), document)
    }
}

fn leads_to(own: &RatedMove) -> String {
    match (own.worth, own.found.verdict) {
        (Some(worth), _) => worth.leads_to(),
        (None, Some(verdict)) => result_name(verdict).to_owned(),
        (None, None) => String::new(),
    }
}

/// How far the value of a move is known.
fn known(own: &RatedMove) -> String {
    let found = &own.found;
    let words = match found.status {
        Status::Exact if found.whole => return "exact".to_owned(),
        Status::CutShort if found.limit.is_none() => "cut short",
        Status::Exact | Status::CutShort => "",
        Status::AtLeast => "at least",
        Status::AtMost => "at most",
        Status::Estimate => "estimate",
    };
    let depth = found.limit.filter(|_| !found.whole);
    let depth = depth.map(|limit| format!("to depth {limit}"));
    let words = [words.to_owned(), depth.unwrap_or_default()];
    words.join(" ").trim().to_owned()
}
