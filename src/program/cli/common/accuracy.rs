//! Compares a model with optimal moves, as text and as JSON.

use menace::arena::{AccuracyByPly, Ground, OptimalMoves};
use menace::games::AnyGame;
use menace::graph::Budget;
use menace::learn::Table;
use menace::store::Model;
use menace::text::{capital, percent, thousands};
use serde_json::{Value, json};

use super::width;

/// Compares a table of a model with optimal moves; `None` if the game is larger than [`Budget::OFFERED`].
pub(crate) fn measure(game: &AnyGame, model: &Model, table: &Table) -> Option<AccuracyByPly> {
    let ground = Ground::offered(game)?;
    let optimal = OptimalMoves::new(&ground, model.layout(), table.side());
    Some(optimal.measure(table))
}

/// The comparison as text, by the number of moves played.
pub(crate) fn text(game: &AnyGame, model: &Model, table: &Table) -> String {
    let Some(measured) = measure(game, model, table) else {
        let Budget { positions, moves } = Budget::OFFERED;
        let [positions, moves] = [positions, moves].map(|n| thousands(n as u64));
        return format!(
            "Not measured against optimal moves: the game has more than {positions} positions or {moves} \
             moves\n"
        );
    };
    let by_ply = &measured.by_ply;
    let plies: Vec<usize> = (0..by_ply.len()).filter(|&n| by_ply[n].boxes > 0).collect();
    let of = |plies: &[usize]| {
        let by_ply = plies.iter().map(|&ply| by_ply[ply]).collect();
        AccuracyByPly { by_ply }.all()
    };
    let share = |share: Option<f64>| share.map_or("-".to_owned(), percent);
    let title = format!(
        "{} side against optimal moves, by moves played",
        capital(table.side().name())
    );
    width::by_ply(
        &title,
        &plies,
        &[
            ("  boxes where the choice matters", &|plies| {
                thousands(of(plies).boxes)
            }),
            ("    met", &|plies| thousands(of(plies).met)),
            ("    the most frequent beads are all best moves", &|plies| {
                thousands(of(plies).right)
            }),
            ("  share of such boxes", &|plies| share(of(plies).share())),
            ("    weighted by visits in play against random", &|plies| {
                share(of(plies).weighted_share())
            }),
            (
                "  chance that a bead drawn there is a best move",
                &|plies| share(of(plies).kept_share()),
            ),
        ],
    )
}

/// The comparison as JSON.
pub(crate) fn json(measured: &AccuracyByPly) -> Value {
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
