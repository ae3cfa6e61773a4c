//! What a model has learnt: its boxes counted, compared with perfect play, and some of them one by one.

use std::path::Path;

use matchboxes_games::game::Side;
use matchboxes_games::games::{AnyGame, Position};
use matchboxes_games::graph::Budget;
use matchboxes_games::text::{capital, percent, thousands};
use matchboxes_learn::Table as Boxes;
use matchboxes_measure::{Accuracy, Ground, Holding, OptimalMoves};
use matchboxes_store::{BoxView, Model, Result};
use serde_json::{Value, json};

use crate::boxes;
use crate::layout::{Layout, PlyCell};
use crate::lineage::{chapter, how_made};
use crate::model::origin;
use crate::row::Sides;

/// A model that is shown, or the box of one of its positions.
pub struct ShownModel<'a> {
    game: &'a AnyGame,
    model: &'a Model,
    views: Vec<BoxView<AnyGame>>,
    is_whole: bool,
}

impl<'a> ShownModel<'a> {
    /// A model of this game with a box of each side, or only the box of a position.
    ///
    /// # Errors
    ///
    /// As [`BoxView::at`].
    pub fn new(game: &'a AnyGame, model: &'a Model, at: Option<&Position>) -> Result<Self> {
        let views = if let Some(at) = at {
            vec![BoxView::at(game, model, at)?]
        } else {
            let landmarks = Side::BOTH.map(|side| BoxView::landmark(game, model, side));
            landmarks.into_iter().flatten().collect()
        };
        Ok(Self {
            game,
            model,
            views,
            is_whole: at.is_none(),
        })
    }

    /// The same for people.
    pub fn text(&self, layout: Layout) -> String {
        let (model, mut text) = (self.model, String::new());
        if self.is_whole {
            let has_values = model.rule().values().is_some();
            text += &how_made(model);
            for table in model.tables.iter().flatten() {
                text += &format!("\n{}", boxes::by_ply(table, has_values, layout));
                text += &format!("\n{}", self.accuracy(table, layout));
            }
        }
        for (i, view) in self.views.iter().enumerate() {
            let gap = if self.is_whole || i > 0 { "\n" } else { "" };
            text += &format!("{gap}{}", boxes::text(self.game, view, layout));
            if let Some(built) = boxes::built(self.game, model, view) {
                text += &format!("\n{}", layout.wrapped(&built, "  "));
            }
        }
        text
    }

    /// The same as a document.
    pub fn document(&self, path: &Path) -> Value {
        let model = self.model;
        let table = |table: &Boxes| {
            let accuracy = self.measure(table).map(|measured| {
                let all = Accuracy::all(&measured);
                json!({
                    "against": "random",
                    "boxes": all.boxes,
                    "met": all.met,
                    "optimal": all.optimal,
                    "share": all.share(),
                    "weighted_share": all.weighted_share(),
                    "kept_share": all.kept_share(),
                })
            });
            json!({
                "boxes": table.len(),
                "missing_colour_by_ply": table.missing_colour(),
                // Null if the game is too large to be compared with perfect play.
                "accuracy": accuracy,
            })
        };
        let tables = model.tables.each_ref().map(|own| own.as_ref().map(table));
        let chapters = model.chapters.iter().map(chapter);
        let views = self.views.iter();
        let boxes = views.map(|view| boxes::document(self.game, model, view));
        origin(path, model).document(json!({
            "chapters": chapters.collect::<Vec<_>>(),
            "tables": Sides(tables),
            "boxes": boxes.collect::<Vec<_>>(),
        }))
    }

    /// Compares a table with optimal moves; `None` if the game is larger than [`Budget::OFFERED`].
    fn measure(&self, table: &Boxes) -> Option<Vec<Accuracy>> {
        let ground = Ground::offered(self.game)?;
        let optimal = OptimalMoves::new(&ground, self.model.layout(), table.side());
        Some(optimal.measure(table))
    }

    /// The comparison, by the number of moves played.
    fn accuracy(&self, table: &Boxes, layout: Layout) -> String {
        let Some(by_ply) = self.measure(table) else {
            let Budget { positions, moves } = Budget::OFFERED;
            let [positions, moves] = [positions, moves].map(|n| thousands(n as u64));
            return format!(
                "Not measured against optimal moves: the game has more than {positions} positions or {moves} \
                 moves\n"
            );
        };
        let plies: Vec<usize> = (0..by_ply.len()).filter(|&n| by_ply[n].boxes > 0).collect();
        let of = |plies: &[usize]| Accuracy::all(plies.iter().map(|&ply| &by_ply[ply]));
        let share = |share: Option<f64>| share.map_or("-".to_owned(), percent);
        let side = capital(table.side().name());
        let has_values = self.model.rule().values().is_some();
        let are_best = format!("    {}", Holding::from_trainings([has_values]).optimal());
        let is_best = if has_values {
            "  chance that greedy play makes a best move there"
        } else {
            "  chance that a bead drawn there is a best move"
        };
        let rows: [(&str, PlyCell<'_>); 6] = [
            ("  boxes where the choice matters", &|plies| {
                thousands(of(plies).boxes)
            }),
            ("    met", &|plies| thousands(of(plies).met)),
            (&are_best, &|plies| thousands(of(plies).optimal)),
            ("  share of such boxes", &|plies| share(of(plies).share())),
            ("    weighted by visits in play against random", &|plies| {
                share(of(plies).weighted_share())
            }),
            (is_best, &|plies| share(of(plies).kept_share())),
        ];
        let title = format!("{side} side against optimal moves, by moves played");
        layout.by_ply(&title, &plies, &rows)
    }
}
