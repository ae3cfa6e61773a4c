//! Grundy values of a position and of what its moves lead to, as courses write them.

use std::sync::Arc;

use matchboxes_games::game::{Game, Move, Outcome};
use matchboxes_games::games::{AnyGame, Position};
use matchboxes_games::graph::{self, Solved};
use matchboxes_search::nimbers;
use serde_json::Value;

/// The Grundy value of a position and of what each of its moves leads to; no number for a move that loses at once.
pub(crate) struct Nimbers {
    own: u16,
    after: Vec<(Move, Option<u16>)>,
}

impl Nimbers {
    /// The nimbers of a position; none in games that are not impartial, or too large to be solved at once.
    pub(crate) fn new(game: &AnyGame, at: &Position) -> Option<Self> {
        if !game.nature().is_impartial {
            return None;
        }
        let offered = graph::offered(game)?;
        let solved = match offered.graph().find(at) {
            Some(_) => offered,
            // It is made up.
            None => Arc::new(Solved::starting_at(game, at, "Grundy values").ok()?),
        };
        let (nimbers, graph) = (nimbers(&solved)?, solved.graph());
        let own = nimbers[graph.find(at)?.index()];
        let after = game.moves(at).map(|m| {
            let after = game.play(at, m);
            let loses = game.outcome(&after) == Some(Outcome::Win(game.side(&after)));
            let found = graph.find(&after).map(|to| nimbers[to.index()]);
            (m, found.filter(|_| !loses))
        });
        Some(Self {
            after: after.collect(),
            own,
        })
    }

    /// The value and the moves that win, such as `nimber 3; moves to 0: a3`.
    pub(crate) fn text(&self, game: &AnyGame) -> String {
        let to_zero = self.after.iter().filter(|(_, after)| *after == Some(0));
        let moves: Vec<Move> = to_zero.map(|&(m, _)| m).collect();
        let names = match &moves[..] {
            [] => "none".to_owned(),
            moves => game.write_moves(moves),
        };
        format!("nimber {}; moves to 0: {names}\n", self.own)
    }

    /// Adds the value of the position, if there is one, to what is told of it.
    pub(crate) fn add(nimbers: Option<&Self>, mut document: Value) -> Value {
        if let Some(nimbers) = nimbers {
            document["nimber"] = nimbers.own.into();
        }
        document
    }

    /// The value that a move leads to.
    pub(crate) fn after(&self, m: Move) -> Option<u16> {
        let mut after = self.after.iter();
        after
            .find(|(other, _)| *other == m)
            .and_then(|&(_, value)| value)
    }

    /// The same in a table.
    pub(crate) fn cell(&self, m: Move) -> String {
        self.after(m)
            .map_or_else(|| "-".to_owned(), |value| value.to_string())
    }
}
