//! Searches.

use matchboxes::game::{Game as _, Move};
use matchboxes::games::Position;
use matchboxes::roster;
use matchboxes::search::{Answer, KINDS, Limits, OFFERED, Question};
use pyo3::prelude::*;

use crate::argument::{self, Argument, given, read};
use crate::errors::{raised, raised_for};
use crate::exact::exactly;
use crate::game::{self, PyGame, PyPosition};
use crate::help::help;
use crate::player::game_of;
use crate::result::result;

result!(Solution {
    position: String,
    value: i32,
    status: &'static str,
    whole: bool,
    depth: u16,
    best: Vec<String>,
    line: Vec<String>,
    nodes: u64,
});

/// All searches, each as the form of its name and a line about it: the algorithms for `solve`, and their options.
#[doc = help!([] "list of (str, str)\n    Forms, and what they are.")]
///
/// Examples
/// --------
/// >>> [form for form, about in matchboxes.searches()][0].split(":")[0]
/// 'best'
#[pyfunction]
pub(crate) fn searches() -> Vec<(&'static str, &'static str)> {
    let kinds = KINDS.iter().map(|kind| (kind.form, kind.about));
    kinds
        .chain(OFFERED.iter().map(|part| (part.form, part.about)))
        .collect()
}

/// The game and its position to search: by default the game of the position, and its start.
pub(crate) fn posed(
    py: Python<'_>,
    game: Option<PyGame>,
    position: &Argument<'_>,
) -> PyResult<(PyGame, Position)> {
    let own = position
        .as_ref()
        .and_then(|given| given.cast::<PyPosition>().ok());
    let game = match (own, game) {
        (Some(own), None) => own.get().game.clone(),
        (_, game) => game_of(py, game, &[])?,
    };
    let at = given("position", position, |given| game.at(given))?;
    let at = at.unwrap_or_else(|| game.rules.start());
    Ok((game, at))
}

/// Searches a position, with any of the program's algorithms and their options.
#[doc = help!([from_position, game, algorithm, depth, nodes] "Solution\n    The value and the best moves." checked)]
///
/// Examples
/// --------
/// >>> matchboxes.solve("O../XX./...").best
/// ['c2']
/// >>> matchboxes.solve(game="nim:3,4,5", algorithm="alphabeta").value
/// 1
#[pyfunction]
#[pyo3(signature = (position=None, *, game=None, algorithm=None, depth=None, nodes=None))]
pub(crate) fn solve(
    py: Python<'_>,
    position: Argument<'_>,
    game: Argument<'_>,
    algorithm: Argument<'_>,
    depth: Argument<'_>,
    nodes: Argument<'_>,
) -> PyResult<Solution> {
    read! {
        game::game: game;
        argument::text: algorithm;
        argument::positive: depth;
        argument::number: nodes;
    }
    let (game, at) = posed(py, game, &position)?;
    exactly(py, move |control| {
        let rules = &game.rules;
        let usual = match depth {
            None => "best",
            Some(_) => "id:pvs:table=20,order=table/killer/history",
        };
        let search = roster::search(rules, algorithm.as_deref().unwrap_or(usual));
        let search = search.map_err(|error| raised_for("algorithm", error))?;
        let stop = || control.stop_asked();
        let question = Question {
            game: rules,
            at,
            limits: Limits {
                depth,
                nodes,
                stop: Some(&stop),
                ..Limits::default()
            },
        };
        let answer = Answer::new(&*search, &question, true).map_err(raised)?;
        let found = &answer.found;
        let names = |moves: &[Move]| moves.iter().map(|&m| rules.write_move(m)).collect();
        Ok(Solution {
            position: rules.write_position(&at),
            value: found.value.points(),
            status: found.status_name(),
            whole: found.whole,
            depth: found.depth,
            best: names(answer.best_moves()),
            line: names(&found.line),
            nodes: found.counts.nodes,
        })
    })
}
