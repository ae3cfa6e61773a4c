//! What a model knows measured against theory, in words and as JSON.

use menace::arena::{Accuracy, AccuracyByPly, Ground, OptimalMoves};
use menace::game::Game;
use menace::graph::Budget;
use menace::learn::Table;
use menace::store::Model;
use serde_json::{Value, json};

use menace::text::{capital, columns, percent, thousands};

/// How near a table of a model is to perfect play; nothing for a game that is too large for exact
/// results nobody asked for.
pub(super) fn measure<G: Game>(game: &G, model: &Model, table: &Table) -> Option<AccuracyByPly> {
    let ground = Ground::offered(game)?;
    let optimal = OptimalMoves::new(&ground, model.layout(), table.side());
    Some(optimal.measure(table))
}

/// The same as a table, by the number of moves before a box.
pub(super) fn text<G: Game>(game: &G, model: &Model, table: &Table) -> String {
    let Some(measured) = measure(game, model, table) else {
        let Budget { positions, moves } = Budget::OFFERED;
        let [positions, moves] = [positions, moves].map(|n| thousands(n as u64));
        return format!(
            "Not measured against theory: the game has more than {positions} positions or {moves} \
             moves\n"
        );
    };
    let plies = || {
        let plies = measured.by_ply.iter().enumerate();
        plies.filter(|(_, ply)| ply.boxes > 0)
    };
    let row = |name: &str, cell: &dyn Fn(&Accuracy) -> String| -> Vec<String> {
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
        row("    every fullest colour keeps the value", &|c| {
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
pub(super) fn json(measured: &AccuracyByPly) -> Value {
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
