//! `menace explain`: how a player weighs every move of a position.

use std::io::Write;
use std::path::Path;

use matchboxes::game::{Game, Move, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::player::Player;
use matchboxes::roster::PlayerSpec;
use matchboxes::store::{self, BoxView};
use matchboxes::text::{percent, share, thousands};
use matchboxes_report::Explained;
use serde_json::{Value, json};

use crate::options::game::GameOption;
use crate::options::{JsonOption, PositionOption};
use crate::output::print_json;
use crate::output::width::layout;
use crate::output::worth::leads_to;
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
    let model = player.model_path().map(|path| store::read_for(&game, path));
    let model = model.transpose()?;
    let made = player.player_for(&game, game.side(&at))?;
    let moves: Vec<Move> = game.moves(&at).collect();
    let mut weights = vec![0; moves.len()];
    made.weigh(&game, &at, &moves, &mut weights);
    let weighed = moves.into_iter().zip(weights).collect();
    let named = (player.name(), &*made);
    let report = ExplainReport {
        found: Explained::new(&game, &at, weighed, named, model.as_ref())?,
        game: &game,
        at,
        player: player.name(),
    };
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
    game: &'a AnyGame,
    at: Position,
    player: &'a str,
    found: Explained<'a>,
}

impl ExplainReport<'_> {
    fn text(&self) -> String {
        let position = self.game.write_position(&self.at);
        let (side, player) = (self.game.side(&self.at).name(), self.player);
        let table = layout().in_parts(&self.rows());
        let mut text = format!("{position}   {side} to move: {player}\n\n{table}\n");
        text += &match self.found.most_likely().as_slice() {
            [] => "it resigns\n".to_owned(),
            moves => format!("most likely: {}\n", moves.join(" ")),
        };
        if let Some(nimbers) = &self.found.nimbers {
            text += &nimbers.text(self.game);
        }
        if self.found.trained.is_some() {
            let note = "drawn: how often in its training, which was played again; won, even, lost: how those games ended";
            text += &layout().wrapped(note, "");
        }
        if let Some(step) = self.found.why.as_ref().and_then(|why| why.step) {
            text += &format!("step: {step}\n");
        }
        if self.found.matchbox.as_ref().is_some_and(|view| !view.met) {
            let content = self.content();
            text += &format!(
                "this box was never met: its {content} are the starting {content} of the rule\n"
            );
        }
        text
    }

    /// What the matchbox holds.
    fn content(&self) -> &'static str {
        match &self.found.matchbox {
            Some(view) if view.has_values() => "values",
            _ => "beads",
        }
    }

    /// A row of headings, then a row for each move.
    fn rows(&self) -> Vec<Vec<String>> {
        let mut head = vec!["move", "chance", "weight"];
        head.extend(self.found.worths.as_ref().map(|_| "result"));
        head.extend(self.found.nimbers.as_ref().map(|_| "nimber"));
        if self.found.after.is_some() {
            head.extend(["not lost: random", "perfect"]);
        }
        let beads = self.found.matchbox.as_ref().map(BoxView::moves);
        head.extend(beads.as_ref().map(|_| self.content()));
        let has_values = self
            .found
            .matchbox
            .as_ref()
            .is_some_and(BoxView::has_values);
        if self.found.trained.is_some() {
            head.extend(["drawn", "won", "even", "lost"]);
        } else if has_values {
            head.push("visits");
        }
        let why = self.found.why.as_ref();
        if let Some(why) = why {
            if why.moves.iter().all(|known| known.score.is_some()) {
                head.extend(["score", "rule"]);
            }
            head.push("lines");
        }
        let mut rows = vec![head.into_iter().map(str::to_owned).collect()];
        for (i, &(m, weight)) in self.found.moves.iter().enumerate() {
            let chance = percent(share(weight, self.found.total));
            let mut row = vec![self.game.write_move(m), chance, thousands(weight)];
            row.extend(
                self.found
                    .worths
                    .as_ref()
                    .map(|worths| worths[i].map_or_else(|| "?".to_owned(), leads_to)),
            );
            row.extend(self.found.nimbers.as_ref().map(|nimbers| nimbers.cell(m)));
            if let Some(after) = &self.found.after {
                let [random, perfect] = [after[i].random, after[i].perfect];
                row.extend([random, perfect].map(|[won, drawn, _]| percent(won + drawn)));
            }
            row.extend(beads.as_ref().map(|moves| boxes::label(moves[i].1)));
            if let Some(trained) = &self.found.trained {
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
        let found = &self.found;
        let mut document = json!({
            "game": self.game.name(),
            "player": self.player,
            "position": self.game.write_position(&self.at),
            "side": self.game.side(&self.at).name(),
            "resigns": found.total == 0,
            "met": found.matchbox.as_ref().map(|view| view.met),
            "step": found.why.as_ref().and_then(|why| why.step),
            "most_likely": found.most_likely(),
            "moves": found.moves_document(),
        });
        if let Some(nimbers) = &found.nimbers {
            document["nimber"] = nimbers.own().into();
        }
        document
    }
}
