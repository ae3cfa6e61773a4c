//! What a model knows measured against theory, in words and as JSON.

use menace::arena::{Closeness, Ground, Measured, Theory};
use menace::game::Game;
use menace::graph::{Graph, Merging};
use menace::learn::Table;
use menace::player::Random;
use menace::store::Model;
use serde_json::{Value, json};

use menace::text::{capital, columns, percent, thousands};

/// The most positions of a game that is solved just to show a model: it takes well under a second.
const LIMIT: usize = 20_000;

/// How near a table of a model is to perfect play; nothing for a game of more than [`LIMIT`]
/// positions.
pub(super) fn measure<G: Game>(game: &G, model: &Model, table: &Table) -> Option<Measured> {
    Graph::complete(game.clone(), Merging::None, LIMIT, "a glance").ok()?;
    let ground = Ground::new(game.clone()).ok()?;
    let theory = Theory::new(&ground, model.layout(), table.side(), &Random);
    Some(theory.measure(table))
}

/// The same as a table, by the number of moves before a box.
pub(super) fn text<G: Game>(game: &G, model: &Model, table: &Table) -> String {
    let Some(measured) = measure(game, model, table) else {
        let limit = thousands(LIMIT as u64);
        return format!("Not measured against theory: the game has more than {limit} positions\n");
    };
    let plies = || {
        let plies = measured.by_ply.iter().enumerate();
        plies.filter(|(_, ply)| ply.boxes > 0)
    };
    let row = |name: &str, cell: &dyn Fn(&Closeness) -> String| -> Vec<String> {
        let cells = plies().map(|(_, ply)| cell(ply));
        std::iter::once(name.to_owned())
            .chain(cells)
            .chain([cell(&measured.all())])
            .collect()
    };
    let share = |share: Option<f64>| share.map_or("-".to_owned(), percent);
    let title = format!(
        "{} side against theory, after so many moves",
        capital(table.side().name())
    );
    let head = std::iter::once(title)
        .chain(plies().map(|(ply, _)| ply.to_string()))
        .chain(["all".to_owned()]);
    columns(&[
        head.collect(),
        row("  boxes where the choice matters", &|c| thousands(c.boxes)),
        row("    met", &|c| thousands(c.met)),
        row("    most beads on moves that keep the value", &|c| {
            thousands(c.right)
        }),
        row("  share of such boxes", &|c| share(c.share())),
        row("    as often as its play against random gets there", &|c| {
            share(c.weighted_share())
        }),
        row("  chance that a draw there keeps the value", &|c| {
            share(c.kept_share())
        }),
    ])
}

/// The same for scripts.
pub(super) fn json(measured: &Measured) -> Value {
    let all = measured.all();
    json!({
        "against": "random",
        "boxes": all.boxes,
        "met": all.met,
        "right": all.right,
        "share": all.share(),
        "weighted_share": all.weighted_share(),
        "kept_share": all.kept_share(),
    })
}
