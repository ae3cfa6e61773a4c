//! Searches.

use matchboxes::game::Game as _;
use matchboxes::graph;
use matchboxes::roster;
use matchboxes::search::{Limits, Question, Status, best_moves};
use pyo3::prelude::*;

use crate::errors::raised;
use crate::exact::exactly;
use crate::game::{self, Position};
use crate::player::game_of;

/// The answer of a search.
#[pyclass(frozen, get_all, module = "menace")]
pub(crate) struct Solution {
    /// The value for the side to move: 1 for a win, 0 for a draw, -1 for a loss, where it is the whole game's.
    value: i32,
    /// What the value is: `exact`, `at_least`, `at_most`, `cut_short` or `estimate`.
    status: &'static str,
    /// Whether the search saw the whole game.
    whole: bool,
    /// The distance in moves to the end of the best line.
    depth: u16,
    /// All moves of the best value, or the first one found where a limit was reached.
    best: Vec<String>,
    /// Best play of both sides.
    line: Vec<String>,
    /// The number of positions visited.
    nodes: u64,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let best = self.best.join(" ");
        format!(
            "<menace.Solution value {} ({}), best {best}>",
            self.value, self.status
        )
    }
}

/// Searches a position, with any of the program's algorithms and their options.
///
/// >>> menace.solve("O../XX./...").best
/// ['c2']
/// >>> menace.solve(game="nim:3,4,5", algorithm="alphabeta").value
/// 1
#[pyfunction]
#[pyo3(signature = (position=None, *, game=None, algorithm=None, depth=None, nodes=None))]
pub(crate) fn solve(
    py: Python<'_>,
    position: Option<Where>,
    game: Option<game::Named>,
    algorithm: Option<String>,
    depth: Option<u16>,
    nodes: Option<u64>,
) -> PyResult<Solution> {
    let game = match (&position, game) {
        (Some(Where::Position(position)), None) => position.game.clone(),
        (_, game) => game_of(game, &[])?,
    };
    let at = match position {
        None => game.rules.start(),
        Some(Where::Text(text)) => game.read(&text)?,
        Some(Where::Position(position)) => {
            game.check(&position)?;
            position.at
        }
    };
    exactly(py, move |course| {
        let rules = &game.rules;
        let usual = || match (depth, graph::offered(rules)) {
            (None, Some(_)) => "solve:keys=canonical".to_owned(),
            _ => "id:pvs:table=20,order=table/killer/history".to_owned(),
        };
        let search = roster::search(rules, &algorithm.unwrap_or_else(usual)).map_err(raised)?;
        let stop = || course.stop_asked();
        let mut question = Question {
            game: rules,
            at,
            limits: Limits {
                depth,
                nodes,
                stop: Some(&stop),
                ..Limits::default()
            },
        };
        let found = search.search(&question).map_err(raised)?;
        let mut best = found.best.into_iter().collect();
        question.limits.nodes = nodes.map(|most| most.saturating_sub(found.counts.nodes));
        if found.status == Status::Exact && found.best.is_some() && question.limits.nodes != Some(0)
        {
            let choices = search.choices(&question).map_err(raised)?;
            if choices
                .iter()
                .all(|choice| choice.found.status == Status::Exact)
            {
                best = best_moves(&choices);
            }
        }
        let names = |moves: Vec<matchboxes::game::Move>| {
            moves.into_iter().map(|m| rules.write_move(m)).collect()
        };
        Ok(Solution {
            value: found.value.points(),
            status: match found.status {
                Status::Exact => "exact",
                Status::AtLeast => "at_least",
                Status::AtMost => "at_most",
                Status::CutShort => "cut_short",
                Status::Estimate => "estimate",
            },
            whole: found.whole,
            depth: found.depth,
            best: names(best),
            line: names(found.line),
            nodes: found.counts.nodes,
        })
    })
}

/// A position, or the text of one.
#[derive(FromPyObject)]
pub(crate) enum Where {
    /// A position.
    Position(Position),
    /// Its text.
    Text(String),
}
