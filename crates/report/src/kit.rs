//! What a machine of real boxes is built of, and how strong it is with fewer beads.

use std::collections::HashMap;

use matchboxes_games::game::Key;
use matchboxes_games::games::AnyGame;
use matchboxes_games::graph;
use matchboxes_games::text::{columns, count, percent, thousands};
use matchboxes_learn::{Evaluator as _, Layout};
use matchboxes_measure::{Evaluation, Ground, Strength};
use matchboxes_session::kit::{Kit, KitBeads};
use matchboxes_store::Result;
use serde::Serialize;
use serde_json::{Value, json};

use crate::row::{Row, row};

/// The exact strength of a machine with all its beads, and with the scaled ones.
#[derive(Serialize)]
pub struct ScaledStrength {
    all_beads: Strength,
    scaled: Strength,
}

impl ScaledStrength {
    /// The strength of a kit with these two contents; `None` for a game too large to calculate it.
    ///
    /// # Errors
    ///
    /// As [`Ground::shared`].
    pub fn new(game: &AnyGame, kit: &Kit, contents: [&KitBeads; 2]) -> Result<Option<Self>> {
        if graph::offered(game).is_none() {
            return Ok(None);
        }
        let evaluation = Evaluation::on(&Ground::shared(game)?, Layout::from(&kit.rule));
        let places: HashMap<Key, usize> = kit.boxes.iter().map(|b| b.key).zip(0..).collect();
        let [all_beads, scaled] = contents.map(|content| {
            let exact = evaluation.evaluate(kit.side, &mut |key, into| {
                into.clear();
                let found = places.get(&key);
                into.extend(found.iter().flat_map(|place| &content.beads[**place]));
                found.is_some()
            });
            Strength::from(exact)
        });
        Ok(Some(Self { all_beads, scaled }))
    }

    fn text(&self) -> String {
        let mut rows = vec![row("  exact strength", ["all beads", "scaled"])];
        let mut add = |name: &str, of: &dyn Fn(&Strength) -> f64| {
            let cells = [&self.all_beads, &self.scaled].map(|own| percent(of(own)));
            rows.push(row(format!("  {name}"), cells));
        };
        add("wins against random", &|own| own.random[0]);
        add("loses against random", &|own| own.random[2]);
        add("loses against perfect", &|own| own.perfect[2]);
        add("loses in the worst case", &|own| own.worst_case_loss);
        format!("{}\n", columns(&rows))
    }
}

/// What a kit with these beads is built of, for people.
pub fn kit_text(kit: &Kit, content: &KitBeads, strength: Option<&ScaledStrength>) -> String {
    let boxes = count(kit.boxes.len() as u64, "box", "boxes");
    let beads = count(content.total(), "bead", "beads");
    let (game, rule) = (&kit.game, &kit.rule.name);
    let side = match kit.seat() {
        "shared" => "both sides".to_owned(),
        side => format!("{side} side"),
    };
    let stages = 0..kit.stages();
    let boxes_of = |stage| thousands(kit.boxes_of(stage) as u64);
    let moves = row(
        "  move",
        stages.clone().map(|stage| (stage + 1).to_string()),
    );
    let stages = columns(&[moves, row("  boxes", stages.map(boxes_of))]);
    let colours = kit.beads().into_iter().map(|bead| {
        let by_stage = content.by_stage(kit, bead).into_iter();
        let all = thousands(by_stage.fold(0, u64::saturating_add));
        row(format!("  {} {bead}", bead.letter()), [all])
    });
    let colours = columns(&colours.collect::<Vec<_>>());
    let strength = strength.map(ScaledStrength::text).unwrap_or_default();
    format!("{game}: {side}, rule {rule}: {boxes}, {beads}\n\n{stages}\n{colours}\n{strength}")
}

/// The same as a document, with the files that were written.
pub fn kit_document(
    kit: &Kit,
    content: &KitBeads,
    strength: Option<&ScaledStrength>,
    files: &[Row],
) -> Value {
    let beads = kit.beads().into_iter().map(|bead| {
        let by_stage = content.by_stage(kit, bead);
        json!({ "letter": bead.letter(), "colour": bead.to_string(), "by_stage": by_stage })
    });
    let stages = 0..kit.stages();
    Row::default()
        .with("game", &kit.game)
        .with("rule", &kit.rule.name)
        .with("side", kit.seat())
        .with("boxes", kit.boxes.len())
        .document(json!({
            "boxes_by_stage": stages.map(|stage| kit.boxes_of(stage)).collect::<Vec<_>>(),
            "met": content.met,
            "beads": beads.collect::<Vec<_>>(),
            "strength": strength,
            "files": files,
        }))
}
