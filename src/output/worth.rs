//! The result of perfect play in words.

use matchboxes::game::Verdict;
use matchboxes::search::Worth;

/// The letter of a result and the number of moves to it, such as `W3`; `?` if nothing is proved.
pub(crate) fn label(worth: Option<Worth>) -> String {
    let Some(worth) = worth else {
        return "?".to_owned();
    };
    let letter = match worth.verdict {
        Verdict::Win => 'W',
        Verdict::Draw => 'D',
        Verdict::Loss => 'L',
    };
    format!("{letter}{}", worth.distance)
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
