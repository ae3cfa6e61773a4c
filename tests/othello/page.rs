//! Generates `docs/records/othello.md`: Othello on 4 x 4 learnt by rote.

use super::rote;
use crate::place::is_current;

pub(super) fn row(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}

pub(super) fn head(titles: &[&str]) -> String {
    let titles = titles.iter().map(|title| (*title).to_owned());
    let line = format!("|{}\n", "---|".repeat(titles.len()));
    row(titles) + &line
}

fn page() -> String {
    let learnt = rote::learnt();
    let figures = [
        ("gave_up", rote::gave_up(&learnt, "michie-304")),
        ("learnt", rote::table(&learnt)),
        ("shown", rote::shown()),
        ("rote_games", rote::games()),
        ("rote_runs", rote::runs()),
    ];
    figures.into_iter().fold(
        include_str!("page.md").to_owned(),
        |page, (name, figure)| page.replace(&format!("{{{name}}}"), &figure),
    )
}

#[test]
fn the_page_is_up_to_date() {
    is_current("docs/records/othello.md", page());
}
