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
    let Some(AccuracyByPly { by_ply }) = measure(game, model, table) else {
        let Budget { positions, moves } = Budget::OFFERED;
        let [positions, moves] = [positions, moves].map(|n| thousands(n as u64));
        return format!(
            "Not measured against optimal moves: the game has more than {positions} positions or {moves} \
             moves\n"
        );
    };
    let plies: Vec<usize> = (0..by_ply.len()).filter(|&n| by_ply[n].boxes > 0).collect();
    let of = |plies: &[usize]| {
        let by_ply = plies.iter().map(|&ply| by_ply[ply]).collect();
        AccuracyByPly { by_ply }.all()
    };
    let share = |share: Option<f64>| share.map_or("-".to_owned(), percent);
    let boxes = |plies: &[usize]| thousands(of(plies).boxes);
    let met = |plies: &[usize]| thousands(of(plies).met);
    let right = |plies: &[usize]| thousands(of(plies).right);
    let right_share = |plies: &[usize]| share(of(plies).share());
    let weighted = |plies: &[usize]| share(of(plies).weighted_share());
    let kept = |plies: &[usize]| share(of(plies).kept_share());
    let side = capital(table.side().name());
    width::by_ply(
        &format!("{side} side against optimal moves, by moves played"),
        &plies,
        &[
            ("  boxes where the choice matters", &boxes),
            ("    met", &met),
            ("    the most frequent beads are all best moves", &right),
            ("  share of such boxes", &right_share),
            ("    weighted by visits in play against random", &weighted),
            ("  chance that a bead drawn there is a best move", &kept),
        ],
    )
}

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
