//! The result of perfect play in words.

use matchboxes::game::Verdict;
use matchboxes::search::Worth;

/// The name of a result in JSON.
pub(crate) const fn result(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

/// What a move leads to, such as `wins in 3`.
pub(crate) fn leads_to(worth: Worth) -> String {
    let result = match worth.verdict {
        Verdict::Win => "wins",
        Verdict::Draw => "draws",
        Verdict::Loss => "loses",
    };
    format!("{result} in {}", worth.distance)
}
