//! How a player weighs every move of a position, and what is known of each.

use std::collections::BTreeMap;

use matchboxes_games::game::{Game, Move, Verdict};
use matchboxes_games::games::{AnyGame, Position};
use matchboxes_games::player::tictactoe::Explanation;
use matchboxes_games::player::{Player, explain};
use matchboxes_games::text::{percent, share, thousands};
use matchboxes_measure::after_moves;
use matchboxes_search::Worth;
use matchboxes_session::session::{moves_in_training, worths};
use matchboxes_store::{BoxView, Model, Result};
use serde::Serialize;

use crate::boxes;
use crate::layout::Layout;
use crate::nimbers::Nimbers;
use crate::row::{Cell, Row};

/// What is known of the moves of a position, and a player's weights of them.
pub struct Explained<'a> {
    game: &'a AnyGame,
    at: Position,
    player: &'a str,
    /// The moves, each with the player's weight.
    moves: Vec<(Move, u64)>,
    /// The sum of the weights.
    total: u64,
    /// What perfect play makes of each move; none if nothing is proved of any.
    worths: Option<Vec<Option<Worth>>>,
    /// The Grundy values of the moves, in impartial games that are solved at once.
    nimbers: Option<Nimbers>,
    /// How the games end after each move if the player continues to play as before; none in larger games.
    after: Option<Vec<[[f64; 3]; 2]>>,
    /// Why a hand-written player of tic-tac-toe moves so.
    why: Option<Explanation>,
    /// The box of a model.
    matchbox: Option<BoxView<AnyGame>>,
    /// What each move led to in the training of a model; none where that cannot be played again.
    trained: Option<Vec<[u64; 3]>>,
}

#[derive(Serialize)]
struct ExplainedDocument {
    #[serde(flatten)]
    facts: Row,
    moves: Vec<MoveDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<u16>,
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
        (name, player): (&'a str, &dyn Player<AnyGame>),
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
            at: *at,
            player: name,
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
                ("random", after.map(|[random, _]| random)),
                ("perfect", after.map(|[_, perfect]| perfect)),
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
                let trained = self.trained.as_ref().map(|trained| trained[i]);
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

    /// The same as a document, with the lines that a hand-written player counts.
    pub fn document(&self) -> impl Serialize + use<> {
        let rows = self.rows().into_iter().enumerate();
        let moves = rows.map(|(i, row)| {
            let counts = self.why.as_ref().map(|why| why.moves[i].counts.iter());
            let lines = counts.map(|all| all.map(|(pattern, n)| (pattern.to_string(), n)));
            MoveDocument {
                row,
                lines: lines.map(Iterator::collect),
            }
        });
        ExplainedDocument {
            facts: Row::default()
                .with("game", self.game.name())
                .with("player", self.player)
                .with("position", self.game.write_position(&self.at))
                .with("side", self.game.side(&self.at).name())
                .with("resigns", self.total == 0)
                .with("met", self.matchbox.as_ref().map(|view| view.met))
                .with("step", self.why.as_ref().and_then(|why| why.step))
                .with("most_likely", self.most_likely()),
            moves: moves.collect(),
            nimber: self.nimbers.as_ref().map(Nimbers::own),
        }
    }

    /// The same for people.
    pub fn text(&self, layout: Layout) -> String {
        let position = self.game.write_position(&self.at);
        let (side, player) = (self.game.side(&self.at).name(), self.player);
        let table = layout.in_parts(&self.table());
        let mut text = format!("{position}   {side} to move: {player}\n\n{table}\n");
        text += &match self.most_likely().as_slice() {
            [] => "it resigns\n".to_owned(),
            moves => format!("most likely: {}\n", moves.join(" ")),
        };
        if let Some(nimbers) = &self.nimbers {
            text += &nimbers.text(self.game);
        }
        if self.trained.is_some() {
            let note = "drawn: how often in its training, which was played again; won, even, lost: how those games ended";
            text += &layout.wrapped(note, "");
        }
        if let Some(step) = self.why.as_ref().and_then(|why| why.step) {
            text += &format!("step: {step}\n");
        }
        if self.matchbox.as_ref().is_some_and(|view| !view.met) {
            let content = self.content();
            text += &format!(
                "this box was never met: its {content} are the starting {content} of the rule\n"
            );
        }
        text
    }

    /// What the matchbox holds.
    fn content(&self) -> &'static str {
        match &self.matchbox {
            Some(view) if view.has_values() => "values",
            _ => "beads",
        }
    }

    /// A row of headings, then a row for each move.
    fn table(&self) -> Vec<Vec<String>> {
        let mut head = vec!["move", "chance", "weight"];
        head.extend(self.worths.as_ref().map(|_| "result"));
        head.extend(self.nimbers.as_ref().map(|_| "nimber"));
        if self.after.is_some() {
            head.extend(["not lost: random", "perfect"]);
        }
        let beads = self.matchbox.as_ref().map(BoxView::moves);
        head.extend(beads.as_ref().map(|_| self.content()));
        let has_values = self.matchbox.as_ref().is_some_and(BoxView::has_values);
        if self.trained.is_some() {
            head.extend(["drawn", "won", "even", "lost"]);
        } else if has_values {
            head.push("visits");
        }
        let why = self.why.as_ref();
        if let Some(why) = why {
            if why.moves.iter().all(|known| known.score.is_some()) {
                head.extend(["score", "rule"]);
            }
            head.push("lines");
        }
        let mut rows = vec![head.into_iter().map(str::to_owned).collect()];
        for (i, &(m, weight)) in self.moves.iter().enumerate() {
            let chance = percent(share(weight, self.total));
            let mut row = vec![self.game.write_move(m), chance, thousands(weight)];
            row.extend(
                self.worths
                    .as_ref()
                    .map(|worths| worths[i].map_or_else(|| "?".to_owned(), Worth::leads_to)),
            );
            row.extend(self.nimbers.as_ref().map(|nimbers| nimbers.cell(m)));
            if let Some(after) = &self.after {
                let [random, perfect] = after[i];
                row.extend([random, perfect].map(|[won, drawn, _]| percent(won + drawn)));
            }
            row.extend(beads.as_ref().map(|moves| boxes::label(moves[i].1)));
            if let Some(trained) = &self.trained {
                row.push(thousands(trained[i].iter().sum()));
                row.extend(trained[i].map(thousands));
            } else if has_values {
                let value = beads.as_ref().and_then(|moves| moves[i].1.value);
                row.push(value.map_or_else(String::new, |value| thousands(value.visits)));
            }
            if let Some(known) = why.map(|why| &why.moves[i]) {
                if let Some(score) = known.score {
                    row.extend([score.value.to_string(), score.rule.to_owned()]);
                }
                row.push(known.counts.to_string());
            }
            rows.push(row);
        }
        rows
    }

    /// The moves that the player makes most often, good or not.
    fn most_likely(&self) -> Vec<String> {
        let most = self.moves.iter().map(|&(_, weight)| weight).max();
        let moves = self.moves.iter();
        let likely = moves.filter(|&&(_, weight)| weight > 0 && Some(weight) == most);
        likely.map(|&(m, _)| self.game.write_move(m)).collect()
    }
}

/// The name of a result of perfect play.
pub(crate) const fn result_name(verdict: Verdict) -> &'static str {
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
