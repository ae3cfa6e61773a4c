//! `menace explain`: how a player weighs every move of a position.

use std::io::Write;
use std::path::Path;

use matchboxes::arena::{AfterMove, after_moves};
use matchboxes::game::{Game, Move, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::player::{self, Player, tictactoe::Explanation};
use matchboxes::roster::PlayerSpec;
use matchboxes::search::Worth;
use matchboxes::session::{MoveInTraining, moves_in_training, worths};
use matchboxes::store::{self, BoxView};
use matchboxes::text::{percent, share, thousands};
use serde_json::{Value, json};

use crate::options::game::GameOption;
use crate::options::{JsonOption, PositionOption};
use crate::output::nimbers::Nimbers;
use crate::output::print_json;
use crate::output::width::{in_parts, wrapped};
use crate::output::worth::{leads_to, result};
use crate::view::boxes;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace explain ai14s --position O../.XO/.XX
  menace explain models/tic-tac-toe-first.menace
  menace explain perfect --position '3 4 5 first' --game nim:3,4,5 --json

It shows the result of each move with perfect play, and after how many moves of both sides, if 20,000 nodes prove \
it. In games small enough to solve at once it also shows how often the player does not lose after each move, \
against random and against perfect play. For the box of a model it shows how often each move was drawn in training \
and how those games ended. For this, a training of up to half a million games is played again, if its opponent does \
not search for long. For a hand-written player it also describes the eight lines of the board after each move (own marks, the \
opponent's marks and empty cells, with the number of such lines) and gives the resulting score.")]
pub(crate) struct Args {
    /// The player (`menace list players` shows all names)
    player: String,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let player: PlayerSpec = args.player.parse()?;
    let game = args.game.for_players(std::slice::from_ref(&player))?;
    let at = match player.model_path().filter(|_| !args.position.is_given()) {
        Some(path) => first_box(&game, path)?,
        None => args.position.composed_unfinished(&game)?,
    };
    let report = ExplainReport::new(game, at, &player)?;
    if args.json.json {
        return print_json(out, "explain", report.json());
    }
    Ok(write!(out, "{}", report.text())?)
}

/// The first box of a model, as `show` has it.
fn first_box(game: &AnyGame, path: &Path) -> matchboxes::Result<Position> {
    let model = store::read_for(game, path)?;
    let boxes = Side::BOTH.map(|side| BoxView::landmark(game, &model, side));
    let first = boxes.into_iter().flatten().next();
    Ok(first.map_or_else(|| game.start(), |view| view.at))
}

struct ExplainReport<'a> {
    game: AnyGame,
    at: Position,
    player: &'a str,
    moves: Vec<(Move, u64)>,
    total: u64,
    /// What perfect play makes of each move; none if nothing is proved of any.
    worths: Option<Vec<Option<Worth>>>,
    /// The Grundy values of the moves, in impartial games that are solved at once.
    nimbers: Option<Nimbers>,
    /// How the games end after each move if the player continues to play as before; none in larger games.
    after: Option<Vec<AfterMove>>,
    why: Option<Explanation>,
    matchbox: Option<BoxView<AnyGame>>,
    /// What each move led to in the training of a model; none where that cannot be played again.
    trained: Option<Vec<MoveInTraining>>,
}

impl<'a> ExplainReport<'a> {
    fn new(game: AnyGame, at: Position, spec: &'a PlayerSpec) -> matchboxes::Result<Self> {
        let player = spec.player_for(&game, game.side(&at))?;
        let moves: Vec<Move> = game.moves(&at).collect();
        let mut weights = vec![0; moves.len()];
        player.weigh(&game, &at, &moves, &mut weights);
        let (mut matchbox, mut trained) = (None, None);
        if let Some(path) = spec.model_path() {
            let model = store::read_for(&game, path)?;
            if model.layout().has_box(&game, &at) {
                matchbox = Some(BoxView::at(&game, &model, &at)?);
                trained = moves_in_training(&game, &model, &at, &moves);
            }
        }
        Ok(Self {
            worths: proved(&game, &at)?,
            nimbers: Nimbers::new(&game, &at),
            after: after_moves(&game, &at, &moves, &player)?,
            why: player::explain(&at, spec.name()),
            total: weights.iter().sum(),
            moves: moves.into_iter().zip(weights).collect(),
            game,
            at,
            player: spec.name(),
            matchbox,
            trained,
        })
    }

    fn text(&self) -> String {
        let position = self.game.write_position(&self.at);
        let (side, player) = (self.game.side(&self.at).name(), self.player);
        let table = in_parts(&self.rows());
        let mut text = format!("{position}   {side} to move: {player}\n\n{table}\n");
        text += &match self.most_likely().as_slice() {
            [] => "it resigns\n".to_owned(),
            moves => format!("most likely: {}\n", moves.join(" ")),
        };
        if let Some(nimbers) = &self.nimbers {
            text += &nimbers.text(&self.game);
        }
        if self.trained.is_some() {
            let note = "drawn: how often in its training, which was played again; won, even, lost: how those games ended";
            text += &wrapped(note, "");
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

    /// The moves that the player makes most often, good or not.
    fn most_likely(&self) -> Vec<String> {
        let most = self.moves.iter().map(|&(_, weight)| weight).max();
        self.moves
            .iter()
            .filter(|&&(_, weight)| weight > 0 && Some(weight) == most)
            .map(|&(m, _)| self.game.write_move(m))
            .collect()
    }

    /// What the matchbox holds.
    fn content(&self) -> &'static str {
        match &self.matchbox {
            Some(view) if view.has_values() => "values",
            _ => "beads",
        }
    }

    /// A row of headings, then a row for each move.
    fn rows(&self) -> Vec<Vec<String>> {
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
                    .map(|worths| worths[i].map_or_else(|| "?".to_owned(), leads_to)),
            );
            row.extend(self.nimbers.as_ref().map(|nimbers| nimbers.cell(m)));
            if let Some(after) = &self.after {
                let [random, perfect] = [after[i].random, after[i].perfect];
                row.extend([random, perfect].map(|[won, drawn, _]| percent(won + drawn)));
            }
            row.extend(beads.as_ref().map(|moves| boxes::label(moves[i].1)));
            if let Some(trained) = &self.trained {
                row.push(thousands(trained[i].games()));
                row.extend(trained[i].ended.map(thousands));
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

    fn json(&self) -> Value {
        let beads = self.matchbox.as_ref().map(BoxView::moves);
        let mut moves = Vec::new();
        for (i, &(m, weight)) in self.moves.iter().enumerate() {
            let mut entry = json!({
                "move": self.game.write_move(m),
                "weight": weight,
                "probability": share(weight, self.total),
            });
            if let Some(worths) = &self.worths {
                entry["result"] = json!(worths[i].map(|worth| result(worth.verdict)));
                entry["distance"] = json!(worths[i].map(|worth| worth.distance));
            }
            if let Some(nimbers) = &self.nimbers {
                entry["nimber"] = json!(nimbers.after(m));
            }
            if let Some(after) = &self.after {
                for (name, [won, drawn, lost]) in
                    [("random", after[i].random), ("perfect", after[i].perfect)]
                {
                    entry[name] = json!({"won": won, "drawn": drawn, "lost": lost});
                }
            }
            if let Some(beads) = &beads {
                entry["beads"] = json!(beads[i].1.beads);
                if let Some(value) = beads[i].1.value {
                    entry["value"] = f64::from(value).into();
                    entry["visits"] = value.visits.into();
                }
            }
            if let Some(trained) = &self.trained {
                let [won, drawn, lost] = trained[i].ended;
                entry["training"] = json!({"won": won, "drawn": drawn, "lost": lost});
            }
            if let Some(known) = self.why.as_ref().map(|why| &why.moves[i]) {
                let counts = known.counts.iter();
                let counts = counts.map(|(pattern, lines)| (pattern.to_string(), json!(lines)));
                entry["wins"] = json!(known.wins);
                entry["lines"] = counts.collect();
                entry["score"] = json!(known.score.map(|score| f64::from(score.value.0) / 2.0));
                entry["rule"] = json!(known.score.map(|score| score.rule));
                entry["best"] = json!(known.best);
            }
            moves.push(entry);
        }
        let mut document = json!({
            "game": self.game.name(),
            "player": self.player,
            "position": self.game.write_position(&self.at),
            "side": self.game.side(&self.at).name(),
            "resigns": self.total == 0,
            "met": self.matchbox.as_ref().map(|view| view.met),
            "step": self.why.as_ref().and_then(|why| why.step),
            "most_likely": self.most_likely(),
            "moves": moves,
        });
        if let Some(nimbers) = &self.nimbers {
            document["nimber"] = nimbers.json();
        }
        document
    }
}

/// What perfect play makes of each move, if it is proved of any.
fn proved(game: &AnyGame, at: &Position) -> matchboxes::Result<Option<Vec<Option<Worth>>>> {
    let worths: Vec<_> = worths(game, at)?
        .into_iter()
        .map(|(_, worth)| worth)
        .collect();
    let is_any = worths.iter().any(Option::is_some);
    Ok(is_any.then_some(worths))
}
