//! Every move of a position with its value, its length and what is proved of it.

use std::time::Duration;

use matchboxes::game::{Game, Move, Verdict};
use matchboxes::games::AnyGame;
use matchboxes::search::{
    Question, RootMove, Score, Search, SearchResult, Status, Worth, worth_of,
};
use matchboxes::text::{columns, count};
use matchboxes_report::{Nimbers, Row, result_name};
use serde_json::{Value, json};

use super::report::meaning;
use crate::output::worth::leads_to;

/// A move and what the search found after it, turned to the side that makes it.
struct Each {
    m: Move,
    found: SearchResult,
    worth: Option<Worth>,
}

/// The moves of a position, and the cost of their values.
pub(super) struct Moves {
    /// The name of the search.
    search: String,
    each: Vec<Each>,
    best: Vec<Move>,
    nimbers: Option<Nimbers>,
    seconds: f64,
    nodes: u64,
}

impl Moves {
    /// Searches every move by itself.
    pub(super) fn search(
        name: &str,
        search: &dyn Search<AnyGame>,
        question: &Question<'_, AnyGame>,
        clock: &dyn Fn() -> Duration,
    ) -> matchboxes::Result<Self> {
        let choices = search.choices(question)?;
        let nodes = choices.iter().map(|choice| choice.found.counts.nodes).sum();
        let each = choices.into_iter().map(|choice| {
            let worth = worth_of(search, question, &choice)?;
            Ok(Each::new(choice, worth))
        });
        let each = each.collect::<matchboxes::Result<Vec<_>>>()?;
        let most = each.iter().map(Each::rank).max();
        let best = each.iter().filter(|each| Some(each.rank()) == most);
        Ok(Self {
            search: name.to_owned(),
            best: best.map(|each| each.m).collect(),
            nimbers: Nimbers::new(question.game, &question.at),
            seconds: clock().as_secs_f64(),
            nodes,
            each,
        })
    }

    /// The moves as a table.
    pub(super) fn text(&self, game: &AnyGame) -> String {
        let Some(best) = self.each.iter().max_by_key(|each| each.rank()) else {
            return "no moves\n".to_owned();
        };
        let names: Vec<String> = self.best.iter().map(|&m| game.write_move(m)).collect();
        let head = ["move", "value", "result", ""].map(str::to_owned);
        let mut rows = vec![head.to_vec()];
        rows.extend(self.each.iter().map(|each| {
            let name = game.write_move(each.m);
            let value = each.found.value.to_string();
            vec![name, value, each.leads_to(), each.known()]
        }));
        if let Some(nimbers) = &self.nimbers {
            let cells = self.each.iter().map(|each| nimbers.cell(each.m));
            let cells = std::iter::once("nimber".to_owned()).chain(cells);
            for (row, cell) in rows.iter_mut().zip(cells) {
                row.insert(3, cell);
            }
        }
        let nimbers = self.nimbers.as_ref();
        format!(
            "value {}{}\nbest moves: {}\n{}{}{}, {:.3} s\n",
            best.found.value,
            best.verdict().map_or("", meaning),
            names.join(" "),
            nimbers.map_or_else(String::new, |nimbers| nimbers.text(game)),
            columns(&rows),
            count(self.nodes, "node", "nodes"),
            self.seconds
        )
    }

    /// A row of figures for each move.
    pub(super) fn rows(&self, game: &AnyGame) -> Vec<Row> {
        let rows = self.each.iter().map(|each| {
            let distance = each.worth.map(|worth| u64::from(worth.distance));
            let row = Row::default()
                .with("move", game.write_move(each.m))
                .with("value", each.found.value.points())
                .with("result", each.verdict().map(result_name))
                .with("distance", distance)
                .with("status", each.found.status_name())
                .with("whole", each.found.whole)
                .with("depth_limit", each.found.limit.map(u64::from))
                .with("nodes", each.found.counts.nodes);
            match &self.nimbers {
                Some(nimbers) => row.with("nimber", nimbers.after(each.m).map(u64::from)),
                None => row,
            }
        });
        rows.collect()
    }

    /// Adds the moves to a JSON document.
    pub(super) fn json(&self, game: &AnyGame, mut document: Value) -> Value {
        let best = self.each.iter().max_by_key(|each| each.rank());
        let names = self.best.iter().map(|&m| game.write_move(m));
        document["algorithm"] = self.search.clone().into();
        document["value"] = json!(best.map(|best| best.found.value.points()));
        document["best"] = names.collect();
        document["nodes"] = self.nodes.into();
        document["seconds"] = self.seconds.into();
        document["moves"] = json!(self.rows(game));
        if let Some(nimbers) = &self.nimbers {
            document["nimber"] = nimbers.own().into();
        }
        document
    }
}

impl Each {
    fn new(RootMove { m, value, found }: RootMove, worth: Option<Worth>) -> Self {
        let status = match found.status {
            Status::AtLeast => Status::AtMost,
            Status::AtMost => Status::AtLeast,
            other => other,
        };
        // The move itself is a ply.
        let limit = found.limit.map(|limit| limit.saturating_add(1));
        let found = SearchResult {
            value,
            status,
            limit,
            ..found
        };
        Self { m, found, worth }
    }

    /// The result that is proved for the side that makes the move.
    fn verdict(&self) -> Option<Verdict> {
        self.found.verdict.map(Verdict::reversed)
    }

    fn leads_to(&self) -> String {
        match (self.worth, self.verdict()) {
            (Some(worth), _) => leads_to(worth),
            (None, Some(verdict)) => result_name(verdict).to_owned(),
            (None, None) => String::new(),
        }
    }

    /// How far the value is known.
    fn known(&self) -> String {
        let words = match self.found.status {
            Status::Exact if self.found.whole => return "exact".to_owned(),
            Status::CutShort if self.found.limit.is_none() => "cut short",
            Status::Exact | Status::CutShort => "",
            Status::AtLeast => "at least",
            Status::AtMost => "at most",
            Status::Estimate => "estimate",
        };
        let depth = self.found.limit.filter(|_| !self.found.whole);
        let depth = depth.map(|limit| format!("to depth {limit}"));
        let words = [words.to_owned(), depth.unwrap_or_default()];
        words.join(" ").trim().to_owned()
    }

    /// A key for comparisons: the larger, the better for the side to move.
    fn rank(&self) -> (Score, Verdict, i32) {
        let verdict = self.worth.map(|worth| worth.verdict);
        let verdict = verdict.or(self.verdict()).unwrap_or(Verdict::Draw);
        let length = match (verdict, self.worth) {
            (Verdict::Draw, _) => 0,
            (_, Some(worth)) => worth.rank().1,
            // An unknown length is longer than one move, which ends the game.
            (Verdict::Win, None) => i32::MIN,
            (Verdict::Loss, None) => i32::MAX,
        };
        (self.found.value, verdict, length)
    }
}
