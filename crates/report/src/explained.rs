//! How a player weighs every move of a position, and what is known of each.

use std::collections::BTreeMap;

use matchboxes_games::game::{Game, Move, Verdict};
use matchboxes_games::games::{AnyGame, Position};
use matchboxes_games::player::tictactoe::Explanation;
use matchboxes_games::player::{Player, explain};
use matchboxes_games::text::share;
use matchboxes_measure::{AfterMove, after_moves};
use matchboxes_search::Worth;
use matchboxes_session::session::{MoveInTraining, moves_in_training, worths};
use matchboxes_store::{BoxView, Model, Result};
use serde::Serialize;

use crate::nimbers::Nimbers;
use crate::row::{Cell, Row};

/// What is known of the moves of a position, and a player's weights of them.
pub struct Explained<'a> {
    game: &'a AnyGame,
    /// The moves, each with the player's weight.
    pub moves: Vec<(Move, u64)>,
    /// The sum of the weights.
    pub total: u64,
    /// What perfect play makes of each move; none if nothing is proved of any.
    pub worths: Option<Vec<Option<Worth>>>,
    /// The Grundy values of the moves, in impartial games that are solved at once.
    pub nimbers: Option<Nimbers>,
    /// How the games end after each move if the player continues to play as before; none in larger games.
    pub after: Option<Vec<AfterMove>>,
    /// Why a hand-written player of tic-tac-toe moves so.
    pub why: Option<Explanation>,
    /// The box of a model.
    pub matchbox: Option<BoxView<AnyGame>>,
    /// What each move led to in the training of a model; none where that cannot be played again.
    pub trained: Option<Vec<MoveInTraining>>,
}

/// A row for a move, with the lines that a hand-written player counts after it.
#[derive(Serialize)]
struct MoveDocument {
    #[serde(flatten)]
    row: Row,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<BTreeMap<String, u8>>,
}

impl<'a> Explained<'a> {
    /// What is known of these moves in a position, weighed by a player of this name; with the model, if it is one.
    ///
    /// # Errors
    ///
    /// The errors of perfect play and of the model's box.
    pub fn new(
        game: &'a AnyGame,
        at: &Position,
        moves: Vec<(Move, u64)>,
        (name, player): (&str, &dyn Player<AnyGame>),
        model: Option<&Model>,
    ) -> Result<Self> {
        let own: Vec<Move> = moves.iter().map(|&(m, _)| m).collect();
        let worths = worths(game, at)?.into_iter().map(|(_, worth)| worth);
        let worths: Vec<Option<Worth>> = worths.collect();
        let model = model.filter(|model| model.layout().has_box(game, at));
        Ok(Self {
            worths: worths.iter().any(Option::is_some).then_some(worths),
            nimbers: Nimbers::new(game, at),
            after: after_moves(game, at, &own, player)?,
            why: explain(at, name),
            matchbox: model
                .map(|model| BoxView::at(game, model, at))
                .transpose()?,
            trained: model.and_then(|model| moves_in_training(game, model, at, &own)),
            total: moves.iter().map(|(_, weight)| weight).sum(),
            moves,
            game,
        })
    }

    /// A row for each move. Figures of models, impartial games and hand-written players are there for these only.
    pub fn rows(&self) -> Vec<Row> {
        let beads = self.matchbox.as_ref().map(BoxView::moves);
        let moves = self.moves.iter().enumerate();
        let rows = moves.map(|(i, &(m, weight))| {
            let worth = self.worths.as_ref().and_then(|worths| worths[i]);
            let mut row = Row::default()
                .with("move", self.game.write_move(m))
                .with("chance", share(weight, self.total))
                .with("weight", weight)
                .with("result", worth.map(|worth| result_name(worth.verdict)))
                .with("distance", worth.map(|worth| u64::from(worth.distance)));
            let after = self.after.as_ref().map(|after| after[i]);
            for (name, chances) in [
                ("random", after.map(|after| after.random)),
                ("perfect", after.map(|after| after.perfect)),
            ] {
                row = ended(row, name, chances);
            }
            if let Some(nimbers) = &self.nimbers {
                row = row.with("nimber", nimbers.after(m).map(u64::from));
            }
            if let Some(beads) = &beads {
                let colour = beads[i].1;
                row = row
                    .with("beads", colour.beads)
                    .with("value", colour.value.map(f64::from))
                    .with("visits", colour.value.map(|value| value.visits));
                let trained = self.trained.as_ref().map(|trained| trained[i].ended);
                row = ended(row, "training", trained);
            }
            match self.why.as_ref().map(|why| &why.moves[i]) {
                None => row,
                Some(known) => row
                    .with("wins", known.wins)
                    .with(
                        "score",
                        known.score.map(|score| f64::from(score.value.0) / 2.0),
                    )
                    .with("rule", known.score.map(|score| score.rule))
                    .with("best", known.best),
            }
        });
        rows.collect()
    }

    /// The same as JSON, with the lines that a hand-written player counts.
    pub fn moves_document(&self) -> Vec<impl Serialize + use<>> {
        let rows = self.rows().into_iter().enumerate();
        let documents = rows.map(|(i, row)| {
            let counts = self.why.as_ref().map(|why| why.moves[i].counts.iter());
            let lines = counts.map(|all| all.map(|(pattern, n)| (pattern.to_string(), n)));
            MoveDocument {
                row,
                lines: lines.map(Iterator::collect),
            }
        });
        documents.collect()
    }

    /// The moves that the player makes most often, good or not.
    pub fn most_likely(&self) -> Vec<String> {
        let most = self.moves.iter().map(|&(_, weight)| weight).max();
        let moves = self.moves.iter();
        let likely = moves.filter(|&&(_, weight)| weight > 0 && Some(weight) == most);
        likely.map(|&(m, _)| self.game.write_move(m)).collect()
    }
}

/// The name of a result of perfect play.
pub const fn result_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

/// Adds how often games were won, drawn and lost, in games or as chances.
fn ended<T: Copy>(row: Row, name: &str, ended: Option<[T; 3]>) -> Row
where
    Cell: From<Option<T>>,
{
    let [won, drawn, lost] = [0, 1, 2].map(|i| ended.map(|ended| ended[i]));
    row.with(format!("{name}_won"), won)
        .with(format!("{name}_drawn"), drawn)
        .with(format!("{name}_lost"), lost)
}
