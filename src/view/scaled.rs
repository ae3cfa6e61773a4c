//! The cost of scaling the beads of a kit to the size of a box: the exact strength with all beads and with
//! the scaled ones.

use std::collections::HashMap;

use matchboxes::arena::{Evaluation, Ground};
use matchboxes::game::Key;
use matchboxes::games::AnyGame;
use matchboxes::graph;
use matchboxes::kit::{Kit, KitBeads};
use matchboxes::learn::{Evaluator as _, Exact, Layout};
use matchboxes::text::{columns, percent, share};
use serde_json::{Value, json};

/// The exact chances of a machine with these two contents; `None` for a game too large to calculate them.
pub(super) fn strengths(
    game: &AnyGame,
    kit: &Kit,
    contents: [&KitBeads; 2],
) -> matchboxes::Result<Option<[Exact; 2]>> {
    if graph::offered(game).is_none() {
        return Ok(None);
    }
    let evaluation = Evaluation::on(&Ground::shared(game)?, Layout::from(&kit.rule));
    let places: HashMap<Key, usize> = kit.boxes.iter().map(|b| b.key).zip(0..).collect();
    Ok(Some(contents.map(|content| {
        evaluation.evaluate(kit.side, &mut |key, into| {
            into.clear();
            let found = places.get(&key);
            into.extend(found.iter().flat_map(|place| &content.beads[**place]));
            found.is_some()
        })
    })))
}

pub(super) fn table(both: &[Exact; 2]) -> String {
    let mut rows = vec![
        ["  exact strength", "all beads", "scaled"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let mut row = |name: &str, of: &dyn Fn(&Exact) -> u64| {
        let [all, scaled] = both.each_ref().map(|exact| percent(chance(of(exact))));
        rows.push(vec![format!("  {name}"), all, scaled]);
    };
    row("wins against random", &|exact| exact.random[0]);
    row("loses against random", &|exact| exact.random[2]);
    row("loses against perfect", &|exact| exact.perfect[2]);
    row("loses in the worst case", &|exact| exact.worst_case_loss);
    format!("{}\n", columns(&rows))
}

pub(super) fn json(both: &[Exact; 2]) -> Value {
    let [all, scaled] = both.each_ref().map(|exact| {
        json!({
            "random": exact.random.map(chance),
            "perfect": exact.perfect.map(chance),
            "worst_case_loss": chance(exact.worst_case_loss),
        })
    });
    json!({"all_beads": all, "scaled": scaled})
}

/// A chance in units of 10^-12.
fn chance(n: u64) -> f64 {
    share(n, 1_000_000_000_000)
}
